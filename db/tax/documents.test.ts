import { sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inKarnataka, registered, testSupplier } from '@sachet/shared/tax/testing/parties';
import { defaultPrefixes, defaultSacs, type SupplierSettings } from '@sachet/shared/tax/content';
import { defaultSac, type PaidTool } from '@sachet/shared/sales';
import { sumLiability, toGstr1 } from '@sachet/shared/tax/gstr1';
import { noTax } from '@sachet/shared/tax/tax';
import { projectNewEvents } from '../finance/provenance/project.ts';
import { verifyLines, walletCalled } from '../testing/ledger-story.ts';
import { readAdvances } from './advances.ts';
import { issueDueDocuments } from './invoices.ts';
import { issueReceipts, receiptDueStatement } from './receipts.ts';
import { readReturnDocuments } from './register.ts';
import { addSupplier, readSuppliers } from './suppliers.ts';
import { collect, inMaharashtra, openPapers, type Papers } from './testing/papers.ts';

let papers: Papers;
const numbers = async (walletId?: string) =>
  (await papers.read(walletId)).map(({ number }) => number);
const verify = () => verifyLines(papers.database);
const fail = (error: unknown) => {
  throw error;
};
type Sacs = SupplierSettings['sac'];
const nineRupees = { type: 'Charge', amountPaise: 9_00, memberUid: 'asha' } as const;
let wallets = 0;
const openWallet = () => walletCalled(papers, `wal_p${(wallets += 1)}`);
const openAt = (at: string, ledger: 'whole' | 'broken' = 'whole') => {
  beforeAll(async () => {
    papers = await openPapers(at);
  });
  afterAll(async () => {
    await papers.close();
    await papers.database.drop(ledger);
  });
};

describe('without a registration', () => {
  openAt('2026-05-10T10:00:00+05:30');

  test('nothing is issued before the supplier is set, and a plain receipt without a GSTIN', async () => {
    const walletId = await openWallet();
    await papers.topUp(walletId, 100_00);
    await papers.issue();
    expect(await numbers()).toEqual([]);
    await papers.supply({ gstin: null });
    await papers.topUp(walletId, 499_00);
    await papers.charge(walletId, 9_00);
    await papers.setTime('2026-06-01T00:30:00+05:30');
    await papers.issue();
    expect(await numbers()).toEqual(['RC/2627/000001']);
    expect(await verify()).toEqual([]);
  });

  test('money from before the registration is invoiced without an advance', async () => {
    const walletId = await openWallet();
    await papers.topUp(walletId, 100_00);
    await papers.supply();
    await papers.charge(walletId, 9_00);
    await papers.setTime('2026-07-01T00:30:00+05:30');
    await papers.issue();
    const invoice = (await papers.read(walletId)).at(-1)!;
    expect(invoice.content).toMatchObject({ kind: 'tax-invoice', advances: [] });
    expect(invoice.content.totals).toMatchObject({ totalPaise: 9_00, cgstPaise: 69 });
    expect(await verify()).toEqual([]);
  });
});

