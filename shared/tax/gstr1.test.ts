import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeCreditNote, composeInvoice, composeReceipt, noProfile } from './compose.ts';
import type { BillingProfile, DocumentContent } from './content.ts';
import { sumLiability, toGstr1, type ReturnDocument } from './gstr1.ts';
import { toGstr1Csv, toPortalJson } from './gstr1-file.ts';
import { addTax, negateTax, noTax, sumTax } from './tax.ts';
import { history, historyMonths, tellHistory } from './testing/history.ts';
import { abroad, inKarnataka, inZone, registered, testSupplier } from './testing/parties.ts';

const gstin = testSupplier.gstin!;
const month = '2026-11';
const day = `${month}-01`;
const to = (recipient: BillingProfile, hasLetter = false) => ({
  supplier: testSupplier,
  recipient,
  day,
  hasLetter,
});
const picture = (unitPaise: number, quantity = 1, discountPaise = 0) => ({
  item: 'image' as const,
  sac: '998319',
  rateBasisPoints: 1800,
  unitPaise,
  quantity,
  discountPaise,
});
const invoice = (recipient: BillingProfile, unitPaise: number, quantity = 1, discountPaise = 0) =>
  composeInvoice(to(recipient), [picture(unitPaise, quantity, discountPaise)], {
    advances: [],
    period: null,
  });
const number = (
  content: DocumentContent,
  serial: number,
  againstPaise: number | null = null,
): ReturnDocument => ({
  number: `${testSupplier.prefixes[content.kind]}/2627/${String(serial).padStart(6, '0')}`,
  content,
  againstPaise,
});
const note = ({ number: of, content }: ReturnDocument, amountPaise: number, serial: number) =>
  number(
    composeCreditNote(
      to(noProfile),
      {
        amountPaise,
        discountPaise: 0,
        invoice: { number: of, content },
        line: 0,
        creditedPaise: 0,
      },
      [],
    ),
    serial,
    content.totals.totalPaise,
  );

test('the return has supplies to a Special Economic Zone in B2B and those abroad in 6A', () => {
  const zeroRated = composeInvoice(to(inZone, true), [picture(10_00)], {
    advances: [],
    period: null,
  });
  const exported = number(invoice(abroad, 11_80), 3);
  const gstr1 = toGstr1({ gstin, month }, [
    number(invoice(inZone, 11_80), 1),
    number(zeroRated, 2),
    exported,
    note(exported, 11_80, 1),
  ]);
  const item = (rt: number, txval: number, iamt: number) => ({ txval, rt, iamt, csamt: 0 });
  expect(toPortalJson(gstr1)).toMatchObject({
    b2b: [
      {
        ctin: inZone.gstin,
        inv: [
          {
            inum: 'TI/2627/000001',
            pos: '29',
            inv_typ: 'SEWP',
            itms: [{ itm_det: item(18, 10, 1.8) }],
          },
          {
            inum: 'TI/2627/000002',
            val: 10,
            inv_typ: 'SEWOP',
            itms: [{ itm_det: item(0, 10, 0) }],
          },
        ],
      },
    ],
    exp: [{ exp_typ: 'WPAY', inv: [{ inum: 'TI/2627/000003', itms: [item(18, 10, 1.8)] }] }],
    cdnur: [{ typ: 'EXPWP', nt_num: 'CN/2627/000001', val: 11.8 }],
  });
  expect(toGstr1Csv(gstr1)).toContain('96-Outside India');
});

