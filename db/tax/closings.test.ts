// A supplier that has moved to another State moves the advances of its earlier registration.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sumLiability, toGstr1 } from '@sachet/shared/tax/gstr1';
import { inKarnataka, testSupplier } from '@sachet/shared/tax/testing/parties';
import { projectNewEvents } from '../finance/provenance/project.ts';
import { verifyLines, walletCalled } from '../testing/ledger-story.ts';
import { askToClose, listLeftVouchers, readLeftAdvances } from './closings.ts';
import { issueDueDocuments } from './invoices.ts';
import { readKeptAdvances } from './output-tax.ts';
import { readReturnDocuments } from './register.ts';
import { collect, inMaharashtra, openPapers, type Papers } from './testing/papers.ts';

const earlier = testSupplier.gstin!;
const present = inMaharashtra.gstin!;
let papers: Papers;
let walletId: string;

beforeEach(async () => {
  papers = await openPapers('2026-10-05T10:00:00+05:30');
  await papers.supply();
  walletId = await walletCalled(papers, 'wal_asha');
  await papers.bill(walletId, inKarnataka);
  await papers.topUp(walletId, 118_00, 'pay_asha');
});
afterEach(async () => {
  await papers.close();
  await papers.database.drop();
});

const ask = (gstin = earlier) =>
  papers.db.transaction().execute((trx) => askToClose(trx, { gstin, by: 'owner' }));

/** The tax that is due in the returns of all months, by registration. */
async function readDue(): Promise<Record<string, number>> {
  const due: Record<string, number> = {};
  for (const gstin of [earlier, present]) {
    for (const month of ['2026-10', '2026-11']) {
      const documents = await collect(readReturnDocuments(papers.db, { gstin, month }));
      const tax = sumLiability(toGstr1({ gstin, month }, documents));
      due[gstin] = (due[gstin] ?? 0) + tax.cgstPaise + tax.sgstPaise + tax.igstPaise;
    }
  }
  return due;
}

const readKinds = async (of = walletId) =>
  (await papers.read(of)).map(
    ({ content }) =>
      `${content.kind} ${content.supplier.gstin!.slice(0, 2)} ${content.totals.totalPaise}`,
  );

test('unused advances move once, and each rupee is taxed once, by one registration', async () => {
  await papers.charge(walletId, 23_60);
  await papers.setTime('2026-10-31T23:50:00+05:30');
  await papers.supply(inMaharashtra);
  // Its use under the earlier registration is not invoiced yet.
  expect(await ask()).toBeNull();
  await papers.issue();
  expect(await readLeftAdvances(papers.db)).toMatchObject([
    { gstin: earlier, wallets: 1, amountPaise: 118_00, taxPaise: 18_00, closing: { doneAt: null } },
  ]);
  await papers.setTime('2026-11-01T00:30:00+05:30');
  await papers.issue();
  expect(await readKinds()).toEqual([
    'receipt-voucher 29 11800',
    'tax-invoice 29 2360',
    'refund-voucher 29 9440',
    'receipt-voucher 27 9440',
  ]);
  // 23.60 was used in Karnataka; the advance of 94.40 is now an inter-State one of Maharashtra.
  expect(await readDue()).toEqual({ [earlier]: 3_60, [present]: 14_40 });
  expect(await listLeftVouchers(papers.db, { present, limit: 9 })).toEqual([]);

  await papers.charge(walletId, 94_40);
  await ask();
  await papers.issue();
  await papers.setTime('2026-12-01T00:30:00+05:30');
  await papers.issue();
  expect((await readKinds()).slice(4)).toEqual(['tax-invoice 27 9440']);
  expect(await verifyLines(papers.database)).toEqual([]);
});

test('an advance that the present registration has already invoiced is only paid back', async () => {
  await papers.supply(inMaharashtra);
  await papers.charge(walletId, 59_00);
  await papers.setTime('2026-11-01T00:30:00+05:30');
  await papers.issue();
  // 59.00 is taxed twice until the earlier registration is closed.
  expect(await readDue()).toEqual({ [earlier]: 18_00, [present]: 9_00 });
  await papers.charge(walletId, 11_80);
  await ask();
  await papers.issue();
  expect((await readKinds()).slice(1)).toEqual([
    'tax-invoice 27 5900',
    'refund-voucher 29 11800',
    // Includes the 11.80 that will be invoiced.
    'receipt-voucher 27 5900',
  ]);
  expect(await readDue()).toEqual({ [earlier]: 0, [present]: 18_00 });
  expect(await verifyLines(papers.database)).toEqual([]);
});

test('money that an admin took keeps the tax that was paid for it', async () => {
  await papers.tell(walletId, { type: 'AdjustByAdmin', amountPaise: -59_00, reason: 'a mistake' });
  await papers.supply(inMaharashtra);
  await ask();
  await papers.issue();
  expect((await readKinds()).slice(1)).toEqual([
    'refund-voucher 29 5900',
    'receipt-voucher 27 5900',
  ]);
  expect(await readDue()).toEqual({ [earlier]: 9_00, [present]: 9_00 });
  expect(await readLeftAdvances(papers.db)).toMatchObject([
    { gstin: present, amountPaise: 59_00, closing: null },
    { gstin: earlier, amountPaise: 59_00, closing: { doneAt: expect.any(Date) } },
  ]);
});

