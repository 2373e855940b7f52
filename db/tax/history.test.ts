// For any history of events, the documents of a year, its returns and its books sum to the ledger to the paisa.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inKarnataka, registered, testSupplier } from '@sachet/shared/tax/testing/parties';
import { sumLiability, toGstr1, type ReturnDocument } from '@sachet/shared/tax/gstr1';
import { splitTax, sumTax, type Tax } from '@sachet/shared/tax/tax';
import type { DayBooks } from '@sachet/shared/finance/tally';
import { readDayBooks } from '../finance/books.ts';
import { countNewEvents } from '../finance/day-totals.ts';
import { readBooks } from '../finance/figures.ts';
import { verifyLines, walletCalled } from '../testing/ledger-story.ts';
import { readAdvances } from './advances.ts';
import { askToClose } from './closings.ts';
import { readKeptAdvances } from './output-tax.ts';
import { readReturnDocuments } from './register.ts';
import { findDifference, readTaxMonth } from './tax-month.ts';
import {
  collect,
  inMaharashtra,
  openPapers,
  type Papers,
  type ReadDocument,
} from './testing/papers.ts';
import { getPayable, sumLedgers } from './testing/tally-sums.ts';

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
const walletCount = 4;

const paise = fc.constantFrom(1, 50, 1_00, 9_00, 33_33, 100_00, 499_00);
const index = fc.nat(20);
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('topUp' as const), paise }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('charge' as const), paise }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bonus' as const), paise }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take' as const), paise }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refundCharge' as const), paise, index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), paise, index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('return' as const), paise, index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), paise, index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('win' as const), paise, index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('profile' as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('issue' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
const step = fc.tuple(fc.nat(walletCount - 1), action);
const history = fc.tuple(
  fc.record({
    model: fc.constantFrom('advance' as const, 'voucher' as const),
    moves: fc.boolean(),
  }),
  fc.tuple(...months.map(() => fc.array(step, { minLength: 10, maxLength: 40 }))),
);
const registrations = [testSupplier.gstin!, inMaharashtra.gstin!];

interface Told {
  readonly walletId: string;
  readonly charges: number[];
  readonly payments: string[];
}

async function tell(papers: Papers, { walletId, charges, payments }: Told, act: Action) {
  const pick = <T>(list: T[], at: number) => list[at % list.length];
  switch (act.do) {
    case 'topUp': {
      const { paymentId } = await papers.topUp(walletId, act.paise);
      return void payments.push(paymentId!);
    }
    case 'charge': {
      const step = { type: 'Charge', tool: 'image', memberUid: 'asha' } as const;
      const outcome = await papers.tell(walletId, { ...step, amountPaise: act.paise });
      return void (outcome.ok && charges.push(outcome.event.seq));
    }
    case 'bonus':
      return papers.tell(walletId, {
        type: 'AdjustByAdmin',
        amountPaise: act.paise,
        reason: 'an apology',
      });
    case 'take':
      return papers.tell(walletId, {
        type: 'AdjustByAdmin',
        amountPaise: -act.paise,
        reason: 'a mistake',
      });
    case 'refundCharge': {
      const chargeSeq = pick(charges, act.index);
      if (chargeSeq === undefined) return;
      return papers.tell(walletId, { type: 'RefundCharge', amountPaise: act.paise, chargeSeq });
    }
    case 'profile':
      return papers.bill(walletId, act.index % 2 === 0 ? inKarnataka : registered);
    case 'issue':
      return papers.issue();
    default: {
      const paymentId = pick(payments, act.index);
      if (paymentId === undefined) return;
      const types = {
        refund: 'RefundTopUp',
        return: 'ReturnRefund',
        dispute: 'DisputeTopUp',
        win: 'WinDispute',
      } as const;
      return papers.tell(walletId, { type: types[act.do], amountPaise: act.paise, paymentId });
    }
  }
}

const sum = (documents: ReadDocument[], kind: string, name: 'grossPaise' | 'totalPaise') =>
  documents
    .filter(({ content }) => content.kind === kind)
    .reduce((total, { content }) => total + content.totals[name], 0);

const readMonthBooks = (papers: Papers, month: string) =>
  readDayBooks(papers.db, { from: `${month}-01`, to: `${month}-31` });

/**
 * Each month's documents and open use are what the ledger used, its returns have what the documents say is due, and
 * so have its vouchers.
 */
