import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  listImports,
  readSettlementDays,
  requestDays,
  type SettlementImport as ImportRow,
  type Withdrawal,
} from '@sachet/db/finance/settlements';
import { countRecordedFindings } from '@sachet/db/finance/findings';
import { reconcileDays } from '@sachet/db/finance/reconcile';
import type { Database } from '@sachet/db/tables';
import { enqueue } from '@sachet/flows/enqueue';
import { importSettlementFile } from '@sachet/flows/finance/import-settlement-file';
import {
  mostReconciledDays,
  mostSettlementDays,
  type ReconciledFigures,
  type ReconciliationResponse,
  type SettlementImport,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { inRupees, rupeesFromPaise } from '@sachet/shared/money';
import {
  addIdentities,
  holdsIdentity,
  type Identity,
} from '@sachet/shared/finance/settlement/reconcile';
import { toDays } from './indian-days.ts';
import { receiveCsv, toFileRefusal } from './receive-csv.ts';
import { Refusal } from '../http/refusal.ts';
import { audited } from '../admin/audited.ts';
import { ok, reply, route } from '../http/route.ts';

const importsShown = 50;

export const getReconciliation = route('GET /api/admin/reconciliation', {
  async handle({ deps, query }) {
    return ok(
      await readReconciliation(await deps.reader.latest(), toDays(query, mostReconciledDays)),
    );
  },
});

export async function readReconciliation(
  db: Kysely<Database>,
  days: readonly string[],
): Promise<ReconciliationResponse> {
  const compared: ReconciliationResponse['days'] = [];
  let total = addIdentities([]);
  let found = 0;
  let isWhole = true;
  const recorded = await countRecordedFindings(db, days);
  for await (const each of reconcileDays(db, days, Date.now())) {
    const { day, identity, findings, isCompared } = each;
    const { open = 0, resolved = 0 } = recorded.get(day) ?? {};
    isWhole &&= isCompared;
    const counts = {
      isCompared,
      findings: findings.length,
      openFindings: open,
      resolvedFindings: resolved,
    };
    compared.push({ day, figures: toFigures(identity, counts) });
    total = addIdentities([total, identity]);
    found += findings.length;
  }
  const sum = (state: 'open' | 'resolved') =>
    [...recorded.values()].reduce((count, each) => count + each[state], 0);
  const counts = {
    isCompared: isWhole,
    findings: found,
    openFindings: sum('open'),
    resolvedFindings: sum('resolved'),
  };
  return { days: compared, total: toFigures(total, counts) };
}

function toFigures(
  of: Identity,
  counts: Pick<ReconciledFigures, 'isCompared' | 'findings' | 'openFindings' | 'resolvedFindings'>,
): ReconciledFigures {
  const { unreportedPaise: notReportedPaise, taxPaise: gstPaise, ...sums } = of;
  return {
    ...inRupees({ ...sums, notReportedPaise, gstPaise }),
    holds: holdsIdentity(of),
    ...counts,
  };
}

export function toSettlementImport(row: ImportRow & Partial<Withdrawal>): SettlementImport {
  return {
    id: row.id,
    source: row.source,
    day: row.day,
    fileName: row.file_name,
    requestedBy: row.requested_by,
    outcome: row.outcome,
    problem: row.problem,
    lines: row.lines,
    newLines: row.new_lines,
    changedLines: row.changed_lines,
    statement:
      row.from_day === null || row.to_day === null
        ? null
        : {
            from: row.from_day,
            to: row.to_day,
            closingBalance:
              row.closing_balance_paise === null
                ? null
                : rupeesFromPaise(row.closing_balance_paise),
            withdrawn: row.withdrawn_at
              ? {
                  by: row.withdrawn_by!,
                  at: row.withdrawn_at.toISOString(),
                  reason: row.reason!,
                }
              : null,
          },
    finishedAt: row.finished_at.toISOString(),
  };
}

export const getSettlements = route('GET /api/admin/settlements', {
  async handle({ deps, query }) {
    toDays(query, mostSettlementDays);
    const db = await deps.reader.latest();
    const [days, imports] = await Promise.all([
      readSettlementDays(db, query),
      listImports(db, importsShown),
    ]);
    return ok({
      days: days.map((row) => ({
        day: row.day,
        completeAt: row.complete_at?.toISOString() ?? null,
        lines: row.lines,
        nextImportAt: row.next_import_at?.toISOString() ?? null,
        problem: row.problem,
      })),
      imports: imports.map(toSettlementImport),
    });
  },
});

export const postImportSettlements = route('POST /api/admin/settlements/import', {
  async handle({ deps, caller, body }) {
    const days = toDays(body, mostSettlementDays);
    if (!deps.gateway) throw new Refusal('unavailable', 'No payment gateway is configured.');
    const entry = { action: 'import-settlements', details: { from: body.from, to: body.to } };
    await audited(deps.db, caller, entry, async (trx) => {
      await requestDays(trx, days);
      return true;
    });
    const requestId = randomUUID();
    for (const day of days) {
      await enqueue(deps, { name: 'import-settlements', day, requestId });
    }
    return reply(202, { days: days.length });
  },
});

export const postSettlementFile = route('POST /api/admin/settlements/file', {
  async handle({ deps, caller, query, request }) {
    return receiveCsv({ deps, caller, request }, async (path) => {
      const outcome = await importSettlementFile(deps, {
        path,
        name: query.name ?? null,
        adminUid: caller.uid,
      });
      if (outcome.ok) {
        await enqueue(deps, { name: 'compare-days' });
        const body = toSettlementImport(outcome.imported);
        return reply(outcome.isRepeated ? 200 : 201, body);
      }
      const { problems, problemCount } = outcome;
      return reply(400, toFileRefusal(problems, problemCount));
    });
  },
});
