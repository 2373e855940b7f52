/** Histories of one registration's documents, made with the functions that compose them. */
import fc from 'fast-check';
import { addTax, negateTax, noTax, type Tax } from '../tax.ts';
import { restoreAdvances, takeAdvances, type Advance } from '../advances.ts';
import {
  composeCreditNote,
  composeInvoice,
  composeReceipt,
  composeRefundVoucher,
  noProfile,
} from '../compose.ts';
import type { BillingProfile, DocumentContent, SupplierSettings } from '../content.ts';
import type { ReturnDocument } from '../gstr1.ts';
import { abroad, inKarnataka, inZone, registered, testSupplier } from './parties.ts';

export const historyMonths = ['2026-03', '2026-04', '2026-05'] as const;

const recipients: readonly BillingProfile[] = [
  inKarnataka,
  registered,
  noProfile,
  { ...inZone, isSez: false },
  inZone,
  abroad,
];

const amount = fc.oneof(fc.constantFrom(1, 50, 100_00, 499_00, 1_20_000_00), fc.nat(500_00));
const step = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  wallet: fc.nat(recipients.length - 1),
  act: fc.constantFrom('pay', 'pay', 'invoice', 'invoice', 'refund', 'note'),
  amountPaise: amount,
  bonus: fc.nat(4),
  rateBasisPoints: fc.constantFrom(1800, 1800, 500),
});

export const history = fc.record({
  model: fc.constantFrom('advance' as const, 'voucher' as const),
  months: fc.tuple(
    ...historyMonths.map(() =>
      fc.array(step, { maxLength: 14 }).map((steps) => steps.toSorted((a, b) => a.day - b.day)),
    ),
  ),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

interface Wallet {
  readonly recipient: BillingProfile;
  advances: readonly Advance[];
  /** Invoices with what notes have given back. */
  readonly invoices: { readonly document: ReturnDocument; creditedPaise: number }[];
}

export interface Told {
  readonly documents: ReturnDocument[];
  /** The tax that is due by the documents' own totals: the expected sum of all returns. */
  readonly due: Tax;
}

/** Documents with gapless numbers, in the order of their days. */
export function tellHistory({ model, months }: History): Told {
  const wallets: Wallet[] = recipients.map((recipient) => ({
    recipient,
    advances: [],
    invoices: [],
  }));
  const documents: ReturnDocument[] = [];
  const serials = new Map<string, number>();
  let due = noTax;

  function issue(content: DocumentContent, againstPaise: number | null = null): ReturnDocument {
    const prefix = testSupplier.prefixes[content.kind];
    const series = `${prefix}/${content.day < '2026-04-01' ? '2526' : '2627'}`;
    const serial = (serials.get(series) ?? 0) + 1;
    serials.set(series, serial);
    const number = `${series}/${String(serial).padStart(6, '0')}`;
    const document = { number, content, againstPaise };
    documents.push(document);
    const { kind, totals } = content;
    const isNegative = kind === 'refund-voucher' || kind === 'credit-note';
    if (kind !== 'receipt') due = addTax(due, isNegative ? negateTax(totals) : totals);
    return document;
  }

  for (const [i, steps] of months.entries()) {
    for (const { day, wallet: index, act, amountPaise, bonus, rateBasisPoints } of steps) {
      const wallet = wallets[index]!;
      // A letter of the first month's year is not valid in the others.
      const hasLetter = i === 0;
      const supplier: SupplierSettings = { ...testSupplier, model, rateBasisPoints };
      const date = `${historyMonths[i]}-${String(day).padStart(2, '0')}`;
      const parties = { supplier, recipient: wallet.recipient, day: date, hasLetter };
      const lots = wallet.advances.map(({ lotSeq }) => lotSeq);
      const spread = (paise: number) => lots.map((lotSeq) => ({ lotSeq, amountPaise: paise }));
      if (act === 'pay' && amountPaise > 0) {
        const { number, content } = issue(
          composeReceipt(parties, { amountsPaise: [amountPaise], paymentId: null }),
        );
        if (content.kind === 'receipt') continue;
        const id = wallet.advances.length + 1;
        const { placeOfSupply: stateCode, isIntraState, supplyType } = content;
        const { gstin } = supplier;
        const about = { number, day: date, gstin: gstin!, supplyType, stateCode, isIntraState };
        const left = { receivedPaise: amountPaise, leftPaise: amountPaise };
        const rate = content.lines[0]!.rateBasisPoints;
        const advance = { voucherId: id, lotSeq: id, rateBasisPoints: rate, ...about, ...left };
        wallet.advances = [...wallet.advances, advance];
      } else if (act === 'invoice' && amountPaise > 0) {
        const discountPaise = Math.floor((amountPaise * bonus) / 4);
        const change = takeAdvances(
          wallet.advances,
          supplier.gstin!,
          spread(Math.ceil((amountPaise - discountPaise) / Math.max(1, lots.length))),
        );
        wallet.advances = change.left;
        const used = [
          {
            item: 'image' as const,
            sac: '998319',
            rateBasisPoints,
            unitPaise: amountPaise,
            quantity: 1,
            discountPaise,
          },
        ];
        const document = issue(
          composeInvoice(parties, used, { advances: change.parts, period: null }),
        );
        for (const { taxablePaise, cgstPaise, sgstPaise, igstPaise } of change.parts) {
          due = addTax(due, negateTax({ taxablePaise, cgstPaise, sgstPaise, igstPaise }));
        }
        wallet.invoices.push({ document, creditedPaise: 0 });
      } else if (act === 'refund') {
        const change = takeAdvances(wallet.advances, supplier.gstin!, spread(amountPaise));
        if (change.parts.length === 0) continue;
        wallet.advances = change.left;
        issue(composeRefundVoucher(parties, { parts: change.parts, paymentId: null }));
      } else if (act === 'note') {
        const invoice = wallet.invoices.at(-1 - (bonus % Math.max(1, wallet.invoices.length)));
        if (!invoice) continue;
        const { number, content } = invoice.document;
        const paise = Math.min(amountPaise, content.totals.totalPaise - invoice.creditedPaise);
        if (paise === 0) continue;
        const change = restoreAdvances(wallet.advances, supplier.gstin!, spread(paise));
        wallet.advances = change.left;
        const { creditedPaise } = invoice;
        const refund = { amountPaise: paise, discountPaise: 0, creditedPaise, line: 0 };
        issue(
          composeCreditNote(parties, { ...refund, invoice: { number, content } }, change.parts),
          content.totals.totalPaise,
        );
        for (const part of change.parts) due = addTax(due, part);
        invoice.creditedPaise += paise;
      }
    }
  }
  return { documents, due };
}