async function expectMonthsToAgree(papers: Papers): Promise<void> {
  const all = new Map<string, ReturnDocument[]>(registrations.map((gstin) => [gstin, []]));
  const dues: Tax[] = [];
  for (const month of [...months, '2026-07']) {
    const { liabilities, use } = await readTaxMonth(papers.db, month);
    expect(findDifference(use)).toBe(0);
    const ledgers = sumLedgers(await readMonthBooks(papers, month));
    for (const gstin of registrations) {
      const documents = await collect(readReturnDocuments(papers.db, { gstin, month }));
      const due = sumLiability(toGstr1({ gstin, month }, documents));
      const onPage = liabilities.filter((each) => each.gstin === gstin).map((each) => each.due);
      expect(sumTax(onPage)).toEqual(due);
      const { cgstPaise, sgstPaise, igstPaise } = due;
      expect(getPayable(ledgers, gstin)).toEqual([cgstPaise, sgstPaise, igstPaise]);
      all.get(gstin)!.push(...documents);
      dues.push(due);
    }
  }
  // The months together owe what a single return of all documents would.
  const whole = [...all].map(([gstin, documents]) =>
    sumLiability(toGstr1({ gstin, month: 'all' }, documents)),
  );
  expect(sumTax(dues)).toEqual(sumTax(whole));
}

/** Once all use is invoiced: revenue is the taxable value, and no tax of sales waits. */
async function expectRevenueWithoutTax(papers: Papers): Promise<void> {
  const year: DayBooks[] = [];
  for (const month of months) {
    const { use } = await readTaxMonth(papers.db, month);
    const days = await readMonthBooks(papers, month);
    year.push(...days);
    const revenue = days.flatMap(({ sales }) => sales).reduce((sum, { paise }) => sum + paise, 0);
    expect(revenue).toBe(use.taxablePaise);
    const books = await readBooks(papers.db, { from: `${month}-01`, to: `${month}-31` });
    const { paidPaise, taxPaise } = books.paidUse.reduce(
      (sum, each) => ({
        paidPaise: sum.paidPaise + each.paidPaise,
        taxPaise: sum.taxPaise + each.taxPaise,
      }),
      { paidPaise: 0, taxPaise: 0 },
    );
    expect([paidPaise - taxPaise, taxPaise]).toEqual([use.taxablePaise, use.taxPaise]);
  }
  const ledgers = sumLedgers([...year, ...(await readMonthBooks(papers, '2026-07'))]);
  const advances = [...(await readAdvances(papers.db, await readWallets(papers))).values()].flat();
  const kept = await readKept(papers);
  for (const gstin of registrations) {
    expect(ledgers.get(`Sachet GST on sales, not invoiced ${gstin}`) ?? 0).toBe(0);
    const tax = sumTax(
      advances.filter((each) => each.gstin === gstin).map((each) => splitTax(each.leftPaise, each)),
    );
    const keptPaise = kept
      .filter((each) => each.gstin === gstin)
      .reduce((sum, { taxPaise }) => sum + taxPaise, 0);
    // A debit: paid, and not due in the end.
    expect(0 - (ledgers.get(`Sachet GST on advances ${gstin}`) ?? 0)).toBe(
      tax.cgstPaise + tax.sgstPaise + tax.igstPaise - keptPaise,
    );
  }
}

/** Closing the first registration leaves it only the advances that nothing will use, in any number of passes. */
async function expectToClose(papers: Papers): Promise<void> {
  const readTotalDue = async () => {
    const dues = await Promise.all(
      [...months, '2026-07'].map(
        async (month) => (await readTaxMonth(papers.db, month)).liabilities,
      ),
    );
    return sumTax(dues.flat().map(({ due }) => due));
  };
  const before = await readTotalDue();
  const [gstin] = registrations;
  const ask = () =>
    papers.db.transaction().execute((trx) => askToClose(trx, { gstin: gstin!, by: 'owner' }));
  expect(await ask()).toBeNull();
  await papers.issue();
  const once = await papers.read();
  await ask();
  await papers.issue();
  expect(await papers.read()).toHaveLength(once.length);
  await expectMonthsToAgree(papers);
  expect((await verifyLines(papers.database)).join('\n')).toBe('');
  const advances = [...(await readAdvances(papers.db, await readWallets(papers))).values()].flat();
  const kept = await readKept(papers);
  const left = advances.filter((each) => each.gstin === gstin);
  const leftTax = left.reduce((sum, each) => {
    const { taxablePaise } = splitTax(each.leftPaise, each);
    return sum + each.leftPaise - taxablePaise;
  }, 0);
  const keptTax = kept
    .filter((each) => each.gstin === gstin)
    .reduce((sum, { taxPaise }) => sum + taxPaise, 0);
  expect(leftTax).toBe(keptTax);
  const { rows } = await papers.owner.query(`
    select coalesce(sum(case kind when 'refund-voucher' then -amount_paise else amount_paise end), 0)::int8
             as moved
      from document where closing_id is not null`);
  const total = (tax: Tax) => tax.taxablePaise + tax.cgstPaise + tax.sgstPaise + tax.igstPaise;
  expect(total(await readTotalDue()) - total(before)).toBe(rows[0].moved);
}