describe('numbers', () => {
  openAt('2026-03-31T23:00:00+05:30');

  test('the last minute of 31 March is in the old financial year', async () => {
    await papers.supply();
    const walletId = await openWallet();
    await papers.setTime('2026-03-31T23:59:30+05:30');
    await papers.topUp(walletId, 1);
    await papers.setTime('2026-04-01T00:00:00+05:30');
    await papers.topUp(walletId, 100_00);
    expect(await numbers(walletId)).toEqual(['RV/2526/000001', 'RV/2627/000001']);
  });

  /** Credits a payment without its receipt. */
  const credit = (walletId: string, name: string, ...also: CompiledQuery[]) =>
    papers.ledger.append(
      {
        type: 'CreditTopUp',
        walletId,
        idempotencyKey: `topup:pay_${name}`,
        actor: 'gateway',
        amountPaise: 100_00,
        orderId: `ord_${name}`,
        paymentId: `pay_${name}`,
      },
      (event) => [receiptDueStatement(papers.db, event), ...also],
    );

  test('a crash while a payment is credited or its receipt issued leaves no gap, and the receipt is issued later', async () => {
    const walletId = await openWallet();
    const crash = sql`select 1 / 0`.compile(papers.db);
    await expect(credit(walletId, 'crash', crash)).rejects.toThrow('division by zero');
    await issueReceipts(papers.db, fail);
    expect(await numbers(walletId)).toEqual([]);
    await credit(walletId, 'crash');
    await papers.owner.query(`
      create function crash() returns trigger language plpgsql as
        $$ begin raise exception 'a crash'; end $$;
      create trigger crash before delete on receipt_due for each row execute function crash()`);
    const failures: unknown[] = [];
    await issueReceipts(papers.db, (error) => failures.push(error));
    expect(String(failures)).toContain('a crash');
    expect(await numbers(walletId)).toEqual([]);
    await papers.owner.query('drop function crash cascade');
    await Promise.all([issueReceipts(papers.db, fail), issueReceipts(papers.db, fail)]);
    await issueReceipts(papers.db, fail);
    expect(await numbers(walletId)).toEqual(['RV/2627/000002']);
  });

  test('top-ups and workers that issue concurrently leave no gap', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, openWallet));
    await Promise.all([
      ...ids.map((id) => papers.topUp(id, 100_00)),
      papers.issue(),
      ...ids.map((id) => papers.topUp(id, 499_00)),
      papers.issue(),
    ]);
    const all = (await numbers()).filter((number) => number.startsWith('RV/2627/'));
    expect(all).toEqual(all.map((_, i) => `RV/2627/${String(i + 1).padStart(6, '0')}`));
    expect(all.length).toBeGreaterThanOrEqual(26);
    expect(await verify()).toEqual([]);
  });

  test('a payment that is credited while settings are being stored has the document of the new ones', async () => {
    const walletId = await openWallet();
    const suppliers = await readSuppliers(papers.db);
    const [stored, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const settings = { ...suppliers.at(-1)!.settings, signatory: 'Leela Nair' };
    const changing = papers.db.transaction().execute(async (trx) => {
      await addSupplier(trx, { settings, fromDay: '2026-04-01', by: 'owner' });
      stored.resolve();
      await committed.promise;
    });
    await stored.promise;
    // The payment itself does not wait.
    expect(await credit(walletId, 'meanwhile')).toMatchObject({ ok: true });
    const issuing = issueReceipts(papers.db, fail);
    const isWaiting = async () => {
      const { rows } = await papers.owner.query(
        `select from pg_locks where locktype = 'advisory' and not granted and database =
          (select oid from pg_database where datname = current_database())`,
      );
      return rows.length;
    };
    await expect.poll(isWaiting).toBe(1);
    committed.resolve();
    await Promise.all([changing, issuing]);
    await papers.issue();
    const [receipt, ...others] = await papers.read(walletId);
    expect(receipt!.content.supplier.signatory).toBe('Leela Nair');
    expect(others).toEqual([]);
    expect(await verify()).toEqual([]);
  });

  test('another registration needs other prefixes, and no settings begin in the past', async () => {
    expect(await papers.supply({ ...inMaharashtra, prefixes: defaultPrefixes })).toBe(
      'prefix_taken',
    );
    expect(await papers.supply({}, '2026-03-31')).toBe('from_day_past');
  });
});

