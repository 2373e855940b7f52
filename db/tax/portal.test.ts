// Documents that a portal would refuse are held, and papers say what was paid and what is owed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  abroad,
  inKarnataka,
  inZone,
  registered,
  testSupplier,
} from '@sachet/shared/tax/testing/parties';
import { readOpenNotices } from '../admin/notices.ts';
import { verifyLines, walletCalled } from '../testing/ledger-story.ts';
import { openPapers, type Papers } from './testing/papers.ts';
import { findDifference, readTaxMonth } from './tax-month.ts';

let papers: Papers;
const verify = () => verifyLines(papers.database);
const openAt = (at: string) => {
  beforeAll(async () => {
    papers = await openPapers(at);
    await papers.supply();
  });
  afterAll(async () => {
    await papers.close();
    await papers.database.drop('whole');
  });
};
const kindsOf = async (walletId: string) =>
  (await papers.read(walletId)).map(({ content }) => content.kind);

describe('an invoice that the portal would refuse', () => {
  openAt('2026-10-05T10:00:00+05:30');
  const held = async () =>
    (await readOpenNotices(papers.db, { kind: 'document_held', limit: 10 })).map(
      ({ data }) => data,
    );

  test('is held with a notice while others are issued, and is issued with the corrected details', async () => {
    const walletId = await walletCalled(papers, 'wal_bad');
    const other = await walletCalled(papers, 'wal_good');
    // Stored by an earlier version: the API refuses it today.
    await papers.bill(walletId, { ...registered, address: '12 "Rose" Villa', pin: '560001' });
    await papers.bill(other, registered);
    for (const each of [walletId, other]) {
      await papers.topUp(each, 100_00);
      await papers.charge(each, 9_00);
    }
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    expect(await kindsOf(walletId)).toEqual(['receipt-voucher']);
    expect(await kindsOf(other)).toEqual(['receipt-voucher', 'tax-invoice']);
    const data = {
      walletId,
      month: '2026-10',
      fields: ['BuyerDtls.Addr1', 'BuyerDtls.Pin'],
    };
    expect(await held()).toEqual([data]);
    await papers.issue();
    expect(await held()).toEqual([data]);
    await papers.bill(walletId, registered);
    await papers.issue();
    expect((await papers.read(walletId)).at(-1)?.content).toMatchObject({
      kind: 'tax-invoice',
      recipient: registered,
      period: { from: '2026-10-01' },
    });
    expect(await held()).toEqual([]);
    expect(await verify()).toEqual([]);
  });

  test('is issued with the name, address and PIN that the person corrected, and with the State, zone and letter of its month', async () => {
    await papers.setTime('2026-11-02T10:00:00+05:30');
    const letter = { arn: 'AD290326000123B', year: '2627' };
    await papers.supply({ letter });
    const walletId = await walletCalled(papers, 'wal_moved');
    await papers.bill(walletId, { ...inZone, address: '4 "Kaveri" Zone', pin: '400021' });
    await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.setTime('2026-12-01T00:30:00+05:30');
    await papers.issue();
    const fields = ['BuyerDtls.Addr1', 'BuyerDtls.Pin'];
    expect(await held()).toEqual([{ walletId, month: '2026-11', fields }]);

    await papers.supply({ letter: null });
    // A move to another State with the correction would be another registration: it holds the invoice.
    await papers.bill(walletId, registered);
    await papers.issue();
    expect(await held()).toMatchObject([{ walletId, fields: ['BuyerDtls.Pin'] }]);

    const corrected = { name: 'Kaveri Exports', address: '4 Kaveri Zone', pin: '560101' };
    await papers.bill(walletId, { ...inZone, ...corrected, gstin: null, isSez: false });
    await papers.issue();
    expect((await papers.read(walletId)).at(-1)?.content).toMatchObject({
      kind: 'tax-invoice',
      day: '2026-11-30',
      recipient: { ...inZone, ...corrected },
      placeOfSupply: '29',
      isIntraState: false,
      supplyType: 'sez-without-payment',
      lines: [{ rateBasisPoints: 0 }],
      totals: { igstPaise: 0, totalPaise: 9_00 },
    });
    expect(await held()).toEqual([]);
    expect(await verify()).toEqual([]);
  });

  test('is issued with the corrected address of the supplier', async () => {
    await papers.setTime('2026-12-05T10:00:00+05:30');
    await papers.supply({ pin: '400021' });
    const walletId = await walletCalled(papers, 'wal_pin');
    await papers.bill(walletId, registered);
    await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.setTime('2027-01-01T00:30:00+05:30');
    await papers.issue();
    expect(await held()).toMatchObject([{ walletId, fields: ['SellerDtls.Pin'] }]);
    await papers.supply();
    await papers.issue();
    expect((await papers.read(walletId)).at(-1)?.content).toMatchObject({
      kind: 'tax-invoice',
      supplier: { pin: testSupplier.pin },
    });
    expect(await held()).toEqual([]);
    expect(await verify()).toEqual([]);
  });
});

