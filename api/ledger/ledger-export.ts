import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { toHistoryFilter, type HistoryFilter } from '@sachet/db/ledger/history/filter';
import { readWholeHistory } from '@sachet/db/ledger/history/read';
import type { Database } from '@sachet/db/tables';
import { ledgerFormats, toLedgerText, type LedgerFormat } from '@sachet/flows/ledger/ledger-text';
import { route } from '../http/route.ts';
import { sendDownload } from '../http/send-download.ts';

const contentTypes: Record<LedgerFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export const getAdminLedgerExport = route('GET /api/admin/ledger/export', {
  async handle({ deps, query, response }) {
    const { format } = query;
    const db = await deps.reader.latest();
    const day = new Date().toISOString().slice(0, 10);
    response.writeHead(200, {
      'Content-Type': contentTypes[format],
      'Content-Disposition': `attachment; filename="sachet-ledger-${day}.${format}"`,
      'Cache-Control': 'no-store',
    });
    const batches = exportText(db, toHistoryFilter(query), format);
    const text = Readable.from(batches, { highWaterMark: 1 });
    const whenCutOff = 'ledger export was interrupted';
    await sendDownload(text, response, { log: deps.log, whenCutOff });
  },
});

async function* exportText(
  db: Kysely<Database>,
  filter: HistoryFilter,
  format: LedgerFormat,
): AsyncGenerator<string, void> {
  const { head } = ledgerFormats[format];
  if (head) yield head;
  for await (const batch of readWholeHistory(db, filter)) yield toLedgerText(batch, format);
}