describe('a month', () => {
  openAt('2026-10-05T10:00:00+05:30');
  let walletId: string;
  beforeAll(() => papers.supply());
  beforeEach(async () => {
    walletId = await openWallet();
  });

  test('an invoice adjusts the advance, and bonus credit is a discount', async () => {
    await papers.bill(walletId, inKarnataka);
    await papers.tell(walletId, { type: 'CreditSignupBonus', amountPaise: 10_00 });
    await papers.topUp(walletId, 499_00);
    await papers.charge(walletId, 9_00);
    await papers.charge(walletId, 9_00);
    await papers.charge(walletId, 1);
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    const [voucher, invoice] = await papers.read(walletId);
    expect(voucher!.content.totals).toMatchObject({ taxablePaise: 422_88, cgstPaise: 38_06 });
    expect(invoice!.content).toMatchObject({
      kind: 'tax-invoice',
      // Use of the 1st is invoiced within the 30 days of Rule 47.
      day: '2026-10-31',
      period: { from: '2026-10-01', to: '2026-10-31' },
      totals: { grossPaise: 18_01, discountPaise: 10_00, totalPaise: 8_01 },
    });
    expect(invoice!.content.lines.map(({ quantity, unitPaise }) => [quantity, unitPaise])).toEqual([
      [1, 1],
      [2, 9_00],
    ]);
    expect(invoice!.content.advances).toMatchObject([
      { number: voucher!.number, amountPaise: 8_01 },
    ]);
    expect(await verify()).toEqual([]);
  });

  test('a refund in the month of the charge leaves the money available as an advance', async () => {
    await papers.bill(walletId, inKarnataka);
    await papers.topUp(walletId, 100_00);
    const { seq } = await papers.charge(walletId, 100_00);
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 100_00 });
    await papers.charge(walletId, 100_00);
    await papers.setTime('2026-12-01T00:30:00+05:30');
    await papers.issue();
    const [voucher, invoice, note] = (await papers.read(walletId)).map(({ content }) => content);
    expect(invoice!.totals.totalPaise).toBe(200_00);
    expect(invoice!.advances[0]!.amountPaise).toBe(100_00);
    expect(note).toMatchObject({
      kind: 'credit-note',
      totals: { totalPaise: 100_00 },
      advances: [],
    });
    expect(note!.day).toBe(invoice!.day);
    const tax = voucher!.totals.cgstPaise;
    expect(
      invoice!.totals.cgstPaise - invoice!.advances[0]!.cgstPaise - note!.totals.cgstPaise,
    ).toBe(0);
    expect(tax).toBe(7_63);
    expect(await verify()).toEqual([]);
  });

  test('a GSTIN that is added later changes no earlier document', async () => {
    await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.setTime('2027-01-01T00:10:30+05:30');
    await papers.bill(walletId, registered);
    await papers.charge(walletId, 9_00);
    await papers.issue();
    await papers.setTime('2027-02-01T00:30:00+05:30');
    await papers.issue();
    const documents = (await papers.read(walletId)).map(({ content }) => content);
    expect(documents.map(({ kind, recipient }) => [kind, recipient.gstin])).toEqual([
      ['receipt-voucher', null],
      ['tax-invoice', null],
      ['tax-invoice', registered.gstin],
    ]);
  });

  test("a refund of last year's charge is a note in this year's series, and restores the advance", async () => {
    await papers.topUp(walletId, 100_00);
    const { seq } = await papers.charge(walletId, 40_00);
    await papers.setTime('2027-04-02T10:00:00+05:30');
    await papers.issue();
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 15_00 });
    await papers.issue();
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 25_00 });
    await papers.issue();
    const [voucher, invoice, ...notes] = await papers.read(walletId);
    expect(notes.map(({ number }) => number.slice(0, 8))).toEqual(['CN/2728/', 'CN/2728/']);
    expect(notes[0]!.content.against).toMatchObject({ number: invoice!.number });
    const credited = notes.reduce((sum, { content }) => sum + content.totals.igstPaise, 0);
    expect(credited).toBe(invoice!.content.totals.igstPaise);
    expect(notes[1]!.content.advances).toMatchObject([
      { number: voucher!.number, amountPaise: 25_00 },
    ]);
    expect(await verify()).toEqual([]);
  });

  test('a dispute that is lost after the invoice pays back only what was not used', async () => {
    await papers.topUp(walletId, 100_00, 'pay_lost');
    await papers.charge(walletId, 60_00);
    await papers.setTime('2027-05-01T00:30:00+05:30');
    await papers.issue();
    await papers.tell(walletId, {
      type: 'DisputeTopUp',
      paymentId: 'pay_lost',
      amountPaise: 100_00,
    });
    await papers.issue();
    const refund = (await papers.read(walletId)).at(-1)!.content;
    expect(refund).toMatchObject({ kind: 'refund-voucher', totals: { totalPaise: 40_00 } });
    // The next payment pays the debt first, which is not an advance.
    await papers.topUp(walletId, 100_00);
    expect((await papers.read(walletId)).at(-1)!.content.totals.totalPaise).toBe(40_00);
    await papers.tell(walletId, { type: 'WinDispute', paymentId: 'pay_lost', amountPaise: 100_00 });
    await papers.issue();
    expect(await verify()).toEqual([]);
  });

  test('a supplier that moves to another State in the middle of a month sends two invoices', async () => {
    await papers.bill(walletId, inKarnataka);
    await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.setTime('2027-05-15T10:00:00+05:30');
    expect(await papers.supply(inMaharashtra)).toBeNull();
    await papers.charge(walletId, 9_00);
    await papers.setTime('2027-06-01T00:30:00+05:30');
    await papers.issue();
    const [, ...invoices] = await papers.read(walletId);
    expect(
      invoices.map(({ content: { supplier, isIntraState, advances } }) => ({
        State: supplier.stateCode,
        isIntraState,
        adjusted: advances.length,
      })),
    ).toEqual([
      { State: '29', isIntraState: true, adjusted: 1 },
      { State: '27', isIntraState: false, adjusted: 0 },
    ]);
    expect(await verify()).toEqual([]);
  });

  test("without a State, an advance is inter-State and its invoice is of the supplier's State", async () => {
    await papers.setTime('2027-05-02T10:00:00+05:30');
    await papers.topUp(walletId, 118_00);
    const { seq } = await papers.charge(walletId, 59_00);
    await papers.setTime('2027-06-01T00:30:00+05:30');
    await papers.issue();
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 11_80 });
    await papers.issue();
    const documents = (await papers.read(walletId)).map(({ content }) => content);
    expect(
      documents.map(({ kind, placeOfSupply, totals: { cgstPaise, igstPaise } }) => {
        return { kind, placeOfSupply, cgstPaise, igstPaise };
      }),
    ).toEqual([
      { kind: 'receipt-voucher', placeOfSupply: null, cgstPaise: 0, igstPaise: 18_00 },
      { kind: 'tax-invoice', placeOfSupply: '29', cgstPaise: 4_50, igstPaise: 0 },
      { kind: 'credit-note', placeOfSupply: '29', cgstPaise: 90, igstPaise: 0 },
    ]);
    expect(documents[1]!.advances).toMatchObject([{ isIntraState: false, igstPaise: 9_00 }]);
    expect(await verify()).toEqual([]);
  });

  test("March's use is invoiced in the old financial year, on its last day", async () => {
    await papers.setTime('2028-03-01T10:00:00+05:30');
    await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.setTime('2028-04-01T00:30:00+05:30');
    await papers.issue();
    const invoice = (await papers.read(walletId)).at(-1)!;
    expect([invoice.number.split('/')[1], invoice.content.day]).toEqual(['2728', '2028-03-31']);
  });
});

