/** Runs the checks on everything, on what is new, or on one wallet. The auditor's pass is `pass.ts`. */
import pg, { type PoolClient } from 'pg';
import type { CheckName, Finding } from '@sachet/shared/ledger/contracts/admin-ledger';
import { createKysely, createPool } from '../connect.ts';
import { inSnapshot, type Counts, type Look } from '../ledger/check.ts';
import { isSound, type CheckpointsExpected } from '../ledger/check-checkpoints.ts';
import { newestCheckpoint, readCurrentHeads, readHeadsAt } from '../ledger/checkpoint.ts';
import { genesis, toChainEnd, type ChainEnd } from '../ledger/prove-chains.ts';
import { readStarted } from '../ledger/wallet-batch.ts';
import { findUnwitnessedEnds, proveWholeChains } from '../ledger/whole-chains.ts';
import { checkWallets, collect, listChecks } from './checks.ts';

export interface VerifyOptions extends CheckpointsExpected {
  readonly connectionString: string;
  readonly progress?: Look['progress'];
}

export interface Verification extends Counts {
  readonly findings: readonly Finding[];
  /** False when no public key was given to check signatures with. */
  readonly signaturesChecked: boolean;
}

/** Verifies the whole ledger and its books while they are in use. Each check reads one snapshot. */
export const verifyWhole = (
  options: VerifyOptions,
  names: readonly CheckName[] = listChecks('whole'),
): Promise<Verification> =>
  withLook(options, async (look) => {
    const findings = await collect(names, (check) => check.whole?.(look));
    return { findings, ...look.counts, signaturesChecked: options.publicKeyHex !== undefined };
  });

/**
 * The findings about events themselves. A projection that is computed from such events would take over what
 * was forged, so nothing is rebuilt while there is one. An event after the one that the wallet's row names is
 * believed if the auditor or a checkpoint has seen it.
 */
export const findForgedEvents = (options: VerifyOptions): Promise<Finding[]> =>
  withLook(options, async (look) => {
    const { chain, forged, missing } = await look.once(proveWholeChains);
    const found = {
      chain_broken: [...chain, ...(await findUnwitnessedEnds(look))],
      checkpoint_forged: forged,
      checkpoint_missing: missing,
    };
    return Object.entries(found).flatMap(([check, each]) =>
      each.map((finding) => ({ check: check as CheckName, ...finding })),
    );
  });

export interface NewProof {
  readonly checkpoint: number;
  readonly events: number;
  /** The wallets with new events. */
  readonly wallets: number;
  /** The events that the checkpoint contains, which were not read, and the highest of their positions. */
  readonly unread: { readonly events: number; readonly lastPosition: number };
}

const walletsPerBatch = 1_000;

/**
 * Verifies the newest checkpoint, the links after its heads and the end of every wallet. Returns null without a
 * checkpoint, or if anything does not match: the whole verification locates it.
 */
export const verifyNew = (options: VerifyOptions): Promise<NewProof | null> =>
  withLook(
    options,
    inSnapshot(async (client, look) => {
      const newest = await newestCheckpoint(client);
      if (!newest) return null;
      const { number, eventCount } = newest.checkpoint;
      const seen = await readHeadsAt(client, number);
      if (!(await isSound(newest, seen, options))) return null;
      const before = new Map(seen.map((head) => [head.walletId, toChainEnd(head)]));
      const current = await readCurrentHeads(client);
      const isThere = new Set(current.map(({ walletId }) => walletId));
      if (seen.some(({ walletId }) => !isThere.has(walletId))) return null;
      const moved = current.filter(
        (head) => !isSameEnd(toChainEnd(head), before.get(head.walletId)),
      );
      let events = 0;
      for (let i = 0; i < moved.length; i += walletsPerBatch) {
        const batch = moved.slice(i, i + walletsPerBatch).map(({ walletId }) => walletId);
        const starts = new Map(batch.map((id) => [id, before.get(id) ?? genesis]));
        const started = await readStarted(client, starts);
        const found = await checkWallets(client, started, ['chain_broken', 'wallet_differs']);
        if (found.findings.length > 0) return null;
        events += found.events;
        look.progress('chains', i + batch.length, moved.length);
      }
      const lastPosition = await readLastPosition(client, before);
      const unread = { events: eventCount, lastPosition };
      return { checkpoint: number, events, wallets: moved.length, unread };
    }),
  );

/** Verifies one wallet from its first event on; null if there is no such wallet. */
export const verifyWallet = (
  options: VerifyOptions,
  walletId: string,
): Promise<{ events: number; findings: readonly Finding[] } | null> =>
  withLook(
    options,
    inSnapshot(async (client) => {
      const wallets = await readStarted(client, new Map([[walletId, genesis]]));
      return wallets.length === 0 ? null : checkWallets(client, wallets);
    }),
  );

const isSameEnd = (a: ChainEnd, b: ChainEnd | undefined): boolean =>
  a.seq === b?.seq &&
  a.hashHex === b.hashHex &&
  a.balanceAfterPaise === b.balanceAfterPaise &&
  a.heldAfterPaise === b.heldAfterPaise;

async function readLastPosition(
  client: PoolClient,
  ends: ReadonlyMap<string, ChainEnd>,
): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    `select coalesce(max(e.position), 0)::float8 as position
     from unnest($1::text[], $2::int8[]) as h (wallet_id, seq), lateral (
       select position from ledger_event where wallet_id = h.wallet_id and seq = h.seq offset 0
     ) e`,
    [[...ends.keys()], [...ends.values()].map(({ seq }) => seq)],
  );
  return rows[0]!.position;
}

/** Opens two connections, so that no caller of a server waits for a verification. */
async function withLook<T>(options: VerifyOptions, work: (look: Look) => Promise<T>): Promise<T> {
  const own = { max: 1, application_name: 'sachet-verify', statement_timeout: 0 };
  const pool = createPool(options.connectionString, { ...own, types: lenientTypes });
  const db = createKysely(createPool(options.connectionString, own));
  const computed = new Map<unknown, Promise<unknown>>();
  const look: Look = {
    pool,
    db,
    expected: options,
    counts: { events: 0, wallets: 0, checkpoints: 0, auditRows: 0 },
    progress: options.progress ?? (() => {}),
    once<V>(compute: (look: Look) => Promise<V>): Promise<V> {
      if (!computed.has(compute)) computed.set(compute, compute(look));
      return computed.get(compute) as Promise<V>;
    },
  };
  try {
    return await work(look);
  } finally {
    await pool.end();
    await db.destroy();
  }
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
