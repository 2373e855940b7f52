/** Computes the zoom and position of a picture, in screen pixels. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are the distance from the centre of the stage to the centre of the picture. */
export interface View extends Point {
  readonly scale: number;
}

export const wholeView: View = { scale: 1, x: 0, y: 0 };
const scaleMax = 8;
/** The zoom of a double tap. */
export const nearScale = 2.5;

export const isWhole = ({ scale }: View): boolean => scale === 1;

/** Returns the size at which the whole picture fits into the stage. */
export function toFitted(picture: Size, stage: Size): Size {
  if (picture.width <= 0 || picture.height <= 0) return { width: 0, height: 0 };
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Limits zoom and position. If a picture is larger than the stage, its edge never moves inside the stage. */
export function clamp(view: View, fitted: Size, stage: Size): View {
  const scale = Math.min(scaleMax, Math.max(1, view.scale));
  const bound = (at: number, picture: number, whole: number) => {
    const most = Math.max(0, (picture * scale - whole) / 2);
    return most === 0 ? 0 : Math.min(most, Math.max(-most, at));
  };
  return {
    scale,
    x: bound(view.x, fitted.width, stage.width),
    y: bound(view.y, fitted.height, stage.height),
  };
}

/** Zooms by a factor. The point `at`, relative to the centre of the stage, stays in place. */
export function zoomAt(view: View, factor: number, at: Point): View {
  const scale = Math.min(scaleMax, Math.max(1, view.scale * factor));
  const by = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

export const panBy = (view: View, by: Point): View => ({
  ...view,
  x: view.x + by.x,
  y: view.y + by.y,
});

const swipePixels = 60;

/** Interprets a drag over a whole picture. A drag to the left means the next picture. */
export function toSwipe(by: Point): 'next' | 'previous' | null {
  if (Math.abs(by.x) < swipePixels || Math.abs(by.x) < 1.5 * Math.abs(by.y)) return null;
  return by.x < 0 ? 'next' : 'previous';
}