describe('a lost dispute', () => {
  openAt('2026-10-05T10:00:00+05:30');

  test.each([
    ['before its invoice', '2026-10-05T12:00:00+05:30', '2026-11-01T00:30:00+05:30'],
    ['after its invoice', '2026-12-01T00:30:00+05:30', '2026-12-02T00:30:00+05:30'],
  ])('a charge that is refunded %s and pays its debt leaves no advance', async (_name, at, end) => {
    await papers.supply();
    const walletId = await openWallet();
    await papers.topUp(walletId, 100_00, `pay_${walletId}`);
    const { seq } = await papers.charge(walletId, 60_00);
    const dispute = { paymentId: `pay_${walletId}`, amountPaise: 100_00 };
    await papers.tell(walletId, { type: 'DisputeTopUp', ...dispute });
    await papers.setTime(at);
    await papers.issue();
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 60_00 });
    await papers.setTime(end);
    await papers.issue();
    // All of the payment went back: no tax is due, and no advance is left.
    const documents = (await papers.read(walletId)).map(({ content, number }) => {
      return { content, number, againstPaise: 60_00 };
    });
    const { gstin } = documents[0]!.content.supplier;
    expect(sumLiability(toGstr1({ gstin: gstin!, month: 'all' }, documents))).toEqual(noTax);
    const advances = (await readAdvances(papers.db, [walletId])).get(walletId)!;
    expect(advances.map(({ leftPaise }) => leftPaise)).toEqual([0]);
    // If the dispute is won after all, the money is an advance again.
    await papers.tell(walletId, { type: 'WinDispute', ...dispute });
    await papers.issue();
    expect((await papers.read(walletId)).at(-1)!.content.totals.totalPaise).toBe(100_00);
    expect(await verify()).toEqual([]);
  });
});

