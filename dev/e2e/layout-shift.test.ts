// Pages on a phone keep their elements in place while they load.
import { pages } from '@sachet/shared/pages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareAdministeredStudio, type AdministeredStudio } from './admin-steps.ts';
import { delayApi, readLayoutShift, recordLayoutShift, waitUntilUnchanged } from './in-page.ts';
import { createOrganizationAdmin, toBrowserState } from './people.ts';
import { askForPictures, resultFrom, see } from './steps.ts';
import type { BrowserState } from './visitor.ts';

/** The sum of all shifts of a page. From 0.1 on, the field calls a page in need of improvement. */
const shiftMax = 0.05;
/** A page that moves more: a paragraph wraps again with its font. */
const largerShifts: Partial<Record<string, number>> = { [pages.about]: 0.07 };
/** How much longer than on this machine each answer of the API takes, so that the page is painted without it. */
const delayMs = 300;
/** How long a page must not change to be complete. */
const quietMs = 400;

let administered: AdministeredStudio;
let userState: BrowserState;
beforeAll(async () => {
  administered = await shareAdministeredStudio();
  const { studio } = administered;
  userState = toBrowserState(studio, await createOrganizationAdmin(studio));
  await studio.visit(
    async ({ page }) => {
      await askForPictures(page, 'a blue kite');
      await see(resultFrom(page, 'Google').getByRole('img'));
    },
    { state: userState, consent: 'denied' },
  );
});
afterAll(() => administered?.studio.stop());

const all = Object.values(pages).map((path) =>
  path === pages.verifyDocument ? '/verify/RV-2627-000001' : path,
);
const adminPages = all.filter((path) => path.startsWith(pages.admin));
/** A visitor at one of these is sent to the home page. */
const userPages: string[] = [
  pages.wallet,
  pages.receipt,
  pages.documents,
  pages.friends,
  pages.account,
  pages.brand,
  pages.library,
  pages.organization,
];
const visitorPages = all.filter((path) => !adminPages.includes(path) && !userPages.includes(path));
/** Visitors' pages that show a user something else. */
const sharedPages = [pages.home, pages.prices, pages.invitation];

/** Visits each page, and returns those that move, with what has moved. */
async function findShifts(page: Page, paths: readonly string[]): Promise<string[]> {
  await page.addInitScript(recordLayoutShift);
  await page.addInitScript(delayApi, delayMs);
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.waitForFunction(() => !document.getElementById('root')!.hasAttribute('data-path'));
    await page.evaluate(waitUntilUnchanged, quietMs);
    const { sum, moved } = await page.evaluate(readLayoutShift);
    if (sum > (largerShifts[path] ?? shiftMax))
      found.push(`${path}: ${sum.toFixed(3)}\n  ${moved.join('\n  ')}`);
  }
  return found;
}

test.each([
  ['a visitor', visitorPages, (): undefined => undefined],
  ['a user', [...sharedPages, ...userPages], () => userState],
  ['a super admin', adminPages, () => administered.state],
] as const)(
  'no page of %s moves on a phone while it loads',
  (_who, paths, getState) =>
    administered.studio.visit(
      async ({ page }) => expect(await findShifts(page, paths)).toEqual([]),
      { phone: true, consent: 'denied', state: getState() },
    ),
  300_000,
);
