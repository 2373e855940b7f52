/** A poster of a subject: its emblems in a landscape, and its title. */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readEmblem } from './emblems.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';
import type { Figure, Subject } from './subjects.ts';

/** Optimized for speed, not for size. */
export const png = { compressionLevel: 4, adaptiveFiltering: false } as const;

/** The canvas; its short side is 1000 units. */
export type Stage = {
  width: number;
  height: number;
  palette: Palette;
  random: Random;
  /** A premium model paints more flowers, and beams of light. */
  rich: boolean;
};
export type Box = { x: number; y: number; width: number; height: number };

const times = (count: number, paint: (index: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => paint(index)).join('');

/** An emblem with its foot at x, y. */
function place(emblem: string, x: number, y: number, side: number, tint?: string | null): string {
  const body = readEmblem(emblem);
  const tinted = tint && body.replace(/#([\da-f]{6}|[\da-f]{3})\b/gi, (hex) => toTint(hex, tint));
  return `<svg x="${x - side / 2}" y="${y - side}" width="${side}" height="${side}" viewBox="0 0 128 128">${tinted || body}</svg>`;
}

/** Changes the hue of colors but not their brightness; black, white and grey stay. */
function toTint(hex: string, tint: string): string {
  const long = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex;
  const rgb = [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)];
  const light = Math.round((most + least) * 50);
  if (most - least < 0.15) return hex;
  if (tint === 'white') return `hsl(40,8%,${62 + light * 0.38}%)`;
  if (tint === 'black') return `hsl(250,8%,${light * 0.36}%)`;
  return `hsl(${tint},85%,${light}%)`;
}

const flying =
  /^(kite|balloon|.*bird|eagle|dove|parrot|honeybee|butterfly|airplane|helicopter|rocket|fireworks|sun|.*moon|glowing-star|cloud.*|snowflake|rainbow|musical-notes)$/;

/** The hero, copies of it in the background and the other subjects at its feet, at the bottom of the box. */
export function paintFigures({ random }: Stage, { hero, others }: Subject, box: Box): string {
  if (!hero) return '';
  const share = (others.length > 0 ? 0.78 : 0.92) * (hero.count > 1 ? 0.78 : 1);
  const side = Math.min(box.width, box.height) * share;
  const y = box.y + box.height;
  const stand = ({ emblem, tint }: Figure, aside: number, scale: number) => {
    const [x, size] = [box.x + box.width / 2 + aside * side, side * scale];
    const lift = flying.test(emblem) ? size * random.between(0.1, 0.45) : 0;
    const shadow = `<ellipse cx="${x}" cy="${y - size * 0.03}" rx="${size * 0.42}" ry="${size * 0.06}" opacity="0.28"/>`;
    return (lift ? '' : shadow) + place(emblem, x, Math.max(y - lift, box.y + size), size, tint);
  };
  const behind = times(hero.count - 1, (index) =>
    stand(hero, (index % 2 ? 1 : -1) * (index < 2 ? 0.52 : 1), index < 2 ? 0.66 : 0.44),
  );
  const first = random.pick([-1, 1]);
  const beside = others.map((other, index) =>
    stand(other, first * [0.5, -0.5, 0.35][index]!, index > 0 ? 0.42 : 0.5),
  );
  return behind + stand(hero, 0, 1) + beside.join('');
}

const flowers = ['blossom', 'hibiscus', 'herb', 'tulip'];

const falling = {
  rain: '<path d="M20 5l22 80M95 75l22 80" stroke="#f4fbff" stroke-width="4"/>',
  snow: '<g fill="#fff"><circle cx="30" cy="40" r="7"/><circle cx="100" cy="125" r="9"/></g>',
};

/** Sky, sun or moon, clouds, the horizon, ground or water, flowers and the weather. */
function paintLandscape(stage: Stage, { scenery, weather }: Subject): string {
  const { width, height, palette, random, rich } = stage;
  const side = Math.min(width, height);
  const horizon = height * 0.7;
  const sun = `<circle r="${side * 0.27}" stroke-width="${side * 0.14}" stroke-opacity="0.4"/>`;
  const beams = `<circle r="1300" fill="none" stroke-width="2600" stroke-dasharray="255.25" opacity="0.12"/>`;
  const scatter = (names: string[], count: number, top: number, bottom: number, size: number) =>
    times(count, () => {
      const y = random.between(top, bottom) * height;
      return place(random.pick(names), random.next() * width, y, side * size);
    });
  const tall = side * 0.3;
  const row = scenery?.row ?? [];
  const skyline = times(row.length && Math.max(row.length, width / (tall * 0.72)), (index) => {
    const size = tall * random.between(0.72, 1);
    return place(row[index % row.length]!, (index + 0.5) * tall * 0.72, horizon + 40, size);
  });
  const slope = random.between(-34, 34);
  const ground = scenery?.water ? '#4aa3c7' : palette.ground;
  return `
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${palette.top}"/><stop offset=".8" stop-color="${palette.low}"/></linearGradient>
    <pattern id="fall" width="150" height="170" patternUnits="userSpaceOnUse">${weather ? falling[weather] : ''}</pattern>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <g fill="${palette.light}" stroke="${palette.light}" transform="translate(${width * random.between(0.35, 0.65)} ${horizon - side * 0.18})">${rich ? beams : ''}${sun}</g>
    <g opacity="0.5">${scatter(['cloud'], 3, 0.2, 0.5, 0.22)}</g>
    <g opacity="0.85">${skyline}</g>
    <path d="M0 ${horizon + slope}Q${width / 2} ${horizon} ${width} ${horizon - slope}V${height}H0Z" fill="${ground}"/>
    ${scenery?.water ? '' : scatter(flowers, rich ? 14 : 4, 0.82, 1, 0.07)}
    <rect width="100%" height="100%" fill="url(#fall)" opacity="0.6"/>`;
}

/** The font has Latin and Devanagari. */
const fontfile = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/baloo-2/800ExtraBold/Baloo2_800ExtraBold.ttf'),
);

