/** Comma-separated values for spreadsheets: RFC 4180, UTF-8 with a byte order mark. */

export const byteOrderMark = '\uFEFF';

export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Keeps a spreadsheet from reading user input as a formula. */
export function csvText(value: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
}
