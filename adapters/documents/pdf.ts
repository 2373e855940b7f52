/**
 * The PDF of a document: A4, derived from the stored content alone, so that it is the same bytes whenever it is
 * made again.
 */
import { setImmediate } from 'node:timers/promises';
import PdfFile from 'pdfkit';
import QRCode from 'qrcode';
import type {
  DocumentContent,
  EInvoiceRegistration,
  StoredDocument,
} from '@sachet/shared/tax/content';
import { countries, type CountryCode } from '@sachet/shared/tax/countries';
import { isUin } from '@sachet/shared/tax/gstin';
import { isUnionTerritory, placeNames, states, type StateCode } from '@sachet/shared/tax/states';
import { amountInWords, kindTitles, nameItem } from '@sachet/shared/tax/words';
import { parsedFonts } from './fonts.ts';
import { formatAmount, toCopyMark, formatDate, toEndorsement, toNote } from './sentences.ts';
import {
  heightOf,
  ink,
  measureText,
  quiet,
  wrap,
  writeBlock,
  writeLine,
  type Pdf,
  type TextStyle,
} from './text.ts';

const page = { width: 595.28, height: 841.89, margin: 42, footer: 54 };
const right = page.width - page.margin;
const bottom = page.height - page.margin - page.footer;
const full = { x: page.margin, width: right - page.margin };
const rule = '#d9d4ca';
const qrSize = 84;

const body: TextStyle = { size: 9 };
const bold: TextStyle = { size: 9, weight: 600 };
const label: TextStyle = { size: 7.5, color: quiet };
const cell: TextStyle = { size: 8.5 };
const head: TextStyle = { size: 7.5, weight: 600, color: quiet };

/** `publicUrl` is the address of the page on which a reader can verify the document. */
export async function renderPdf(document: StoredDocument, publicUrl: string): Promise<Buffer> {
  const { number, content, hashHex, eInvoice } = document;
  const pdf = new PdfFile({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    font: null as unknown as string,
    info: {
      Title: `${kindTitles[content.kind]} ${number}`,
      Author: content.supplier.legalName,
      Producer: 'Sachet',
      Creator: 'Sachet',
      CreationDate: new Date(`${content.day}T00:00:00Z`),
    },
  });
  // pdfkit also takes a parsed font, which its types do not know.
  for (const [name, font] of parsedFonts) pdf.registerFont(name, font as Buffer);
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  let y = writeHead(pdf, document, publicUrl);
  y = writeParties(pdf, content, y);
  if (eInvoice) y = writeEInvoice(pdf, eInvoice, y);
  y = await writeLines(pdf, content, y);
  y = writeTotals(pdf, content, y);
  y = await writeAdvances(pdf, content, y);
  writeSignature(pdf, content, y);
  writeFooters(pdf, { number, hashHex });
  pdf.end();
  return whole;
}

/** @internal exported for tests */
export function toVerifyUrl({ number, hashHex }: StoredDocument, publicUrl: string): string {
  const url = new URL(`/verify/${number.replaceAll('/', '-')}`, publicUrl);
  url.searchParams.set('code', hashHex.slice(0, 16));
  return url.href;
}

function writeHead(pdf: Pdf, document: StoredDocument, publicUrl: string): number {
  const { number, content } = document;
  const { margin } = page;
  const title: TextStyle = { size: 20, weight: 600 };
  writeLine(pdf, kindTitles[content.kind], margin, margin, title);
  writeLine(pdf, number, margin, margin + 30, { size: 11, weight: 600 });
  writeLine(pdf, `Date: ${formatDate(content.day)}`, margin, margin + 46, body);
  const more = [toReference(content), toCopyMark(document)].filter((each) => each !== null);
  more.forEach((line, i) =>
    writeBlock(pdf, line, { x: margin, y: margin + 59 + 13 * i, width: 400 }, body),
  );
  drawQr(pdf, toVerifyUrl(document, publicUrl), { x: right - qrSize, y: margin, size: qrSize });
  return margin + qrSize + 16;
}

