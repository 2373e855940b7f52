/** Texts of documents, which are in English. Names and addresses are as they were entered. */
import { byPaidTool, sales } from '../sales.ts';
import type { DocumentKind } from './content.ts';

export const kindTitles: Record<DocumentKind, string> = {
  receipt: 'Receipt',
  'receipt-voucher': 'Receipt voucher',
  'tax-invoice': 'Tax invoice',
  'refund-voucher': 'Refund voucher',
  'credit-note': 'Credit note',
};

const itemNames: Readonly<Record<string, string>> = {
  ...byPaidTool((tool) => sales[tool].document),
  advance: 'Advance for AI services',
};

/** A tool of a newer release, which was rolled back, is an AI service. */
export const nameItem = (item: string): string => itemNames[item] ?? 'AI service';

const small = (
  ' one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const tens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function toWords(number: number): string[] {
  if (number < 20) return number === 0 ? [] : [small[number]!];
  if (number < 100)
    return [[tens[Math.floor(number / 10)], small[number % 10]].filter(Boolean).join('-')];
  const scales = [
    [10_000_000, 'crore'],
    [100_000, 'lakh'],
    [1_000, 'thousand'],
    [100, 'hundred'],
  ] as const;
  const [size, name] = scales.find(([each]) => number >= each)!;
  return [...toWords(Math.floor(number / size)), name, ...toWords(number % size)];
}

/** `Rupees four hundred ninety-nine and fifty paise only`. */
export function amountInWords(paise: number): string {
  const rupees = toWords(Math.floor(paise / 100)).join(' ') || 'zero';
  const rest = toWords(paise % 100).join(' ');
  return `Rupees ${rupees}${rest ? ` and ${rest} paise` : ''} only`;
}
