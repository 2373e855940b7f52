/**
 * Pictures for the stand-ins, drawn from the prompt: its subject words choose the emblems, its colour
 * words the palette, its style words the finish, and its hash everything else.
 *
 * The composition depends on prompt and provider, the amount of detail on the model: so a premium
 * model delivers a better version of the very picture a fast model has shown.
 */
import sharp, { type Sharp } from 'sharp';
import { choosePalette } from './palette.ts';
import { png, poster, prepare, type Stage } from './poster.ts';
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
let maxDrawnSide = 2048;
let enlarging: 'lanczos3' | 'nearest' = 'lanczos3';

/** A stage of the picture's shape, and the SVG of what is put on it. */
export async function drawSvg(
  picture: Picture,
  width: number,
  height: number,
  subject: Subject,
  paint: (stage: Stage, subject: Subject) => string | Promise<string>,
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
  const content = await paint(stage, subject);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${stage.width} ${stage.height}"><defs>${stage.defs.join('')}</defs>${content}</svg>`;
  return Buffer.from(svg);
}

let grain: Promise<Buffer> | null = null;

/** A tile of film grain. */
function makeGrain(): Promise<Buffer> {
  const [side, random] = [256, randomFrom('grain')];
  const pixels = Array.from({ length: side * side }, () => {
    const value = random.pick([0, 255]);
    return [value, value, value, random.whole(0, 20)];
  });
  const raw = { width: side, height: side, channels: 4 } as const;
  return sharp(Uint8Array.from(pixels.flat()), { raw }).png().toBuffer();
}

export const vibrant = /vibrant|vivid|colou?rful|saturat|pop\b|brighter colou?rs/i;
export const blackAndWhite = /black[ -]and[ -]white|monochrome|gr[ae]yscale|b&w|noir/i;

/** What the prompt says of colours, the provider's own look, and a premium model's grain. */
export async function finish(image: Sharp, picture: Picture): Promise<Sharp> {
  const { prompt, premium, provider } = picture;
  const saturation = vibrant.test(prompt) ? 1.35 : /\bmuted|subdued|earthy/i.test(prompt) ? 0.5 : 1;
  const look =
    provider === 'google'
      ? image.modulate({ saturation: 0.92 * saturation, brightness: 1.05 })
      : image.modulate({ saturation: 1.12 * saturation }).linear(1.08, -9);
  const toned = blackAndWhite.test(prompt) ? look.grayscale().linear(1.15, -12) : look;
  if (!premium) return toned;
  grain ??= makeGrain();
  return toned.composite([{ input: await grain, tile: true }]);
}

let reused: Map<string, Promise<Buffer>> | null = null;

/**
 * One picture of each provider, model and size, whatever is asked for: for measuring what uses the
 * stand-ins, where drawing takes longer than all that is done with it. Until what it returns is called.
 */
export function reusePictures(): () => void {
  reused = new Map();
  return () => void (reused = null);
}

/** And those roughly drawn: for tests that do not look at them. */
export function drawRoughly(): void {
  maxDrawnSide = 256;
  enlarging = 'nearest';
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
  const shrink = Math.min(1, maxDrawnSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * shrink));
  const height = Math.max(1, Math.round(picture.height * shrink));
  const framed = picture.provider === 'openai';
  const svg = await drawSvg(picture, width, height, findSubject(picture.prompt), (stage, subject) =>
    poster(stage, subject, framed),
  );
  let image = sharp(svg);
  if (/pixel ?art|8[ -]?bit/i.test(picture.prompt)) {
    const cells = await image
      .resize(Math.ceil(width / 10), Math.ceil(height / 10))
      .png({ palette: true, colours: 40, dither: 0 })
      .toBuffer();
    image = sharp(cells).resize(width, height, { kernel: 'nearest', fit: 'fill' });
  } else if (/water ?colou?r|painting|oil paint/i.test(picture.prompt)) {
    const smooth = await image.median(5).png(png).toBuffer();
    image = sharp(smooth).modulate({ brightness: 1.06, saturation: 0.9 });
  }
  const finished = await (await finish(image, picture)).removeAlpha().png(png).toBuffer();
  if (shrink === 1) return finished;
  return sharp(finished)
    .resize(picture.width, picture.height, { fit: 'fill', kernel: enlarging })
    .png(png)
    .toBuffer();
}
