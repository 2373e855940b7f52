// Tasks of finance and auditors: comparing the books with gateway and bank, tracing money,
// exporting files, and checking receipts.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createLedger } from '@sachet/db/ledger/ledger';
import { createPool } from '@sachet/db/connect';
import { publishKeys, takeCheckpoint } from '@sachet/db/ledger/checkpoint';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { istDay } from '@sachet/shared/time';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payIn, rows } from './admin-steps.ts';
import { createIndividual, createWithAddress, toBrowserState } from './people.ts';
import { see, seeGone, someAddress, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

/** Creates a user who topped up ₹500 and spent ₹400; returns the ids and the time. */
async function createPayer() {
  const person = await createIndividual(studio);
  const paymentId = await payIn(studio, person, 500);
  const [paid] = await studio.books.query<{ walletId: string; recordedAt: Date }>(
    `select wallet_id as "walletId", recorded_at as "recordedAt" from ledger_event
      where payment_id = $1`,
    [paymentId],
  );
  const { walletId, recordedAt } = paid!;
  const ledger = createLedger({ connectionString: studio.stack.database.appUrl });
  try {
    const charged = await ledger.append({
      type: 'Charge',
      walletId,
      amountPaise: 400_00,
      tool: 'image',
      memberUid: person.uid,
      actor: 'test',
      idempotencyKey: `spend:${person.uid}`,
    });
    expect(charged.ok).toBe(true);
  } finally {
    await ledger.close();
  }
  return { person, paymentId, walletId, day: istDay(recordedAt.getTime()) };
}

async function importFile(page: Page, kind: string, lines: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: 'File type' }).selectOption({ label: kind });
  await page.getByLabel('CSV file').setInputFiles({
    name: 'report.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.map((line) => `${line}\n`).join('')),
  });
  await page.getByRole('button', { name: /^(Import the file|Preview the statement)$/ }).click();
}

const report = (paymentId: string, day: string, rupees: number, utr: string) => [
  'transaction_entity,entity_id,amount,currency,fee,tax,debit,credit,created_at,settlement_id,settled_at,settlement_utr',
  `payment,${paymentId},${rupees}.00,INR,11.80,1.80,0.00,${rupees - 12}.20,${day},setl_${utr},${day},${utr}`,
];

test('reconciliation, money trail and export of a payment match the ledger', async () => {
  const { paymentId, walletId, day } = await createPayer();
  const finance = await createWithAddress(studio, someAddress('finance'));
  await studio.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
  const utr = `UTR${paymentId.slice(-10)}`;
  const state = toBrowserState(studio, finance);

  await studio.visit(
    async ({ page }) => {
      // The figures link to their events.
      await page.goto(`/admin/finance?from=${day}&to=${day}`);
      const figure = page
        .getByRole('definition')
        .filter({ has: page.getByRole('link') })
        .first();
      await figure.getByRole('link').click();
      await page.getByRole('searchbox', { name: 'Reference' }).fill(paymentId);
      await soon(async () => expect(await rows(page).count()).toBe(1));
      await see(rows(page).getByText('₹500.00').first());

      // The gateway first reports wrong data, then correct data, and the bank has the payment.
      await page.goto(`/admin/settlements?from=${day}&to=${day}`);
      const compared = page.getByRole('table', { name: 'Ledger, gateway and bank' });
      await see(compared);
      await importFile(page, "Dashboard's export", report(paymentId, day, 490, utr));
      await see(page.getByText('Imported. Lines: 1, new: 1, changed: 0.'));
      await see(compared.getByText('The gateway has ₹10.00 less than the ledger.').first());
      await importFile(page, "Dashboard's export", report(paymentId, day, 500, utr));
      await see(page.getByText('Imported. Lines: 1, new: 0, changed: 1.'));
      await importFile(page, 'Bank statement', ['utr,date,amount', `${utr},${day},488.20`]);
      await page.getByRole('button', { name: 'Book the statement' }).click();
      await see(page.getByText('Imported. Lines: 1, new: 1, changed: 0.'));
      // Today's report is not complete before tomorrow, so the day is not compared yet.
      await see(compared.getByText('₹488.20').first());
      await see(
        page.getByText(
          'Days not compared yet, because a report or a bank statement is missing: 1.',
        ),
      );
      await see(compared.getByText('Resolved: 1'));

      // The bank's reference leads to the purchases, and these to the payment.
      await page.goto(`/admin/trail?of=${utr}`);
      await see(page.getByText('₹150.00').first());
      await page.getByRole('link', { name: paymentId }).first().click();
      await see(page.getByText(utr).first());
      await see(page.getByText('₹350.00').first());

      // An export has a checksum.
      await page.goto('/admin/exports');
      await page
        .getByRole('combobox', { name: 'What' })
        .selectOption({ label: 'Settled lines of the gateway, CSV' });
      await page.getByLabel('From').fill(day);
      await page.getByLabel('To', { exact: true }).fill(day);
      await page.getByRole('button', { name: 'Create export' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /^Download sachet-settlement/ }).click(),
      ]);
      const bytes = readFileSync(await file.path());
      expect(bytes.toString('utf8')).toContain(`${paymentId},`);
      const [listed] = await studio.books.query<{ sha256: string }>(
        `select encode(sha256, 'hex') as sha256 from export_file where requested_by = $1`,
        [finance.uid],
      );
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(listed!.sha256);

      // A page that only super admins may open.
      await page.goto('/admin/users');
      await see(page.getByText('Forbidden'));
    },
    { state, consent: 'denied' },
  );
  const [wallet] = await studio.books.query<{ paise: number }>(
    'select balance_paise as paise from wallet where id = $1',
    [walletId],
  );
  expect(wallet!.paise).toBe(350_00);
});

test('a saved receipt is valid when checked offline, and invalid after one digit has changed', async () => {
  const { person } = await createPayer();
  const key = readSigningKey('the key of this journey');
  const owner = createPool(studio.stack.database.ownerUrl, { max: 1 });
  try {
    await publishKeys(owner, [key.publicKeyHex]);
    await takeCheckpoint(owner, key);
  } finally {
    await owner.end();
  }
  let kept = '';
  await studio.visit(
    async ({ page }) => {
      await page.goto('/wallet');
      await page.getByRole('main').getByRole('link', { name: 'Receipt' }).first().click();
      await see(page.getByText('This entry is in the ledger, exactly as shown here.'));
      await page.getByText('Show the proof').click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save this receipt' }).click(),
      ]);
      kept = readFileSync(await file.path(), 'utf8');
    },
    { state: toBrowserState(studio, person), consent: 'denied', phone: true },
  );
  await studio.visit(
    async ({ page, context }) => {
      await page.goto('/verify-receipt');
      const field = page.getByLabel('Receipt file');
      await see(field);
      const give = (text: string) =>
        field.setInputFiles({
          name: 'receipt.json',
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        });
      const isValid = page.getByText('This entry is in the ledger, exactly as shown here.');
      // The first check shows that the page has its code and our keys.
      await give(kept);
      await see(isValid);
      await context.setOffline(true);
      await give(kept.replace('-40000', '-30000'));
      await see(page.getByText('Invalid: the entry doesn’t match our records.'));
      await seeGone(isValid);
      await give(kept);
      await see(isValid);
      await context.setOffline(false);
    },
    { consent: 'denied', phone: true },
  );
});
