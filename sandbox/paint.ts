/** The brushes all scenes share: a stage in units whose short side is 1000, and SVG pieces on it. */
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';

export type Stage = {
  width: number;
  height: number;
  palette: Palette;
  random: Random;
  /** A premium model: more layers, more light, more small things. */
  rich: boolean;
  /** Gradients that the scene has asked for. */
  defs: string[];
};

export type Scene = (stage: Stage) => string;

export const n = (value: number) => value.toFixed(1);

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** From a (share 0) to b (share 1). */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [channels(a), channels(b)];
  const mixed = from.map((channel, index) =>
    Math.round(channel + ((to[index] ?? 0) - channel) * Math.min(1, Math.max(0, share))),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export const lighter = (colour: string, share: number) => mix(colour, '#ffffff', share);
export const darker = (colour: string, share: number) => mix(colour, '#05030f', share);

type Stop = [offset: number, colour: string, opacity?: number];

function stopsOf(stops: Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');
}

/** A gradient from top to bottom of what it fills, or from left to right. */
export function linear(stage: Stage, stops: Stop[], direction: 'down' | 'right' = 'down'): string {
  const id = `g${stage.defs.length}`;
  const end = direction === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
  stage.defs.push(
    `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stopsOf(stops)}</linearGradient>`,
  );
  return `url(#${id})`;
}

export function radial(stage: Stage, stops: Stop[], centre: [number, number] = [0.5, 0.5]): string {
  const id = `g${stage.defs.length}`;
  const at = `cx="${centre[0]}" cy="${centre[1]}"`;
  stage.defs.push(`<radialGradient id="${id}" ${at} r="0.5">${stopsOf(stops)}</radialGradient>`);
  return `url(#${id})`;
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more = '',
): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`;
}

export function disc(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${more}/>`;
}

export function oval(
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  fill: string,
  more = '',
): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(radiusX)}" ry="${n(radiusY)}" fill="${fill}" ${more}/>`;
}

export const shape = (path: string, fill: string, more = '') =>
  `<path d="${path}" fill="${fill}" ${more}/>`;

export const line = (path: string, colour: string, thickness: number, more = '') =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${n(thickness)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

export const group = (content: string, attributes: string) => `<g ${attributes}>${content}</g>`;

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => draw(index)).join('');
}

/**
 * As many as a premium model affords, or the first few of the same. All are drawn from the dice
 * either way, so that both models show the same composition.
 */
export function upTo(
  stage: Stage,
  rich: number,
  plain: number,
  draw: (index: number) => string,
): string {
  const all = Array.from({ length: rich }, (_, index) => draw(index));
  return (stage.rich ? all : all.slice(0, plain)).join('');
}

/** Light that fades out around a point. */
export function glow(
  stage: Stage,
  x: number,
  y: number,
  radius: number,
  colour: string,
  strength = 0.8,
): string {
  const fill = radial(stage, [
    [0, colour, strength],
    [0.25, colour, strength * 0.5],
    [0.6, colour, strength * 0.14],
    [1, colour, 0],
  ]);
  return disc(x, y, radius, fill);
}

export function sky(stage: Stage): string {
  const [top, middle, low] = stage.palette.sky;
  const fill = linear(stage, [
    [0, top],
    [0.55, middle],
    [1, low],
  ]);
  return rect(0, 0, stage.width, stage.height, fill);
}

function isNight(stage: Stage): boolean {
  const [red, , blue] = channels(stage.palette.sky[0]);
  return red < 24 && blue < 80;
}

/** Only a night sky shows any. */
export function stars(stage: Stage, downTo: number): string {
  const { random, width } = stage;
  if (!isNight(stage)) return '';
  return upTo(stage, 130, 60, () => {
    const size = random.between(0.6, 2.4);
    return disc(
      random.between(0, width),
      random.between(0, downTo),
      size,
      '#fff8e0',
      `opacity="${n(random.between(0.3, 1))}"`,
    );
  });
}

/** A skyline of nature: midpoint displacement from the left edge to the right one, closed below. */
export function ridge(stage: Stage, base: number, tall: number, rough: number): string {
  const { random, width, height } = stage;
  let heights = [random.between(0.2, 0.8), random.between(0.2, 1), random.between(0.2, 0.8)];
  let spread = 0.5;
  for (let round = 0; round < 6; round++) {
    heights = heights.flatMap((value, index) => {
      const following = heights[index + 1];
      if (following === undefined) return [value];
      return [value, (value + following) / 2 + random.between(-spread, spread)];
    });
    spread *= rough;
  }
  const step = width / (heights.length - 1);
  const points = heights.map((value, index) => `L${n(index * step)} ${n(base - value * tall)}`);
  return `M0 ${n(height)}${points.join('')}L${n(width)} ${n(height)}Z`;
}

/** A heap of round puffs, made of one piece and faded as one. */
export function cloud(stage: Stage, x: number, y: number, size: number, opacity: number): string {
  const { random, palette } = stage;
  const body = mix(lighter(palette.light, 0.4), palette.sky[2], 0.15);
  const shade = mix(body, palette.sky[1], 0.4);
  const puffs = Array.from({ length: 7 }, (_, index) => {
    const along = (index - 3) / 3;
    return {
      at: x + along * size,
      puff: size * (0.44 - along ** 2 * 0.26) * random.between(0.75, 1.2),
    };
  });
  const heap = (drop: number, colour: string) =>
    puffs
      .map(({ at, puff }) => oval(at, y - puff * 0.4 + drop, puff * 1.2, puff * 0.7, colour))
      .join('');
  return group(heap(size * 0.07, shade) + heap(0, body), `opacity="${opacity}"`);
}

export function bird(x: number, y: number, size: number, colour: string): string {
  const [left, right] = [n(x - size), n(x + size)];
  return line(
    `M${left} ${n(y - size * 0.35)}Q${n(x - size * 0.4)} ${n(y - size * 0.5)} ${n(x)} ${n(y)}Q${n(x + size * 0.4)} ${n(y - size * 0.5)} ${right} ${n(y - size * 0.35)}`,
    colour,
    size * 0.14,
  );
}

/** Lights far behind the subject, out of focus. */
export function bokeh(stage: Stage, most: number, plain: number, downTo: number): string {
  const { palette, random, width } = stage;
  return upTo(stage, most, plain, () => {
    const colour = random.pick([palette.light, palette.accent, palette.accent2, palette.sky[2]]);
    const size = random.between(16, 74);
    const [x, y] = [random.between(0, width), random.between(0, downTo)];
    const fill = radial(stage, [
      [0, colour, 0.2],
      [0.82, colour, 0.34],
      [0.93, lighter(colour, 0.4), 0.4],
      [1, colour, 0],
    ]);
    return disc(x, y, size, fill);
  });
}

/** A pointed arch, as a window or a gate. */
export function arch(x: number, foot: number, wide: number, tall: number, fill: string): string {
  const [left, right, spring] = [n(x - wide / 2), n(x + wide / 2), n(foot - tall * 0.55)];
  return shape(
    `M${left} ${n(foot)}V${spring}Q${left} ${n(foot - tall * 0.85)} ${n(x)} ${n(foot - tall)}Q${right} ${n(foot - tall * 0.85)} ${right} ${spring}V${n(foot)}Z`,
    fill,
  );
}