test('a second closing finds nothing left, also of money that an admin took between the two', async () => {
  const take = () =>
    papers.tell(walletId, { type: 'AdjustByAdmin', amountPaise: -29_50, reason: 'a mistake' });
  const readKept = () =>
    papers.db
      .transaction()
      .execute((trx) => readKeptAdvances(trx, { from: '2026-10-01', to: '2026-12-31' }));
  await take();
  await papers.supply(inMaharashtra);
  await ask();
  await papers.issue();
  const once = await readKinds();
  expect(once.slice(1)).toEqual(['refund-voucher 29 8850', 'receipt-voucher 27 8850']);
  expect(await readKept()).toMatchObject([{ gstin: earlier, taxPaise: 4_50 }]);
  await take();
  await ask();
  await papers.issue();
  expect(await readKinds()).toEqual(once);
  expect(await readKept()).toMatchObject([
    { gstin: earlier, taxPaise: 4_50 },
    { gstin: present, taxPaise: 4_50 },
  ]);

  // A third registration takes over what can be used, and the kept parts stay where they were.
  const inTamilNadu = { gstin: '33AAGCB7383J1ZF', stateCode: '33', pin: '600001' } as const;
  const prefixes = {
    receipt: 'RC3',
    'receipt-voucher': 'RV3',
    'tax-invoice': 'TI3',
    'refund-voucher': 'RF3',
    'credit-note': 'CN3',
  };
  expect(await papers.supply({ ...inTamilNadu, prefixes })).toBeNull();
  for (const gstin of [present, earlier, present]) {
    await ask(gstin);
    await papers.issue();
  }
  expect((await readKinds()).slice(once.length)).toEqual([
    'refund-voucher 27 5900',
    'receipt-voucher 33 5900',
  ]);
  expect(await readKept()).toMatchObject([
    { gstin: earlier, taxPaise: 4_50 },
    { gstin: present, taxPaise: 4_50 },
  ]);
  expect(await verifyLines(papers.database)).toEqual([]);
});

test('a purchase that is refunded after a closing returns to the earlier registration, and the next closing moves it', async () => {
  const bought = await papers.charge(walletId, 23_60);
  await papers.setTime('2026-11-01T00:30:00+05:30');
  await papers.supply(inMaharashtra);
  await ask();
  await papers.issue();
  const refund = (amountPaise: number) =>
    papers.tell(walletId, { type: 'RefundCharge', amountPaise, chargeSeq: bought.seq });
  await refund(11_81);
  await ask();
  await papers.issue();
  await ask();
  await papers.issue();
  await refund(11_79);
  // The note may be issued after the other worker has looked for advances: the next run moves this one.
  for (let run = 0; run < 2; run += 1) {
    await ask();
    await papers.issue();
  }
  expect((await readKinds()).slice(4)).toEqual([
    'credit-note 29 1181',
    'refund-voucher 29 1181',
    'receipt-voucher 27 1181',
    'credit-note 29 1179',
    'refund-voucher 29 1179',
    'receipt-voucher 27 1179',
  ]);
  expect(await readDue()).toEqual({ [earlier]: 0, [present]: 18_00 });
  expect(await verifyLines(papers.database)).toEqual([]);
});

test('with the voucher model, advances are paid back and no new voucher is due', async () => {
  await papers.supply({ ...inMaharashtra, model: 'voucher' });
  await ask();
  await papers.issue();
  expect((await readKinds()).slice(1)).toEqual(['refund-voucher 29 11800']);
});

test('the registration in use and one that the supplier never had are refused', async () => {
  expect(await ask()).toBe('present_registration');
  expect(await ask(present)).toBe('unknown_registration');
});

describe('a worker that crashes', () => {
  const issueAndFail = async () => {
    await projectNewEvents(papers.db, () => undefined);
    const failed: string[] = [];
    await issueDueDocuments(papers.db, (error) => failed.push(String(error)));
    return failed.join();
  };

  test.each([
    [
      'between the two vouchers of a wallet',
      `new.kind = 'receipt-voucher' and new.gstin = '${present}'`,
    ],
    ['between two wallets', `new.wallet_id = 'wal_ravi' and new.closing_id is not null`],
  ])('%s leaves no half and no gap, and the next pass continues', async (_name, isFailing) => {
    const ravi = await walletCalled(papers, 'wal_ravi');
    await papers.topUp(ravi, 236_00);
    await papers.supply(inMaharashtra);
    await ask();
    await papers.owner.query(`
      create function crash() returns trigger language plpgsql as $$ begin
        if ${isFailing} then raise exception 'crashed'; end if; return new; end $$;
      create trigger crash before insert on document for each row execute function crash()`);
    expect(await issueAndFail()).toContain('crashed');
    expect(await readKinds(ravi)).toHaveLength(1);
    await papers.owner.query('drop trigger crash on document; drop function crash()');
    await papers.issue();
    for (const [wallet, paise] of [
      [walletId, 118_00],
      [ravi, 236_00],
    ] as const) {
      expect((await readKinds(wallet)).slice(1)).toEqual([
        `refund-voucher 29 ${paise}`,
        `receipt-voucher 27 ${paise}`,
      ]);
    }
    expect(await verifyLines(papers.database)).toEqual([]);
  });
});
