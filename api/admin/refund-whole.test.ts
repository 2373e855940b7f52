// A refund of a charge as a whole, from the request to the books and the statement.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDayBooks } from '@sachet/db/finance/books';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { readReturnDocuments } from '@sachet/db/tax/register';
import { findDifference, readTaxMonth } from '@sachet/db/tax/tax-month';
import { collect, openPapers, type Papers } from '@sachet/db/tax/testing/papers';
import { getPayable, sumLedgers } from '@sachet/db/tax/testing/tally-sums';
import type { AdminProposal } from '@sachet/shared/admin/contracts/admin-proposals';
import { sumLiability, toGstr1 } from '@sachet/shared/tax/gstr1';
import { sumTax } from '@sachet/shared/tax/tax';
import { registered, testSupplier } from '@sachet/shared/tax/testing/parties';
import { lastIstMonths } from '@sachet/shared/time';
import { createCustomer, type Customer } from '../testing/client.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

/** The charge is of the first month, and its refund of the second. */
const months = lastIstMonths(Date.now(), 2) as [string, string];
const [month, next] = months;
const gstin = testSupplier.gstin!;
const reason = 'the reply was cut off';

let papers: Papers;
let open: AdministeredStack;
let customer: Customer;
let finance: Customer;
beforeAll(async () => {
  papers = await openPapers(`${month}-05T10:00:00+05:30`);
  await papers.supply();
  open = await openAdministeredStack({ database: papers.database });
  customer = await createCustomer(open.stack);
  finance = await createCustomer(open.stack);
  await open.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
});
afterAll(async () => {
  await papers?.close();
  await open?.stop();
});

const readLedger = async (walletId: string) => {
  const events = await open.books.query<{ kind: string; amount_paise: number; seq: number }>(
    'select kind, amount_paise, seq from ledger_event where wallet_id = $1 order by seq',
    [walletId],
  );
  return events.map(({ kind, amount_paise }) => [kind, amount_paise]);
};

test('a refund of a charge above the limit is approved by a second person, and ledger, note, return, Tally and statement agree', async () => {
  const { walletId: wallet } = await customer.wallet();
  await papers.bill(wallet, registered);
  await papers.topUp(wallet, 10_000_00);
  const bought = await papers.tell(wallet, {
    type: 'Charge',
    tool: 'image',
    memberUid: customer.uid,
    amountPaise: 6_250_00,
  });
  if (!bought.ok) throw new Error(bought.refusal);
  const { seq } = bought.event;
  await papers.setTime(`${next}-01T00:30:00+05:30`);
  await papers.issue(1);

  const asked = await finance.send<{ proposal: AdminProposal }>('/api/admin/ledger/refund-charge', {
    json: { wallet, seq, amount: 5_500.55, reason },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(asked.status).toBe(202);
  const json = { proposalId: asked.body.proposal.proposalId, decision: 'approve' };
  const decide = (by: Customer) => by.send('/api/admin/proposals', { json });
  expect((await decide(finance)).status).toBe(403);
  expect((await decide(open.admins[0])).status).toBe(200);
  await papers.issue(1);

  // The note and the return: the tax of the part that a payment had paid.
  const note = (await papers.read(wallet)).at(-1)!;
  const { totals, against } = note.content;
  expect(note.content).toMatchObject({ kind: 'credit-note', recipient: registered });
  expect(totals.totalPaise).toBe(5_500_55);
  expect(totals.taxablePaise + totals.igstPaise).toBe(5_500_55);
  const documents = await collect(readReturnDocuments(papers.db, { gstin, month: next }));
  const gstr1 = toGstr1({ gstin, month: next }, documents);
  expect(gstr1.cdnr).toMatchObject([
    {
      number: note.number,
      recipientGstin: registered.gstin,
      totalPaise: 5_500_55,
      rates: [{ taxablePaise: totals.taxablePaise, igstPaise: totals.igstPaise }],
    },
  ]);
  expect(against).toMatchObject({ number: (await papers.read(wallet)).at(-2)!.number });

  const { body } = await customer.send<{ items: unknown[] }>('/api/statement?kind=corrections');
  expect(body.items).toMatchObject([
    { kind: 'ChargeRefunded', amount: 5_500.55, refundOf: 6_250, reason },
  ]);

  // Return, documents and Tally agree in each month.
  await countNewEvents(papers.db);
  for (const each of months) {
    const { liabilities, use } = await readTaxMonth(papers.db, each);
    expect(findDifference(use)).toBe(0);
    const returned = await collect(readReturnDocuments(papers.db, { gstin, month: each }));
    const due = sumLiability(toGstr1({ gstin, month: each }, returned));
    expect(sumTax(liabilities.map((liability) => liability.due))).toEqual(due);
    const books = await readDayBooks(papers.db, { from: `${each}-01`, to: `${each}-31` });
    const { cgstPaise, sgstPaise, igstPaise } = due;
    expect(getPayable(sumLedgers(books), gstin)).toEqual([cgstPaise, sgstPaise, igstPaise]);
  }
  expect(await readLedger(wallet)).toEqual([
    ['SignupBonusCredited', 250_00],
    ['TopUpCredited', 10_000_00],
    ['Charged', -6_250_00],
    ['ChargeRefunded', 5_500_55],
  ]);
  await open.books.expectToBeSound();
});
