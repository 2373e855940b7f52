// What super admins see: can everybody read it, and does it fit the screen? Everybody else's pages are
// the matter of `web/src/access.test.tsx` and `web/src/access-signed-in.test.tsx`.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareAdministeredStudio, type AdministeredStudio } from './admin-steps.ts';
import { pixelsTooWide, setTextSize } from './in-page.ts';
import { see, soon } from './steps.ts';

type Look = (view: string) => Promise<void>;

let opened: AdministeredStudio;
beforeAll(async () => {
  opened = await shareAdministeredStudio();
});
afterAll(() => opened?.studio.stop());

async function tourAdmin(page: Page, look: Look): Promise<void> {
  await page.goto('/admin');
  for (const link of [1, 2, 3, 4, 5, 0]) {
    const tab = page.getByRole('main').getByRole('navigation').getByRole('link').nth(link);
    await tab.click();
    await see(page.getByRole('heading', { level: 1 }));
    await soon(async () => expect(await tab.getAttribute('aria-current')).toBe('page'));
    await look(new URL(page.url()).pathname);
  }
}

async function expectAccess(page: Page, view: string): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  expect(seriousFaults(await axe.analyze()), `${view}, light`).toEqual([]);
}

/** In dark only the colours differ, which the same axe can tell. */
async function expectAccessInDark(page: Page, view: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await page.evaluate<Findings>(
    `axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] })`,
  );
  expect(seriousFaults(dark), `${view}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

type Findings = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;

function seriousFaults({ violations }: Findings): string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** With text as large as is usual, and twice as large. */
async function expectNoScrollingSideways(page: Page, view: string): Promise<void> {
  for (const percent of [200, 100]) {
    await page.evaluate(setTextSize, percent);
    const fault = `${view}: pixels too wide with text at ${percent} %`;
    expect(await page.evaluate(pixelsTooWide), fault).toBe(0);
  }
}

async function lookOnPhone(page: Page, view: string): Promise<void> {
  await expectNoScrollingSideways(page, view);
  await expectAccess(page, view);
  await expectAccessInDark(page, view);
}

/**
 * English as narrow as on a phone is worth a look, but no tour of its own; the colours of the dark
 * theme are the phone's.
 */
async function lookOnLaptop(page: Page, view: string): Promise<void> {
  await expectAccess(page, view);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoScrollingSideways(page, view);
  if (wide) await page.setViewportSize(wide);
}

test.each([
  { language: 'en', device: 'laptop', look: lookOnLaptop },
  { language: 'hi', device: 'phone', look: lookOnPhone },
] as const)(
  'in $language on a $device no page has a serious fault of access, light or dark, or must be scrolled sideways',
  ({ language, device, look }) =>
    opened.studio.visit(({ page }) => tourAdmin(page, (view) => look(page, view)), {
      language,
      phone: device === 'phone',
      state: opened.state,
      consent: 'denied',
    }),
);