describe('settings that were stored when there were other tools', () => {
  openAt('2026-10-05T10:00:00+05:30');

  test('invoice the month with the usual code for a tool that is newer than the settings', async () => {
    const { image: _newer, ...older } = testSupplier.sac;
    await papers.supply({
      sac: { ...older, chat: '998439', posters: '998361' } as unknown as Sacs,
    });
    const walletId = await openWallet();
    await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.tell(walletId, { ...nineRupees, tool: 'chat' });
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    const invoice = (await papers.read(walletId)).find(({ content }) => content.period !== null);
    const codes = invoice!.content.lines.map(({ item, sac }) => [item, sac]);
    expect(Object.fromEntries(codes)).toEqual({ image: defaultSacs.image, chat: '998439' });
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: 2, amountPaise: 9_00 });
    await papers.issue();
    const note = (await papers.read(walletId)).at(-1)!;
    expect(note.content.kind).toBe('credit-note');
    expect(note.content.lines).toMatchObject([{ item: 'image', sac: defaultSacs.image }]);
    expect(await verify()).toEqual([]);
  });

  test('issue and report the charges of tools that a rollback removed', async () => {
    await papers.setTime('2026-12-05T10:00:00+05:30');
    await papers.supply({ sac: { ...testSupplier.sac, posters: '998361' } });
    const walletId = await openWallet();
    await papers.topUp(walletId, 100_00);
    const { seq } = await papers.charge(walletId, 9_00);
    for (const tool of ['posters', 'jingles']) {
      await papers.tell(walletId, { ...nineRupees, tool: tool as PaidTool });
    }
    await papers.setTime('2027-01-01T00:30:00+05:30');
    await papers.issue();
    for (const chargeSeq of [seq + 1, seq + 2]) {
      await papers.tell(walletId, { type: 'RefundCharge', chargeSeq, amountPaise: 9_00 });
    }
    await papers.issue();
    const documents = await papers.read(walletId);
    const codes = documents
      .filter(({ content }) => content.kind === 'credit-note')
      .map(({ content: { lines } }) => [lines[0]!.item, lines[0]!.sac]);
    expect(codes).toEqual([
      ['posters', '998361'],
      ['jingles', defaultSac],
    ]);
    const period = { gstin: testSupplier.gstin!, month: '2026-12' };
    const reported = (await collect(readReturnDocuments(papers.db, period))).flat();
    expect(reported.flatMap(({ content }) => content.lines)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ item: 'posters', sac: '998361' })]),
    );
    expect(toGstr1(period, reported)).toMatchObject(period);
    expect((await readSuppliers(papers.db)).map(({ settings }) => settings.sac.posters)).toEqual([
      '998361',
      '998361',
    ]);
    expect(await verify()).toEqual([]);
  });
});