describe('a credit note that the portal would refuse', () => {
  openAt('2026-10-05T10:00:00+05:30');
  let walletId: string;
  const held = async () =>
    (await readOpenNotices(papers.db, { kind: 'document_held', limit: 10 })).map(
      ({ data }) => data,
    );
  const refund = async (seq: number, amountPaise: number) => {
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise });
    await papers.issue();
  };
  const last = async () => (await papers.read(walletId)).at(-1)!.content;
  let charges: number[];

  beforeAll(async () => {
    walletId = await walletCalled(papers, 'wal_note');
    await papers.bill(walletId, { ...inZone, isSez: false });
    await papers.topUp(walletId, 500_00);
    charges = [];
    for (const paise of [9_00, 12_00, 10_00]) {
      charges.push((await papers.charge(walletId, paise)).seq);
    }
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
  });

  test('is held with a notice, and is issued with the corrected address of the supplier, which ends the notice', async () => {
    // Stored by an earlier version: the API refuses it today.
    await papers.supply({ pin: '400021' });
    await refund(charges[0]!, 9_00);
    expect(await held()).toEqual([{ walletId, month: null, fields: ['SellerDtls.Pin'] }]);
    await papers.topUp(walletId, 100_00);
    expect((await last()).kind).toBe('receipt-voucher');
    // The recipient stays as it is on the invoice.
    await papers.bill(walletId, registered);
    await papers.supply();
    await papers.issue();
    expect(await last()).toMatchObject({
      kind: 'credit-note',
      supplier: { pin: testSupplier.pin },
      recipient: { gstin: inZone.gstin, name: inZone.name },
      totals: { totalPaise: 9_00 },
    });
    expect(await held()).toEqual([]);
    expect(await verify()).toEqual([]);
  });

  test('is issued with the corrected address of the customer if its invoice is older than the rule', async () => {
    await papers.bill(walletId, { ...inZone, isSez: false, address: '7 Church Street, Bengaluru' });
    const write = (from: string, to: string) =>
      papers.owner.query(
        `set session_replication_role = replica;
         update document set content = replace(content, '${from}', '${to}')
          where kind = 'tax-invoice' and wallet_id = '${walletId}';
         set session_replication_role = origin`,
      );
    const quoted = inZone.address.replace('Unit 4', String.raw`Unit \"4\"`);
    await write(inZone.address, quoted);
    await refund(charges[1]!, 12_00);
    await write(quoted, inZone.address);
    expect(await last()).toMatchObject({
      kind: 'credit-note',
      recipient: { gstin: inZone.gstin, address: '7 Church Street, Bengaluru' },
    });
    expect(await held()).toEqual([]);
    expect(await verify()).toEqual([]);
  });

  test('of one paisa has no tax, and is not held', async () => {
    for (let refunded = 0; refunded < 12; refunded += 1) await refund(charges[2]!, 1);
    const notes = (await papers.read(walletId)).filter(
      ({ content }) => content.totals.totalPaise === 1,
    );
    expect(notes).toHaveLength(12);
    for (const { content } of notes) expect(content.totals.taxablePaise).toBe(1);
    expect(await held()).toEqual([]);
    expect(await verify()).toEqual([]);
  });
});

