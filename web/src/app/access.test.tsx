// Pages of visitors are accessible and fit the screen.
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAuth } from './base/dialogs';
import { appears, expectFocusInSight, expectReadable } from '../testing/access';
import { see } from '../testing/mount';
import { visit } from '../testing/visit';

// The other policy pages have the layout of `/privacy`.
const pages = ['/', '/privacy', '/contact', '/about', '/prices'];
const forms = [
  '/?mode=image',
  '/?mode=general',
  '/?mode=general&ask=both',
  '/?mode=instagram',
  '/?mode=instagram_ideas',
  '/?mode=edit_image',
];

test.each([true, false])(
  'the home page has no content outside a landmark (phone: %s)',
  async (phone) => {
    await visit('/', { phone });
    await see(page.getByRole('heading', { level: 1 }));
    const { violations } = await axe.run({ runOnly: ['region'], iframes: false });
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  },
);

describe.each([
  { language: 'en', device: 'laptop' },
  { language: 'hi', device: 'phone' },
] as const)('in $language on a $device', ({ language, device }) => {
  const settings = { language, phone: device === 'phone' };

  test.each(pages)('the page at %s is accessible and fits the screen', async (path) => {
    await visit(path, settings);
    await see(page.getByRole('heading', { level: 1 }));
    await expectReadable(path);
  });

  test.each(forms)('the form at %s is accessible and fits the screen', async (path) => {
    await visit(path, settings);
    await appears('form button[type=submit]');
    await expectReadable(path);
    expectFocusInSight(path);
  });

  test('a form with a missing subject is accessible and fits the screen', async () => {
    await visit('/?mode=image', settings);
    (await appears('form button[type=submit]')).click();
    await appears('form [role=alert]');
    await expectReadable('form without a subject');
  });

  test.each(['sign-up', 'login'] as const)(
    'the %s dialog with its errors is accessible and fits the screen',
    async (tab) => {
      // Over a short page, which is checked along with the dialog.
      await visit('/about', settings);
      await see(page.getByRole('heading', { level: 1 }));
      openAuth(tab);
      await appears('[role=dialog] input');
      (await appears('[role=dialog] button[type=submit]')).click();
      await expect
        .poll(() => document.querySelector('[role=dialog] [role=alert]:not(:empty)'))
        .not.toBeNull();
      await expectReadable(`dialog of ${tab} with faults`);

      (await appears('[role=dialog] [role=tabpanel] > div button')).click();
      const address = (await appears('[role=dialog] input[type=email]')) as HTMLInputElement;
      await page.elementLocator(address).fill('asha@people');
      await expectReadable(`dialog of ${tab} by email with a fault`);
    },
  );
});
