/** The sentences of a document's paper, and how it writes amounts and days. */
import type { DocumentContent, StoredDocument } from '@sachet/shared/tax/content';

/**
 * The mark of Rule 48(2), which an invoice with an IRN does not need (Rule 48(6)).
 */
export function toCopyMark({ content, eInvoice }: StoredDocument): string | null {
  return content.kind === 'tax-invoice' && eInvoice === null ? 'ORIGINAL FOR RECIPIENT' : null;
}

/**
 * The sentence of Rule 46 on an invoice or note about a supply to a Special Economic Zone or abroad.
 */
export function toEndorsement({ kind, supplyType }: DocumentContent): string | null {
  if (kind !== 'tax-invoice' && kind !== 'credit-note') return null;
  const zone = 'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS';
  switch (supplyType) {
    case 'domestic':
      return null;
    case 'sez-with-payment':
      return `${zone} ON PAYMENT OF INTEGRATED TAX`;
    case 'sez-without-payment':
      return `${zone} UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX`;
    case 'export-with-payment':
      return 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX';
    default:
      return supplyType satisfies never;
  }
}

/**
 * The sentence about payments and debts. It names a day, because the paper never changes.
 */
export function toNote(content: DocumentContent): string | null {
  const { kind, day, recipient, period, totals, debtPaise, owedPaise } = content;
  const owed = `₹${formatAmount(owedPaise)}`;
  switch (kind) {
    case 'tax-invoice': {
      const end = formatDate(period?.to ?? day);
      return owedPaise === 0
        ? `Paid from the prepaid wallet. Nothing was due on ${end}.`
        : `On ${end} the wallet owed ${owed}, because money that had paid was taken back.`;
    }
    case 'receipt':
    case 'receipt-voucher': {
      const isOfDebt = kind === 'receipt' && debtPaise === totals.totalPaise;
      return [
        toReceiptNote(content, isOfDebt),
        ...(owedPaise > 0 ? [`The wallet still owes ${owed}.`] : []),
      ]
        .filter(Boolean)
        .join(' ');
    }
    case 'credit-note':
      return recipient.gstin === null
        ? null
        : 'Reverse the input tax credit of this amount, if you claimed it.';
    case 'refund-voucher':
      return null;
    default:
      return kind satisfies never;
  }
}

function toReceiptNote({ kind, totals, debtPaise }: DocumentContent, isOfDebt: boolean): string {
  const debt = `₹${formatAmount(debtPaise)}`;
  if (isOfDebt) {
    return `This payment of ${debt} paid what the wallet owed. The GST is on the invoices of what was used.`;
  }
  const isAdvance = kind === 'receipt-voucher';
  const tax = isAdvance ? '' : 'This is not a tax document. No GST was charged.';
  if (debtPaise === 0) return tax;
  const paidPaise = totals.totalPaise + (isAdvance ? debtPaise : 0);
  return `The payment was ₹${formatAmount(paidPaise)}, of which ${debt} paid what the wallet owed. ${tax}`.trim();
}

const amounts = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

export function formatAmount(paise: number): string {
  return `${paise < 0 ? '\u2212' : ''}${amounts.format(Math.abs(paise) / 100)}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `27 Nov 2026`. */
export function formatDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}