describe('letters of undertaking at the turn of the financial year', () => {
  openAt('2026-03-20T10:00:00+05:30');
  const toLetter = (year: string) => ({ letter: { arn: 'AD290326000123B', year } });
  let zone: string;
  const pay = async (at: string) => {
    await papers.setTime(at);
    await papers.topUp(zone, 118_00);
    return (await papers.read(zone)).at(-1)!.content.supplyType;
  };

  test('a letter that is entered in March counts from 1 April, and the letter of this year until then', async () => {
    zone = await walletCalled(papers, 'wal_year');
    await papers.bill(zone, inZone);
    await papers.supply(toLetter('2627'));
    expect(await pay('2026-03-25T10:00:00+05:30')).toBe('sez-with-payment');
    await papers.supply(toLetter('2526'));
    await papers.supply(toLetter('2627'));
    expect(await pay('2026-03-31T23:59:00+05:30')).toBe('sez-without-payment');
    await papers.charge(zone, 59_00);
    expect(await pay('2026-04-01T00:00:00+05:30')).toBe('sez-without-payment');
    await papers.setTime('2026-04-01T00:30:00+05:30');
    await papers.issue();
    const invoice = (await papers.read(zone)).find(({ content }) => content.kind === 'tax-invoice');
    expect(invoice!.content).toMatchObject({
      day: '2026-03-31',
      supplyType: 'sez-without-payment',
      totals: { igstPaise: 0 },
    });
    expect(await pay('2027-03-31T23:59:00+05:30')).toBe('sez-without-payment');
    expect(await pay('2027-04-01T00:00:00+05:30')).toBe('sez-with-payment');
    expect(await verify()).toEqual([]);
  });

  test('settings without a letter withdraw the earlier ones', async () => {
    await papers.supply(toLetter('2728'));
    expect(await pay('2027-04-02T10:00:00+05:30')).toBe('sez-without-payment');
    await papers.supply();
    expect(await pay('2027-04-03T10:00:00+05:30')).toBe('sez-with-payment');
  });
});

describe('a recipient in a Special Economic Zone or abroad', () => {
  openAt('2026-10-05T10:00:00+05:30');

  test('is billed inter-State from the voucher to the note, with and without a letter', async () => {
    const letter = { arn: 'AD290326000123B', year: '2627' };
    const zone = await walletCalled(papers, 'wal_zone');
    const jane = await walletCalled(papers, 'wal_jane');
    await papers.bill(zone, inZone);
    await papers.bill(jane, abroad);
    await papers.topUp(zone, 118_00);
    await papers.topUp(jane, 118_00);
    await papers.supply({ letter });
    await papers.topUp(zone, 100_00);
    const charge = await papers.charge(zone, 59_00);
    await papers.charge(jane, 59_00);
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue(1);
    await papers.tell(zone, { type: 'RefundCharge', chargeSeq: charge.seq, amountPaise: 59_00 });
    await papers.issue(1);
    const told = (await papers.read()).map(({ walletId, content }) => [
      walletId,
      content.kind,
      content.supplyType,
      content.placeOfSupply,
      content.totals.igstPaise,
      content.totals.cgstPaise,
    ]);
    expect(told.toSorted()).toEqual(
      [
        ['wal_jane', 'receipt-voucher', 'export-with-payment', '96', 18_00, 0],
        ['wal_jane', 'tax-invoice', 'export-with-payment', '96', 9_00, 0],
        ['wal_zone', 'receipt-voucher', 'sez-with-payment', '29', 18_00, 0],
        ['wal_zone', 'receipt-voucher', 'sez-without-payment', '29', 0, 0],
        ['wal_zone', 'tax-invoice', 'sez-without-payment', '29', 0, 0],
        ['wal_zone', 'credit-note', 'sez-without-payment', '29', 0, 0],
      ].toSorted(),
    );
    expect(findDifference((await readTaxMonth(papers.db, '2026-10')).use)).toBe(0);
    expect(await verify()).toEqual([]);
  });
});

