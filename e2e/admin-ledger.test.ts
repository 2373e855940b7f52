import { toCallback, openCounter } from '@sachet/api/testing/payments';
import { fillAndSpend } from '@sachet/api/testing/spending';
import type { Person } from '@sachet/local/testing/people';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { confirm, openAdministeredStudio, rows, type AdministeredStudio } from './admin-steps.ts';
import { pixelsTooWide } from './in-page.ts';
import { createIndividual } from './people.ts';
import { see, soon } from './steps.ts';
import type { Studio } from './studio.ts';
import { expectAccess, seeToast } from './top-up-steps.ts';

let opened: AdministeredStudio;
let studio: Studio;
let person: Person;
let walletId: string;
let paymentId: string;
beforeAll(async () => {
  opened = await openAdministeredStudio();
  ({ studio } = opened);
  person = await createIndividual(studio);
  const [profile] = await studio.books.query<{ wallet_id: string }>(
    'select wallet_id from user_profile where uid = $1',
    [person.uid],
  );
  walletId = profile!.wallet_id;
  await fillAndSpend(studio.stack.database, { walletId, uid: person.uid, amountPaise: 90_00 });
  const { orderId } = await post<{ orderId: string }>('/api/razorpay-order', { amount: 500 });
  paymentId = await openCounter(studio.stack.razorpayUrl).pay(orderId);
  await post('/api/razorpay-verify', toCallback(orderId, paymentId));
});
afterAll(() => studio?.stop());
afterEach(() => studio.books.expectToBeSound());

