import { startListings, type Listings } from '@sachet/api/testing/listings';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdministeredStudio, rows, type AdministeredStudio } from './admin-steps.ts';
import { pixelsTooWide } from './in-page.ts';
import { letPass, see, seeGone, soon } from './steps.ts';
import { expectAccess, seeToast } from './top-up-steps.ts';

let listings: Listings;
let opened: AdministeredStudio;
beforeAll(async () => {
  listings = await startListings();
  opened = await openAdministeredStudio(listings.env);
});
afterAll(async () => {
  await opened?.studio.stop();
  await listings?.close();
});

const asAdmin = (
  journey: (page: Page) => Promise<void>,
  settings: { language?: 'en' | 'hi'; phone?: boolean } = {},
) =>
  opened.studio.visit(({ page }) => journey(page), {
    state: opened.state,
    consent: 'denied',
    ...settings,
  });

const query = <Row>(sql: string) => opened.studio.books.query<Row & object>(sql);

/** What this admin has done since `after`, oldest first. */
function auditSince(after: number) {
  return opened.studio.books.query<{ action: string; details: object }>(
    'select action, details from admin_audit where id > $1 and actor = $2 order by id',
    [after, `user:${opened.admin.uid}`],
  );
}
async function lastAudit(): Promise<number> {
  const [row] = await query<{ id: number }>('select coalesce(max(id), 0) as id from admin_audit');
  return Number(row!.id);
}

const row = (page: Page, id: string) => rows(page).filter({ hasText: id });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' });

