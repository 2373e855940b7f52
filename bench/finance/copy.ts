/** Rows into a table by COPY. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A moment is a `Date`. */
export type Value = string | number | boolean | Date | Uint8Array | null;

const rowsPerChunk = 500;

export async function copyRows(
  owner: Pool,
  into: { table: string; columns: readonly string[] },
  rows: Iterable<readonly Value[]>,
): Promise<number> {
  const client = await owner.connect();
  try {
    const copy = client.query(
      copyFrom(`copy ${into.table} (${into.columns.join(', ')}) from stdin`),
    );
    await pipeline(Readable.from(toChunks(rows)), copy);
    return copy.rowCount;
  } finally {
    client.release();
  }
}

function* toChunks(rows: Iterable<readonly Value[]>): Generator<string> {
  let text = '';
  let count = 0;
  for (const row of rows) {
    text += `${row.map(toText).join('\t')}\n`;
    count += 1;
    if (count % rowsPerChunk !== 0) continue;
    yield text;
    text = '';
  }
  if (text) yield text;
}

/** In COPY's text format. */
function toText(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escape(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return `\\\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escape = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (found) => escapes[found]!) : text;