async function readWallets(papers: Papers): Promise<string[]> {
  const { rows } = await papers.owner.query('select id from wallet');
  return rows.map(({ id }) => id);
}

const readKept = (papers: Papers) =>
  papers.db
    .transaction()
    .execute((trx) => readKeptAdvances(trx, { from: '2026-01-01', to: '2026-12-31' }));

async function expectToSumToLedger(
  papers: Papers,
  walletId: string,
  { model, moves }: { model: 'advance' | 'voucher'; moves: boolean },
): Promise<void> {
  const { rows } = await papers.owner.query(
    // Without what bonus credit paid: a month of nothing else has no invoice, and its refund no note.
    `select (coalesce(-sum(amount_paise) filter (where kind = 'Charged'), 0)
              - coalesce(sum(bonus) filter (where kind = 'Charged'), 0))::int8 as charged,
            (coalesce(sum(amount_paise) filter (where kind = 'ChargeRefunded'), 0)
              + coalesce(sum(bonus) filter (where kind = 'ChargeRefunded'), 0))::int8 as refunded,
            coalesce((select paid_paise from provenance_wallet p where p.wallet_id = $1), 0)
              + coalesce((select sum(amount_paise) from provenance_move m
                 where m.wallet_id = $1 and is_paid and purpose = 'adjusted'), 0)::int8 as paid
       from ledger_event e
      cross join lateral (
        select sum(m.amount_paise) as bonus from provenance_move m
         where m.wallet_id = e.wallet_id and m.seq = e.seq and not m.is_paid
           and m.taken_seq = coalesce(e.reverses_seq, e.seq)
      ) b
      where wallet_id = $1`,
    [walletId],
  );
  const [ledger] = rows;
  const documents = await papers.read(walletId);
  expect(sum(documents, 'tax-invoice', 'totalPaise')).toBe(ledger.charged);
  expect(sum(documents, 'credit-note', 'totalPaise')).toBe(ledger.refunded);
  const advances = (await readAdvances(papers.db, [walletId])).get(walletId) ?? [];
  const left = advances.reduce((total, { leftPaise }) => total + leftPaise, 0);
  // Money that another registration received is invoiced without an advance.
  const paid = model === 'advance' ? ledger.paid : 0;
  expect(left).toBe(moves ? left : paid);
  for (const advance of advances) {
    const tax = await papers.owner.query(
      `select sum(taxable_paise)::int8 as "taxablePaise", sum(cgst_paise)::int8 as "cgstPaise",
              sum(sgst_paise)::int8 as "sgstPaise", sum(igst_paise)::int8 as "igstPaise"
         from document_advance where voucher_id = $1 and lot_seq = $2`,
      [advance.voucherId, advance.lotSeq],
    );
    expect(tax.rows[0]).toEqual(splitTax(advance.leftPaise, advance));
  }
}

test('the documents of any history sum to the ledger in both models, and their numbers have no gaps', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ([supplier, told]) => {
      const papers = await openPapers('2026-01-01T00:00:00+05:30');
      try {
        await papers.supply({ model: supplier.model });
        const wallets: Told[] = [];
        for (let i = 0; i < walletCount; i += 1) {
          const walletId = await walletCalled(papers, `wal_h${i}`);
          wallets.push({ walletId, charges: [], payments: [] });
        }
        for (const [i, steps] of told.entries()) {
          await papers.setTime(`${months[i]}-28T12:00:00+05:30`);
          for (const [at, [wallet, act]] of steps.entries()) {
            if (supplier.moves && i === 2 && at === 5) {
              await papers.supply({ ...inMaharashtra, model: supplier.model });
            }
            await tell(papers, wallets[wallet]!, act);
          }
        }
        await countNewEvents(papers.db);
        // Some use is not invoiced yet.
        await expectMonthsToAgree(papers);
        await papers.setTime('2026-07-01T00:30:00+05:30');
        await papers.issue();
        await expectMonthsToAgree(papers);
        expect((await verifyLines(papers.database)).join('\n')).toBe('');
        await expectRevenueWithoutTax(papers);
        if (supplier.moves) await expectToClose(papers);
        for (const { walletId } of wallets) await expectToSumToLedger(papers, walletId, supplier);
      } finally {
        await papers.close();
        await papers.database.drop('broken');
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
}, 240_000);
