/** How fast the worker's jobs get through all that was seeded, run as the worker runs them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { createKysely, createPool } from '@sachet/db/connect';
import { closeDueDays } from '@sachet/db/finance/day-close';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { readExport } from '@sachet/db/finance/exports';
import { createLedger } from '@sachet/db/ledger/ledger';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { projectNewEvents } from '@sachet/db/provenance/project';
import { createExportFiles } from '@sachet/flows/export-files';
import { makeExport } from '@sachet/flows/make-export';
import type { ExportRequest } from '@sachet/shared/contracts/admin-exports';
import { startOfIstDay } from '@sachet/shared/ledger/calendar';
import type { Stack } from '../admin/stack.ts';
import { number, say } from '../report.ts';
import { restatedDay } from './questions.ts';
import { toWalletId, type Plan } from './year.ts';

const signingKey = readSigningKey('a-signing-key-for-benchmarks');
const progressEveryMs = 20_000;

type Db = ReturnType<typeof createKysely>;

/** Connected as the worker is. */
export async function withDatabase<T>(
  appUrl: string,
  work: (db: Db, pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = createPool(appUrl, { application_name: 'bench', query_timeout: 35_000 });
  const db = createKysely(pool);
  try {
    return await work(db, pool);
  } finally {
    await db.destroy();
  }
}

/** Throws the first failure: a job that fails has no speed. */
export async function projectAll(db: Db): Promise<number> {
  let failure: unknown;
  const events = await projectNewEvents(db, (error) => {
    failure ??= error;
  });
  if (failure) throw failure;
  return events;
}

export async function computeAll(appUrl: string, owner: Pool): Promise<void> {
  say('\n| the worker computes | of | seconds | per second |');
  say('|---|---:|---:|---:|');
  await withDatabase(appUrl, async (db, pool) => {
    await measure('daily sums', 'events', () => countNewEvents(db));
    const stop = sayEvery(progressEveryMs, async () => {
      const { rows } = await owner.query(
        'select coalesce(sum(seq), 0)::bigint as events from provenance_wallet',
      );
      return `  provenance of ${number(rows[0].events)} events`;
    });
    await measure('provenance', 'events', () => projectAll(db)).finally(stop);
    await measure('day closes', 'days', async () => {
      let days = 0;
      for (;;) {
        const closed = await closeDueDays({ db, pool }, signingKey);
        if (closed.length === 0) return days;
        days += closed.length;
      }
    });
  });
}

async function measure(name: string, unit: string, work: () => Promise<number>): Promise<void> {
  const began = performance.now();
  const count = await work();
  const seconds = (performance.now() - began) / 1000;
  say(
    `| ${name} | ${number(count)} ${unit} | ${number(seconds, 1)} | ${number(count / seconds)} |`,
  );
}

function sayEvery(ms: number, toLine: () => Promise<string>): () => void {
  const began = performance.now();
  const timer = setInterval(() => {
    void toLine().then(
      (line) => say(`${line}, ${number((performance.now() - began) / 1000)} s`),
      () => {},
    );
  }, ms);
  return () => clearInterval(timer);
}

/** Admins put a day right that is closed. */
export async function restate(appUrl: string, plan: Plan): Promise<void> {
  const ledger = createLedger({ connectionString: appUrl });
  const effectiveAtMs = startOfIstDay(restatedDay(plan)) + 60 * 60 * 1000;
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      ledger.append({
        type: 'AdjustByAdmin',
        walletId: toWalletId(i % plan.wallets),
        idempotencyKey: `restatement:${i}`,
        actor: 'admin:boss',
        amountPaise: 100 + i,
        reason: 'it was forgotten',
        effectiveAtMs,
      }),
    ),
  );
  await ledger.close();
  const refused = outcomes.find(({ ok }) => !ok);
  if (refused) throw new Error(`a restatement was refused: ${JSON.stringify(refused)}`);
  await withDatabase(appUrl, async (db) => {
    await countNewEvents(db);
    await projectAll(db);
  });
}

/** Asked for as finance does, made as the worker makes it. */
export async function exportAll(
  appUrl: string,
  { api, authorize }: Stack,
  plan: Plan,
): Promise<void> {
  const year = { from: plan.days[0]!, to: plan.days.at(-1)! };
  const requests: [string, ExportRequest][] = [
    ['ledger, CSV', { what: 'ledger', format: 'csv', filter: {} }],
    ['ledger, NDJSON', { what: 'ledger', format: 'ndjson', filter: {} }],
    ['settled lines, CSV', { what: 'settlement-lines', ...year }],
    ['vouchers, XML', { what: 'vouchers', ...year }],
  ];
  const folder = await mkdtemp(join(tmpdir(), 'sachet-bench-exports-'));
  const exportFiles = createExportFiles({ folder });
  say('\n| export | rows | MB | seconds | rows/s |');
  say('|---|---:|---:|---:|---:|');
  try {
    await withDatabase(appUrl, async (db) => {
      for (const [name, request] of requests) {
        const answer = await fetch(`${api.ready.url}/api/admin/exports`, {
          method: 'POST',
          headers: { ...(await authorize()), 'content-type': 'application/json' },
          body: JSON.stringify(request),
        });
        if (answer.status !== 202)
          throw new Error(`exports: ${answer.status} ${await answer.text()}`);
        const { id } = (await answer.json()) as { id: string };
        const began = performance.now();
        await makeExport({ db, exportFiles }, { id, silentForMs: 60_000 });
        const seconds = (performance.now() - began) / 1000;
        const row = await readExport(db, id);
        if (row?.status !== 'done') throw new Error(`${name} is ${row?.status}`);
        const { rows, bytes } = row;
        say(
          `| ${name} | ${number(rows)} | ${number(bytes! / 1e6)} | ${number(seconds, 1)} | ` +
            `${number(rows / seconds)} |`,
        );
        await exportFiles.delete(id);
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
