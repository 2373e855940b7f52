/** Presses a control and holds it, so that a test can do something before the release. */
import { cdp, type Locator } from 'vitest/browser';

// Declared here, because Vitest has this type only if the whole playwright package is installed.
type Cdp = { send: (method: string, params: object) => Promise<unknown> };

export type Hand = 'mouse' | 'finger';

type Point = { x: number; y: number };

/** Returns the element's centre relative to the window that contains the test's frame. */
function toPoint(what: Locator): Point {
  const { left, top, width, height } = what.element().getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { x: frame.left + left + width / 2, y: frame.top + top + height / 2 };
}

/** Presses an element. Returns a function that releases at the same point, or `movedPx` below it. */
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
