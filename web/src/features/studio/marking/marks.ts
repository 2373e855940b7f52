/** Brush marks on a picture. All sizes and positions are relative to the picture's size. */

/** A position, where both values go from 0 to 1 across the picture. */
export type Point = readonly [x: number, y: number];

/** A stroke, or a dot if it has one point. */
export interface Mark {
  /** The brush's diameter, as a share of the picture's shorter side. */
  readonly brush: number;
  readonly points: readonly Point[];
}

export interface Shape {
  readonly width: number;
  readonly height: number;
}

/** The part of a picture that the user wants to change. It is small enough for the tab's storage. */
export interface Marked extends Shape {
  readonly marks: readonly Mark[];
}

export const brushes = { min: 0.02, max: 0.4, step: 0.02, usual: 0.12 };

/** A point that is closer than this to the previous one makes no visible difference. */
const leastMove = 0.004;
/** The maximum number of points, enough for minutes of drawing. */
const pointsMax = 5000;

const round = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;

export function toPoint(x: number, y: number): Point {
  return [round(x), round(y)];
}

/** Adds a stroke, unless there are too many points. */
export function beginMark(marks: readonly Mark[], brush: number, at: Point): readonly Mark[] {
  if (countPoints(marks) >= pointsMax) return marks;
  return [...marks, { brush, points: [at] }];
}

/** Extends the newest stroke. */
export function extendMark(marks: readonly Mark[], to: Point): readonly Mark[] {
  const last = marks.at(-1);
  const from = last?.points.at(-1);
  if (!last || !from || countPoints(marks) >= pointsMax) return marks;
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) < leastMove) return marks;
  return [...marks.slice(0, -1), { ...last, points: [...last.points, to] }];
}

const countPoints = (marks: readonly Mark[]) =>
  marks.reduce((sum, { points }) => sum + points.length, 0);

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the brush's position after a key press, moved by half of its size; null for keys that do not move
 * it.
 */
export function moveByKey(
  [x, y]: Point,
  key: string,
  brush: number,
  { width, height }: Shape,
): Point | null {
  const direction = directions[key];
  if (!direction) return null;
  const pixels = (brush / 2) * Math.min(width, height);
  return toPoint(x + (direction[0] * pixels) / width, y + (direction[1] * pixels) / height);
}

/** The nine zones of a picture, row by row. */
export const zones = [
  'upperLeft',
  'upper',
  'upperRight',
  'left',
  'middle',
  'right',
  'lowerLeft',
  'lower',
  'lowerRight',
] as const;
export type Zone = (typeof zones)[number];

const toThird = (part: number) => Math.min(2, Math.floor(3 * part));

/** Returns the index in `zones` of the zone that contains the point. */
export const toZone = ([x, y]: Point): number => 3 * toThird(y) + toThird(x);

/**
 * Returns the zones with at least a tenth of the marked area. `marked` contains the marked area of each zone.
 */
export function toMarkedZones(marked: readonly number[]): Zone[] {
  const all = marked.reduce((sum, each) => sum + each, 0);
  return zones.filter((_, at) => all > 0 && marked[at]! >= all / 10);
}

/** Returns the size of a mask in pixels: fine enough for a face, in a file of a few kilobytes. */
export function toMaskSize({ width, height }: Shape, longestSide = 1024): Shape {
  const scale = longestSide / Math.max(width, height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
