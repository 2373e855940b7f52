import type { Cell } from './binary-rows.ts';

const special = /["\\]/;

/**
 * A Postgres array as text: `{1,NULL,"a"}`. The driver would produce the same, but its general conversion of
 * each element takes longer than deciding the commands.
 */
export function arrayLiteral(cells: readonly Cell[]): string {
  let text = '{';
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i]!;
    if (i > 0) text += ',';
    if (cell === null) text += 'NULL';
    else if (typeof cell === 'number') text += cell;
    else if (typeof cell === 'string') {
      text += `"${special.test(cell) ? cell.replace(/["\\]/g, '\\$&') : cell}"`;
    } else {
      text += `"\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.length).toString('hex')}"`;
    }
  }
  return `${text}}`;
}