function toReference({ period, against, paymentId }: DocumentContent): string | null {
  if (period) return `For use from ${formatDate(period.from)} to ${formatDate(period.to)}`;
  if (against) return `For tax invoice ${against.number} of ${formatDate(against.day)}`;
  return paymentId === null ? null : `Payment ${paymentId}`;
}

function drawQr(
  pdf: Pdf,
  text: string,
  { x, y, size, level = 'M' }: { x: number; y: number; size: number; level?: 'L' | 'M' },
): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: level });
  const unit = size / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) pdf.rect(x + column * unit, y + row * unit, unit, unit);
    }
  }
  pdf.fill(ink);
}

function writeParties(pdf: Pdf, content: DocumentContent, top: number): number {
  const { supplier, recipient, placeOfSupply, kind } = content;
  const width = (right - page.margin) / 2 - 12;
  const from = writeParty(
    pdf,
    'Supplier',
    { ...supplier, name: supplier.legalName, country: null },
    {
      x: page.margin,
      y: top,
      width,
    },
  );
  const name = recipient.name || 'Customer';
  const to = writeParty(
    pdf,
    'Recipient',
    { ...recipient, name },
    {
      x: page.margin + width + 24,
      y: top,
      width,
    },
  );
  let y = Math.max(from, to) + 8;
  if (kind === 'receipt') return y + 6;
  const place = placeOfSupply
    ? `${placeNames[placeOfSupply]} (${placeOfSupply})`
    : 'Not stated, taxed as inter-State';
  writeLine(pdf, `Place of supply: ${place}`, page.margin, y, body);
  writeLine(pdf, 'Reverse charge: No', right, y, { ...body, align: 'right' });
  y += heightOf(1, body) + 10;
  const endorsement = toEndorsement(content);
  return endorsement ? writeBlock(pdf, endorsement, { ...full, y: y - 4 }, bold) + 8 : y;
}

/** Large enough to scan: the portal's token has some 900 characters. */
const signedQrSize = 142;

/** The portal's registration: its number, acknowledgement and signed code. */
function writeEInvoice(
  pdf: Pdf,
  { irn, ackNumber, ackAt, signedQr }: EInvoiceRegistration,
  top: number,
): number {
  drawRule(pdf, top);
  const y = top + 8;
  const [day = '', time = ''] = ackAt.split(' ');
  let line = writeBlock(pdf, 'e-Invoice', { ...full, y }, bold) + 3;
  for (const [title, text] of [
    ['IRN', irn],
    ['Acknowledgement', `${ackNumber} of ${formatDate(day)}, ${time} IST`],
  ] as const) {
    writeLine(pdf, title, page.margin, line, label);
    const width = right - page.margin - signedQrSize - 24;
    line = writeBlock(pdf, text, { x: page.margin, y: line + 11, width }, cell) + 5;
  }
  const code = 'The code on the right is signed by the invoice registration portal.';
  writeBlock(pdf, code, { x: page.margin, y: line, width: 300 }, label);
  drawQr(pdf, signedQr, { x: right - signedQrSize, y, size: signedQrSize, level: 'L' });
  return y + signedQrSize + 12;
}

interface Party {
  readonly name: string;
  readonly address: string;
  readonly pin: string | null;
  readonly stateCode: StateCode | null;
  readonly gstin: string | null;
  readonly country: CountryCode | null;
}

function writeParty(
  pdf: Pdf,
  title: string,
  { name, address, pin, stateCode, gstin, country }: Party,
  place: { x: number; y: number; width: number },
): number {
  writeLine(pdf, title, place.x, place.y, label);
  let y = place.y + heightOf(1, label) + 2;
  y = writeBlock(pdf, name, { ...place, y }, { size: 10, weight: 600 });
  const state = stateCode && `${states[stateCode]} (${stateCode})`;
  const last = [pin, state, country && countries[country]].filter(Boolean).join(', ');
  for (const line of [address, last]) if (line) y = writeBlock(pdf, line, { ...place, y }, body);
  if (gstin)
    y = writeBlock(pdf, `${isUin(gstin) ? 'UIN' : 'GSTIN'} ${gstin}`, { ...place, y }, body);
  return y;
}