/** Draws the title as large as its box allows, and centered. */
async function paintTitle(words: string, box: Box, ink: string): Promise<string> {
  if (!words) return '';
  const { x, y, width, height } = box;
  // One font size for all pictures, in lines of the box's shape, because Pango caches the letters that it has
  // drawn.
  const lineWidth = Math.round(Math.sqrt((words.length * 3500 * width) / height));
  const text = `<span foreground="${ink}" line_height="0.62">${words.replaceAll('&', '&amp;')}</span>`;
  const font = { font: 'Baloo 2 ExtraBold 72', fontfile, align: 'centre', rgba: true } as const;
  const letters = sharp({ text: { text, width: lineWidth, ...font } }).png(png);
  const base64 = (await letters.toBuffer()).toString('base64');
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="data:image/png;base64,${base64}"/>`;
}

/**
 * Paints the landscape with the subject. The title is on a ribbon or, if `framed`, below the landscape in an
 * arched window.
 */
export async function paintPoster(stage: Stage, subject: Subject, framed: boolean) {
  const { width, height, palette } = stage;
  const room = { x: 80, width: width - 160 };
  const titleHeight = subject.title ? height * 0.17 : 0;
  // A locked preview's strip covers the topmost seventh.
  const titleTop = framed ? height - 80 - titleHeight : height * 0.15;
  const titleBox = { ...room, y: titleTop, height: titleHeight };
  const title = await paintTitle(subject.title, titleBox, palette.light);
  const top = framed ? height * 0.2 : titleTop + titleHeight + 20;
  const bottom = framed ? titleTop - 30 : height - 40;
  // Paints the figures before the landscape, which uses more random numbers for a premium model.
  const figures = paintFigures(stage, subject, { ...room, y: top, height: bottom - top - 20 });
  const landscape = paintLandscape(stage, subject);
  if (!framed) {
    const ribbon = `<rect y="${titleTop - 20}" width="100%" height="${titleHeight + 40}" fill="${palette.dark}" opacity="0.8"/>`;
    return landscape + (title && ribbon) + title + figures;
  }
  const [left, right, shoulder] = [80, width - 80, height * 0.4];
  const window = `<path d="M${left} ${bottom}V${shoulder}Q${left} ${top} ${width / 2} 80Q${right} ${top} ${right} ${shoulder}V${bottom}Z" `;
  return `
    <clipPath id="window">${window}/></clipPath>
    <rect width="100%" height="100%" fill="${palette.dark}" stroke="${palette.accent}" stroke-width="60"/>
    <g clip-path="url(#window)">${landscape}</g>
    ${window} fill="none" stroke="${palette.light}" stroke-width="14"/>${figures}${title}`;
}
