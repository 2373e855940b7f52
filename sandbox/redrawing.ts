/** Edits: the picture that came in, changed by real image operations that the prompt names. */
import sharp, { type Sharp } from 'sharp';
import { disc, group, n, radial, rect, shape, times, type Stage } from './paint.ts';
import { paletteOf } from './palette.ts';
import { finish, png, type Picture } from './drawing.ts';
import { randomFrom } from './random.ts';

const vibrant = /vibrant|vivid|colou?rful|saturat|pop\b|brighter colou?rs/i;
const blackAndWhite = /black[ -]and[ -]white|monochrome|gr[ae]yscale|b&w|noir/i;
const vintage = /vintage|retro|sepia|old photo|nostalg|polaroid/i;
const faithful =
  /upscale|high(er)?[ -]resolution|faithful|same image|exactly as|re-?render|enhance|sharpen|final version/i;

const sepia: [[number, number, number], [number, number, number], [number, number, number]] = [
  [0.45, 0.67, 0.17],
  [0.36, 0.6, 0.15],
  [0.26, 0.47, 0.13],
];

function overlay(width: number, height: number, draw: (stage: Stage) => string, picture: Picture) {
  const random = randomFrom(`${picture.provider}:edit:${picture.prompt}`);
  const palette = paletteOf(picture.prompt, ['sunset', 'sea', 'spice', 'pastel', 'forest'], random);
  const unit = Math.min(width, height) / 1000;
  const stage: Stage = {
    width: width / unit,
    height: height / unit,
    palette,
    random,
    rich: picture.premium,
    defs: [],
  };
  const content = draw(stage);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${n(stage.width)} ${n(stage.height)}"><defs>${stage.defs.join('')}</defs>${content}</svg>`,
  );
}

function vignette(stage: Stage): string {
  const { width, height } = stage;
  const fill = radial(stage, [
    [0, '#2a1608', 0],
    [0.6, '#2a1608', 0.05],
    [1, '#2a1608', 0.75],
  ]);
  return rect(-width * 0.2, -height * 0.2, width * 1.4, height * 1.4, fill);
}

/** A branch of blossoms that grows in from a corner, in the colours of the prompt. */
function blossoms(stage: Stage): string {
  const { width, height, palette, random } = stage;
  const right = random.chance(0.5);
  const low = random.chance(0.5);
  const flowers = times(stage.rich ? 13 : 9, (index) => {
    const along = index / 12;
    const x = 30 + along * 430;
    const y = 30 + (1 - along) ** 1.6 * 400 + random.between(-30, 30);
    const size = random.between(26, 56) * (1.1 - along * 0.5);
    const petals = times(5, (petal) =>
      shape(
        `M0 0C${n(size * 0.7)} ${n(-size * 0.4)} ${n(size * 0.5)} ${n(-size)} 0 ${n(-size)}C${n(-size * 0.5)} ${n(-size)} ${n(-size * 0.7)} ${n(-size * 0.4)} 0 0Z`,
        index % 3 ? palette.accent : palette.accent2,
        `transform="rotate(${petal * 72 + index * 19})"`,
      ),
    );
    return group(
      petals + disc(0, 0, size * 0.2, palette.light),
      `transform="translate(${n(x)} ${n(y)})"`,
    );
  });
  const corner = `translate(${n(right ? width : 0)} ${n(low ? height : 0)}) scale(${right ? -0.8 : 0.8} ${low ? -0.8 : 0.8})`;
  const light = radial(
    stage,
    [
      [0, palette.accent2, 0.3],
      [1, palette.accent2, 0],
    ],
    [right ? 1 : 0, low ? 1 : 0],
  );
  return rect(0, 0, width, height, light) + group(flowers, `transform="${corner}"`);
}

function changed(image: Sharp, picture: Picture): Sharp {
  const { prompt, width, height } = picture;
  if (/render the same image/i.test(prompt)) return image.sharpen({ sigma: 1 });
  if (blackAndWhite.test(prompt)) return image.grayscale().toColourspace('srgb').linear(1.12, -10);
  if (vintage.test(prompt)) {
    return image
      .modulate({ saturation: 0.7 })
      .recomb(sepia)
      .linear(0.9, 14)
      .composite([{ input: overlay(width, height, vignette, picture) }]);
  }
  if (vibrant.test(prompt)) return image.modulate({ saturation: 1.6 }).linear(1.1, -10);
  if (faithful.test(prompt)) return image.sharpen({ sigma: 1 });
  const random = randomFrom(`${picture.provider}:tint:${prompt}`);
  return image
    .modulate({ saturation: random.between(0.95, 1.25), hue: Math.round(random.between(-9, 9)) })
    .composite([{ input: overlay(width, height, blossoms, picture) }]);
}

/** A PNG of exactly the size asked for. Rejects when the input is not a picture. */
export async function redrawPicture(picture: Picture, input: Buffer): Promise<Buffer> {
  const fitted = await sharp(input, { limitInputPixels: 50_000_000 })
    .rotate()
    .resize(picture.width, picture.height, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png(png)
    .toBuffer();
  const edited = await changed(sharp(fitted), picture).png(png).toBuffer();
  // The prompt's colour words have been obeyed already: only the provider's own look is left.
  const look = await finish(sharp(edited), { ...picture, prompt: '' });
  return look.removeAlpha().png(png).toBuffer();
}