describe('the return of a month', () => {
  const b2b = number(invoice(registered, 9_00, 3), 1);
  const b2c = number(invoice(inKarnataka, 499_00), 2);
  const free = number(invoice(registered, 9_00, 1, 9_00), 3);
  const advance = composeReceipt(to(noProfile), { amountsPaise: [100_00], paymentId: null });
  const used = composeInvoice(to(noProfile), [picture(30_00)], {
    advances: [
      {
        number: 'RV/2627/000001',
        day: '2026-10-30',
        amountPaise: 30_00,
        supplyType: 'domestic',
        stateCode: null,
        rateBasisPoints: 1800,
        isIntraState: false,
        taxablePaise: 25_42,
        cgstPaise: 0,
        sgstPaise: 0,
        igstPaise: 4_58,
      },
    ],
    period: null,
  });
  const gstr1 = toGstr1({ gstin, month }, [
    number(used, 4),
    number(advance, 2),
    b2b,
    b2c,
    free,
    note(b2b, 9_00, 1),
    note(b2c, 100_00, 2),
  ]);

  test('has the shape of the GST portal', () => {
    expect(toPortalJson(gstr1)).toEqual({
      version: 'GST3.2.4',
      hash: 'hash',
      gstin,
      fp: '112026',
      b2b: [
        {
          ctin: registered.gstin,
          inv: [
            {
              inum: 'TI/2627/000001',
              idt: '01-11-2026',
              val: 27,
              pos: '27',
              rchrg: 'N',
              inv_typ: 'R',
              itms: [{ num: 1801, itm_det: { rt: 18, txval: 22.88, iamt: 4.12, csamt: 0 } }],
            },
          ],
        },
      ],
      // The note of ₹100 lowers the State's sum, which has the invoice without a State.
      b2cs: [
        {
          sply_ty: 'INTRA',
          rt: 18,
          typ: 'OE',
          pos: '29',
          txval: 363.56,
          camt: 32.72,
          samt: 32.72,
          csamt: 0,
        },
      ],
      cdnr: [
        {
          ctin: registered.gstin,
          nt: [
            {
              ntty: 'C',
              nt_num: 'CN/2627/000001',
              nt_dt: '01-11-2026',
              val: 9,
              pos: '27',
              rchrg: 'N',
              inv_typ: 'R',
              itms: [{ num: 1801, itm_det: { rt: 18, txval: 7.63, iamt: 1.37, csamt: 0 } }],
            },
          ],
        },
      ],
      at: [
        { pos: '97', sply_ty: 'INTER', itms: [{ rt: 18, ad_amt: 84.75, iamt: 15.25, csamt: 0 }] },
      ],
      txpd: [
        { pos: '97', sply_ty: 'INTER', itms: [{ rt: 18, ad_amt: 25.42, iamt: 4.58, csamt: 0 }] },
      ],
      hsn: {
        hsn_b2b: [
          {
            num: 1,
            hsn_sc: '998319',
            uqc: 'NA',
            qty: 0,
            rt: 18,
            txval: 15.25,
            iamt: 2.75,
            camt: 0,
            samt: 0,
            csamt: 0,
          },
        ],
        hsn_b2c: [
          {
            num: 1,
            hsn_sc: '998319',
            uqc: 'NA',
            qty: 0,
            rt: 18,
            txval: 363.56,
            iamt: 0,
            camt: 32.72,
            samt: 32.72,
            csamt: 0,
          },
        ],
      },
      doc_issue: {
        doc_det: [
          {
            doc_num: 1,
            doc_typ: 'Invoices for outward supply',
            docs: [
              {
                num: 1,
                from: 'TI/2627/000001',
                to: 'TI/2627/000004',
                totnum: 4,
                cancel: 0,
                net_issue: 4,
              },
            ],
          },
          {
            doc_num: 5,
            doc_typ: 'Credit Note',
            docs: [
              {
                num: 1,
                from: 'CN/2627/000001',
                to: 'CN/2627/000002',
                totnum: 2,
                cancel: 0,
                net_issue: 2,
              },
            ],
          },
          {
            doc_num: 6,
            doc_typ: 'Receipt voucher',
            docs: [
              {
                num: 1,
                from: 'RV/2627/000002',
                to: 'RV/2627/000002',
                totnum: 1,
                cancel: 0,
                net_issue: 1,
              },
            ],
          },
        ],
      },
    });
    expect(gstr1.withoutState).toBe(1);
  });

  test('has the same rows as CSV, with negative amounts as numbers', () => {
    const lines = toGstr1Csv(gstr1).split('\r\n');
    expect(lines).toContain(
      'B2B,TI/2627/000001,2026-11-01,27AAPFU0939F1ZV,27-Maharashtra,INTER,,18,22.88,4.12,0.00,0.00,27.00,,,,',
    );
    expect(lines).toContain(
      'DOCS Invoices for outward supply,,,,,,,,,,,,,TI/2627/000001,TI/2627/000004,4,0',
    );
    const onlyNote = toGstr1Csv(toGstr1({ gstin, month }, [note(b2c, 100_00, 1)]));
    expect(onlyNote).toContain('B2CS,,,,29-Karnataka,INTRA,,18,-84.74,0.00,-7.63,-7.63,,,,,');
  });

  test('lists an inter-State invoice above ₹1,00,000 to an unregistered recipient, and its notes', () => {
    const inDelhi = { ...inKarnataka, stateCode: '07' as const };
    const large = number(invoice(inDelhi, 1_00_000_01), 1);
    const json = toPortalJson(
      toGstr1({ gstin, month }, [
        large,
        number(invoice(inDelhi, 1_00_000_00), 2),
        note(large, 1_00, 1),
      ]),
    );
    expect(json).toMatchObject({
      b2cl: [{ pos: '07', inv: [{ inum: 'TI/2627/000001', val: 100000.01 }] }],
      b2cs: [{ pos: '07', txval: 84745.76 }],
      cdnur: [{ typ: 'B2CL', nt_num: 'CN/2627/000001', val: 1 }],
    });
  });

  test('a month without documents has no sections', () => {
    expect(toPortalJson(toGstr1({ gstin, month }, []))).toEqual({
      version: 'GST3.2.4',
      hash: 'hash',
      gstin,
      fp: '112026',
    });
  });
});

