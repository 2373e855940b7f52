import type { Person } from '@sachet/local/testing/people';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actAs, rows, shareAdministeredStudio } from './admin-steps.ts';
import { see, seeGone } from './steps.ts';
import type { Studio } from './studio.ts';
import { seeToast } from './top-up-steps.ts';

let studio: Studio;
let admin: Person;
let asAdmin: ReturnType<typeof actAs>;
beforeAll(async () => {
  const opened = await shareAdministeredStudio();
  ({ studio, admin } = opened);
  asAdmin = actAs(opened);
});
afterAll(() => studio?.stop());

const row = (page: Page, id: string) => rows(page).filter({ hasText: id });

test('an admin syncs and prices the catalog and sees a low provider balance on every admin page and in the audit trail', () =>
  asAdmin(async (page) => {
    const [{ last } = { last: 0 }] = await studio.books.query<{ last: number }>(
      'select coalesce(max(id), 0)::int as last from admin_audit',
    );
    await page.goto('/admin');
    await see(row(page, 'gpt-image-2.6-sunburst'));
    await page.getByRole('button', { name: 'Sync now' }).click();
    await see(page.getByText(/^Both providers answered\./));
    const price = row(page, 'gpt-image-2.6-sunburst').getByRole('textbox', { name: 'per image' });
    await price.fill('0.0501');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Models saved');
    const stored = await studio.books.query(
      "select per_image::int as price from priced_model where id = 'gpt-image-2.6-sunburst'",
    );
    expect(stored).toEqual([{ price: 50_100 }]);

    // The model's cost does not change the customer's price, which is in the rate card.
    await page.goto('/prices');
    const prices = page.getByRole('list', { name: 'AI image generator' });
    await see(prices.getByText('Drawn by GPT Image 2.6 Sunburst'));
    await see(prices.getByText('₹98'));
    await page.goBack();

    await page.getByRole('link', { name: 'Provider balances' }).last().click();
    const openai = page.getByRole('region', { name: 'OpenAI', exact: true });
    const notice = page.getByRole('list', { name: 'Notices' }).getByText(/OpenAI: \$4\.50 left/);
    await openai.getByLabel('Alert threshold (USD)').fill('5');
    await openai.getByLabel('Balance (USD)').fill('4.5');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await seeToast(page, 'Balances saved');
    await see(openai.getByText(admin.email!));
    await see(notice);
    await openai.getByLabel('Balance (USD)').fill('500');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await seeGone(notice);

    const trail = await studio.books.query<{ action: string }>(
      'select action from admin_audit where id > $1 and actor = $2 order by id',
      [last, `user:${admin.uid}`],
    );
    expect(trail.map(({ action }) => action)).toEqual([
      'sync-models',
      'update-model',
      'update-provider-balance',
      'update-provider-balance',
    ]);
  }));
