import { describe, expect, test } from 'vitest';
import { composeInvoice, composeReceipt } from '@sachet/shared/documents/compose';
import { inKarnataka, testSupplier } from '@sachet/shared/documents/testing/parties';
import { amountInWords } from '@sachet/shared/documents/words';
import { splitRuns } from './fonts.ts';
import { renderPdf, toVerifyUrl } from './pdf.ts';

const parties = { supplier: testSupplier, recipient: inKarnataka, day: '2026-11-01' };
const period = { from: '2026-10-01', to: '2026-10-31' };
const line = (unitPaise: number) => ({
  item: 'image' as const,
  sac: '998319',
  rateBasisPoints: 1800,
  unitPaise,
  quantity: 1,
  discountPaise: 0,
});
const stored = (lines: number) => ({
  number: 'TI/2627/000042',
  content: composeInvoice(
    parties,
    Array.from({ length: lines }, (_, i) => line(9_00 + i)),
    { advances: [], period },
  ),
  hashHex: 'ab'.repeat(32),
});
const publicUrl = 'https://sachet.example';
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length;

describe('a PDF', () => {
  test('is the same bytes when it is made again', async () => {
    const first = await renderPdf(stored(1), publicUrl);
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await renderPdf(stored(1), publicUrl)).equals(first)).toBe(true);
    expect(countPages(first)).toBe(1);
  });

  test('continues on further pages, with Devanagari and very long names', async () => {
    expect(countPages(await renderPdf(stored(80), publicUrl))).toBe(3);
    const recipient = { ...inKarnataka, name: 'अन्नपूर्णा'.repeat(12), address: 'x'.repeat(300) };
    const content = composeReceipt(
      { ...parties, recipient },
      { amountsPaise: [499_00], paymentId: 'pay_1' },
    );
    const pdf = await renderPdf({ ...stored(1), content }, publicUrl);
    expect(pdf.toString('latin1')).toMatch(/NotoSansDevanagari/);
    expect(countPages(pdf)).toBe(1);
  });

  test('has a code with number, amount and hash', () => {
    expect(toVerifyUrl(stored(1), publicUrl)).toBe(
      `${publicUrl}/verify/TI-2627-000042?amount=9.00&hash=abababababababab`,
    );
  });
});

test('each character is in a font that has it, and marks stay with their letters', () => {
  expect(splitRuns('₹1 क्ष 😀', 400).map(({ font, text }) => [font, text])).toEqual([
    ['inter-latin-ext-400', '₹'],
    ['inter-latin-400', '1 '],
    ['noto-sans-devanagari-devanagari-400', 'क्ष'],
    ['inter-latin-400', ' ?'],
  ]);
});

test.each([
  [0, 'Rupees zero only'],
  [1, 'Rupees zero and one paise only'],
  [499_50, 'Rupees four hundred ninety-nine and fifty paise only'],
  [
    1_23_45_678_90,
    'Rupees one crore twenty-three lakh forty-five thousand six hundred seventy-eight and ninety paise only',
  ],
  [10_00_000_00, 'Rupees ten lakh only'],
])('%i paise are "%s"', (paise, words) => {
  expect(amountInWords(paise)).toBe(words);
});
