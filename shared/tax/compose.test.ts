import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { restoreAdvances, takeAdvances, type Advance } from './advances.ts';
import { toCanonicalJson } from './canonical.ts';
import {
  composeCreditNote,
  composeInvoice,
  composeReceipt,
  composeRefundVoucher,
  noProfile,
  type UsedLine,
} from './compose.ts';
import { DocumentContent } from './content.ts';
import { splitTax, sumTax } from './tax.ts';
import { abroad, inKarnataka, inZone, registered, testSupplier } from './testing/parties.ts';

const day = '2026-11-27';
const gstin = testSupplier.gstin!;
const here = { supplier: testSupplier, recipient: inKarnataka, day, hasLetter: false };
const period = { from: '2026-10-01', to: '2026-10-31' };
const picture = (unitPaise: number, quantity: number, discountPaise = 0): UsedLine => ({
  item: 'image',
  sac: '998319',
  rateBasisPoints: 1800,
  unitPaise,
  quantity,
  discountPaise,
});
const invoiceOf = (used: UsedLine[]) => composeInvoice(here, used, { advances: [], period });
const advance = (voucherId: number, receivedPaise: number, leftPaise = receivedPaise): Advance => ({
  voucherId,
  lotSeq: voucherId,
  number: `RV/2627/00000${voucherId}`,
  day,
  gstin,
  supplyType: 'domestic',
  stateCode: '29',
  rateBasisPoints: 1800,
  isIntraState: true,
  receivedPaise,
  leftPaise,
});

