/** Edits: the input picture with changed colours, and the words of the prompt on a strip. */
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import {
  drawSvg,
  enlarge,
  png,
  providerNames,
  toDrawnSize,
  toWords,
  type Picture,
} from './drawing.ts';
import { randomFrom } from './random.ts';

async function change(image: Sharp, picture: Picture): Promise<Sharp> {
  const { prompt, provider, width, height } = picture;
  if (/render the same image|upscale/i.test(prompt)) return image.sharpen({ sigma: 1 });
  const random = randomFrom(`${provider}:${prompt}`);
  const toned = /black[ -]and[ -]white|monochrome|gr[ae]yscale/i.test(prompt)
    ? image.grayscale().toColourspace('srgb').linear(1.12, -10)
    : image.modulate({ saturation: random.between(1.1, 1.5), hue: random.whole(-24, 24) });
  const [wide, strip] = [(width / height) * 1000, 110];
  const label = `${toWords(prompt)} · ${providerNames[provider]}`;
  const size = Math.min(52, wide / label.length / 0.6);
  const content = `<rect y="${1000 - strip}" width="100%" height="${strip}" opacity="0.8"/><text x="50%" y="${1000 - strip / 2}" font-size="${size}">${label}</text>`;
  return toned.composite([
    { input: await drawSvg(picture, { width: wide, height: 1000, content }) },
  ]);
}

/**
 * Returns a PNG of exactly the requested size. Nothing changes outside of `area`, a light shape on dark in
 * the size of the input. Rejects if the input is not a picture.
 */
export async function redrawPicture(
  picture: Picture,
  input: Buffer,
  area: Buffer | null = null,
): Promise<Buffer> {
  // Pixels outside the area do not change.
  const drawn = area ? picture : toDrawnSize(picture);
  const { width, height } = drawn;
  const fitted = await decode(
    sharp(input, { limitInputPixels: 50_000_000 })
      .rotate()
      .resize(width, height, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb'),
  );
  const changed = await change(fromPixels(fitted), drawn);
  const finished = await changed.removeAlpha().png(png).toBuffer();
  if (!area) return enlarge(finished, drawn, picture);
  const shape = await sharp(area)
    .resize(width, height, { fit: 'cover' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const inside = await decode(
    sharp(finished).joinChannel(shape, { raw: { width, height, channels: 1 } }),
  );
  return fromPixels(fitted)
    .composite([{ input: inside.data, raw: inside.info }])
    .removeAlpha()
    .png(png)
    .toBuffer();
}

interface Pixels {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

const decode = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true });

const fromPixels = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });
