/**
 * Verifies the events since the newest checkpoint, starting from its heads: the checkpoint itself, the chain
 * links after its heads, and the end of every wallet. It does not verify older events and projections: the
 * whole verification does, and also locates the fault if anything here does not match.
 */
import type { PoolClient } from 'pg';
import type { WalletHead } from '@sachet/shared/ledger/checkpoint';
import { isSound } from './check-checkpoints.ts';
import { newestCheckpoint, readCurrentHeads, readHeadsAt } from './checkpoint.ts';
import { genesis, proveChains, type ChainEnd } from './prove-chains.ts';
import { inSnapshot, type VerifyOptions } from './verify.ts';

export interface NewProof {
  readonly checkpoint: number;
  readonly events: number;
  /** The wallets with new events. */
  readonly wallets: number;
  /** The events that the checkpoint contains, which were not read, and the highest of their positions. */
  readonly unread: { readonly events: number; readonly lastPosition: number };
}

const walletsPerBatch = 1_000;

/** Null if there is no checkpoint to start from, or anything does not match. */
export function verifyNew(options: VerifyOptions): Promise<NewProof | null> {
  return inSnapshot(options, async (client) => {
    const newest = await newestCheckpoint(client);
    if (!newest) return null;
    const { number } = newest.checkpoint;
    const seen = await readHeadsAt(client, number);
    if (!(await isSound(newest, seen, options))) return null;
    const current = await readCurrentHeads(client);
    const before = new Map(seen.map((head) => [head.walletId, head]));
    const moved = current.filter((head) => !isSame(head, before.get(head.walletId)));
    const isThere = new Set(current.map(({ walletId }) => walletId));
    if (seen.some(({ walletId }) => !isThere.has(walletId))) return null;
    let events = 0;
    for (let i = 0; i < moved.length; i += walletsPerBatch) {
      const batch = moved.slice(i, i + walletsPerBatch);
      const proved = await proveBatch(client, batch, before);
      if (proved === null) return null;
      events += proved;
      options.progress?.('chains', i + batch.length, moved.length);
    }
    const unread = {
      events: newest.checkpoint.eventCount,
      lastPosition: await readLastPosition(client, seen),
    };
    return { checkpoint: number, events, wallets: moved.length, unread };
  });
}

async function readLastPosition(client: PoolClient, heads: readonly WalletHead[]): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    `select coalesce(max(e.position), 0)::float8 as position
     from unnest($1::text[], $2::int8[]) as h (wallet_id, seq), lateral (
       select position from ledger_event where wallet_id = h.wallet_id and seq = h.seq offset 0
     ) e`,
    [heads.map(({ walletId }) => walletId), heads.map(({ seq }) => seq)],
  );
  return rows[0]!.position;
}

const isSame = (a: WalletHead, b: WalletHead | undefined): boolean =>
  a.seq === b?.seq &&
  a.headHex === b.headHex &&
  a.balancePaise === b.balancePaise &&
  a.heldPaise === b.heldPaise;

/** The number of events that lead from the previous heads to these heads; null if the events do not. */
async function proveBatch(
  client: PoolClient,
  heads: readonly WalletHead[],
  before: ReadonlyMap<string, WalletHead>,
): Promise<number | null> {
  const starts = new Map(
    heads.map(({ walletId }) => {
      const head = before.get(walletId);
      return [walletId, head ? toChainEnd(head) : genesis];
    }),
  );
  const { ends, broken, events } = await proveChains(client, starts);
  const lead = heads.every((head) => {
    const { seq, hashHex, balanceAfterPaise, heldAfterPaise } = ends.get(head.walletId)!;
    const end = { seq, headHex: hashHex, balancePaise: balanceAfterPaise };
    return isSame(head, { walletId: head.walletId, ...end, heldPaise: heldAfterPaise });
  });
  return lead && broken.length === 0 ? events : null;
}

const toChainEnd = ({ seq, headHex, balancePaise, heldPaise }: WalletHead): ChainEnd => ({
  seq,
  hashHex: headHex,
  balanceAfterPaise: balancePaise,
  heldAfterPaise: heldPaise,
  recordedAtMs: Number.NEGATIVE_INFINITY,
});