describe('for any history', () => {
  const inMonth = (documents: readonly ReturnDocument[], each: string) =>
    documents.filter(({ content }) => content.day.startsWith(each));

  test('the sections equal the documents to the paisa, and the months sum up to what is due', () => {
    fc.assert(
      fc.property(history, (told) => {
        const { documents, due } = tellHistory(told);
        const returns = historyMonths.map((each) =>
          toGstr1({ gstin, month: each }, inMonth(documents, each)),
        );
        expect(sumTax(returns.map(sumLiability))).toEqual(due);
        for (const each of returns) {
          const supplied = inMonth(documents, each.month).reduce((sum, { content }) => {
            if (content.kind === 'tax-invoice') return addTax(sum, content.totals);
            return content.kind === 'credit-note' ? addTax(sum, negateTax(content.totals)) : sum;
          }, noTax);
          const rates = (rows: typeof each.b2b) => sumTax(rows.flatMap((row) => row.rates));
          const listed = sumTax([rates(each.b2b), rates(each.b2cl), rates(each.exports)]);
          const credited = addTax(rates(each.cdnr), rates(each.cdnur));
          expect(sumTax([listed, sumTax(each.b2cs), negateTax(credited)])).toEqual(supplied);
          expect(sumTax([...each.sacB2b, ...each.sacB2c])).toEqual(supplied);
          for (const { cgstPaise, sgstPaise, igstPaise, isIntraState } of [
            ...each.b2cs,
            ...each.advancesReceived,
            ...each.advancesAdjusted,
          ]) {
            expect(cgstPaise).toBe(sgstPaise);
            expect(isIntraState ? igstPaise : cgstPaise).toBe(0);
          }
          for (const { taxablePaise, cgstPaise, sgstPaise, igstPaise } of [
            ...each.advancesReceived,
            ...each.advancesAdjusted,
          ]) {
            expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBeGreaterThanOrEqual(0);
          }
          const advances = [...each.advancesReceived, ...each.advancesAdjusted];
          expect(told.model === 'voucher' ? advances : []).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the ranges of numbers have every document once', () => {
    fc.assert(
      fc.property(history, (told) => {
        const { documents } = tellHistory(told);
        for (const each of historyMonths) {
          const numbers = inMonth(documents, each)
            .filter(({ content }) => content.kind !== 'receipt')
            .map((document) => document.number);
          const { issued } = toGstr1({ gstin, month: each }, inMonth(documents, each));
          const listed = issued.flatMap(({ from, count }) =>
            Array.from({ length: count }, (_, i) => {
              const serial = Number(from.slice(-6)) + i;
              return from.slice(0, -6) + String(serial).padStart(6, '0');
            }),
          );
          expect(listed.toSorted()).toEqual(numbers.toSorted());
          expect(issued.every(({ to: last }) => listed.includes(last))).toBe(true);
        }
      }),
    );
  });

  test('the order of the documents does not matter', () => {
    fc.assert(
      fc.property(history, (told) => {
        const documents = inMonth(tellHistory(told).documents, '2026-04');
        const period = { gstin, month: '2026-04' };
        expect(toPortalJson(toGstr1(period, documents.toReversed()))).toEqual(
          toPortalJson(toGstr1(period, documents)),
        );
      }),
    );
  });
});
