/** Computes the layout of the grid, in pixels. */

export const gap = 8;
/** With this size, two columns fit on the narrowest phone. */
const narrowTile = 150;
const wideTile = 210;
const wideFrom = 700;

export interface Layout {
  readonly columns: number;
  /** The width and height of a tile in pixels. */
  readonly tile: number;
}

export function toLayout(width: number): Layout {
  const least = width < wideFrom ? narrowTile : wideTile;
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  return { columns, tile: (width - gap * (columns - 1)) / columns };
}
