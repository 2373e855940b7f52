import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeCreditNote, composeInvoice } from './compose.ts';
import { findPortalFaults, toEInvoice } from './e-invoice.ts';
import { abroad, inKarnataka, inZone, registered, testSupplier } from './testing/parties.ts';

const parties = {
  supplier: testSupplier,
  recipient: registered,
  day: '2026-11-01',
  hasLetter: false,
};
const period = { from: '2026-10-01', to: '2026-10-31' };
const invoiceOf = (
  lines: readonly { unitPaise: number; quantity: number; discountPaise: number }[],
  recipient = registered,
) =>
  composeInvoice(
    { ...parties, recipient },
    lines.map((line) => ({ ...line, item: 'image', sac: '998319', rateBasisPoints: 1800 })),
    { advances: [], period },
  );
const number = 'TI/2627/000001';
// The JSON is read as the portal reads it.
type Amounts = Record<string, number>;
const read = (result: ReturnType<typeof toEInvoice>) => {
  if (!result.ok) throw new Error(result.refusal);
  return JSON.parse(JSON.stringify(result.json)) as {
    ItemList: Amounts[];
    ValDtls: Amounts;
  } & Record<string, unknown>;
};

describe('an e-invoice', () => {
  test('of an invoice follows schema INV-01', () => {
    const content = invoiceOf([{ unitPaise: 9_00, quantity: 3, discountPaise: 10_00 }]);
    expect(read(toEInvoice(number, content))).toEqual({
      Version: '1.1',
      TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N', IgstOnIntra: 'N' },
      DocDtls: { Typ: 'INV', No: number, Dt: '01/11/2026' },
      SellerDtls: {
        Gstin: '29AAGCB7383J1Z4',
        LglNm: 'Sachet Studio Private Limited',
        Addr1: '4th Floor, 12 Residency Road, Bengaluru',
        Loc: 'Bengaluru',
        Pin: 560025,
        Stcd: '29',
      },
      BuyerDtls: {
        Gstin: '27AAPFU0939F1ZV',
        LglNm: 'Uttam Agency LLP',
        Addr1: '21 Nariman Point, Mumbai',
        Loc: 'Mumbai',
        Pin: 400021,
        Stcd: '27',
        Pos: '27',
      },
      ItemList: [
        {
          SlNo: '1',
          PrdDesc: 'AI picture',
          IsServc: 'Y',
          HsnCd: '998319',
          Qty: 3,
          Unit: 'OTH',
          UnitPrice: 7.627,
          TotAmt: 22.88,
          Discount: 8.47,
          AssAmt: 14.41,
          GstRt: 18,
          CgstAmt: 0,
          SgstAmt: 0,
          IgstAmt: 2.59,
          TotItemVal: 17,
        },
      ],
      ValDtls: {
        AssVal: 14.41,
        CgstVal: 0,
        SgstVal: 0,
        IgstVal: 2.59,
        CesVal: 0,
        StCesVal: 0,
        Discount: 0,
        OthChrg: 0,
        RndOffAmt: 0,
        TotInvVal: 17,
      },
      RefDtls: { DocPerdDtls: { InvStDt: '01/10/2026', InvEndDt: '31/10/2026' } },
    });
  });

  test('of a credit note names its invoice', () => {
    const content = invoiceOf([{ unitPaise: 9_00, quantity: 1, discountPaise: 0 }]);
    const refund = { amountPaise: 9_00, discountPaise: 0, line: 0, creditedPaise: 0 };
    const note = composeCreditNote(parties, { ...refund, invoice: { number, content } }, []);
    expect(read(toEInvoice('CN/2627/000001', note))).toMatchObject({
      DocDtls: { Typ: 'CRN', No: 'CN/2627/000001' },
      RefDtls: { PrecDocDtls: [{ InvNo: number, InvDt: '01/11/2026' }] },
    });
  });

  test('of a partial refund without bonus credit has no discount after any earlier refund', () => {
    const paise = fc.integer({ min: 2, max: 999_00 });
    fc.assert(
      fc.property(paise, fc.nat(100), fc.boolean(), (unitPaise, share, isHere) => {
        const content = invoiceOf(
          [{ unitPaise, quantity: 1, discountPaise: 0 }],
          isHere ? { ...inZone, isSez: false } : registered,
        );
        const first = Math.min(unitPaise - 1, Math.max(1, Math.floor((unitPaise * share) / 101)));
        for (const [amountPaise, creditedPaise] of [
          [first, 0],
          [unitPaise - first, first],
        ] as const) {
          const refund = { amountPaise, discountPaise: 0, line: 0, creditedPaise };
          const note = composeCreditNote(parties, { ...refund, invoice: { number, content } }, []);
          const [item] = read(toEInvoice('CN/2627/000001', note)).ItemList;
          // The schema takes no negative discount.
          expect(item).toMatchObject({ Discount: 0, TotAmt: item!.AssAmt });
        }
      }),
    );
  });

  test.each([
    ['SEZWP', 'without', false, 18, 1.37],
    ['SEZWOP', 'with', true, 0, 0],
  ])(
    'to a Special Economic Zone of the own State is %s %s a letter, and inter-State',
    (SupTyp, _, hasLetter, GstRt, IgstVal) => {
      const content = composeInvoice(
        { ...parties, recipient: inZone, hasLetter },
        [
          {
            item: 'image',
            sac: '998319',
            rateBasisPoints: 1800,
            unitPaise: 9_00,
            quantity: 1,
            discountPaise: 0,
          },
        ],
        { advances: [], period },
      );
      expect(read(toEInvoice(number, content))).toMatchObject({
        TranDtls: { SupTyp },
        BuyerDtls: { Gstin: inZone.gstin, Pos: '29', Stcd: '29' },
        ItemList: [{ GstRt, CgstAmt: 0, IgstAmt: IgstVal }],
        ValDtls: { CgstVal: 0, IgstVal, TotInvVal: 9 },
      });
    },
  );

  test('to a recipient abroad is an export with payment of IGST', () => {
    const content = invoiceOf([{ unitPaise: 9_00, quantity: 1, discountPaise: 0 }], abroad);
    expect(read(toEInvoice(number, content))).toMatchObject({
      TranDtls: { SupTyp: 'EXPWP' },
      BuyerDtls: {
        Gstin: 'URP',
        LglNm: 'Jane Doe',
        Loc: 'United States',
        Pin: 999_999,
        Stcd: '96',
        Pos: '96',
      },
      ValDtls: { IgstVal: 1.37 },
      ExpDtls: { CntCode: 'US' },
    });
  });

  test.each([
    [{ address: '12 "Rose" Villa' }, ['BuyerDtls.Addr1']],
    [{ address: 'x'.repeat(201) }, ['BuyerDtls.Addr1']],
    [{ pin: '560001' }, ['BuyerDtls.Pin']],
    [{ pin: null }, ['BuyerDtls.Pin']],
    [{ name: 'AB' }, ['BuyerDtls.LglNm']],
    [{ gstin: testSupplier.gstin, stateCode: '29' as const, pin: '560001' }, ['BuyerDtls.Gstin']],
  ])('of a recipient with %j is refused for %j', (changed, fields) => {
    const lines = [{ unitPaise: 9_00, quantity: 1, discountPaise: 0 }];
    const content = invoiceOf(lines, { ...registered, ...changed });
    expect(toEInvoice(number, content)).toEqual({ ok: false, refusal: 'invalid', fields });
    expect(findPortalFaults(content)).toEqual(fields);
  });

  test.each([
    [{ address: 'B "Wing"' }, 'SellerDtls.Addr1'],
    [{ pin: '400021' }, 'SellerDtls.Pin'],
  ])('of a supplier with %j is refused for %s', (changed, field) => {
    const content = composeInvoice(
      { ...parties, supplier: { ...testSupplier, ...changed } },
      [
        {
          item: 'image',
          sac: '998319',
          rateBasisPoints: 1800,
          unitPaise: 9_00,
          quantity: 1,
          discountPaise: 0,
        },
      ],
      { advances: [], period },
    );
    expect(findPortalFaults(content)).toEqual([field]);
  });

  test('with a SAC of 5 digits is refused', () => {
    const content = composeInvoice(
      parties,
      [
        {
          item: 'image',
          sac: '99831',
          rateBasisPoints: 1800,
          unitPaise: 9_00,
          quantity: 1,
          discountPaise: 0,
        },
      ],
      { advances: [], period },
    );
    expect(findPortalFaults(content)).toEqual(['ItemList.0.HsnCd']);
  });

  test('does not exist for an unregistered recipient, or without an amount', () => {
    const lines = [{ unitPaise: 9_00, quantity: 1, discountPaise: 0 }];
    expect(toEInvoice(number, invoiceOf(lines, inKarnataka))).toEqual({
      ok: false,
      refusal: 'not_b2b',
    });
    const free = [{ unitPaise: 9_00, quantity: 1, discountPaise: 9_00 }];
    expect(toEInvoice(number, invoiceOf(free))).toEqual({ ok: false, refusal: 'not_b2b' });
  });

  test('breaks a long address into lines of 100 characters', () => {
    const address = `${'Plot 14, Industrial Estate, '.repeat(6)}Pune 411001`;
    const content = invoiceOf([{ unitPaise: 9_00, quantity: 1, discountPaise: 0 }], {
      ...registered,
      address,
    });
    const buyer = read(toEInvoice(number, content)).BuyerDtls as Record<string, string>;
    expect(buyer.Addr1!.length).toBeLessThanOrEqual(100);
    expect(`${buyer.Addr1} ${buyer.Addr2}`).toBe(address);
    expect(buyer.Loc).toBe('Maharashtra');
  });

  test('has items that sum to its values, and no amount with more than two decimals, for any lines', () => {
    const line = fc.record({
      unitPaise: fc.integer({ min: 1, max: 999_00 }),
      quantity: fc.integer({ min: 1, max: 400 }),
      // Lines that bonus credit paid in full have no e-invoice.
      bonus: fc.nat(99),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.boolean(), (lines, isHere) => {
        const content = invoiceOf(
          lines.map(({ bonus, ...each }) => ({
            ...each,
            discountPaise: Math.floor((each.unitPaise * each.quantity * bonus) / 100),
          })),
          isHere ? { ...inZone, isSez: false } : registered,
        );
        const { ItemList, ValDtls } = read(toEInvoice(number, content));
        const paise = (amount: number) => {
          expect(amount).toBe(Number(amount.toFixed(2)));
          return Math.round(amount * 100);
        };
        const sum = (name: string) => ItemList.reduce((all, item) => all + paise(item[name]!), 0);
        for (const item of ItemList) {
          expect(paise(item.TotAmt!) - paise(item.Discount!)).toBe(paise(item.AssAmt!));
          expect(item.Discount).toBeGreaterThanOrEqual(0);
          // The portal accepts a difference of one rupee.
          expect(Math.abs(item.UnitPrice! * item.Qty! - item.TotAmt!)).toBeLessThan(1);
        }
        expect(sum('AssAmt')).toBe(paise(ValDtls.AssVal!));
        expect(sum('CgstAmt')).toBe(paise(ValDtls.CgstVal!));
        expect(sum('IgstAmt')).toBe(paise(ValDtls.IgstVal!));
        expect(sum('TotItemVal')).toBe(paise(ValDtls.TotInvVal!));
      }),
    );
  });
});