/** Lets other requests run: an invoice that uses thousands of small payments takes seconds. */
async function rest(place: number): Promise<void> {
  if (place % 25 === 24) await setImmediate();
}

interface Column {
  readonly title: string;
  /** The left edge of the first column, the right edge of the others. */
  readonly x: number;
  readonly text: (line: DocumentContent['lines'][number]) => string;
}

function toColumns({ kind, isIntraState, supplier, totals }: DocumentContent): Column[] {
  const columns: Column[] = [
    { title: 'Qty', x: 200, text: ({ quantity }) => String(quantity) },
    { title: 'Price', x: 250, text: ({ unitPaise }) => formatAmount(unitPaise) },
    { title: 'Discount', x: 294, text: ({ discountPaise }) => formatAmount(discountPaise) },
  ];
  if (kind === 'receipt') return [...columns, total];
  const percent = (basisPoints: number) => `${basisPoints / 100}%`;
  columns.push({ title: 'Taxable', x: 350, text: (line) => formatAmount(line.taxablePaise) });
  const isMixed = totals.cgstPaise > 0 && totals.igstPaise > 0;
  if (!isIntraState || isMixed) {
    return [
      ...columns,
      { title: 'Rate', x: 388, text: (line) => percent(line.rateBasisPoints) },
      {
        title: isMixed ? 'GST' : 'IGST',
        x: 466,
        text: (line) => formatAmount(line.cgstPaise + line.sgstPaise + line.igstPaise),
      },
      total,
    ];
  }
  const half = (line: { rateBasisPoints: number }) => percent(line.rateBasisPoints / 2);
  return [
    ...columns,
    { title: 'Rate', x: 397, text: (line) => `${half(line)} + ${half(line)}` },
    { title: 'CGST', x: 448, text: (line) => formatAmount(line.cgstPaise) },
    { title: toStateTax(supplier), x: 499, text: (line) => formatAmount(line.sgstPaise) },
    total,
  ];
}

const toStateTax = ({ stateCode }: DocumentContent['supplier']) =>
  isUnionTerritory(stateCode) ? 'UTGST' : 'SGST';

const total: Column = { title: 'Total', x: right, text: (line) => formatAmount(line.netPaise) };
const sacX = 141;

async function writeLines(pdf: Pdf, content: DocumentContent, top: number): Promise<number> {
  const columns = toColumns(content);
  let y = writeTableHead(pdf, columns, top);
  for (const [place, line] of content.lines.entries()) {
    await rest(place);
    const names = wrap(pdf, nameItem(line.item), sacX - page.margin - 3, cell);
    const height = heightOf(names.length, cell) + 7;
    if (y + height > bottom) y = writeTableHead(pdf, columns, addPage(pdf));
    names.forEach((name, i) => writeLine(pdf, name, page.margin, y + 3 + heightOf(i, cell), cell));
    writeLine(pdf, line.sac, sacX, y + 3, cell);
    const style = {
      ...cell,
      size: cell.size * toScale(pdf, columns, line),
      align: 'right',
    } as const;
    for (const column of columns) {
      writeLine(pdf, column.text(line), column.x, y + 3 + cell.size - style.size, style);
    }
    y += height;
    drawRule(pdf, y);
  }
  return y;
}

/** Smaller than 1 if an amount of the line is wider than its column. */
function toScale(
  pdf: Pdf,
  columns: readonly Column[],
  line: DocumentContent['lines'][number],
): number {
  const scales = columns.map((column, i) => {
    const left = columns[i - 1]?.x ?? sacX + 34;
    return (column.x - left - 4) / measureText(pdf, column.text(line), cell);
  });
  return Math.min(1, ...scales);
}

