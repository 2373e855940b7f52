/** A stage in units whose short side is 1000, and what all pictures are painted with: SVG. */
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';

export type Stage = {
  width: number;
  height: number;
  palette: Palette;
  random: Random;
  /** A premium model: more of everything small, and more light. */
  rich: boolean;
  /** Gradients, emblems and outlines that are used by their id. */
  defs: string[];
};

const channels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

/** From a (share 0) to b (share 1). */
export function mix(a: string, b: string, share: number): string {
  const to = channels(b);
  const mixed = channels(a).map((from, index) => Math.round(from + (to[index]! - from) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export function isDark(hex: string, limit: number): boolean {
  const [red, green, blue] = channels(hex);
  return red * 0.3 + green * 0.59 + blue * 0.11 < limit * 255;
}

/** From top to bottom, or outward from the middle; a stop is an offset, a colour and its opacity. */
export function gradient(
  stage: Stage,
  kind: 'linear' | 'radial',
  stops: [offset: number, colour: string, opacity?: number][],
): string {
  const id = `g${stage.defs.length}`;
  const down = kind === 'linear' ? 'x1="0" y1="0" x2="0" y2="1"' : '';
  const inside = stops.map(
    ([at, colour, opacity = 1]) =>
      `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  stage.defs.push(`<${kind}Gradient id="${id}" ${down}>${inside.join('')}</${kind}Gradient>`);
  return `url(#${id})`;
}

export const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => draw(index)).join('');

/**
 * As many as a premium model affords, or the first few of the same. All are drawn from the dice
 * either way, so that both models show the same composition.
 */
export function upTo(stage: Stage, rich: number, plain: number, draw: () => string): string {
  const all = Array.from({ length: rich }, draw);
  return (stage.rich ? all : all.slice(0, plain)).join('');
}

/** Every other sector of a circle around 0, 0. */
export const rays = (count: number, reach: number, fill: string, opacity = 1) =>
  times(count, (index) => {
    const corner = (at: number) => {
      const angle = ((index + at) / count) * 2 * Math.PI;
      return `${Math.cos(angle) * reach} ${Math.sin(angle) * reach}`;
    };
    return `<path d="M0 0L${corner(0)}L${corner(0.5)}Z" fill="${fill}" opacity="${opacity}"/>`;
  });
