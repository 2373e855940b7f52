/** Edits: the input picture, changed by image operations that the prompt names. */
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import {
  blackAndWhite,
  drawSvg,
  enlarge,
  finish,
  toDrawnSize,
  vibrant,
  type Picture,
} from './drawing.ts';
import { paintFigures, png } from './poster.ts';
import { randomFrom } from './random.ts';
import { findSubject } from './subjects.ts';

const vintage = /vintage|retro|sepia|old photo|nostalg|polaroid/i;
const adding = /\b(add|put|place|include|with|wear(ing)?|jodo|lagao|daalo)\b|जोड़ो|लगाओ|डालो/i;

const plainGround = /white background|(even|clean up the) background/i;

/** Fades everything but the middle to white, as if the product there had been cut out. */
function drawPlainGround({ width, height }: Picture): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>` +
      '<radialGradient id="ground" r=".7"><stop offset=".5" stop-color="#fff" stop-opacity="0"/>' +
      '<stop offset=".72" stop-color="#fff"/></radialGradient></defs>' +
      `<path fill="url(#ground)" d="M0 0h${width}v${height}H0z"/></svg>`,
  );
}

/** Added things are drawn in a lower corner. */
function drawAddition(picture: Picture): Promise<Buffer> {
  const subject = findSubject(picture.prompt.replace(adding, ''));
  return drawSvg(picture, (stage) => {
    const side = 460;
    const x = stage.random.pick([30, stage.width - side - 30]);
    const box = { x, y: stage.height - side - 40, width: side, height: side };
    return paintFigures(stage, subject, box);
  });
}

async function change(image: Sharp, picture: Picture): Promise<Sharp> {
  const { prompt, provider } = picture;
  if (/render the same image|upscale/i.test(prompt)) return image.sharpen({ sigma: 1 });
  if (blackAndWhite.test(prompt)) return image.grayscale().toColourspace('srgb').linear(1.12, -10);
  if (vintage.test(prompt)) return image.modulate({ saturation: 0.4 }).tint('#c9a878');
  if (vibrant.test(prompt)) return image.modulate({ saturation: 1.6 }).linear(1.1, -10);
  if (plainGround.test(prompt)) return image.composite([{ input: drawPlainGround(picture) }]);
  if (adding.test(prompt)) return image.composite([{ input: await drawAddition(picture) }]);
  const random = randomFrom(`${provider}:tint:${prompt}`);
  return image.modulate({ saturation: random.between(1.05, 1.3), hue: random.whole(-9, 9) });
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
  const edited = await decode(await change(fromPixels(fitted), drawn));
  // The prompt's colour words have already been applied: only the provider's own look is left.
  const finished = await finish(fromPixels(edited), { ...picture, prompt: '' }).toBuffer();
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
