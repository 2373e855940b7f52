import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sumLiability, toGstr1 } from '@sachet/shared/tax/gstr1';
import { inKarnataka, registered, testSupplier } from '@sachet/shared/tax/testing/parties';
import { projectNewEvents } from '../finance/provenance/project.ts';
import { verifyLines, walletCalled } from '../testing/ledger-story.ts';
import { issueDueDocuments } from './invoices.ts';
import { readRegister, readReturnDocuments, readWholeRegister, sumRegister } from './register.ts';
import { findDifference, readTaxMonth } from './tax-month.ts';
import { collect, inMaharashtra, openPapers, type Papers } from './testing/papers.ts';

const gstin = testSupplier.gstin!;
let papers: Papers;

const openAt = (at: string, ledger: 'whole' | 'broken' = 'whole') => {
  beforeAll(async () => {
    papers = await openPapers(at);
  });
  afterAll(async () => {
    await papers.close();
    await papers.database.drop(ledger);
  });
};

async function readReturn(month: string) {
  const documents = await collect(readReturnDocuments(papers.db, { gstin, month }));
  return toGstr1({ gstin, month }, documents);
}

async function expectToAgree(month: string) {
  const { liabilities, use } = await readTaxMonth(papers.db, month);
  const due = liabilities.find((each) => each.gstin === gstin)?.due;
  const expected = sumLiability(await readReturn(month));
  expect(due ?? expected).toEqual(expected);
  expect(findDifference(use)).toBe(0);
  return use;
}

describe.each(['advance', 'voucher'] as const)('with the %s model', (model) => {
  openAt('2026-10-05T10:00:00+05:30', 'broken');
  let agency: string;
  let asha: string;

  beforeAll(async () => {
    await papers.supply({ model });
    agency = await walletCalled(papers, 'wal_agency');
    asha = await walletCalled(papers, 'wal_asha');
    await papers.bill(agency, registered);
    await papers.bill(asha, inKarnataka);
    await papers.topUp(agency, 499_00);
    await papers.topUp(asha, 100_00, 'pay_back');
    await papers.tell(asha, { type: 'CreditSignupBonus', amountPaise: 10_00 });
    const { seq } = await papers.charge(agency, 9_00);
    await papers.charge(asha, 12_00);
    await papers.charge(asha, 1);
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    await papers.setTime('2026-11-10T10:00:00+05:30');
    await papers.tell(agency, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 9_00 });
    await papers.charge(agency, 50_00);
    await papers.tell(asha, { type: 'RefundTopUp', paymentId: 'pay_back', amountPaise: 40_00 });
    await papers.issue();
  });

  test('the use of each month is what its documents, bonus credit and open use say', async () => {
    expect(await expectToAgree('2026-10')).toEqual({
      usedPaise: 21_01,
      taxablePaise: 9_34,
      taxPaise: 1_67,
      discountPaise: 10_00,
      notInvoicedPaise: 0,
      unregisteredPaise: 0,
    });
    const november = await expectToAgree('2026-11');
    expect(november).toMatchObject({
      usedPaise: 41_00,
      taxablePaise: -7_63,
      taxPaise: -1_37,
      notInvoicedPaise: 50_00,
    });
  });

  test('an advance is due when it is received, and otherwise tax is due with the invoice', async () => {
    const due = async (month: string) => {
      const { liabilities } = await readTaxMonth(papers.db, month);
      return Object.values(liabilities[0]?.due ?? {}).reduce((sum, paise) => sum + paise, 0);
    };
    // October: invoices of 9.00 and 2.01. November: a note of 9.00, and ₹40 paid back.
    expect(await due('2026-10')).toBe(model === 'advance' ? 599_00 : 11_01);
    expect(await due('2026-11')).toBe(model === 'advance' ? -40_00 : -9_00);
  });

  test('the register lists a month by kind and recipient, in pages, with sums', async () => {
    const month = '2026-11';
    const all = await readRegister(papers.db, { month }, { beforeId: null, limit: 50 });
    const pages: string[] = [];
    for (let beforeId: number | null = null; ;) {
      const [row] = await readRegister(papers.db, { month }, { beforeId, limit: 1 });
      if (!row) break;
      pages.push(row.number);
      beforeId = row.id;
    }
    expect(pages).toEqual(all.map(({ number }) => number));
    const whole = await collect(readWholeRegister(papers.db, { month }));
    expect(whole.map(({ number }) => number)).toEqual(pages.toReversed());
    const note = all.find(({ kind }) => kind === 'credit-note');
    const october = { month: '2026-10', kind: 'tax-invoice' } as const;
    const invoices = await readRegister(papers.db, october, { beforeId: null, limit: 50 });
    expect(note).toMatchObject({
      number: 'CN/2627/000001',
      walletId: agency,
      recipient: registered.name,
      recipientGstin: registered.gstin,
      placeOfSupply: '27',
      against: invoices.find(({ walletId }) => walletId === agency)!.number,
      taxablePaise: 7_63,
      igstPaise: 1_37,
      totalPaise: 9_00,
    });
    expect(await sumRegister(papers.db, { ...october, gstin })).toEqual([
      {
        kind: 'tax-invoice',
        documents: 2,
        discountPaise: 10_00,
        taxablePaise: 9_34,
        cgstPaise: 15,
        sgstPaise: 15,
        igstPaise: 1_37,
        totalPaise: 11_01,
      },
    ]);
    const toRegistered = await sumRegister(papers.db, { month, recipient: 'registered' });
    expect(toRegistered.map(({ kind }) => kind)).toEqual(['credit-note']);
    expect(await sumRegister(papers.db, { month: '2026-12' })).toEqual([]);
  });

  test('the return has the documents of the month', async () => {
    expect(await readReturn('2026-10')).toMatchObject({
      b2b: [{ recipientGstin: registered.gstin, totalPaise: 9_00 }],
      cdnr: [],
      b2cs: [{ placeOfSupply: '29', taxablePaise: 1_71, cgstPaise: 15, sgstPaise: 15 }],
    });
    const november = await readReturn('2026-11');
    expect(november).toMatchObject({
      b2b: [],
      cdnr: [{ recipientGstin: registered.gstin, totalPaise: 9_00 }],
      b2cs: [],
    });
    const kinds = november.issued.map(({ kind }) => kind);
    expect(kinds.includes('refund-voucher')).toBe(model === 'advance');
  });

  test('a document that was changed is a difference', async () => {
    await papers.owner.query(`begin; alter table document disable trigger user;
      update document set content = replace(content, '"taxablePaise":763', '"taxablePaise":663')
       where kind = 'tax-invoice' and wallet_id = '${agency}';
      alter table document enable trigger user; commit`);
    const { use } = await readTaxMonth(papers.db, '2026-10');
    expect(findDifference(use)).toBe(1_00);
  });
});

