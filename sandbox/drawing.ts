/**
 * Pictures for the stand-ins, drawn from the prompt: its subject words choose the emblems, its colour
 * words the palette, its style words the finish, and its hash everything else.
 *
 * The composition depends on prompt and provider, the amount of detail on the model: so a premium
 * model delivers a better version of the very picture a fast model has shown.
 */
import sharp, { type Sharp } from 'sharp';
import { chooseGrade, choosePalette } from './palette.ts';
import { label } from './label.ts';
import { landscape } from './landscape.ts';
import type { Stage } from './paint.ts';
import { prepare } from './poster.ts';
import { randomFrom } from './random.ts';
import { findSubject, type Subject } from './subjects.ts';

export type Picture = {
  prompt: string;
  provider: 'google' | 'openai';
  premium: boolean;
  width: number;
  height: number;
};

/** No side above this is drawn; larger pictures are enlarged, as a 4K of nothing but air would be. */
let drawnSide_max = 2048;
let enlarging: 'lanczos3' | 'nearest' = 'lanczos3';

/** For tests that do not look at what is drawn: a drawing of 1024 pixels takes a seventh of the time. */
export function drawRoughly(): void {
  drawnSide_max = 256;
  enlarging = 'nearest';
}

/** A stage of the picture's shape, and the SVG of what is put on it. */
export async function drawSvg(
  picture: Picture,
  width: number,
  height: number,
  subject: Subject,
  paint: (stage: Stage, subject: Subject) => string,
): Promise<Buffer> {
  const prompt = picture.prompt.trim().toLowerCase();
  const random = randomFrom(`${picture.provider}:${prompt}`);
  const unit = Math.min(width, height) / 1000;
  const stage: Stage = {
    width: width / unit,
    height: height / unit,
    palette: choosePalette(prompt, random),
    random,
    rich: picture.premium,
    defs: [],
  };
  await prepare(stage, subject);
  const content = paint(stage, subject);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${stage.width} ${stage.height}"><defs>${stage.defs.join('')}</defs>${content}</svg>`;
  return Buffer.from(svg);
}

const grainTiles = new Map<number, Promise<Buffer>>();

/** A tile of film grain, made once per strength. */
function grainTile(strength: number): Promise<Buffer> {
  const known = grainTiles.get(strength);
  if (known) return known;
  const side = 256;
  const random = randomFrom(`grain:${strength}`);
  const pixels = Buffer.alloc(side * side * 4);
  for (let index = 0; index < side * side; index++) {
    const value = random.next() < 0.5 ? 0 : 255;
    pixels.fill(value, index * 4, index * 4 + 3);
    pixels[index * 4 + 3] = Math.round(random.next() * strength);
  }
  const tile = sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
  grainTiles.set(strength, tile);
  return tile;
}

/** Grade, provider's look and grain, in that order. */
export async function finish(image: Sharp, picture: Picture): Promise<Sharp> {
  const grade = chooseGrade(picture.prompt);
  const google = picture.provider === 'google';
  const look = google
    ? image.modulate({ saturation: 0.92 * grade.saturation, brightness: 1.05 * grade.brightness })
    : image
        .modulate({ saturation: 1.12 * grade.saturation, brightness: grade.brightness })
        .linear(1.08, -9);
  const toned = grade.grayscale ? look.grayscale().linear(1.15, -12) : look;
  if (!picture.premium) return toned;
  const tile = await grainTile(google ? 16 : 24);
  return toned.composite([{ input: tile, tile: true, blend: 'over' }]);
}

export const png = { compressionLevel: 4, adaptiveFiltering: false } as const;

const reusedAtMost = 64;
let reused: Map<string, Promise<Buffer>> | null = null;

/** For measuring what uses the stand-ins: drawing takes longer than all that is done with it. */
export function reusePictures(): void {
  reused = new Map();
}

/** A PNG of exactly the size asked for. */
export function drawPicture(picture: Picture): Promise<Buffer> {
  if (!reused) return draw(picture);
  const key = JSON.stringify(picture);
  const drawn = reused.get(key) ?? draw(picture);
  if (reused.size >= reusedAtMost) reused.clear();
  reused.set(key, drawn);
  return drawn;
}

async function draw(picture: Picture): Promise<Buffer> {
  const shrink = Math.min(1, drawnSide_max / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * shrink));
  const height = Math.max(1, Math.round(picture.height * shrink));
  const hand = picture.provider === 'google' ? landscape : label;
  const svg = await drawSvg(picture, width, height, findSubject(picture.prompt), hand);
  let image = sharp(svg);
  if (/pixel ?art|8[ -]?bit/i.test(picture.prompt)) {
    const cells = await image
      .resize(Math.ceil(width / 10), Math.ceil(height / 10))
      .png({ palette: true, colours: 40, dither: 0 })
      .toBuffer();
    image = sharp(cells).resize(width, height, { kernel: 'nearest', fit: 'fill' });
  } else if (/water ?colou?r|painting|oil paint/i.test(picture.prompt)) {
    image = sharp(await image.median(5).png(png).toBuffer()).modulate({
      brightness: 1.06,
      saturation: 0.9,
    });
  }
  const finished = await (await finish(image, picture)).removeAlpha().png(png).toBuffer();
  if (shrink === 1) return finished;
  return sharp(finished)
    .resize(picture.width, picture.height, { fit: 'fill', kernel: enlarging })
    .png(png)
    .toBuffer();
}