function writeTableHead(pdf: Pdf, columns: readonly Column[], top: number): number {
  drawRule(pdf, top, ink);
  const y = top + 4;
  writeLine(pdf, 'Description', page.margin, y, head);
  writeLine(pdf, 'SAC', sacX, y, head);
  for (const { title, x } of columns) writeLine(pdf, title, x, y, { ...head, align: 'right' });
  const end = y + heightOf(1, head) + 4;
  drawRule(pdf, end);
  return end;
}

/**
 * The rows above the total. A refund voucher has both kinds of tax if it pays back advances of two places of
 * supply.
 *
 * @internal exported for tests
 */
export function toTotalRows({
  totals,
  kind,
  isIntraState,
  supplier,
}: DocumentContent): [title: string, paise: number][] {
  const rows: [string, number][] = [];
  if (totals.discountPaise > 0) {
    rows.push(['Price, tax included', totals.grossPaise]);
    rows.push(['Discount: paid with bonus credit', -totals.discountPaise]);
  }
  if (kind === 'receipt') return rows;
  rows.push(['Taxable value', totals.taxablePaise]);
  if (isIntraState || totals.cgstPaise > 0)
    rows.push(['CGST', totals.cgstPaise], [toStateTax(supplier), totals.sgstPaise]);
  if (!isIntraState || totals.igstPaise > 0) rows.push(['IGST', totals.igstPaise]);
  return rows;
}

function writeTotals(pdf: Pdf, content: DocumentContent, top: number): number {
  const { totals } = content;
  const rows = toTotalRows(content);
  // Without advances the signature follows, and is never alone on a page.
  const rest = content.advances.length === 0 ? measureSignature(pdf, content) : 0;
  const height = (rows.length + 1) * 15 + 40 + rest;
  let y = (top + height > bottom ? addPage(pdf) : top) + 8;
  for (const [title, paise] of rows) {
    writeLine(pdf, title, right - 110, y, { ...body, align: 'right' });
    writeLine(pdf, formatAmount(paise), right, y, { ...body, align: 'right' });
    y += 15;
  }
  const large: TextStyle = { size: 11, weight: 600 };
  writeLine(pdf, 'Total', right - 110, y, { ...large, align: 'right' });
  writeLine(pdf, `₹${formatAmount(totals.totalPaise)}`, right, y, { ...large, align: 'right' });
  y += 20;
  return writeBlock(pdf, amountInWords(totals.totalPaise), { ...full, y }, body) + 8;
}

const advanceTitles: Partial<Record<DocumentContent['kind'], string>> = {
  'tax-invoice': 'Advances adjusted',
  'refund-voucher': 'Advances paid back',
  'credit-note': 'Advances available again',
};

