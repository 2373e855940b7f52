/** A poster of a subject: its emblems in a landscape and its title, framed (OpenAI) or not (Google). */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { emblemSide, readEmblems } from './emblems.ts';
import { isDark, mix, type Palette } from './palette.ts';
import type { Random } from './random.ts';
import type { Figure, Subject } from './subjects.ts';

/** For speed rather than for size. */
export const png = { compressionLevel: 4, adaptiveFiltering: false } as const;

/** A canvas, whose short side is 1000 units. */
export type Stage = {
  width: number;
  height: number;
  palette: Palette;
  random: Random;
  /** A premium model: more flowers, and beams of light. */
  rich: boolean;
  /** Gradients and emblems that are used by their id. */
  defs: string[];
};
type Size = { width: number; height: number };
type Box = Size & { x: number; y: number };

const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => draw(index)).join('');

/** From top to bottom, or outward from the middle, at even distances. */
export function gradient(stage: Stage, kind: 'linear' | 'radial', colours: string[]): string {
  const id = `g${stage.defs.length}`;
  const down = kind === 'linear' ? 'x1="0" y1="0" x2="0" y2="1"' : '';
  const stops = colours.map(
    (colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`,
  );
  stage.defs.push(`<${kind}Gradient id="${id}" ${down}>${stops.join('')}</${kind}Gradient>`);
  return `url(#${id})`;
}

const flowers = ['blossom', 'hibiscus', 'herb', 'tulip'];

/** Puts the emblems that will be placed among the stage's definitions. */
export async function prepare(stage: Stage, { hero, others, scenery }: Subject): Promise<void> {
  const tints = new Map<string, string | null>(
    [...flowers, 'cloud', ...(scenery?.row ?? [])].map((emblem) => [emblem, null]),
  );
  for (const { emblem, tint } of hero ? [hero, ...others] : others) tints.set(emblem, tint);
  const bodies = await readEmblems([...tints.keys()]);
  for (const [index, [emblem, tint]] of [...tints].entries()) {
    const body = bodies[index]!.replaceAll('svgID', `${emblem}-`);
    const coloured = tint
      ? body.replace(/#([\da-f]{6}|[\da-f]{3})\b/gi, (hex) => tinted(hex, tint))
      : body;
    stage.defs.push(`<g id="${emblem}">${coloured}</g>`);
  }
}

/** What has a colour gets another one, as bright as it was; black, white and grey stay. */
function tinted(hex: string, tint: string): string {
  const long = hex.length === 4 ? hex.replace(/[\da-f]/gi, '$&$&') : hex;
  const rgb = [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)];
  const light = Math.round((most + least) * 50);
  if (most - least < 0.15) return hex;
  if (tint === 'white') return `hsl(40,8%,${62 + light * 0.38}%)`;
  if (tint === 'black') return `hsl(250,8%,${light * 0.36}%)`;
  return `hsl(${tint},85%,${light}%)`;
}

/** Its foot stands at x, y. */
function place(emblem: string, x: number, y: number, side: number): string {
  const scale = `scale(${side / emblemSide}) translate(${-emblemSide / 2} ${-emblemSide})`;
  return `<use href="#${emblem}" transform="translate(${x} ${y}) ${scale}"/>`;
}

const flying =
  /^(kite|balloon|.*bird|eagle|dove|parrot|honeybee|butterfly|airplane|helicopter|rocket|fireworks|sun|.*moon|glowing-star|cloud.*|snowflake|rainbow|musical-notes)$/;

/** The hero, its like behind it and the others at its feet, on the bottom of the box. */
export function cast({ random }: Stage, { hero, others }: Subject, box: Box): string {
  if (!hero) return '';
  const share = (others.length > 0 ? 0.78 : 0.92) * (hero.count > 1 ? 0.78 : 1);
  const side = Math.min(box.width, box.height) * share;
  const [middle, foot] = [box.x + box.width / 2, box.y + box.height];
  const stand = ({ emblem }: Figure, x: number, y: number, size: number) => {
    const lift = size * random.between(0.1, 0.45);
    if (flying.test(emblem)) return place(emblem, x, Math.max(y - lift, box.y + size), size);
    const shadow = `<ellipse cx="${x}" cy="${y - size * 0.03}" rx="${size * 0.42}" ry="${size * 0.06}" fill="#05030f" opacity="0.28"/>`;
    return shadow + place(emblem, x, y, size);
  };
  const behind = times(hero.count - 1, (index) => {
    const step = Math.floor(index / 2) + 1;
    const x = middle + (index % 2 ? -1 : 1) * step * side * 0.52;
    return stand(hero, x, foot - side * 0.1 * step, side * 0.66 ** step);
  });
  const first = random.pick([-1, 1]);
  const beside = times(others.length, (index) => {
    const x = middle + (index % 2 ? -first : first) * side * (index > 1 ? 0.35 : 0.5);
    return stand(others[index]!, x, foot + side * 0.05, side * (index > 0 ? 0.42 : 0.5));
  });
  return behind + stand(hero, middle, foot, side) + beside;
}

/** A soft line of hills from the left edge to the right one, filled below. */
function hills({ random }: Stage, { width, height }: Size, y: number, fill: string): string {
  const [a, b, c] = [0, 0, 0].map(() => y + random.between(-34, 34)) as [number, number, number];
  return `<path d="M0 ${height}V${a}C${width * 0.2} ${a - 34} ${width * 0.3} ${b + 34} ${width * 0.5} ${b}S${width * 0.8} ${c} ${width} ${c}V${height}Z" fill="${fill}"/>`;
}

/** Sky, sun or moon, clouds, what stands at the horizon, ground or water, and the weather. */
function landscape(stage: Stage, subject: Subject, size: Size): string {
  const { palette, random, rich } = stage;
  const { hero, scenery, rain, snow } = subject;
  const { width, height } = size;
  const [top, middle, low] = palette.sky;
  const side = Math.min(width, height);
  const horizon = height * (hero ? 0.68 : 0.78);
  const fill = (y: number, colour: string, opacity = 1) =>
    `<rect y="${y}" width="${width}" height="${height - y}" fill="${colour}" opacity="${opacity}"/>`;
  const scatter = (count: number, from: number, mark: string, look: string) => {
    const place = () => `${random.next() * width} ${random.between(from, height)}`;
    const marks = times(count, () => `M${place()}${mark}`);
    return `<path d="${marks}" fill="none" stroke-linecap="round" ${look}/>`;
  };
  const beams = times(16, (index) => {
    const angle = index * 22.5;
    return `<path d="M0 0H2600V510Z" fill="${palette.light}" opacity="0.12" transform="rotate(${angle})"/>`;
  });
  const disc = (radius: number, opacity: number) =>
    `<circle r="${side * radius}" fill="${palette.light}" opacity="${opacity}"/>`;
  const sun = `<g transform="translate(${width * random.between(0.35, 0.65)} ${horizon - side * 0.18})">${rich ? beams : ''}${disc(0.4, 0.25)}${disc(0.3, 0.45)}${disc(0.24, 0.8)}</g>`;
  const clouds = times(3, () => {
    const [x, y] = [random.next() * width, random.between(0.2, 0.5) * height];
    return `<g opacity="0.5">${place('cloud', x, y, side * random.between(0.15, 0.28))}</g>`;
  });
  const tall = side * (hero ? 0.26 : 0.42);
  const names = scenery?.row ?? [];
  const row = times(names.length && Math.max(names.length, width / (tall * 0.72)), (index) => {
    const x = (index + 0.5 + random.between(-0.1, 0.1)) * tall * 0.72;
    return place(names[index % names.length]!, x, horizon + 40, tall * random.between(0.72, 1));
  });
  const air = fill(0, low, hero ? 0.2 : 0.08);
  const waves = scatter(
    40,
    horizon + 50,
    'q22 -14 45 0t45 0',
    `stroke="${palette.light}" stroke-width="5" opacity="0.4"`,
  );
  const soil = ['light', 'near'] as const;
  const ground = scenery?.water
    ? mix(palette.accent2, palette.light, 0.45)
    : gradient(
        stage,
        'linear',
        soil.map((tone) => mix(palette.ground, palette[tone], 0.25)),
      );
  // The same for both kinds of models, of which a premium one has more.
  const meadow = Array.from({ length: 14 }, () => {
    const [x, y] = [random.next() * width, random.between(0.82, 1) * height];
    return place(random.pick(flowers), x, y, side * random.between(0.05, 0.09));
  });
  return [
    fill(0, gradient(stage, 'linear', [top, middle, low])),
    isDark(low) ? scatter(90, 0, 'v.1', 'stroke="#fff8e0" stroke-width="5"') : '',
    sun,
    clouds,
    hills(stage, size, horizon - 40, mix(palette.far, low, 0.3)),
    row && row + air,
    scenery?.water ? fill(horizon + 30, middle) + waves : '',
    hero || !scenery?.water
      ? hills(stage, size, height * (scenery?.water ? 0.83 : 0.74), ground) +
        meadow.slice(rich ? 0 : 10).join('')
      : '',
    snow ? scatter(130, 0, 'v.1', 'stroke="#fff" stroke-width="13" opacity="0.85"') : '',
    rain ? scatter(120, -100, 'l22 80', 'stroke="#f4fbff" stroke-width="4" opacity="0.55"') : '',
  ].join('');
}

/** Knows Latin and Devanagari. */
const fontfile = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/baloo-2/800ExtraBold/Baloo2_800ExtraBold.ttf'),
);

/** As large as its box allows and in its middle, with a hard shadow. */
async function title(words: string, { x, y, width, height }: Box, inks: string[]) {
  if (!words) return '';
  // One size of letters for all pictures, in lines of the box's shape: Pango keeps those it has drawn.
  const lineWidth = Math.round(Math.sqrt((words.length * 3500 * width) / height));
  const layers = inks.map(async (ink, index) => {
    const text = `<span foreground="${ink}" line_height="0.62">${words.replaceAll('&', '&amp;')}</span>`;
    const letters = sharp({
      text: {
        text,
        font: 'Baloo 2 ExtraBold 72',
        fontfile,
        width: lineWidth,
        align: 'centre',
        rgba: true,
      },
    });
    const href = `data:image/png;base64,${(await letters.png(png).toBuffer()).toString('base64')}`;
    const drop = index === 0 ? 6 : 0;
    return `<image x="${x + drop}" y="${y + drop}" width="${width}" height="${height}" href="${href}"/>`;
  });
  return (await Promise.all(layers)).join('');
}

/** Around the same middle. */
const scaleBox = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: x + (width * (1 - scale)) / 2,
  y: y + (height * (1 - scale)) / 2,
  width: width * scale,
  height: height * scale,
});

