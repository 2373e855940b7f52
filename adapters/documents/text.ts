/** Lays out text in several fonts, which pdfkit does not do itself. */
import { splitRuns, type Run, type Weight } from './fonts.ts';

export type Pdf = PDFKit.PDFDocument;

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

export const ink = '#1d1b18';
export const quiet = '#6a645b';

const lineHeight = 1.38;

/**
 * Figures of one width, without kerning: it moves a decimal point under the one that follows. Inter's
 * alternates for neighbouring characters cost half of the time and change nothing here.
 */
const latin = { kern: false, tnum: true, calt: false, liga: false, clig: false, ccmp: false };
const devanagari = { kern: false };

/** pdfkit passes them on to fontkit, which accepts an object; the types know only a list. */
const toOptions = ({ font }: Run) => ({
  features: (font.startsWith('inter') ? latin : devanagari) as unknown as [],
});

/** The width of a line in points. */
export function measureText(pdf: Pdf, text: string, { size, weight = 400 }: TextStyle): number {
  return splitRuns(text, weight).reduce(
    (width, run) =>
      width + pdf.font(run.font).fontSize(size).widthOfString(run.text, toOptions(run)),
    0,
  );
}

/** The text in lines of at most `width` points. A word that is longer is broken. */
export function wrap(pdf: Pdf, text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measureText(pdf, longer, style) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const { segment } of graphemes.segment(word)) {
      if (line !== '' && measureText(pdf, line + segment, style) > width) {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  }
  lines.push(line);
  return lines;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export const heightOf = (lines: number, { size }: TextStyle): number => lines * size * lineHeight;

/** Writes one line; with `align: 'right'` it ends at `x`. */
export function writeLine(pdf: Pdf, text: string, x: number, y: number, style: TextStyle): void {
  const { size, weight = 400, color = ink, align = 'left' } = style;
  let left = align === 'right' ? x - measureText(pdf, text, style) : x;
  for (const run of splitRuns(text, weight)) {
    pdf.font(run.font).fontSize(size).fillColor(color);
    const width = pdf.widthOfString(run.text, toOptions(run));
    // The fonts have different ascents, so that a line is placed by its baseline.
    pdf.text(run.text, left, y + size, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...toOptions(run),
    });
    left += width;
  }
}

/** Writes wrapped lines and returns the `y` below them. */
export function writeBlock(
  pdf: Pdf,
  text: string,
  { x, y, width }: { x: number; y: number; width: number },
  style: TextStyle,
): number {
  const lines = wrap(pdf, text, width, style);
  lines.forEach((line, i) => writeLine(pdf, line, x, y + heightOf(i, style), style));
  return y + heightOf(lines.length, style);
}
