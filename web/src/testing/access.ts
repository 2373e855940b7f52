import axe from 'axe-core';
import { expect } from 'vitest';

/** What of the page somebody could not read or reach, in both themes; in dark only the colours differ. */
export async function expectAccess(view: string): Promise<void> {
  await untilStill();
  expect(await seriousFaults({}), `${view}, light`).toEqual([]);
  document.documentElement.dataset.theme = 'dark';
  expect(await seriousFaults({ runOnly: ['color-contrast'] }), `${view}, dark`).toEqual([]);
  delete document.documentElement.dataset.theme;
}

/** What is still fading in has not got its own colours yet. */
async function untilStill(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

async function seriousFaults(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** Nobody must scroll sideways. */
export function expectToFit(view: string): void {
  const { scrollWidth } = document.documentElement;
  expect(Math.max(0, scrollWidth - Math.ceil(innerWidth)), `${view}: pixels too wide`).toBe(0);
}
