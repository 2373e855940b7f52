/** Real presses, during which a test can do something before the release. */
import { cdp, type Locator } from 'vitest/browser';

// Vitest has this type only if the whole playwright package is installed.
type Cdp = { send: (method: string, params: object) => Promise<unknown> };

export type Hand = 'mouse' | 'finger';

type Point = { x: number; y: number };

/** The element's centre, relative to the window around the test's frame. */
function toPoint(what: Locator): Point {
  const { left, top, width, height } = what.element().getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { x: frame.left + left + width / 2, y: frame.top + top + height / 2 };
}

/** Returns a function that releases where the press began, or `movedPx` below. */
export async function press(
  what: Locator,
  hand: Hand = 'mouse',
): Promise<(movedPx?: number) => Promise<void>> {
  const client = cdp() as unknown as Cdp;
  const { x, y } = toPoint(what);
  if (hand === 'mouse') {
    const send = (type: string, at = y) =>
      client.send('Input.dispatchMouseEvent', { type, x, y: at, button: 'left', clickCount: 1 });
    await send('mousePressed');
    return async (movedPx = 0) => {
      if (movedPx) await send('mouseMoved', y + movedPx);
      await send('mouseReleased', y + movedPx);
    };
  }
  const send = (type: string, touchPoints: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x, y }]);
  return async () => {
    await send('touchEnd', []);
  };
}
