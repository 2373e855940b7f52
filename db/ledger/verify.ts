/**
 * Reads the whole ledger in one snapshot and proves it: every link of every chain, every sequence,
 * every projection, every checkpoint. The ledger goes on meanwhile.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import pg, { type PoolClient } from 'pg';
import { createPool } from '../connect.ts';
import { checkCheckpoints, type CheckpointsExpected } from './check-checkpoints.ts';
import { scanPages, type Share } from './scan-share.ts';
import { finishScan, type BrokenLink, type ChainScan } from './chain-scan.ts';
import { diagnoseLinks } from './diagnose.ts';
import type { Fault } from './fault.ts';
import { exportSnapshot, findDifferences } from './differences.ts';

export interface Verification {
  readonly faults: readonly Fault[];
  readonly events: number;
  readonly wallets: number;
  readonly checkpoints: number;
  /** False when no public key was given to check signatures with. */
  readonly signaturesChecked: boolean;
}

export interface VerifyOptions extends CheckpointsExpected {
  readonly connectionString: string;
  readonly progress?: (step: string, done: number, total: number) => void;
}

/** `findMore` reads in the same snapshot. */
export async function verifyLedger(
  options: VerifyOptions,
  findMore: (client: PoolClient) => Promise<readonly Fault[]> = async () => [],
): Promise<Verification> {
  const pool = createPool(options.connectionString, {
    max: 3,
    application_name: 'sachet-verify',
    statement_timeout: 0,
    // The snapshot's own transaction waits while others read in it.
    idle_in_transaction_session_timeout: 0,
    types: forgivingTypes,
  });
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<Extent>(
      `select (select coalesce(sum(seq), 0) from wallet)::float8 as events,
              (pg_relation_size('ledger_event') / current_setting('block_size')::int)::int8 as pages`,
    );
    const extent = rows[0]!;
    // Of a small ledger this thread reads all before another has started.
    const isSmall = extent.pages < 2 * pagesPerShare;
    const scan = isSmall
      ? finishScan([await scanPages(client, { from: 0, to: null }, () => {})])
      : await scanInThreads(client, extent, options);
    const sequence = await sequenceFaults(client, scan);
    const faults = [
      ...withoutAppended(await diagnoseLinks(client, brokenLinks(scan, 'link')), sequence),
      ...amountAndClockFaults(scan),
      ...sequence,
    ];
    const checkpoints = await checkCheckpoints(client, scan, options);
    const differences = await findDifferences(pool, client, isSmall ? 0 : 2, (done, total) =>
      options.progress?.('projections', done, total),
    );
    const more = await findMore(client);
    return {
      faults: [...faults, ...differences, ...more, ...checkpoints.faults],
      events: scan.events,
      wallets: scan.runs.size,
      checkpoints: checkpoints.count,
      signaturesChecked: options.publicKeyHex !== undefined,
    };
  } finally {
    client.release();
    await pool.end();
  }
}

const int8 = 20;
const timestamptz = 1184;

/**
 * Whatever was put into a row, it can be read. A number that is not a safe integer and a moment that
 * is no whole millisecond were not written by the ledger, and hash to nothing that was.
 */
export const forgivingTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    const parse = pg.types.getTypeParser(oid, format as 'text');
    if (oid !== timestamptz) return parse;
    return (text: string) => new Date(/\.\d{4}/.test(text) ? Number.NaN : parse(text));
  }) as typeof pg.types.getTypeParser,
};

interface Extent {
  readonly events: number;
  readonly pages: number;
}

/** 512 kB. */
const pagesPerShare = 64;

async function scanInThreads(
  client: PoolClient,
  { events, pages }: Extent,
  { connectionString, progress }: VerifyOptions,
): Promise<ChainScan> {
  const snapshot = await exportSnapshot(client);
  const shares = Math.min(availableParallelism(), 8, Math.floor(pages / pagesPerShare));
  const perShare = Math.ceil(pages / shares);
  const done = Array.from({ length: shares }, () => 0);
  const scans = await Promise.all(
    done.map((_, i) => {
      const from = i * perShare;
      const to = i === shares - 1 ? null : from + perShare;
      return scanInThread({ connectionString, snapshot, from, to }, (proved) => {
        done[i] = proved;
        const sum = done.reduce((a, b) => a + b, 0);
        progress?.('chains', sum, events);
      });
    }),
  );
  return finishScan(scans);
}

function scanInThread(share: Share, progress: (events: number) => void): Promise<ChainScan> {
  const worker = new Worker(new URL('./chain-scan-worker.ts', import.meta.url), {
    workerData: share,
  });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: { events: number } | { done: ChainScan }) => {
      if ('done' in message) resolve(message.done);
      else progress(message.events);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`a scan ended early with code ${code}`)));
  });
}

function brokenLinks(scan: ChainScan, kind: BrokenLink['kind']): BrokenLink[] {
  return scan.broken
    .filter((link) => link.kind === kind)
    .sort((a, b) => a.walletId.localeCompare(b.walletId) || a.seq - b.seq);
}

/** Events that were put behind the end are not edited ones besides. */
function withoutAppended(faults: readonly Fault[], sequence: readonly Fault[]): Fault[] {
  const inserted = sequence.filter(({ kind }) => kind === 'inserted');
  const ends = new Map(inserted.map(({ walletId, seq }) => [walletId, seq!]));
  return faults.filter(
    ({ kind, walletId, seq }) => kind !== 'edited' || !(seq! >= (ends.get(walletId) ?? Infinity)),
  );
}

/** Where the link itself, or the one before, is broken too, the link tells more. */
function amountAndClockFaults(scan: ChainScan): Fault[] {
  const linked = new Set(
    brokenLinks(scan, 'link').flatMap(({ walletId, seq }) => [
      `${walletId} ${seq}`,
      `${walletId} ${seq + 1}`,
    ]),
  );
  const rest = scan.broken.filter(
    ({ kind, walletId, seq }) => kind !== 'link' && !linked.has(`${walletId} ${seq}`),
  );
  return rest.map(({ kind, walletId, seq }) =>
    kind === 'balance'
      ? { kind: 'balance_differs', walletId, seq, detail: 'builds upon other amounts' }
      : { kind: 'clock_ran_back', walletId, seq, detail: 'recorded before the event before it' },
  );
}

async function sequenceFaults(client: PoolClient, scan: ChainScan): Promise<Fault[]> {
  const { rows } = await client.query<{ id: string; seq: number }>('select id, seq from wallet');
  const recorded = new Map(rows.map(({ id, seq }) => [id, seq]));
  const faults: Fault[] = [];
  const byWallet = [...scan.runs].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [walletId, runs] of byWallet) {
    let expected = 1;
    for (const { first, last } of runs) {
      if (first.seq > expected) {
        const detail = `seq ${expected} to ${first.seq - 1} are gone`;
        faults.push({ kind: 'deleted', walletId, seq: expected, detail });
      }
      expected = last.seq + 1;
    }
    const seq = recorded.get(walletId);
    // Of a wallet that is not there the projections tell.
    if (seq !== undefined && seq < expected - 1) {
      const detail = `the wallet ends at seq ${seq}`;
      faults.push({ kind: 'inserted', walletId, seq: seq + 1, detail });
    }
  }
  for (const [walletId, seq] of recorded) {
    const last = scan.runs.get(walletId)?.at(-1)?.last.seq ?? 0;
    if (seq > last) {
      const detail = `the wallet ends at seq ${seq}, its events at ${last}`;
      faults.push({ kind: 'truncated', walletId, seq: last + 1, detail });
    }
  }
  return faults;
}