describe('documents', () => {
  test('a top-up has a receipt voucher with halves of tax in the same State', () => {
    const content = composeReceipt(here, { amountsPaise: [499_00], paymentId: 'pay_1' });
    expect(content).toMatchObject({ kind: 'receipt-voucher', placeOfSupply: '29' });
    expect(content.totals).toMatchObject({
      taxablePaise: 422_88,
      cgstPaise: 38_06,
      sgstPaise: 38_06,
    });
    expect(DocumentContent.parse(JSON.parse(toCanonicalJson(content)))).toEqual(content);
  });

  test('an unknown State is taxed as inter-State, and a GSTIN decides over the address', () => {
    const to = (recipient: typeof registered) =>
      composeReceipt({ ...here, recipient }, { amountsPaise: [100_00], paymentId: null });
    expect(to(noProfile)).toMatchObject({ placeOfSupply: null, isIntraState: false });
    expect(to(registered)).toMatchObject({ placeOfSupply: '27', isIntraState: false });
  });

  test.each([
    [{ gstin: null }, 0],
    [{ model: 'voucher' as const }, 0],
  ])('settings %o give a plain receipt without tax', (changed, tax) => {
    const supplier = { ...testSupplier, ...changed };
    const content = composeReceipt(
      { ...here, supplier },
      { amountsPaise: [499_00], paymentId: null },
    );
    expect(content.kind).toBe('receipt');
    expect(content.totals.cgstPaise).toBe(tax);
  });

  test('bonus credit is a discount, which is not taxed', () => {
    const { lines, totals } = invoiceOf([picture(9_00, 3, 10_00)]);
    expect(lines[0]).toMatchObject({ grossPaise: 27_00, discountPaise: 10_00, netPaise: 17_00 });
    expect(totals).toMatchObject({
      totalPaise: 17_00,
      ...splitTax(17_00, { ...here.supplier, isIntraState: true }),
    });
    expect(invoiceOf([picture(9_00, 1, 9_00)]).totals.totalPaise).toBe(0);
  });

  test('the totals are the sums of the lines, for any lines', () => {
    const line = fc.record({
      unit: fc.integer({ min: 1, max: 99_900 }),
      quantity: fc.integer({ min: 1, max: 500 }),
      bonus: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const { totals } = invoiceOf(
          lines.map(({ unit, quantity, bonus }) =>
            picture(unit, quantity, Math.floor(unit * quantity * bonus)),
          ),
        );
        expect(totals.taxablePaise + totals.cgstPaise + totals.sgstPaise).toBe(totals.totalPaise);
        expect(totals.grossPaise - totals.discountPaise).toBe(totals.totalPaise);
        expect(totals.cgstPaise).toBe(totals.sgstPaise);
      }),
    );
  });

  test('credit notes of all charges of a line give back exactly its tax', () => {
    const content = invoiceOf([picture(9_00, 7)]);
    const invoice = { number: 'TI/2627/000001', content };
    const notes = Array.from({ length: 7 }, (_, i) =>
      composeCreditNote(
        here,
        { amountPaise: 9_00, discountPaise: 0, invoice, line: 0, creditedPaise: i * 9_00 },
        [],
      ),
    );
    expect(sumTax(notes.map(({ totals }) => totals))).toEqual(sumTax(content.lines));
    expect(notes[0]).toMatchObject({ against: { number: invoice.number, line: 0 } });
  });

  test('a refund voucher has the tax of its receipt voucher, even after a part was used', () => {
    const used = takeAdvances([advance(1, 100_00)], gstin, [{ lotSeq: 1, amountPaise: 33_33 }]);
    const { parts } = takeAdvances(used.left, gstin, [{ lotSeq: 1, amountPaise: 100_00 }]);
    const content = composeRefundVoucher(here, { parts, paymentId: 'pay_1' });
    expect(content.totals.totalPaise).toBe(66_67);
    expect(used.parts[0]!.cgstPaise + content.totals.cgstPaise).toBe(7_63);
  });

  const letter = { arn: 'AD290326000123B', year: '2627' };
  test.each([
    ['out of a zone', inZone, { ...inZone, isSez: false }, null],
    ['into a zone', { ...inZone, isSez: false }, inZone, null],
    ['out of a zone under a letter', inZone, { ...inZone, isSez: false }, letter],
    ['abroad', inKarnataka, abroad, null],
    ['from abroad', abroad, inKarnataka, null],
    ['to another State', inKarnataka, registered, null],
  ])(
    'a refund voucher mirrors its receipt voucher when the customer moves %s',
    (_, before, after, valid) => {
      const supplier = { ...testSupplier, letter: valid };
      const paid = { amountsPaise: [100_00], paymentId: 'pay_1' };
      const receipt = composeReceipt(
        { supplier, recipient: before, day, hasLetter: valid !== null },
        paid,
      );
      const { supplyType, placeOfSupply: stateCode, isIntraState, lines, totals } = receipt;
      const { rateBasisPoints } = lines[0]!;
      const taxed = { supplyType, stateCode, isIntraState, rateBasisPoints };
      const wanted = [{ lotSeq: 1, amountPaise: 100_00 }];
      const { parts } = takeAdvances([{ ...advance(1, 100_00), ...taxed }], gstin, wanted);
      const now = { ...testSupplier, rateBasisPoints: 500 as const };
      const parties = { supplier: now, recipient: after, day, hasLetter: false };
      const refund = composeRefundVoucher(parties, { parts, paymentId: 'pay_1' });
      expect(refund).toMatchObject({ supplyType, placeOfSupply: stateCode, isIntraState, totals });
      expect(refund.lines).toMatchObject([{ rateBasisPoints }]);
    },
  );
});

describe('advances', () => {
  test('are used the oldest voucher first, and never those of another registration', () => {
    const two = [advance(1, 50_00), { ...advance(2, 50_00), lotSeq: 1 }];
    const wanted = [{ lotSeq: 1, amountPaise: 70_00 }];
    const { parts } = takeAdvances(two, gstin, wanted);
    expect(parts.map(({ amountPaise }) => amountPaise)).toEqual([50_00, 20_00]);
    expect(takeAdvances(two, '27AAPFU0939F1ZV', wanted).parts).toEqual([]);
  });

  test('use and restoration in any order end with the tax of what is left', () => {
    const step = fc.record({ isUse: fc.boolean(), amountPaise: fc.nat(80_00) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_00 }), fc.array(step), (received, steps) => {
        let advances: readonly Advance[] = [advance(1, received)];
        const taxes = [splitTax(received, advances[0]!)];
        for (const { isUse, amountPaise } of steps) {
          const change = (isUse ? takeAdvances : restoreAdvances)(advances, gstin, [
            { lotSeq: 1, amountPaise },
          ]);
          advances = change.left;
          taxes.push(...change.moves);
        }
        const { leftPaise } = advances[0]!;
        expect(leftPaise).toBeGreaterThanOrEqual(0);
        expect(leftPaise).toBeLessThanOrEqual(received);
        expect(sumTax(taxes)).toEqual(splitTax(leftPaise, advances[0]!));
      }),
    );
  });
});
