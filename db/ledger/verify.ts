/**
 * Verifies the whole ledger in one snapshot while it is in use: every chain, sequence, projection and
 * checkpoint.
 */
import pg, { type PoolClient } from 'pg';
import type { SignedRestore } from '@sachet/shared/ledger/restore';
import { createPool, rollbackAndRelease } from '../connect.ts';
import { checkCheckpoints, type CheckpointsExpected } from './check-checkpoints.ts';
import { findDifferences, joinByHash } from './differences.ts';
import type { Fault } from './fault.ts';
import { proveChains, type BrokenLink, type ProvedChains } from './prove-chains.ts';

export interface Verification {
  readonly faults: readonly Fault[];
  readonly events: number;
  readonly wallets: number;
  readonly checkpoints: number;
  /** Restores from a backup, which gave up published checkpoints. */
  readonly restores: readonly SignedRestore[];
  /** False when no public key was given to check signatures with. */
  readonly signaturesChecked: boolean;
}

export interface VerifyOptions extends CheckpointsExpected {
  readonly connectionString: string;
  readonly progress?: (step: string, done: number, total: number) => void;
}

/** `findMore` looks for further faults in the same snapshot. */
export function verifyLedger(
  options: VerifyOptions,
  findMore: (client: PoolClient) => Promise<readonly Fault[]> = async () => [],
): Promise<Verification> {
  const { progress = () => {} } = options;
  return inSnapshot(options, async (client) => {
    const { links, chains, checkpoints } = await verifyChains(client, options);
    const differences = await findDifferences(client, (done, total) =>
      progress('projections', done, total),
    );
    const more = await findMore(client);
    return {
      faults: [...links, ...differences, ...more, ...checkpoints.faults],
      events: chains.events,
      wallets: chains.ends.size,
      checkpoints: checkpoints.count,
      restores: checkpoints.restores,
      signaturesChecked: options.publicKeyHex !== undefined,
    };
  });
}

/**
 * The faults of the events themselves. A projection that is computed from such events would take over what
 * was forged, so nothing is rebuilt while there is one.
 */
export function findEventFaults(options: VerifyOptions): Promise<readonly Fault[]> {
  return inSnapshot(options, async (client) => {
    const { links, checkpoints } = await verifyChains(client, options);
    const certain = links.filter(({ kind }) => kind !== 'inserted');
    return [...certain, ...(await findUnwitnessedEnds(client)), ...checkpoints.faults];
  });
}

/** One moment for all reads of a proof. */
export async function inSnapshot<T>(
  { connectionString }: Pick<VerifyOptions, 'connectionString'>,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const pool = createPool(connectionString, {
    max: 1,
    application_name: 'sachet-verify',
    statement_timeout: 0,
    types: lenientTypes,
  });
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await read(client);
  } finally {
    await rollbackAndRelease(client);
    await pool.end();
  }
}

/** Every link, the end of every chain, what the auditor has seen of it, and the checkpoints. */
async function verifyChains(client: PoolClient, options: VerifyOptions) {
  const { progress = () => {} } = options;
  await client.query(joinByHash);
  const { rows } = await client.query<{ id: string; seq: number }>(
    'select id, seq from wallet order by id',
  );
  const recorded = new Map(rows.map(({ id, seq }) => [id, seq]));
  progress(
    'chains',
    0,
    [...recorded.values()].reduce((sum, seq) => sum + seq, 0),
  );
  const chains = await proveChains(client);
  progress('chains', chains.events, chains.events);
  const links = [
    ...findLinkFaults(chains.broken, recorded),
    ...findEndFaults(chains, recorded),
    ...(await findRewrittenChains(client)),
  ];
  return { chains, links, checkpoints: await checkCheckpoints(client, chains, options) };
}

const mostListed = 200;

