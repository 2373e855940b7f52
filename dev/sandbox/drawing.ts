/**
 * Pictures of the stand-ins, drawn from the prompt: its subject words choose the emblems, its colour words
 * the palette, its style words the finish, and its hash the rest. The model decides only the amount of
 * detail: a premium model delivers a better version of a fast model's picture.
 */
import sharp, { type Sharp } from 'sharp';
import { choosePalette } from './palette.ts';
import { paintPoster, png, type Stage } from './poster.ts';
import { randomFrom } from './random.ts';
import { findSubject } from './subjects.ts';

export type Picture = {
  prompt: string;
  provider: 'google' | 'openai';
  premium: boolean;
  width: number;
  height: number;
};

/** The longest side that is drawn, in pixels; larger pictures are scaled up, which is faster. */
let maxDrawnSide = 2048;

/** A stage with the picture's shape, and the SVG that is painted on it. */
export async function drawSvg(
  { prompt, provider, premium, ...size }: Picture,
  paint: (stage: Stage) => string | Promise<string>,
): Promise<Buffer> {
  const text = prompt.trim().toLowerCase();
  const random = randomFrom(`${provider}:${text}`);
  const unit = Math.min(size.width, size.height) / 1000;
  const [width, height] = [size.width / unit, size.height / unit];
  const palette = choosePalette(text, random);
  const content = await paint({ width, height, palette, random, rich: premium });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
}

export const vibrant = /vibrant|vivid|colou?rful|saturat|pop\b|brighter colou?rs/i;
export const blackAndWhite = /black[ -]and[ -]white|monochrome|gr[ae]yscale|b&w|noir/i;

/** Applies the prompt's colors, the provider's own look, and a premium model's sharper edges. */
export function finish(image: Sharp, picture: Picture): Sharp {
  const { prompt, premium, provider } = picture;
  const saturation = vibrant.test(prompt) ? 1.35 : /\bmuted|subdued|earthy/i.test(prompt) ? 0.5 : 1;
  const look =
    provider === 'google'
      ? image.modulate({ saturation: 0.92 * saturation, brightness: 1.05 })
      : image.modulate({ saturation: 1.12 * saturation }).linear(1.08, -9);
  const toned = blackAndWhite.test(prompt) ? look.grayscale().linear(1.15, -12) : look;
  return (premium ? toned.sharpen() : toned).removeAlpha().png(png);
}

let reused: Map<string, Promise<Buffer>> | null = null;

/**
 * From now on, one picture is drawn for each provider, model and size and used for every prompt: for
 * measurements in which drawing would take longer than the measured work. Calling the returned function ends
 * this.
 */
export function reusePictures(): () => void {
  reused = new Map();
  return () => void (reused = null);
}

/** Draws roughly and reuses pictures like `reusePictures`: for tests that do not look at the pictures. */
export function drawRoughly(): void {
  maxDrawnSide = 256;
  reusePictures();
}

/** A PNG of exactly the size asked for. */
export function drawPicture(picture: Picture): Promise<Buffer> {
  if (!reused) return draw(picture);
  const { provider, premium, width, height } = picture;
  const key = `${provider} ${premium} ${width} ${height}`;
  const drawn = reused.get(key) ?? draw(picture);
  reused.set(key, drawn);
  return drawn;
}

async function draw(picture: Picture): Promise<Buffer> {
  const { prompt, provider } = picture;
  const drawn = toDrawnSize(picture);
  const { width, height } = drawn;
  const svg = await drawSvg(drawn, (stage) =>
    paintPoster(stage, findSubject(prompt), provider === 'openai'),
  );
  let image = sharp(svg);
  if (/pixel ?art|8[ -]?bit/i.test(prompt)) {
    const cells = image.resize(Math.ceil(width / 10)).png();
    image = sharp(await cells.toBuffer()).resize(width, height, { kernel: 'nearest', fit: 'fill' });
  } else if (/water ?colou?r|painting|oil paint/i.test(prompt)) {
    image = sharp(await image.median(5).png(png).toBuffer());
  }
  return enlarge(await finish(image, picture).toBuffer(), drawn, picture);
}

/** The picture in the size in which it is drawn. */
export function toDrawnSize(picture: Picture): Picture {
  const shrink = Math.min(1, maxDrawnSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * shrink));
  const height = Math.max(1, Math.round(picture.height * shrink));
  return { ...picture, width, height };
}

/** The PNG of the drawing, in the requested size. */
export async function enlarge(image: Buffer, drawn: Picture, asked: Picture): Promise<Buffer> {
  if (drawn.width === asked.width && drawn.height === asked.height) return image;
  return sharp(image)
    .resize(asked.width, asked.height, { fit: 'fill', kernel: reused ? 'nearest' : 'lanczos3' })
    .png(png)
    .toBuffer();
}
