import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  composeCreditNote,
  composeInvoice,
  composeReceipt,
  composeRefundVoucher,
} from '@sachet/shared/tax/compose';
import {
  abroad,
  inKarnataka,
  inZone,
  registered,
  testSupplier,
} from '@sachet/shared/tax/testing/parties';
import { splitTax } from '@sachet/shared/tax/tax';
import { amountInWords } from '@sachet/shared/tax/words';
import { splitRuns } from './fonts.ts';
import { renderPdf, toTotalRows, toVerifyUrl } from './pdf.ts';
import { renderPdfApart } from './render-apart.ts';
import { toCopyMark, toEndorsement, toNote } from './sentences.ts';

const parties = {
  supplier: testSupplier,
  recipient: inKarnataka,
  day: '2026-11-01',
  hasLetter: false,
};
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
  eInvoice: null,
});
/** An invoice of many lines that uses many vouchers. */
function toLong(lines: number, vouchers: number) {
  const advance = {
    day: '2026-10-03',
    amountPaise: 499_00,
    supplyType: 'domestic' as const,
    stateCode: '29' as const,
    rateBasisPoints: 1800,
    isIntraState: true,
    ...splitTax(499_00, { rateBasisPoints: 1800, isIntraState: true }),
  };
  const advances = Array.from({ length: vouchers }, (_, i) => ({
    ...advance,
    number: `RV/2627/${String(i + 1).padStart(6, '0')}`,
  }));
  const used = Array.from({ length: lines }, (_, i) => line(9_00 + i));
  return { ...stored(1), content: composeInvoice(parties, used, { advances, period }) };
}
const eInvoice = {
  irn: 'ab'.repeat(32),
  ackNumber: '112010036563310',
  ackAt: '2026-12-01 10:15:00',
  signedQr: 'x'.repeat(950),
};
const publicUrl = 'https://sachet.example';
/** Of each page. */
const countTexts = (pdf: Buffer): number[] =>
  [...pdf.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)]
    .map(([, stream]) => {
      try {
        return inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .map((text) => text.match(/ TJ\n/g)?.length ?? 0)
    .filter((count) => count > 0);
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

  test('of forty lines and their advances has three pages, and each repeats its heads and number', async () => {
    const document = toLong(40, 60);
    const pdf = await renderPdf(document, publicUrl);
    expect(countPages(pdf)).toBe(3);
    expect((await renderPdf(document, publicUrl)).equals(pdf)).toBe(true);
  });

  test('of hundreds of vouchers lets others run, and is the same as one that is made concurrently', async () => {
    const document = toLong(5, 400);
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const [first, second] = await Promise.all([
      renderPdf(document, publicUrl),
      renderPdf(document, publicUrl),
    ]);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
    expect(first.equals(second)).toBe(true);
  });

  test('shows the registration of the portal, and is the same bytes for the same answer', async () => {
    const plain = await renderPdf(stored(1), publicUrl);
    const first = await renderPdf({ ...stored(1), eInvoice }, publicUrl);
    expect(first.equals(plain)).toBe(false);
    expect((await renderPdf({ ...stored(1), eInvoice }, publicUrl)).equals(first)).toBe(true);
    expect(countPages(first)).toBe(1);
  });

  test('of a refund that pays back advances of two States shows the tax of both', async () => {
    const toPart = (number: string, isIntraState: boolean) => ({
      number,
      day: '2026-10-03',
      amountPaise: 60_00,
      supplyType: 'domestic' as const,
      stateCode: isIntraState ? ('29' as const) : ('27' as const),
      rateBasisPoints: 1800,
      isIntraState,
      ...splitTax(60_00, { rateBasisPoints: 1800, isIntraState }),
    });
    const parts = [toPart('RV/2627/000001', false), toPart('RV/2627/000002', true)];
    const content = composeRefundVoucher(parties, { parts, paymentId: 'pay_1' });
    expect(toTotalRows(content)).toEqual([
      ['Taxable value', 101_69],
      ['CGST', 4_58],
      ['SGST', 4_58],
      ['IGST', 9_15],
    ]);
    expect(countPages(await renderPdf({ ...stored(1), content }, publicUrl))).toBe(1);
  });

  test('says of an invoice what was paid on the last day of its month, and what was owed', () => {
    const invoice = (owedPaise: number) =>
      composeInvoice(parties, [line(9_00)], { advances: [], period, owedPaise });
    expect(toNote(invoice(0))).toBe(
      'Paid from the prepaid wallet. Nothing was due on 31 Oct 2026.',
    );
    expect(toNote(invoice(843_00))).toBe(
      'On 31 Oct 2026 the wallet owed ₹843.00, because money that had paid was taken back.',
    );
  });

  test('says which part of a payment paid a debt, and what is still owed', () => {
    const receipt = (amountPaise: number, debtPaise: number, owedPaise: number) =>
      composeReceipt(parties, {
        amountsPaise: [amountPaise],
        paymentId: 'pay_1',
        debtPaise,
        owedPaise,
      });
    expect(toNote(receipt(160_00, 140_00, 0))).toBe(
      'The payment was ₹300.00, of which ₹140.00 paid what the wallet owed.',
    );
    expect(toNote(receipt(700_00, 700_00, 143_00))).toBe(
      'This payment of ₹700.00 paid what the wallet owed. The GST is on the invoices of what was used. ' +
        'The wallet still owes ₹143.00.',
    );
    expect(toNote(receipt(100_00, 0, 0))).toBe('');
  });

  test('asks only a registered recipient of a credit note to reverse the tax credit', () => {
    const noteTo = (recipient: typeof inKarnataka) => {
      const content = composeInvoice({ ...parties, recipient }, [line(9_00)], {
        advances: [],
        period,
      });
      const invoice = { number: 'TI/2627/000001', content };
      const refund = { amountPaise: 9_00, discountPaise: 0, line: 0, creditedPaise: 0, invoice };
      return toNote(composeCreditNote(parties, refund, []));
    };
    expect(noteTo(inKarnataka)).toBeNull();
    expect(noteTo(registered)).toMatch(/^Reverse the input tax credit/);
  });

  test('of a supply to a Special Economic Zone or abroad has the sentence of Rule 46', () => {
    const endorse = (recipient: typeof inKarnataka, hasLetter = false) =>
      toEndorsement(
        composeInvoice({ ...parties, recipient, hasLetter }, [line(9_00)], {
          advances: [],
          period,
        }),
      );
    expect(endorse(inKarnataka)).toBeNull();
    expect(endorse(inZone)).toMatch(/SEZ UNIT .* ON PAYMENT OF INTEGRATED TAX$/);
    expect(endorse(inZone, true)).toMatch(/LETTER OF UNDERTAKING WITHOUT/);
    expect(endorse(abroad)).toBe('SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX');
  });

  test('of an invoice is marked as the original for the recipient, until it has an IRN', () => {
    expect(toCopyMark(stored(1))).toBe('ORIGINAL FOR RECIPIENT');
    expect(toCopyMark({ ...stored(1), eInvoice })).toBeNull();
  });

  test('of an e-invoice never has its signature alone on a page', async () => {
    for (let lines = 1; lines <= 20; lines += 1) {
      const pdf = await renderPdf({ ...stored(lines), eInvoice }, publicUrl);
      // The footer, the signature and its note are 9 texts; the totals are 9 more.
      expect([lines, countTexts(pdf).at(-1)! > 14]).toEqual([lines, true]);
    }
  });

  test('has a code with its number and the beginning of its SHA-256', () => {
    expect(toVerifyUrl(stored(1), publicUrl)).toBe(
      `${publicUrl}/verify/TI-2627-000042?code=abababababababab`,
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

test('a PDF that is made in another thread has the same bytes, while the event loop continues', async () => {
  const here = await renderPdf(stored(80), publicUrl);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const [there, again] = await Promise.all([
    renderPdfApart(stored(80), publicUrl),
    renderPdfApart(stored(80), publicUrl),
  ]);
  clearInterval(counting);
  expect(here.equals(there)).toBe(true);
  expect(here.equals(again)).toBe(true);
  expect(turns).toBeGreaterThan(1);
});

test('a document that cannot be made fails alone', async () => {
  const broken = { ...stored(1), content: {} } as unknown as ReturnType<typeof stored>;
  await expect(renderPdfApart(broken, publicUrl)).rejects.toThrow('legalName');
  expect((await renderPdfApart(stored(1), publicUrl)).length).toBeGreaterThan(1_000);
});
