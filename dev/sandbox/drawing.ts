/**
 * Pictures of the stand-ins: the words of the prompt on colours and shapes that its hash chooses, and the
 * provider. A premium model delivers a fast model's picture with more shapes.
 */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { randomFrom } from './random.ts';

export type Picture = {
  prompt: string;
  provider: 'google' | 'openai';
  premium: boolean;
  width: number;
  height: number;
};

/** Optimized for speed, not for size. */
export const png = { compressionLevel: 4, adaptiveFiltering: false } as const;

/** The longest side that is drawn, in pixels; larger pictures are scaled up, which is faster. */
let maxDrawnSide = 2048;

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

/** A PNG of exactly the requested size. */
export function drawPicture(picture: Picture): Promise<Buffer> {
  if (!reused) return draw(picture);
  const { provider, premium, width, height } = picture;
  const key = `${provider} ${premium} ${width} ${height}`;
  const drawn = reused.get(key) ?? draw(picture);
  reused.set(key, drawn);
  return drawn;
}

async function draw(picture: Picture): Promise<Buffer> {
  const { prompt, provider, premium } = picture;
  const drawn = toDrawnSize(picture);
  const unit = Math.min(drawn.width, drawn.height) / 1000;
  const [width, height] = [drawn.width / unit, drawn.height / unit];
  const random = randomFrom(prompt.trim().toLowerCase());
  const hue = random.whole(0, 359) + (provider === 'google' ? 0 : 55);
  const shapes = Array.from({ length: premium ? 9 : 5 }, () => {
    const [x, y] = [random.next() * width, random.next() * height];
    const size = random.between(120, 420);
    const fill = `fill="hsl(${hue + random.whole(-50, 90)},75%,62%)" opacity="0.4"`;
    return provider === 'google'
      ? `<circle cx="${x}" cy="${y}" r="${size}" ${fill}/>`
      : `<rect x="${x - size}" y="${y - size}" width="${2 * size}" height="${2 * size}" rx="60" transform="rotate(${(x + y) % 90} ${x} ${y})" ${fill}/>`;
  }).join('');
  const words = toWords(prompt);
  const size = words.length > 24 ? 84 : 116;
  const lines = wrap(words, Math.floor((width * 0.86) / (size * 0.58))).slice(0, 5);
  const first = height / 2 - ((lines.length - 1) / 2) * size * 1.25;
  const title = lines.map((line, at) => {
    return `<text x="50%" y="${first + at * size * 1.25}" font-size="${size}">${line}</text>`;
  });
  const svg = await drawSvg(drawn, {
    width,
    height,
    content: `
      <linearGradient id="sky" x2="${provider === 'google' ? 0 : 1}" y2="1"><stop stop-color="hsl(${hue},62%,30%)"/><stop offset="1" stop-color="hsl(${hue + 45},66%,52%)"/></linearGradient>
      <rect width="100%" height="100%" fill="url(#sky)"/>${shapes}<rect width="100%" height="100%" opacity="0.22"/>
      ${title.join('')}<text x="50%" y="${first + lines.length * size * 1.25}" font-size="48" opacity="0.85">${providerNames[provider]}</text>`,
  });
  return enlarge(await sharp(svg).removeAlpha().png(png).toBuffer(), drawn, picture);
}

export const providerNames = { google: 'Google', openai: 'OpenAI' } as const;

const instructions = /\b(style|colors|composition):[^.]*\.|render the same image.*/gis;

/** The first words of the prompt that a title has space for, without characters that SVG or the fonts lack. */
export function toWords(prompt: string): string {
  const text = prompt.replace(instructions, '').replace(/[^\p{L}\p{M}\p{N}.,!?'’-]+/gu, ' ');
  return wrap(text.trim(), 60)[0] ?? '';
}

function wrap(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : '';
    if (longer && longer.length <= length) lines[lines.length - 1] = longer;
    else lines.push(word.slice(0, length));
  }
  return lines;
}

/** An SVG of the picture's size whose texts are white and centred. Its units are those of `width` and `height`. */
export async function drawSvg(
  picture: { width: number; height: number },
  { width, height, content }: { width: number; height: number; content: string },
): Promise<Buffer> {
  await loadFonts();
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="${fonts.map(([family]) => family).join()}" font-weight="700"><style>text{fill:#fff;text-anchor:middle;dominant-baseline:middle}</style>${content}</svg>`,
  );
}

const fonts = [
  ['Noto Sans', '../../adapters/images/fonts/NotoSans-Bold.ttf'],
  ['Noto Sans Devanagari', '../../adapters/images/fonts/NotoSansDevanagari-Bold.ttf'],
] as const;
let loaded: Promise<unknown> | null = null;

/** A text in a font file makes the font known to SVG: a bare machine has no fonts. */
function loadFonts(): Promise<unknown> {
  loaded ??= Promise.all(
    fonts.map(([family, path]) => {
      const fontfile = fileURLToPath(new URL(path, import.meta.url));
      return sharp({ text: { text: 'a', font: `${family} Bold`, fontfile } }).toBuffer();
    }),
  );
  return loaded;
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