const margin = 80;

/** Where the picture and its title go: side by side if it is wide, else one above the other. */
function layout({ width, height }: Stage, { hero, scenery, title }: Subject, framed: boolean) {
  const inner = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
  if (!hero && !scenery) return { picture: inner, words: scaleBox(inner, framed ? 0.5 : 1) };
  if (width > height * 1.45) {
    const half = { ...inner, width: inner.width / 2 };
    return { picture: half, words: scaleBox({ ...half, x: width / 2 }, 0.85) };
  }
  // A locked preview's strip lies on the topmost seventh.
  const top = framed ? margin : height * 0.145;
  const titleHeight = title ? inner.height * 0.2 : 0;
  const rest = height - margin - top - titleHeight;
  const upper = { ...inner, y: top, height: framed ? rest : titleHeight };
  const lower = { ...inner, y: top + upper.height, height: framed ? titleHeight : rest };
  return framed ? { picture: upper, words: lower } : { picture: lower, words: upper };
}

const arch = 'M-.96 .86V-.1C-.96-.75-.3-.7 0-1.04C.3-.7 .96-.75 .96-.1V.86Z';

/** Paper with a border, and the landscape in a window with petals around it. */
function label(stage: Stage, subject: Subject, { x, y, width, height }: Box): string {
  const { palette, random, defs } = stage;
  const radius = Math.min(width, height) * 0.46;
  const middle = `translate(${x + width / 2} ${y + height / 2})`;
  const window = `<path d="${arch}" transform="scale(${radius})" `;
  defs.push(`<clipPath id="window">${window}/></clipPath>`);
  const gap = (2 * Math.PI) / random.pick([16, 20, 24, 28]);
  const petals = times(2, (index) => {
    const colour = index ? palette.accent : palette.accent2;
    return `${window} stroke="${colour}" stroke-width="0.24" stroke-linecap="round" stroke-dasharray="0 ${2 * gap}" stroke-dashoffset="${index * gap}"/>`;
  });
  const paper = `<rect width="100%" height="100%" fill="${mix(palette.near, palette.accent, 0.12)}"`;
  const side = radius * 2.1;
  const view = landscape(stage, subject, { width: side, height: side });
  return (
    `${paper} stroke="${mix(palette.light, palette.accent2, 0.4)}" stroke-width="70"/><rect x="44" y="44" width="${stage.width - 88}" height="${stage.height - 88}" fill="none" stroke="${palette.accent}" stroke-width="6"/>` +
    `<g transform="${middle}">${petals}<g clip-path="url(#window)"><g transform="translate(${-side / 2} ${-side / 2})">${view}</g></g>${window} fill="none" stroke="${palette.light}" stroke-width="0.05"/></g>`
  );
}

/** A landscape with the subject in it, or the same in a frame. */
export async function poster(stage: Stage, subject: Subject, framed: boolean): Promise<string> {
  const { palette } = stage;
  const { picture, words } = layout(stage, subject, framed);
  const scene = framed ? label(stage, subject, picture) : landscape(stage, subject, stage);
  const figures = cast(stage, subject, scaleBox(picture, framed ? 0.86 : 1));
  const isOnSun = !subject.hero && !subject.scenery;
  const onDark = isOnSun ? isDark(palette.sky[2]) : framed || isDark(palette.sky[0]);
  const inks = onDark ? [palette.near, palette.light] : [palette.light, palette.near];
  return scene + figures + (await title(subject.title, words, inks));
}
