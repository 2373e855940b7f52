const controls = 'a[href], button, input, label, summary, [role="button"]';

/** A finger trembles; who moves further has thought better of it. */
const tremblePx = 10;

let press: { control: Element | null; x: number; y: number } | undefined;

/**
 * Sees to it that what is clicked is what was pressed. A page that moves between the two, since an answer
 * has come, puts something else under the pointer: the click would be lost or, by a finger, fall on a button
 * that nobody meant.
 */
export function startPressGuard(): void {
  addEventListener('pointerdown', begin, { capture: true });
  // What scrolls or becomes a drag ends so, without a click.
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
  // By keys, by a label or by a script: nothing was pressed for it.
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

/** It is still there, and no dialog has opened over it. */
const isReachable = (control: Element): boolean =>
  control.isConnected &&
  !control.closest('[inert]') &&
  getComputedStyle(control).pointerEvents !== 'none';