describe('a credit note', () => {
  openAt('2026-10-05T10:00:00+05:30');

  test('finds the line of its charge when the usual code has changed since the invoice', async () => {
    await papers.supply();
    const walletId = await openWallet();
    await papers.topUp(walletId, 100_00);
    const { seq } = await papers.charge(walletId, 9_00);
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    await papers.owner.query(`begin; alter table supplier_setting disable trigger user;
      update supplier_setting set settings = jsonb_set(settings, '{sac,image}', '"998439"');
      alter table supplier_setting enable trigger user; commit`);
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 9_00 });
    await papers.issue();
    const note = (await papers.read(walletId)).at(-1)!;
    expect(note.content.kind).toBe('credit-note');
    expect(note.content.lines).toMatchObject([{ item: 'image', sac: defaultSacs.image }]);
  });

  test('corrects the line with the refunded code if the code changed within the month', async () => {
    await papers.setTime('2026-12-02T10:00:00+05:30');
    await papers.supply();
    const walletId = await openWallet();
    await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.supply({ sac: { ...defaultSacs, image: '998439' } });
    const { seq } = await papers.charge(walletId, 9_00);
    await papers.setTime('2027-01-01T00:30:00+05:30');
    await papers.issue();
    await papers.tell(walletId, { type: 'RefundCharge', chargeSeq: seq, amountPaise: 9_00 });
    await papers.issue();
    const note = (await papers.read(walletId)).at(-1)!;
    expect(note.content.lines).toMatchObject([{ item: 'image', sac: '998439' }]);
    expect(await verify()).toEqual([]);
  });
});

describe('a wallet whose documents cannot be issued', () => {
  openAt('2026-10-05T10:00:00+05:30', 'broken');

  test('does not delay those of other wallets', async () => {
    await papers.supply();
    const ids = [await openWallet(), await openWallet()];
    for (const id of ids) {
      await papers.topUp(id, 100_00);
      await papers.charge(id, 9_00);
    }
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    await papers.owner.query(`begin; alter table document disable trigger user;
      update document set content = '{}' where kind = 'tax-invoice' and wallet_id = '${ids[0]}';
      alter table document enable trigger user; commit`);
    for (const id of ids) {
      await papers.tell(id, { type: 'RefundCharge', chargeSeq: 2, amountPaise: 9_00 });
    }
    await projectNewEvents(papers.db, () => {});
    const failed: string[] = [];
    await issueDueDocuments(papers.db, (_, walletId) => failed.push(walletId));
    expect(failed).toEqual([ids[0]]);
    expect(await numbers(ids[1])).toContain('CN/2627/000001');
  });
});

describe('tampering', () => {
  openAt('2026-10-05T10:00:00+05:30', 'broken');

  test('an edited, a deleted and a missing document are found', async () => {
    await papers.supply();
    const walletId = await openWallet();
    for (let i = 0; i < 3; i += 1) await papers.topUp(walletId, 100_00);
    await papers.charge(walletId, 9_00);
    await papers.setTime('2026-11-01T00:30:00+05:30');
    await papers.issue();
    expect(await verify()).toEqual([]);
    const change = (statement: string) =>
      papers.owner.query(`begin; alter table document disable trigger user;
        alter table document_advance disable trigger user; ${statement};
        alter table document enable trigger user;
        alter table document_advance enable trigger user; commit`);
    await change(`update document set content = replace(content, '"netPaise":900', '"netPaise":100')
                   where kind = 'tax-invoice'`);
    expect((await verify()).join('\n')).toContain('does not follow');
    await change(`update document set content = replace(content, '"netPaise":100', '"netPaise":900')
                   where kind = 'tax-invoice'`);
    expect(await verify()).toEqual([]);
    await papers.owner.query(`update document_progress set invoiced_seq = 99, seq = 99`);
    expect(await verify()).toEqual([]);
    await change(`delete from mail; delete from document_advance where document_id = (select id from document where number = 'RV/2627/000003');
                  delete from document where number = 'RV/2627/000003'`);
    expect((await verify()).join('\n')).toContain(`document_differs ${walletId} 3`);
  });
});
