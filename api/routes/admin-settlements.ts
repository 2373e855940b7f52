import { randomUUID } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import type { Request } from 'express';
import { z } from 'zod';
import { insertAudit } from '@sachet/db/admin/audit';
import {
  listImports,
  readSettlementDays,
  requestDays,
  type SettlementImport as ImportRow,
} from '@sachet/db/finance/settlements';
import { countRecordedFindings } from '@sachet/db/finance/findings';
import { reconcileDays } from '@sachet/db/finance/reconcile';
import { importSettlementFile } from '@sachet/flows/import-settlement-file';
import {
  ImportSettlementsResponse,
  mostReconciledDays,
  mostSettlementDays,
  ReconciledFigures,
  ReconciliationResponse,
  SettlementFileRefusal,
  SettlementImport,
  SettlementRange,
  SettlementsResponse,
} from '@sachet/shared/contracts/admin-settlements';
import { rupeesFromPaise } from '@sachet/shared/money';
import { addIdentities, holdsIdentity, type Identity } from '@sachet/shared/settlement/reconcile';
import type { Dependencies } from '../dependencies.ts';
import { toDays } from '../indian-days.ts';
import { Refusal } from '../refusal.ts';
import { ok, route } from '../route.ts';

const importsShown = 50;

export const getReconciliation = route({
  method: 'get',
  path: '/api/admin/reconciliation',
  access: 'finance',
  summary: 'The ledger against the gateway and the bank, by days and in total, to the paisa.',
  query: SettlementRange,
  answers: { 200: ReconciliationResponse },
  async handle({ deps, query }) {
    const days = toDays(query, mostReconciledDays);
    const compared: ReconciliationResponse['days'] = [];
    let total = addIdentities([]);
    let found = 0;
    const recorded = await countRecordedFindings(deps.db, days);
    for await (const each of reconcileDays(deps.db, days, Date.now())) {
      const { day, identity, findings } = each;
      const { open = 0, resolved = 0 } = recorded.get(day) ?? {};
      const counts = { findings: findings.length, openFindings: open, resolvedFindings: resolved };
      compared.push({ day, figures: toFigures(identity, counts) });
      total = addIdentities([total, identity]);
      found += findings.length;
    }
    const sum = (state: 'open' | 'resolved') =>
      [...recorded.values()].reduce((count, each) => count + each[state], 0);
    const counts = {
      findings: found,
      openFindings: sum('open'),
      resolvedFindings: sum('resolved'),
    };
    return ok({ days: compared, total: toFigures(total, counts) });
  },
});

function toFigures(
  of: Identity,
  counts: Pick<ReconciledFigures, 'findings' | 'openFindings' | 'resolvedFindings'>,
): ReconciledFigures {
  return {
    ledger: rupeesFromPaise(of.ledgerPaise),
    gateway: rupeesFromPaise(of.gatewayPaise),
    settled: rupeesFromPaise(of.settledPaise),
    fees: rupeesFromPaise(of.feesPaise),
    gst: rupeesFromPaise(of.taxPaise),
    charges: rupeesFromPaise(of.chargesPaise),
    inTransit: rupeesFromPaise(of.inTransitPaise),
    onHold: rupeesFromPaise(of.onHoldPaise),
    holds: holdsIdentity(of),
    ...counts,
  };
}

function toSettlementImport(row: ImportRow): SettlementImport {
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
    finishedAt: row.finished_at.toISOString(),
  };
}

export const getSettlements = route({
  method: 'get',
  path: '/api/admin/settlements',
  access: 'finance',
  summary: "Which days of the gateway's settlement report are imported, and the newest imports.",
  query: SettlementRange,
  answers: { 200: SettlementsResponse },
  async handle({ deps, query }) {
    toDays(query, mostSettlementDays);
    const [days, imports] = await Promise.all([
      readSettlementDays(deps.db, query),
      listImports(deps.db, importsShown),
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

export const postImportSettlements = route({
  method: 'post',
  path: '/api/admin/settlements/import',
  access: 'finance',
  summary: "Has the gateway's settlement report of these days read again, by the worker.",
  body: SettlementRange,
  answers: { 202: ImportSettlementsResponse },
  async handle({ deps, caller, body }) {
    const days = toDays(body, mostSettlementDays);
    if (!deps.gateway) throw new Refusal('unavailable', 'There is no payment gateway.');
    await deps.db.transaction().execute(async (trx) => {
      await requestDays(trx, days);
      await insertAudit(trx, {
        actor: `user:${caller.uid}`,
        action: 'import-settlements',
        details: { from: body.from, to: body.to },
      });
    });
    const requestId = randomUUID();
    for (const day of days) {
      await deps.queue
        .add({ name: 'import-settlements', day, requestId })
        .catch((error: unknown) => {
          deps.log.error({ err: error, day }, 'the queue did not take an import; a sweep will');
        });
    }
    return { status: 202, body: { days: days.length } };
  },
});

/** A million rows of the dashboard's export. */
const fileBytesMax = 512 * 1024 * 1024;
/** Each keeps a connection to the database, and the lock of the settlements' lines. */
let importing = false;

export const postSettlementFile = route({
  method: 'post',
  path: '/api/admin/settlements/file',
  access: 'finance',
  summary:
    "Imports the dashboard's settlement export or a bank statement: all of the file or nothing.",
  bodyType: 'csv',
  query: z.object({
    source: z.enum(['file', 'bank']),
    name: z.string().trim().min(1).max(200).optional(),
  }),
  answers: { 200: SettlementImport, 201: SettlementImport, 400: SettlementFileRefusal },
  async handle({ deps, caller, query, request }) {
    if (importing) {
      throw new Refusal('rate_limited', 'Another file is being imported.', {
        retryAfterSeconds: 5,
      });
    }
    importing = true;
    try {
      return await receiveFile({ deps, request }, async (path) => {
        const outcome = await importSettlementFile(deps, {
          source: query.source,
          path,
          name: query.name ?? null,
          requestedBy: `admin:${caller.uid}`,
        });
        if (outcome.ok) {
          const body = toSettlementImport(outcome.imported);
          return { status: outcome.isRepeated ? 200 : 201, body };
        }
        const { problems, problemCount } = outcome;
        const error = `Nothing was imported. Lines at fault: ${problemCount}.`;
        return { status: 400, body: { error, code: 'invalid', problems, problemCount } };
      });
    } finally {
      importing = false;
    }
  },
});

/** Streams the body to disk. Throws a `Refusal` for what is no CSV, and for more than 512 MB. */
async function receiveFile<T>(
  { deps, request }: { deps: Pick<Dependencies, 'images'>; request: Request },
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!request.is('text/csv')) {
    throw new Refusal('unsupported_media_type', 'Send a CSV file: Content-Type: text/csv.');
  }
  return deps.images.receive(limitBytes(request), work);
}

function limitBytes(request: Request): Readable {
  const limited = new PassThrough();
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received <= fileBytesMax) return;
    request.unpipe(limited);
    limited.destroy(new Refusal('payload_too_large', 'This file is larger than 512 MB.'));
  });
  // A sender that goes away in the middle leaves half a file, which must not look like a whole one.
  request.once('close', () => {
    if (!request.complete) limited.destroy(new Refusal('invalid', 'The file broke off.'));
  });
  return request.pipe(limited);
}
