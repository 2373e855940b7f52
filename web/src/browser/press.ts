const controls = 'a[href], button, input, label, summary, [role="button"]';

/** A movement below this distance is a trembling finger; a larger one cancels the press. */
const tremblePx = 10;

let press: { control: Element | null; x: number; y: number } | undefined;

/**
 * Makes a click hit the control that was pressed. If the page moves between press and release, another
 * control is below the pointer. Without this, the click would be lost or, with touch, hit a button that the
 * user did not mean.
 */
export function startPressGuard(): void {
  addEventListener('pointerdown', begin, { capture: true });
  // Scrolling or dragging ends a press without a click.
  addEventListener('pointercancel', forget, { capture: true });
  addEventListener('click', finish, { capture: true });
}

function begin({ isPrimary, target, clientX: x, clientY: y }: PointerEvent): void {
  if (isPrimary) press = { control: findControl(target), x, y };
}

function forget(): void {
  press = undefined;
}

function finish(click: MouseEvent): void {
  // A click by a key, a label or a script has no preceding press.
  if (!press || !click.isTrusted || click.detail === 0) return;
  const { control, x, y } = press;
  forget();
  if (findControl(click.target) === control) return;
  if (Math.hypot(click.clientX - x, click.clientY - y) > tremblePx) return;
  click.preventDefault();
  click.stopImmediatePropagation();
  if (control && isReachable(control)) control.dispatchEvent(new MouseEvent('click', click));
}

const findControl = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(controls) : null;

/** Whether the control still exists and no dialog covers it. */
const isReachable = (control: Element): boolean =>
  control.isConnected &&
  !control.closest('[inert]') &&
  getComputedStyle(control).pointerEvents !== 'none';
