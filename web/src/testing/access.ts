import axe from 'axe-core';
import { expect, vi } from 'vitest';
import { resize } from './mount';

/**
 * Fails if the view has serious accessibility faults in either theme. In the dark theme, only colours are
 * checked.
 */
export async function expectAccess(view: string): Promise<void> {
  await untilStill();
  expect(await seriousFaults({}), `${view}, light`).toEqual([]);
  document.documentElement.dataset.theme = 'dark';
  expect(await seriousFaults({ runOnly: ['color-contrast'] }), `${view}, dark`).toEqual([]);
  delete document.documentElement.dataset.theme;
}

/** Fails if the view does not fit the screen or is not accessible. */
export async function expectReadable(view: string): Promise<void> {
  await expectToFit(view);
  await expectAccess(view);
}

/** Fails if a bar covers a control of the page while that control has the focus. */
export function expectFocusInSight(view: string): void {
  const controls = 'main :is(a[href], button, input, textarea, select, summary)';
  const covered = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
    window.scrollTo(0, 0);
    control.focus();
    return document.activeElement === control && !isInSight(control);
  });
  window.scrollTo(0, 0);
  expect(
    covered.map((control) => control.outerHTML.slice(0, 300)),
    view,
  ).toEqual([]);
}

// Only the first lines of a tall field must be visible, because the browser scrolls to the caret.
const caretPixels = 48;

/** Returns whether the first pixels of an element are on the screen and no bar covers them. */
export function isInSight(control: Element, pixels = caretPixels): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  // Chromium does not scroll a row of choices sideways to one of which 32 pixels are visible.
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  return [top + 1, Math.min(bottom, top + pixels) - 1].every((y) => {
    let box = document.elementFromPoint(x, y);
    if (!box) return false;
    while (box && !box.contains(control)) {
      if (/sticky|fixed/.test(getComputedStyle(box).position)) return false;
      box = box.parentElement;
    }
    return true;
  });
}

/** Waits for the first element that matches the selector. Used where texts change with the language. */
export async function appears(selector: string): Promise<HTMLElement> {
  const first = () => document.querySelector<HTMLElement>(selector);
  await expect.poll(first).not.toBeNull();
  return first()!;
}

/** Waits for the end of animations, because an element that fades in does not have its final colours. */
async function untilStill(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

const orientationLock = 'css-orientation-lock';
let areStylesChecked = false;

/**
 * The rules whose faults are never serious, such as those about landmarks: nothing would read their result.
 * axe has their impact only in its own table.
 */
const harmless = (
  axe as unknown as { _audit: { rules: { id: string; impact: string }[] } }
)._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
const withoutHarmless = Object.fromEntries(harmless.map(({ id }) => [id, { enabled: false }]));

async function seriousFaults(options: axe.RunOptions): Promise<string[]> {
  // This rule reads all styles again. They are the same in every view, so the rule runs once.
  const rules = { ...withoutHarmless, [orientationLock]: { enabled: !areStylesChecked } };
  const all = options.runOnly ? options : { rules, preload: !areStylesChecked };
  areStylesChecked = true;
  const { violations } = await axe.run({ ...all, resultTypes: ['violations'], iframes: false });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** The viewport, in CSS pixels, of a window of 1280 x 1024 pixels that is zoomed to 400 %. */
const zoomed = { width: 320, height: 256 };

/**
 * Fails if the page scrolls sideways on a phone, with text at normal and double size, or on a
 * laptop zoomed to 400 %.
 */
export async function expectToFit(view: string): Promise<void> {
  const root = document.documentElement;
  const { innerWidth, innerHeight } = window;
  await resize(360, 780);
  try {
    root.style.fontSize = '200%';
    await expectNothingTooWide(`${view} with text at 200 %`);
    root.style.fontSize = '100%';
    await expectNothingTooWide(`${view} with text at 100 %`);
    expectHeadingsToGrow(view);
    await resize(zoomed.width, zoomed.height);
    await expectNothingTooWide(`${view} at a zoom of 400 %`);
    expect(findOutOfReach(), `${view} at a zoom of 400 %: above what can be scrolled to`).toEqual(
      [],
    );
  } finally {
    root.style.fontSize = '';
    await resize(innerWidth, innerHeight);
  }
}

/**
 * Fails if a heading does not grow with the text size, as text sized in viewport units does not. Measures
 * both sizes without a pause, because a heading may be rendered between two measurements.
 */
function expectHeadingsToGrow(view: string): void {
  const headings = [...document.querySelectorAll('h1, h2, h3')];
  const readSizes = (textSize: string) => {
    document.documentElement.style.fontSize = textSize;
    return headings.map((heading) => parseFloat(getComputedStyle(heading).fontSize));
  };
  const large = readSizes('200%');
  for (const [index, size] of readSizes('100%').entries()) {
    const times = large[index]! / size;
    expect(times, `${view}: ${headings[index]!.outerHTML}: text at 200 %`).toBeCloseTo(2);
  }
}

/** Retries, because a grid that measures its width is rendered again shortly after a resize. */
const expectNothingTooWide = (view: string): Promise<void> =>
  vi.waitFor(
    () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      expect(scrollWidth - clientWidth, `${view}: pixels too wide, in ${findTooWide()}`).toBe(0);
      expect(findScrolledBothWays(), `${view}: has to be scrolled sideways, too`).toEqual([]);
    },
    { timeout: 10_000 },
  );

/**
 * Finds content that is too wide inside of dialogs. Dialogs scroll separately, so the page's width does not
 * show it.
 */
function findScrolledBothWays(): string[] {
  return [...document.querySelectorAll('[role=dialog], [role=dialog] *')]
    .filter(
      (box) =>
        /auto|scroll/.test(getComputedStyle(box).overflowX) &&
        box.scrollWidth > box.clientWidth &&
        box.scrollHeight > box.clientHeight,
    )
    .map((box) => box.outerHTML.slice(0, 300));
}

/**
 * Finds elements that begin above the upper end of their scroller, such as centred content that is too high.
 */
function findOutOfReach(): string[] {
  return [...document.body.querySelectorAll('*')]
    .filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowY))
    .flatMap((box) => {
      const top = box.getBoundingClientRect().top - box.scrollTop;
      return [...box.children].filter(
        (child) =>
          /static|relative/.test(getComputedStyle(child).position) &&
          !child.classList.contains('sr-only') &&
          child.getBoundingClientRect().top < top - 1,
      );
    })
    .map((child) => child.outerHTML.slice(0, 300));
}

/** Returns the innermost element that is wider than the page, for the failure message. */
function findTooWide(): string {
  const { clientWidth } = document.documentElement;
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return wide.at(-1)?.outerHTML.slice(0, 300) ?? 'nothing';
}