test('given a model that is new at its provider, when a sync finds it, then it is priced, switched on and made a default', () =>
  asAdmin(async (page) => {
    const before = await lastAudit();
    await page.goto('/admin');
    await see(row(page, 'gpt-5.2'));
    await listings.list({ openai: { added: ['gpt-6'] } });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await see(page.getByText(/^Both providers answered\. \d new, 0 deprecated$/));
    await see(row(page, 'gpt-6').getByText('Candidate'));

    const box = row(page, 'gpt-6').getByRole('checkbox');
    expect(await box.isDisabled()).toBe(true);
    await see(row(page, 'gpt-6').getByText('Needs $ in and out'));
    const price = (name: string) => row(page, 'gpt-6').getByRole('textbox', { name });
    await price('input tokens').fill('2');
    await price('output tokens').fill('1e3');
    await see(row(page, 'gpt-6').getByText('Check its price'));
    expect(await saveButton(page).isDisabled()).toBe(true);
    await price('output tokens').fill('12.5');
    await box.check();
    await see(row(page, 'gpt-6').getByText('On', { exact: true }));
    await page.getByLabel('Text quality').selectOption('gpt-6');
    await see(page.getByText('Unsaved changes: 2'));

    await page.getByRole('link', { name: 'Users', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Please confirm' });
    await see(question.getByText('Your changes are not saved.'));
    await question.getByRole('button', { name: 'Cancel' }).click();
    await seeGone(question);
    await saveButton(page).click();
    await seeToast(page, 'Models saved');
    await see(page.getByText('Everything is saved.'));

    expect(
      await query(`select m.enabled, m.input_microusd_per_million_tokens::int as input,
                          m.output_microusd_per_million_tokens::int as output
                     from model m join model_default d on d.model_id = m.id
                    where m.id = 'gpt-6' and d.purpose = 'text_quality'`),
    ).toEqual([{ enabled: true, input: 2_000_000, output: 12_500_000 }]);
    expect(await auditSince(before)).toMatchObject([
      { action: 'sync-models' },
      { action: 'update-model', details: { model: 'openai/gpt-6', to: { enabled: true } } },
      {
        action: 'set-model-default',
        details: { purpose: 'text_quality', from: 'google/gemini-3-pro', to: 'openai/gpt-6' },
      },
    ]);
  }));

test('given changes that are not saved, when somebody goes back, then they are asked, and may stay or leave', () =>
  asAdmin(async (page) => {
    await page.goto('/admin/users');
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    const price = row(page, 'gpt-image-2').getByRole('textbox', { name: 'per image' });
    await price.fill('0.05');
    const question = page.getByRole('dialog', { name: 'Please confirm' });

    await page.evaluate(() => history.back());
    await see(question.getByText('Your changes are not saved.'));
    await question.getByRole('button', { name: 'Cancel' }).click();
    await seeGone(question);
    expect(await price.inputValue()).toBe('0.05');

    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByRole('heading', { level: 1, name: 'Users' }));
    expect(new URL(page.url()).pathname).toBe('/admin/users');
  }));

test('given a default, when it is switched off, then another one has to be chosen first', () =>
  asAdmin(async (page) => {
    const before = await lastAudit();
    await page.goto('/admin?show=image');
    await soon(async () => expect(await rows(page).count()).toBe(4));
    await row(page, 'gemini-3-pro-image').getByRole('checkbox').uncheck();
    await see(row(page, 'gemini-3-pro-image').getByText('Still a default'));
    await see(page.getByText('The defaults are saved only when all six are chosen.'));
    expect(await saveButton(page).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await see(page.getByText('Everything is saved.'));

    await page.getByRole('radio', { name: 'Embedding' }).click();
    await seeGone(row(page, 'gpt-image-2'));
    await soon(async () => expect(new URL(page.url()).search).toBe('?show=embedding'));
    expect(await auditSince(before)).toEqual([]);
  }));

test('given servers that fail, then what was meant to happen is said not to have', () =>
  asAdmin(async (page) => {
    const fail = { status: 500, json: { error: 'x', code: 'internal' } };
    await page.route('**/api/admin/models', (request) => request.fulfill(fail));
    await page.goto('/admin');
    await see(page.getByText('Failed to load'));
    await letPass(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await row(page, 'gpt-image-2').getByRole('textbox', { name: 'per image' }).fill('0.05');
    await page.route('**/api/admin/models', (request) => request.fulfill(fail));
    await saveButton(page).click();
    await see(page.getByRole('alert').getByText(/^Save failed/));
    await see(page.getByText('Unsaved changes: 1'));
    await letPass(page);

    await listings.list({ openai: { refuses: 'key', added: ['gpt-6'] } });
    await page.getByRole('button', { name: 'Sync now' }).click();
    await see(page.getByRole('alert').getByText(/^Sync failed for OpenAI: /));
    await listings.list({ openai: { added: ['gpt-6'] } });
    await page.route('**/api/admin/sync-now', (request) => request.fulfill(fail));
    await page.getByRole('button', { name: 'Sync now' }).click();
    await see(page.getByRole('alert').getByText(/^Sync failed\./));
  }));

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('when a balance below its threshold is saved, then the page says so, and every admin page', () =>
  asAdmin(async (page) => {
    const before = await lastAudit();
    await page.goto('/admin/billing');
    const openai = card(page, 'OpenAI');
    const low = 'Balance is at or below threshold. Consider topping up.';
    await see(openai.getByText('API key present'));
    await see(openai.getByText('No updates yet'));
    await openai.getByLabel('Alert threshold (USD)').fill('5');
    await openai.getByLabel('Balance (USD)').fill('4.505');
    await see(openai.getByText('Enter US dollars, at most two decimals.'));
    expect(await saveButton(page).isDisabled()).toBe(true);
    await openai.getByLabel('Balance (USD)').fill('4.5');
    await see(openai.getByText(low));
    await openai.getByLabel('Notes').fill('card of the studio');

    const fail = { status: 500, json: { error: 'x', code: 'internal' } };
    await page.route('**/api/admin/provider-balances', (request) => request.fulfill(fail));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await see(page.getByRole('alert').getByText(/^Failed to refresh/));
    await saveButton(page).click();
    await see(page.getByRole('alert').getByText(/^Failed to save/));
    await letPass(page);
    await saveButton(page).click();
    await seeToast(page, 'Balances saved');
    await see(openai.getByText(opened.admin.email!));
    await see(openai.getByText('$4.50', { exact: true }));
    await see(page.getByRole('list', { name: 'Notices' }).getByText(/OpenAI: \$4\.50 left/));

    await openai.getByLabel(/^This is today/).check();
    await saveButton(page).click();
    await see(page.getByText('Everything is saved.'));
    expect(await auditSince(before)).toMatchObject([
      {
        action: 'update-provider-balance',
        details: { provider: 'openai', balanceCents: { from: null, to: 450 }, notes: 'changed' },
      },
      {
        action: 'update-provider-balance',
        details: { provider: 'openai', balanceCents: { from: 450, to: 450 } },
      },
    ]);
    await page.goto('/admin/billing');
    await see(openai.getByText(low));
    await openai.getByLabel('Balance (USD)').fill('500');
    await seeGone(openai.getByText(low));
  }));

test('in Hindi, on a phone: what was saved is said in Hindi, and nothing must be scrolled sideways', () =>
  asAdmin(
    async (page) => {
      await page.goto('/admin/billing');
      await card(page, 'Gemini').getByLabel('बैलेंस (USD)').fill('120');
      await page.getByRole('button', { name: 'बदलाव सहेजें' }).click();
      await see(page.getByText('बैलेंस सहेज लिया गया'));
      expect(await page.evaluate(pixelsTooWide)).toBe(0);
      await page.goto('/admin');
      await see(row(page, 'gpt-5.2'));
      expect(await page.evaluate(pixelsTooWide)).toBe(0);
      expect(
        await query(
          `select balance_cents::int as cents from provider_balance where provider = 'google'`,
        ),
      ).toEqual([{ cents: 120_00 }]);
    },
    { language: 'hi', phone: true },
  ));

test('neither page has a serious fault of access, in light or dark', () =>
  asAdmin(async (page) => {
    await page.goto('/admin');
    await row(page, 'gemini-3-pro').first().getByRole('checkbox').uncheck();
    await expectAccess(page, 'models');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('link', { name: 'Provider balances' }).last().click();
    await see(card(page, 'OpenAI'));
    await expectAccess(page, 'balances');
  }));