async function post<Body>(path: string, body: object): Promise<Body> {
  const answer = await fetch(studio.url + path, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

const asAdmin = (
  journey: (page: Page) => Promise<void>,
  settings: { language?: 'en' | 'hi'; phone?: boolean } = {},
) =>
  studio.visit(({ page }) => journey(page), {
    state: opened.state,
    consent: 'denied',
    ...settings,
  });

async function download(page: Page, format: string): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export as ${format}` }).click(),
  ]);
  const text = readFileSync(await file.path(), 'utf8').trimEnd();
  return { name: file.suggestedFilename(), lines: text.split(/\r?\n/) };
}

const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

describe('the events', () => {
  test('when they are narrowed, exported, opened and left again, then the address keeps what was chosen', () =>
    asAdmin(async (page) => {
      await page.goto('/admin/ledger');
      await see(rows(page).first().getByText('Top-up credited'));
      expect(await rows(page).first().getByText('+₹500.00').count()).toBe(1);
      await expectAccess(page, 'the events');

      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('Wallet', { exact: true }).fill(walletId);
      await page.getByLabel('Wallet', { exact: true }).press('Enter');
      await soon(async () => expect(await rows(page).count()).toBe(4));
      await page.getByLabel('Amount from (₹)').fill('1.234');
      await see(page.getByText('Rupees, at most two decimals.'));
      await page.getByLabel('Amount from (₹)').fill('90');
      await page.getByLabel('Amount to (₹)').fill('250');
      await page.getByLabel('Amount to (₹)').press('Enter');
      await soon(async () => expect(await rows(page).count()).toBe(3));
      await page.getByRole('button', { name: 'Charged', exact: true }).click();
      await page.getByRole('button', { name: 'Adjusted by an admin' }).click();
      await soon(async () => expect(await rows(page).count()).toBe(2));
      const search = `?wallet=${walletId}&amountFrom=90&amountTo=250&kind=Charged%2CAdjustedByAdmin`;
      expect(new URL(page.url()).search).toBe(search);
      await page.reload();
      await soon(async () => expect(await rows(page).count()).toBe(2));

      const csv = await download(page, 'CSV');
      expect(csv.name).toMatch(/^sachet-ledger-.*\.csv$/);
      expect(csv.lines.map((line) => line.split(',').slice(6, 10))).toEqual([
        ['kind', 'amount_inr', 'held_inr', 'balance_after_inr'],
        ['Charged', '-90.00', '0.00', '250.00'],
        ['AdjustedByAdmin', '90.00', '0.00', '340.00'],
      ]);
      const { lines } = await download(page, 'NDJSON');
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { kind: 'Charged', amount: -90, walletId, seq: 3 },
        { kind: 'AdjustedByAdmin', amount: 90, walletId, seq: 2 },
      ]);

      await page.getByRole('link', { name: 'Charged' }).click();
      await see(page.getByRole('heading', { name: 'Charged #3' }));
      const postings = page.getByRole('table', { name: 'Postings' });
      await see(postings.getByRole('row', { name: /Sum ₹0\.00/ }));
      await see(postings.getByRole('row', { name: /revenue:image \+₹90\.00/ }));
      await see(page.getByRole('row', { name: /Balance ₹340\.00 −₹90\.00 ₹250\.00/ }));
      const [chained] = await studio.books.query<{ hash: string }>(
        `select encode(hash, 'hex') as hash from ledger_event where wallet_id = $1 and seq = 3`,
        [walletId],
      );
      await see(page.getByText(chained!.hash));
      await expectAccess(page, 'an event');

      await page.getByRole('link', { name: 'Event before: #2' }).click();
      await see(page.getByRole('heading', { name: 'Adjusted by an admin #2' }));
      await page.getByRole('link', { name: 'Back to the list' }).click();
      await soon(async () => expect(await rows(page).count()).toBe(2));
      expect(new URL(page.url()).search).toBe(search);

      await page.getByRole('button', { name: 'Show everything' }).click();
      await page.getByRole('searchbox', { name: 'Reference' }).fill(paymentId);
      await soon(async () => expect(await rows(page).count()).toBe(1));
      await rows(page).getByRole('link', { name: 'Top-up credited' }).click();
      await see(page.getByText('Credited ₹500.00 · refunded ₹0.00 · disputed ₹0.00'));
      await page.getByRole('link', { name: 'Its owner' }).click();
      await see(page.getByRole('dialog').getByText(paymentId));
    }));

  test('given an address that says nonsense, or nothing that exists, then the page says what is wrong', () =>
    asAdmin(async (page) => {
      await page.goto('/admin/ledger?from=yesterday');
      await see(page.getByText('Failed to list events'));
      await see(page.getByText('Not a moment: 2026-11-21T00:00:00+05:30.'));
      await page.goto(`/admin/ledger/event?wallet=${walletId}&seq=99`);
      await see(page.getByText('We could not find that.'));
      await page.goto('/admin/ledger?actor=nobody');
      await see(page.getByText('No event matches. Change the filters.'));
    }));
});

test('given a wallet and a moment, then it is shown as it was then, and the way to its events', () =>
  asAdmin(async (page) => {
    const [bonus] = await studio.books.query<{ at: string }>(
      `select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from ledger_event where wallet_id = $1 and seq = 1`,
      [walletId],
    );
    await page.goto(`/admin/ledger?view=as-of&wallet=${walletId}`);
    await see(page.getByText('Choose a wallet and a moment.'));
    await page.getByRole('button', { name: 'Now' }).click();
    await see(fact(page, 'Balance').getByText('₹750.00'));
    await see(fact(page, 'Last event by then').getByText('Event #4'));
    await page.getByLabel('As of', { exact: true }).fill('2020-01-01T00:00');
    await see(fact(page, 'Balance').getByText('₹0.00'));
    await see(page.getByText('None yet'));
    const past = new Date(Date.parse(bonus!.at) + 1).toISOString();
    await page.goto(`/admin/ledger?view=as-of&wallet=${walletId}&at=${past}`);
    await see(fact(page, 'Balance').getByText('₹250.00'));
    await expectAccess(page, 'a wallet as of a moment');
    await page.getByLabel('Wallet', { exact: true }).fill('wal_nobody');
    await page.getByLabel('Wallet', { exact: true }).press('Enter');
    await see(page.getByText('We could not find that.'));
  }));

test('given money that moved, then the trial balance sums to zero, and each account leads to its events', () =>
  asAdmin(async (page) => {
    await page.goto('/admin/ledger?view=trial-balance');
    await see(page.getByText('Balanced to the paisa'));
    await see(page.getByRole('row', { name: /^Sum .*₹0\.00 .*₹0\.00 ₹0\.00$/ }));
    await expectAccess(page, 'the trial balance');
    await page.getByRole('button', { name: 'Last month' }).click();
    await see(page.getByRole('row', { name: /^All wallets 0 / }));
    await page.getByRole('button', { name: 'This month' }).click();
    await page.getByRole('link', { name: 'gateway:razorpay' }).click();
    await soon(async () => expect(await rows(page).count()).toBe(1));
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('counterAccount')).toBe('gateway:razorpay');
    expect(searchParams.get('from')).toMatch(/^\d{4}-\d\d-01T00:00:00\+05:30$/);
  }));

test('when the ledger is verified, then it is watched to its end and said to be sound', () =>
  asAdmin(async (page) => {
    await page.goto('/admin/ledger?view=verification');
    await see(page.getByText('Never verified').last());
    await page.getByRole('button', { name: 'Verify now' }).click();
    await see(page.getByRole('main').getByRole('status').getByText('The ledger is sound'));
    await see(page.getByRole('button', { name: 'Verify now' }));
    const [run] = await studio.books.query<{ events: number }>(
      'select count(*)::int as events from ledger_event',
    );
    await see(fact(page, 'Events').getByText(String(run!.events), { exact: true }));
    await see(fact(page, 'Requested by').getByText('Meera Nair'));
    await expectAccess(page, 'the verification');
    await page.getByRole('link', { name: 'Verification: The ledger is sound' }).click();
  }));

test('given an exception, when finance resolves it with a note, then it moves to the resolved ones, on record', () =>
  asAdmin(async (page) => {
    await studio.books.query(
      `insert into payment_exception (kind, subject, payment_id, detail)
       values ('unknown_order', $1, $1, '{"status":"captured","amountPaise":70000,"currency":"INR"}')`,
      [paymentId],
    );
    await page.goto('/admin/payments');
    const item = page.getByRole('list', { name: 'Payment exceptions' }).getByRole('listitem');
    await see(item.getByText('Paid for an order we do not know'));
    await see(item.getByText('₹700.00'));
    await expectAccess(page, 'the open exceptions');
    await item.getByRole('button', { name: /^Resolve #/ }).click();
    const send = item.getByRole('button', { name: 'Resolve', exact: true });
    expect(await send.isDisabled()).toBe(true);
    await item.getByLabel('What was done').fill('Sent back by bank transfer');
    await send.click();
    await confirm(page, 'Sent back by bank transfer');
    await seeToast(page, 'Exception resolved');
    await see(page.getByText('Nothing is open. All money is where it belongs.'));
    await page.getByRole('link', { name: 'Resolved' }).click();
    await see(item.getByText('Sent back by bank transfer'));
    const trail = await studio.books.query(
      `select actor, action from admin_audit where action = 'resolve-exception'`,
    );
    expect(trail).toEqual([{ actor: `user:${opened.admin.uid}`, action: 'resolve-exception' }]);
    await item.getByRole('link', { name: 'See the ledger events' }).click();
    await see(rows(page).getByText('Top-up credited'));
  }));

test('on a phone in Hindi, then no page is too wide, and all can be reached', () =>
  asAdmin(
    async (page) => {
      await page.goto('/admin/ledger');
      await see(rows(page).getByText('टॉप-अप जमा'));
      expect(await page.evaluate(pixelsTooWide)).toBe(0);
      await expectAccess(page, 'the events on a phone');
      const views = { 'trial-balance': 'सारे वॉलेट', 'as-of': 'ख़र्च के लिए', verification: 'अभी जाँचें' };
      for (const [view, words] of Object.entries(views)) {
        await page.goto(`/admin/ledger?view=${view}&wallet=${walletId}&at=2026-11-01T00:00:00Z`);
        await see(page.getByText(words));
        expect(await page.evaluate(pixelsTooWide), view).toBe(0);
      }
      await page.goto(`/admin/ledger/event?wallet=${walletId}&seq=4`);
      await see(page.getByRole('heading', { name: 'टॉप-अप जमा #4' }));
      expect(await page.evaluate(pixelsTooWide)).toBe(0);
      await page.goto('/admin/payments?state=resolved');
      await see(page.getByRole('listitem'));
      expect(await page.evaluate(pixelsTooWide)).toBe(0);
    },
    { language: 'hi', phone: true },
  ));