async function writeAdvances(pdf: Pdf, content: DocumentContent, top: number): Promise<number> {
  const { advances, kind } = content;
  if (advances.length === 0) return top;
  const title = advanceTitles[kind] ?? '';
  // The last voucher, the sum and the signature stay together.
  const rowHeight = heightOf(1, cell) + 2;
  const endHeight = measureSignature(pdf, content) + 8 + (advances.length > 1 ? rowHeight + 3 : 0);
  const isOne = advances.length === 1;
  let y = top + heightOf(3, cell) + (isOne ? endHeight : 0) > bottom ? addPage(pdf) : top;
  y = writeBlock(pdf, title, { ...full, y }, bold) + 3;
  const toText = (paise: number, taxPaise: number) =>
    `${formatAmount(paise)}, of which tax ${formatAmount(taxPaise)}`;
  const sum = { paise: 0, taxPaise: 0 };
  for (const [place, advance] of advances.entries()) {
    await rest(place);
    const { number, day, amountPaise, cgstPaise, sgstPaise, igstPaise } = advance;
    const isLast = place === advances.length - 1 && !isOne;
    if (y + rowHeight + (isLast ? endHeight : 0) > bottom) {
      y = writeBlock(pdf, `${title}, continued`, { ...full, y: addPage(pdf) }, bold) + 3;
    }
    const tax = cgstPaise + sgstPaise + igstPaise;
    writeLine(pdf, `Receipt voucher ${number} of ${formatDate(day)}`, page.margin, y, cell);
    writeLine(pdf, toText(amountPaise, tax), right, y, { ...cell, align: 'right' });
    y += heightOf(1, cell) + 2;
    sum.paise += amountPaise;
    sum.taxPaise += tax;
  }
  if (advances.length > 1) {
    drawRule(pdf, y);
    const total: TextStyle = { ...cell, weight: 600 };
    writeLine(pdf, `All ${advances.length} vouchers`, page.margin, y + 3, total);
    writeLine(pdf, toText(sum.paise, sum.taxPaise), right, y + 3, { ...total, align: 'right' });
    y += heightOf(1, cell) + 5;
  }
  return y + 8;
}

const noteStyle: TextStyle = { ...body, color: quiet };
const noteWidth = 300;
const signWidth = 210;

function measureSignature(pdf: Pdf, content: DocumentContent): number {
  const { legalName, signatory } = content.supplier;
  const note = wrap(pdf, toNote(content) ?? '', noteWidth, noteStyle);
  const names = wrap(pdf, `For ${legalName}`, signWidth, bold);
  const by = wrap(pdf, signatory, signWidth, body);
  const right = heightOf(names.length, bold) + heightOf(by.length, body) + heightOf(1, label);
  return 4 + Math.max(heightOf(note.length, noteStyle), right);
}

function writeSignature(pdf: Pdf, content: DocumentContent, top: number): void {
  const { supplier } = content;
  const note = toNote(content);
  const y = top + measureSignature(pdf, content) > bottom ? addPage(pdf) : top;
  if (note) writeBlock(pdf, note, { x: page.margin, y: y + 4, width: noteWidth }, noteStyle);
  const sign = { align: 'right' } as const;
  const name = wrap(pdf, `For ${supplier.legalName}`, signWidth, bold);
  name.forEach((line, i) =>
    writeLine(pdf, line, right, y + 4 + heightOf(i, bold), { ...bold, ...sign }),
  );
  const under = y + 4 + heightOf(name.length, bold);
  const by = wrap(pdf, supplier.signatory, signWidth, body);
  by.forEach((line, i) =>
    writeLine(pdf, line, right, under + heightOf(i, body), { ...body, ...sign }),
  );
  const last = under + heightOf(by.length, body);
  writeLine(pdf, 'Authorised signatory', right, last, { ...label, ...sign });
}

function writeFooters(
  pdf: Pdf,
  { number, hashHex }: Pick<StoredDocument, 'number' | 'hashHex'>,
): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let i = 0; i < count; i += 1) {
    pdf.switchToPage(start + i);
    const y = page.height - page.margin - 24;
    drawRule(pdf, y - 8);
    writeLine(pdf, `SHA-256 ${hashHex}`, page.margin, y, { ...label, size: 7 });
    const place = count === 1 ? number : `${number}, page ${i + 1} of ${count}`;
    writeLine(pdf, place, right, y, { ...label, size: 7, align: 'right' });
    const verify =
      'Scan the code in the top right corner of the first page to verify this document. All amounts are in rupees.';
    writeLine(pdf, verify, page.margin, y + 12, { ...label, size: 7 });
  }
}

function addPage(pdf: Pdf): number {
  pdf.addPage();
  return page.margin;
}

function drawRule(pdf: Pdf, y: number, color = rule): void {
  pdf.moveTo(page.margin, y).lineTo(right, y).lineWidth(0.6).stroke(color);
}
