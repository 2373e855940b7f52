/** Edits: the picture that came in, changed by real image operations that the prompt names. */
import sharp, { type Sharp } from 'sharp';
import { blackAndWhite, drawSvg, finish, vibrant, type Picture } from './drawing.ts';
import { cast, gradient, png, type Stage } from './poster.ts';
import { randomFrom } from './random.ts';
import { findSubject, type Subject } from './subjects.ts';

const vintage = /vintage|retro|sepia|old photo|nostalg|polaroid/i;
const faithful =
  /upscale|high(er)?[ -]resolution|faithful|same image|exactly as|re-?render|enhance|sharpen|final version/i;

const sepia: [[number, number, number], [number, number, number], [number, number, number]] = [
  [0.45, 0.67, 0.17],
  [0.36, 0.6, 0.15],
  [0.26, 0.47, 0.13],
];

function vignette(stage: Stage): string {
  const fill = gradient(stage, 'radial', ['#2a160800', '#2a160810', '#2a1608bf']);
  return `<rect x="-20%" y="-20%" width="140%" height="140%" fill="${fill}"/>`;
}

/** In the light of the prompt's colours, with what is to be added in a lower corner. */
function addition(stage: Stage, subject: Subject): string {
  const { width, height, palette, random } = stage;
  const side = 460;
  const x = random.chance(0.5) ? 30 : width - side - 30;
  const light = gradient(stage, 'radial', [`${palette.accent2}59`, `${palette.accent2}00`]);
  const shine = `<circle cx="${x}" r="${Math.max(width, height)}" fill="${light}"/>`;
  return shine + cast(stage, subject, { x, y: height - side - 40, width: side, height: side });
}

const adding = /\b(add|put|place|include|with|wear(ing)?|jodo|lagao|daalo)\b|जोड़ो|लगाओ|डालो/i;

async function change(image: Sharp, picture: Picture): Promise<Sharp> {
  const { prompt, width, height } = picture;
  const overlay = async (paint: typeof addition) => {
    const { hero, ...subject } = findSubject(prompt.replace(adding, ''));
    const wanted = adding.test(prompt) ? hero : null;
    return [{ input: await drawSvg(picture, width, height, { ...subject, hero: wanted }, paint) }];
  };
  if (/render the same image/i.test(prompt)) return image.sharpen({ sigma: 1 });
  if (blackAndWhite.test(prompt)) return image.grayscale().toColourspace('srgb').linear(1.12, -10);
  if (vintage.test(prompt)) {
    return image
      .modulate({ saturation: 0.7 })
      .recomb(sepia)
      .linear(0.9, 14)
      .composite(await overlay(vignette));
  }
  if (vibrant.test(prompt)) return image.modulate({ saturation: 1.6 }).linear(1.1, -10);
  if (faithful.test(prompt)) return image.sharpen({ sigma: 1 });
  const random = randomFrom(`${picture.provider}:tint:${prompt}`);
  return image
    .modulate({ saturation: random.between(0.95, 1.25), hue: Math.round(random.between(-9, 9)) })
    .composite(await overlay(addition));
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
  const edited = await (await change(sharp(fitted), picture)).png(png).toBuffer();
  // The prompt's colour words have been obeyed already: only the provider's own look is left.
  const look = await finish(sharp(edited), { ...picture, prompt: '' });
  return look.removeAlpha().png(png).toBuffer();
}
