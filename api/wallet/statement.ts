import { Readable } from 'node:stream';
import {
  readStatement,
  readStatementTotals,
  readWholeStatement,
  type StatementScope,
} from '@sachet/db/wallet/statement';
import type { Statement } from '@sachet/shared/wallet/contracts/statement';
import { rupeesFromPaise } from '@sachet/shared/money';
import type { Dependencies } from '../dependencies.ts';
import { requireProfile, type Caller } from '../identity/caller.ts';
import { toApplicant } from '../limits/resources.ts';
import { AfterNumber, pageTokens, splitPage } from '../http/page-token.ts';
import { ok, route } from '../http/route.ts';
import { enterExports, sendDownload } from '../http/send-download.ts';
import { csvHead, csvLine } from './statement-csv.ts';
import { openStatement, toStatementRow } from './statement-view.ts';

const tokens = pageTokens('statement', AfterNumber);

export const getStatement = route('GET /api/statement', {
  weight: 2,
  async handle({ deps, caller, query }) {
    const { wallet, scope } = await openStatement(deps, caller, query);
    const { after, limit, ...filter } = query;
    const before = tokens.read(after, filter) ?? Infinity;
    const untilSeq = Math.min(scope.untilSeq, before - 1, filter.upTo ?? Infinity);
    const page = { ...scope, untilSeq };
    const [events, totals] = await Promise.all([
      readStatement(deps.db, page, limit + 1),
      readStatementTotals(deps.db, scope),
    ]);
    const { page: shown, last } = splitPage(events, limit);
    const statement: Statement = {
      items: shown.map((event) => toStatementRow(deps, caller, event)),
      next: tokens.write(last && last.seq, filter),
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

export const getStatementCsv = route('GET /api/statement.csv', {
  weight: 5,
  async handle({ deps, caller, query, request, response }) {
    const { scope } = await openStatement(deps, caller, query);
    const profile = await requireProfile(deps, caller);
    const leave = await enterExports(deps, await toApplicant(deps, profile, request), response);
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
    }).finally(leave);
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