describe('a refund voucher', () => {
  openAt('2026-10-05T10:00:00+05:30');

  test.each([
    ['wal_left', inZone, inKarnataka, 'sez-with-payment'],
    ['wal_joined', inKarnataka, inZone, 'domestic'],
  ] as const)(
    'of %s keeps the tax of its receipt voucher when the customer changes the zone in between',
    async (name, before, after, supplyType) => {
      const walletId = await walletCalled(papers, name);
      await papers.bill(walletId, before);
      await papers.topUp(walletId, 118_00, `pay_${name}`);
      await papers.bill(walletId, after);
      const amountPaise = 118_00;
      await papers.tell(walletId, { type: 'RefundTopUp', amountPaise, paymentId: `pay_${name}` });
      await papers.issue();
      const [receipt, refund] = (await papers.read(walletId)).map(({ content }) => content);
      const { placeOfSupply, isIntraState, totals } = receipt!;
      expect(refund).toMatchObject({ kind: 'refund-voucher', supplyType, recipient: after });
      expect(refund).toMatchObject({ placeOfSupply, isIntraState, totals });
      expect(await verify()).toEqual([]);
    },
  );
});

describe('what was paid and what is owed', () => {
  openAt('2026-10-05T10:00:00+05:30');
  const last = async (walletId: string) => (await papers.read(walletId)).at(-1)!.content;

  test('an invoice names the debt of a chargeback, and a payment says which part paid it', async () => {
    const walletId = await walletCalled(papers, 'wal_debt');
    await papers.topUp(walletId, 1_000_00, 'pay_back');
    await papers.charge(walletId, 843_00);
    await papers.tell(walletId, {
      type: 'DisputeTopUp',
      amountPaise: 1_000_00,
      paymentId: 'pay_back',
    });
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    expect(
      (await papers.read(walletId)).find(({ content }) => content.kind === 'tax-invoice')?.content,
    ).toMatchObject({ owedPaise: 843_00 });
    await papers.topUp(walletId, 700_00);
    expect(await last(walletId)).toMatchObject({
      kind: 'receipt',
      debtPaise: 700_00,
      owedPaise: 143_00,
      totals: { totalPaise: 700_00, igstPaise: 0 },
    });
    await papers.topUp(walletId, 300_00);
    expect(await last(walletId)).toMatchObject({
      kind: 'receipt-voucher',
      debtPaise: 143_00,
      owedPaise: 0,
      totals: { totalPaise: 157_00 },
    });
    await papers.issue();
    expect(await verify()).toEqual([]);
  });

  test('a month that bonus credit paid has no invoice, and its refund has no note', async () => {
    await papers.setTime('2026-12-05T10:00:00+05:30');
    const walletId = await walletCalled(papers, 'wal_bonus');
    await papers.tell(walletId, { type: 'CreditSignupBonus', amountPaise: 250_00 });
    const charge = await papers.charge(walletId, 9_00);
    await papers.setTime('2027-01-01T00:30:00+05:30');
    await papers.issue();
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: charge.seq, amountPaise: 9_00 });
    await papers.issue();
    expect(await papers.read(walletId)).toEqual([]);
    for (const month of ['2026-12', '2027-01']) {
      const { use } = await readTaxMonth(papers.db, month);
      expect(findDifference(use)).toBe(0);
      expect(use.discountPaise).toBe(month === '2026-12' ? 9_00 : -9_00);
    }
    expect(await verify()).toEqual([]);
  });
});
