/** What all pictures have in common: the emblems a prompt names, its place, its weather, its title. */
import { emblemSide, readEmblems } from './emblems.ts';
import { letter, type Typeface } from './lettering.ts';
import { mix, times, upTo, type Stage } from './paint.ts';
import type { Figure, Subject } from './subjects.ts';

export type Box = { x: number; y: number; width: number; height: number };

/** A premium model has small plants about. */
const plants = ['blossom', 'hibiscus', 'herb', 'tulip'];

/** Puts the subject's emblems among the stage's definitions. */
export async function prepare(stage: Stage, { hero, others, scenery }: Subject): Promise<void> {
  const figures = [
    ...(hero ? [hero, ...others] : others),
    ...[...(scenery?.row ?? []), ...(stage.rich ? plants : [])].map((emblem) => ({
      emblem,
      tint: null,
    })),
  ];
  const bodies = await readEmblems(figures.map(({ emblem }) => emblem));
  for (const [index, { emblem, tint }] of figures.entries()) {
    const body = bodies[index]!.replaceAll('svgID', `${emblem}-`);
    const coloured = tint
      ? body.replace(/#([\da-f]{6}|[\da-f]{3})\b/gi, (hex) => tinted(hex, tint))
      : body;
    const id = `<g id="${emblem}">`;
    if (!stage.defs.some((def) => def.startsWith(id))) stage.defs.push(`${id}${coloured}</g>`);
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

/** The hero with its like behind and the others at its feet, standing on the bottom of the box. */
export function cast(stage: Stage, { hero, others }: Subject, box: Box): string {
  if (!hero) return '';
  const { random } = stage;
  const alone = others.length === 0 && hero.count === 1;
  const share = others.length === 0 ? 0.92 : 0.78;
  const side = Math.min(box.width * share, box.height) * (hero.count > 1 ? 0.76 : 1);
  const middle =
    box.x + box.width / 2 + (alone ? random.between(-0.12, 0.12) * (box.width - side) : 0);
  const foot = box.y + box.height;
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
  const first = random.chance(0.5) ? -1 : 1;
  const beside = times(others.length, (index) => {
    const size = side * (index === 0 ? 0.5 : 0.42);
    const reach = Math.min(side * 0.52 + size * 0.1, box.width / 2 - size * 0.42);
    const x = middle + (index % 2 ? -first : first) * reach * (index > 1 ? 0.6 : 1);
    return stand(others[index]!, x, foot + side * (index > 1 ? 0.09 : 0.05), size);
  });
  return behind + stand(hero, middle, foot, side) + beside;
}

/** A row of emblems that fills the box's width, or a city's towers. */
export function row(stage: Stage, names: string[], box: Box): string {
  const { random } = stage;
  if (names.length === 0) return towers(stage, box);
  const count = Math.max(names.length, Math.ceil(box.width / (box.height * 0.72)));
  return times(count, (index) => {
    const at = (index + 0.5) / count + random.between(-0.02, 0.02);
    const side = box.height * random.between(0.72, 1);
    return place(names[index % names.length]!, box.x + at * box.width, box.y + box.height, side);
  });
}

function towers({ random, palette }: Stage, box: Box): string {
  const wide = box.height * 0.34;
  const pane = wide * 0.26;
  return times(box.width / wide + 1, (index) => {
    const storeys = random.whole(4, 13);
    const wall = mix(palette.far, palette.near, random.between(0.25, 0.65));
    const windows = times(storeys * 3, (at) => {
      const fill = random.chance(0.45) ? palette.accent2 : mix(wall, palette.light, 0.2);
      return `<rect x="${pane * (0.7 + (at % 3))}" y="${pane * (0.7 + Math.floor(at / 3))}" width="${pane * 0.56}" height="${pane * 0.56}" fill="${fill}"/>`;
    });
    const [x, y] = [box.x + (index - 0.3) * wide, box.y + box.height - (storeys + 0.5) * pane];
    return `<g transform="translate(${x} ${y})"><rect width="${wide * 0.96}" height="${(storeys + 0.5) * pane}" fill="${wall}"/>${windows}</g>`;
  });
}

export function weather(stage: Stage, { rain, snow }: Subject): string {
  const { random, width, height } = stage;
  const somewhere = () => `${random.between(-0.1, 1) * width} ${random.between(-0.1, 1) * height}`;
  const dots = () => upTo(stage, 170, 90, () => `M${somewhere()}v.1`);
  const drops = () => upTo(stage, 150, 90, () => `M${somewhere()}l22 ${random.between(50, 110)}`);
  const look = snow
    ? 'stroke="#fff" stroke-width="13" opacity="0.85"'
    : 'stroke="#f4fbff" stroke-width="4" opacity="0.55"';
  return snow || rain
    ? `<path d="${snow ? dots() : drops()}" ${look} stroke-linecap="round"/>`
    : '';
}

export const meadow = (stage: Stage) =>
  upTo(stage, 14, 0, () => {
    const { random, width, height } = stage;
    const [x, y] = [random.next() * width, random.between(0.8, 1) * height];
    return place(random.pick(plants), x, y, random.between(50, 90));
  });

/** In the middle of its box, with a hard shadow as a printer's second plate leaves one. */
export function title(
  text: string,
  typeface: Typeface,
  box: Box & { size: number },
  [colour, shade]: [string, string],
): string {
  const letters = letter(text, typeface, { ...box, lines: 3 });
  const [x, y] = [box.x + box.width / 2, box.y + (box.height - letters.height) / 2];
  const plate = (drop: number, fill: string) =>
    `<g transform="translate(${x + drop} ${y + drop})" fill="${fill}">${letters.paths}</g>`;
  return plate(Math.max(3, letters.height * 0.025), shade) + plate(0, colour);
}

/** Where the picture and its title go: side by side if it is wide, else one above the other. */
export function layout(
  stage: Stage,
  { hero, scenery, title }: Subject,
  margin: number,
  titleHeight: number,
) {
  const { width, height } = stage;
  const whole = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
  const bare = !hero && !scenery;
  const wide = width > height * 1.45;
  if (bare) return { bare, wide, picture: whole, words: whole };
  if (wide) {
    const half = { ...whole, width: whole.width / 2 };
    const [picture, words] = [half, { ...half, x: width / 2 }];
    return { bare, wide, picture, words };
  }
  const words = { ...whole, height: title ? titleHeight * whole.height : 0 };
  return {
    bare,
    wide,
    picture: { ...whole, y: margin + words.height, height: whole.height - words.height },
    words,
  };
}
