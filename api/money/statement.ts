import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  readStatement,
  readStatementTotals,
  readWholeStatement,
  type StatementScope,
} from '@sachet/db/wallets/statement';
import { Statement, StatementFilter, statementPageSize } from '@sachet/shared/contracts/statement';
import { rupeesFromPaise } from '@sachet/shared/money';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../identity/caller.ts';
import { ok, route } from '../http/route.ts';
import { sendDownload } from '../http/send-download.ts';
import { csvHead, csvLine } from './statement-csv.ts';
import { openStatement, toStatementRow } from './statement-view.ts';

const fromIsAfterTo = ({ from, to }: StatementFilter) => !from || !to || from <= to;
const inOrder = { path: ['from'], message: 'This day is after the last one.' };

export const getStatement = route({
  method: 'get',
  path: '/api/statement',
  access: 'signed-in',
  weight: 2,
  summary: "The caller's statement. In an organization, admins see every entry, members their own.",
  query: StatementFilter.extend({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(statementPageSize),
  }).refine(fromIsAfterTo, inOrder),
  answers: { 200: Statement },
  async handle({ deps, caller, query }) {
    const { wallet, scope } = await openStatement(deps, caller, query);
    const { before = Infinity, limit } = query;
    const page = { ...scope, untilSeq: Math.min(scope.untilSeq, before - 1) };
    const [events, totals] = await Promise.all([
      // One more than asked for: whether there is a next page.
      readStatement(deps.db, page, limit + 1),
      readStatementTotals(deps.db, scope),
    ]);
    const rows = events.slice(0, limit).map((event) => toStatementRow(deps, caller, event));
    const statement: Statement = {
      rows,
      nextBefore: events.length > limit ? rows.at(-1)!.seq : null,
      totals: {
        events: totals.events,
        in: rupeesFromPaise(totals.in_paise),
        out: rupeesFromPaise(totals.out_paise),
      },
      balance: rupeesFromPaise(wallet.balance_paise),
      held: rupeesFromPaise(wallet.held_paise),
    };
    return ok(statement);
  },
});

export const getStatementCsv = route({
  method: 'get',
  path: '/api/statement.csv',
  access: 'signed-in',
  weight: 5,
  summary: 'The same with all rows, as CSV.',
  query: StatementFilter.refine(fromIsAfterTo, inOrder),
  answers: { 200: null },
  async handle({ deps, caller, query, response }) {
    const { scope } = await openStatement(deps, caller, query);
    const name = ['sachet-statement', query.from, query.to].filter(Boolean).join('-');
    response.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    });
    const text = Readable.from(exportCsv(deps, caller, scope));
    await sendDownload(text, response, {
      log: deps.log,
      whenCutOff: 'statement download was interrupted',
    });
  },
});

async function* exportCsv(
  deps: Dependencies,
  caller: Caller,
  scope: StatementScope,
): AsyncGenerator<string, void> {
  yield csvHead;
  for await (const batch of readWholeStatement(deps.db, scope)) {
    yield batch.map((event) => csvLine(toStatementRow(deps, caller, event))).join('');
  }
}
