import axe from 'axe-core';
import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';

/** What of the page somebody could not read or reach, in both themes; in dark only the colours differ. */
export async function expectAccess(view: string): Promise<void> {
  await untilStill();
  expect(await seriousFaults({}), `${view}, light`).toEqual([]);
  document.documentElement.dataset.theme = 'dark';
  expect(await seriousFaults({ runOnly: ['color-contrast'] }), `${view}, dark`).toEqual([]);
  delete document.documentElement.dataset.theme;
}

/** Both of them. */
export async function expectReadable(view: string): Promise<void> {
  await expectToFit(view);
  await expectAccess(view);
}

/** Whoever goes through the page by keyboard sees where they are: no bar lies over what has the focus. */
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

function isInSight(control: HTMLElement): boolean {
  const { left, width, top, bottom } = control.getBoundingClientRect();
  // Of a long text its first lines: the browser shows where one writes.
  return [top + 1, Math.min(bottom, top + 48) - 1].every((y) => {
    let box = document.elementFromPoint(left + width / 2, y);
    if (!box) return false;
    while (box && !box.contains(control)) {
      if (/sticky|fixed/.test(getComputedStyle(box).position)) return false;
      box = box.parentElement;
    }
    return true;
  });
}

/** The first element that matches, once there is one: for tests in which words change with the language. */
export async function appears(selector: string): Promise<HTMLElement> {
  const first = () => document.querySelector<HTMLElement>(selector);
  await expect.poll(first).not.toBeNull();
  return first()!;
}

/** What is still fading in has not got its own colours yet. */
async function untilStill(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

const orientationLock = 'css-orientation-lock';
let areStylesChecked = false;

async function seriousFaults(options: axe.RunOptions): Promise<string[]> {
  // It reads all styles again, which are the same for every view: once is enough.
  const rules = { [orientationLock]: { enabled: !areStylesChecked } };
  const all = options.runOnly ? options : { rules, preload: !areStylesChecked };
  areStylesChecked = true;
  const { violations } = await axe.run({ ...all, resultTypes: ['violations'], iframes: false });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** What is left of a laptop's window of 1280 x 1024 where it is zoomed to 400 %. */
const zoomed = { width: 320, height: 256 };

/**
 * Nobody must scroll sideways: on a phone, with text as large as is usual and twice as large, and on a
 * laptop zoomed to 400 %.
 */
export async function expectToFit(view: string): Promise<void> {
  const root = document.documentElement;
  const { innerWidth, innerHeight } = window;
  const isPhone = innerWidth === 360;
  if (!isPhone) await page.viewport(360, 780);
  try {
    root.style.fontSize = '200%';
    await expectNothingTooWide(`${view} with text at 200 %`);
    const large = readHeadingSizes();
    root.style.fontSize = '100%';
    await expectNothingTooWide(`${view} with text at 100 %`);
    for (const [heading, size] of readHeadingSizes()) {
      const times = (large.get(heading) ?? NaN) / size;
      expect(times, `${view}: ${heading.outerHTML}: text at 200 %`).toBeCloseTo(2);
    }
    await page.viewport(zoomed.width, zoomed.height);
    await expectNothingTooWide(`${view} at a zoom of 400 %`);
    expect(findOutOfReach(), `${view} at a zoom of 400 %: above what can be scrolled to`).toEqual(
      [],
    );
  } finally {
    root.style.fontSize = '';
    await page.viewport(innerWidth, innerHeight);
  }
}

/** In pixels. What is set in shares of the window's width would not grow with the text. */
const readHeadingSizes = () =>
  new Map(
    [...document.querySelectorAll('h1, h2, h3')].map((heading) => [
      heading,
      parseFloat(getComputedStyle(heading).fontSize),
    ]),
  );

/** What is drawn by its measured width, as a grid is, is drawn again a moment after that has changed. */
const expectNothingTooWide = (view: string): Promise<void> =>
  vi.waitFor(
    () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      expect(scrollWidth - clientWidth, `${view}: pixels too wide, in ${findTooWide()}`).toBe(0);
      expect(findScrolledBothWays(), `${view}: has to be scrolled sideways, too`).toEqual([]);
    },
    { timeout: 10_000 },
  );

/** What lies over the page is as wide as the window, and scrolls by itself: the page does not tell. */
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

/** What begins above its scroller, as something centred does that is higher than there is room for. */
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

/** The innermost element that reaches beyond the page, for whoever reads a failure. */
function findTooWide(): string {
  const { clientWidth } = document.documentElement;
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return wide.at(-1)?.outerHTML.slice(0, 300) ?? 'nothing';
}
