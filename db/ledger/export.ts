/** Streams the ledger as text: one JSON object per line, or CSV. */
import { pipeline, Transform, type Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { trimEndOf } from '@sachet/shared/text/trim-end-of';
import { eventColumns } from './rows.ts';

export type ExportFormat = 'ndjson' | 'csv';

/** Both formats have bytes as hex, and times in UTC with milliseconds. */
const exported = Object.entries(eventColumns).map(([column, type]) => {
  if (type === 'bytea') return `encode(${column}, 'hex') as ${column}`;
  if (type === 'timestamptz') {
    return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
  }
  return column;
});

const eventsInOrder = `select ${exported.join(', ')} from ledger_event order by wallet_id, seq`;

/** For each checkpoint, the newest event of every wallet that changed since the one before. */
const headsInOrder = `select checkpoint_number, wallet_id, seq from ledger_checkpoint_head
  order by checkpoint_number, wallet_id`;

/** All events, wallet by wallet, in one snapshot. The client is busy until the stream ends. */
export const exportEvents = (client: PoolClient, format: ExportFormat): Readable =>
  stream(client, eventsInOrder, format);

export const exportHeads = (client: PoolClient, format: ExportFormat): Readable =>
  stream(client, headsInOrder, format);

function stream(client: PoolClient, rows: string, format: ExportFormat): Readable {
  if (format === 'csv') {
    return client.query(copyTo(`copy (${rows}) to stdout (format csv, header true)`));
  }
  // The text format escapes backslashes and line ends, which JSON has already escaped. `unescapeCopyText`
  // undoes that.
  const copy = client.query(copyTo(`copy (select row_to_json(e) from (${rows}) e) to stdout`));
  // A failure of either stream ends the other, and the reader gets the error.
  return pipeline(copy, unescapeCopyText(), () => {});
}

/** Inside JSON, COPY's text format changes only backslashes, which it doubles. */
function unescapeCopyText(): Transform {
  let held = '';
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = held + chunk.toString('latin1');
      const odd = (text.length - trimEndOf(text, '\\').length) % 2;
      held = odd ? '\\' : '';
      done(null, Buffer.from(text.slice(0, text.length - odd).replaceAll('\\\\', '\\'), 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(held, 'latin1'));
    },
  });
}