describe('use before the registration', () => {
  openAt('2026-10-05T10:00:00+05:30');

  test('is revenue without documents, and stays so when it is given back', async () => {
    const walletId = await walletCalled(papers, 'wal_early');
    await papers.topUp(walletId, 100_00);
    const { seq } = await papers.charge(walletId, 30_00);
    await papers.supply();
    await papers.charge(walletId, 9_00);
    await papers.setTime('2026-11-02T10:00:00+05:30');
    await papers.issue();
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 10_00 });
    await papers.issue();
    expect(await expectToAgree('2026-10')).toMatchObject({
      usedPaise: 39_00,
      unregisteredPaise: 30_00,
      notInvoicedPaise: 0,
    });
    expect(await expectToAgree('2026-11')).toMatchObject({
      usedPaise: -10_00,
      unregisteredPaise: -10_00,
    });
    expect(await verifyLines(papers.database)).toEqual([]);
  });
});

describe('a supplier that moves to another State in the middle of a month', () => {
  openAt('2026-10-05T10:00:00+05:30');

  test('files a return of each registration, and a lost dispute pays back what the first received', async () => {
    await papers.supply();
    const walletId = await walletCalled(papers, 'wal_moved');
    await papers.bill(walletId, inKarnataka);
    await papers.topUp(walletId, 100_00, 'pay_moved');
    await papers.charge(walletId, 9_00);
    await papers.setTime('2026-10-15T10:00:00+05:30');
    expect(await papers.supply(inMaharashtra)).toBeNull();
    await papers.charge(walletId, 9_00);
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    await papers.tell(walletId, {
      type: 'DisputeTopUp',
      paymentId: 'pay_moved',
      amountPaise: 100_00,
    });
    await papers.issue();
    const readParts = async (month: string) => {
      const { liabilities } = await readTaxMonth(papers.db, month);
      const parts = liabilities.map(({ gstin: of, parts: all }) => [
        of,
        Object.fromEntries(
          all
            .filter(({ documents }) => documents > 0)
            .map(({ part, taxablePaise, cgstPaise, sgstPaise, igstPaise }) => [
              part,
              taxablePaise + cgstPaise + sgstPaise + igstPaise,
            ]),
        ),
      ]);
      return Object.fromEntries(parts) as unknown;
    };
    expect(await readParts('2026-10')).toEqual({
      [inMaharashtra.gstin!]: { 'invoices-b2c': 9_00 },
      // ₹100 came in, and 9.00 of it was used.
      [gstin]: { 'invoices-b2c': 9_00, 'advances-received': 91_00 },
    });
    // The dispute took back the unused 82.00.
    expect(await readParts('2026-11')).toEqual({ [gstin]: { 'advances-adjusted': 82_00 } });
    await expectToAgree('2026-10');
    await expectToAgree('2026-11');
    expect(await verifyLines(papers.database)).toEqual([]);
  });
});

describe('a worker that crashes', () => {
  openAt('2026-10-05T10:00:00+05:30');

  test('after it took numbers and before the documents commit leaves no gap', async () => {
    await papers.supply();
    const walletId = await walletCalled(papers, 'wal_crash');
    await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.setTime('2026-11-01T00:30:00+05:30');
    // The batch's last statement fails, after the numbers were taken.
    await papers.owner.query(`
      create function crash() returns trigger language plpgsql as
        $$ begin raise exception 'crashed'; end $$;
      create trigger crash before update of invoiced_seq on document_progress
        for each row execute function crash()`);
    await projectNewEvents(papers.db, () => {});
    const failed: string[] = [];
    await issueDueDocuments(papers.db, (error) => failed.push(String(error)));
    expect(failed.join()).toContain('crashed');
    expect((await papers.read(walletId)).map(({ number }) => number)).toEqual(['RV/2627/000001']);
    await papers.owner.query('drop trigger crash on document_progress; drop function crash()');
    await papers.issue();
    expect((await papers.read(walletId)).map(({ number }) => number)).toEqual([
      'RV/2627/000001',
      'TI/2627/000001',
    ]);
    expect(await verifyLines(papers.database)).toEqual([]);
  });
});