/** Events that the auditor has verified, and that are others now, or missing, although the chain fits together. */
async function findRewrittenChains(client: PoolClient): Promise<Fault[]> {
  const { rows } = await client.query<{ wallet_id: string; seq: number; is_missing: boolean }>(
    `select p.wallet_id, p.seq, e.hash is null as is_missing from wallet_proof p left join lateral (
       select hash from ledger_event where wallet_id = p.wallet_id and seq = p.seq offset 0
     ) e on true
     where e.hash is distinct from p.head order by 1 limit ${mostListed}`,
  );
  return rows.map(({ wallet_id: walletId, seq, is_missing: isMissing }) =>
    isMissing
      ? { kind: 'truncated', walletId, seq, detail: 'is missing, and the auditor verified it' }
      : { kind: 'rewritten', walletId, seq, detail: 'is not the event that the auditor verified' },
  );
}

/**
 * Wallets whose last event is another one than their row says, and of which neither the auditor nor a
 * checkpoint has seen that event: the row may be wrong, or the event forged.
 */
async function findUnwitnessedEnds(client: PoolClient): Promise<Fault[]> {
  const { rows } = await client.query<{ id: string; recorded: number; seq: number }>(
    `select w.id, w.seq as recorded, e.seq from wallet w, lateral (
       select seq, hash from ledger_event where wallet_id = w.id order by seq desc limit 1
     ) e
     where w.seq <= e.seq and (w.seq, w.head) <> (e.seq, e.hash)
       and not exists (
         select from wallet_proof p where p.wallet_id = w.id and (p.seq, p.head) = (e.seq, e.hash))
       and not exists (
         select from ledger_checkpoint_head h
         where h.wallet_id = w.id and (h.seq, h.head) = (e.seq, e.hash))
     order by 1 limit ${mostListed}`,
  );
  return rows.map(({ id: walletId, recorded, seq }) =>
    recorded < seq
      ? {
          kind: 'inserted',
          walletId,
          seq: recorded + 1,
          detail: `the wallet ends at seq ${recorded}`,
        }
      : { kind: 'edited', walletId, seq, detail: "is not the event that the wallet's row names" },
  );
}

const int8 = 20;
const timestamptz = 1184;

/**
 * Also reads rows that the ledger cannot have written: an unsafe number, or a moment with a fraction of a
 * millisecond.
 */
export const lenientTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    const parse = pg.types.getTypeParser(oid, format as 'text');
    if (oid !== timestamptz) return parse;
    return (text: string) => new Date(/\.\d{4}/.test(text) ? Number.NaN : parse(text));
  }) as typeof pg.types.getTypeParser,
};

/** Compares the end of each chain with the wallet's row. */
function findEndFaults({ ends }: ProvedChains, recorded: ReadonlyMap<string, number>): Fault[] {
  return [...recorded].flatMap(([walletId, seq]): Fault[] => {
    const last = ends.get(walletId)?.seq ?? 0;
    if (seq < last) {
      const detail = `the wallet ends at seq ${seq}`;
      return [{ kind: 'inserted', walletId, seq: seq + 1, detail }];
    }
    if (seq === last) return [];
    const detail = `the wallet ends at seq ${seq}, its events at ${last}`;
    return [{ kind: 'truncated', walletId, seq: last + 1, detail }];
  });
}

function findLinkFaults(
  broken: readonly BrokenLink[],
  recorded: ReadonlyMap<string, number>,
): Fault[] {
  let unlinked: BrokenLink | undefined;
  return broken.flatMap((link): Fault[] => {
    const { walletId, seq, previousSeq, kinds } = link;
    if (previousSeq < seq - 1) {
      const detail = `seq ${previousSeq + 1} to ${seq - 1} are missing`;
      return [{ kind: 'deleted', walletId, seq: previousSeq + 1, detail }];
    }
    if (kinds.includes('link')) {
      unlinked = link;
      // An event after the wallet's end was inserted, which is reported as another fault.
      if (seq > (recorded.get(walletId) ?? seq)) return [];
      const detail = 'does not hash to what was recorded';
      return [{ kind: 'edited', walletId, seq, detail }];
    }
    // The broken link is reported instead of the amounts that were edited with it.
    if (unlinked?.walletId === walletId && unlinked.seq === seq - 1) return [];
    return kinds.map((kind) =>
      kind === 'balance'
        ? { kind: 'balance_differs', walletId, seq, detail: 'builds on other amounts' }
        : { kind: 'clock_ran_back', walletId, seq, detail: 'recorded before the previous event' },
    );
  });
}
