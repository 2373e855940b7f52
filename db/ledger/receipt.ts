import type { Pool } from 'pg';
import { merklePath } from '@sachet/shared/ledger/merkle';
import type { WalletHead } from '@sachet/shared/ledger/checkpoint';
import type { Receipt } from '@sachet/shared/ledger/receipt';
import type { SignedRestore } from '@sachet/shared/ledger/restore';
import {
  readCheckpoints,
  readCheckpointsBefore,
  readHeadsAt,
  readPublishedKeys,
  toLeaves,
  type PublishedKey,
  type SignedCheckpoint,
} from './checkpoint.ts';
import { readRestores } from './restores.ts';
import {
  eventColumnList,
  eventDigest,
  eventFromRow,
  sha256,
  type EventKey,
  type EventRow,
} from './rows.ts';

export type ReceiptRefusal = 'event_not_found' | 'not_yet_in_a_checkpoint';
export type ReceiptOutcome =
  { ok: true; receipt: Receipt } | { ok: false; refusal: ReceiptRefusal };

/** Every wallet's head at a checkpoint, as leaves of its tree. */
interface Tree {
  readonly heads: readonly WalletHead[];
  readonly leaves: readonly Uint8Array[];
}
type ReadTree = (checkpointNumber: number) => Promise<Tree>;

/** The leaves of all cached trees; another tree takes some 300 bytes a wallet. */
const mostLeavesKept = 500_000;

export interface Proofs {
  makeReceipt(of: EventKey): Promise<ReceiptOutcome>;
  readCheckpoints(place: { before: number; limit: number }): Promise<SignedCheckpoint[]>;
  readKeys(): Promise<PublishedKey[]>;
  readRestores(): Promise<SignedRestore[]>;
}

/**
 * Serves many concurrent requests: a checkpoint's tree is read once and cached for a while, and only one is
 * read at a time, because each contains every wallet.
 */
export function createProofs(pool: Pool): Proofs {
  const kept = new Map<number, Promise<Tree>>();
  let last: Promise<unknown> = Promise.resolve();
  let leaves = 0;
  const read: ReadTree = (number) => {
    const known = kept.get(number);
    if (known) return known;
    const tree = last.then(() => readTree(pool, number));
    last = tree.catch(() => {});
    kept.set(number, tree);
    tree.then(
      (one) => {
        leaves += one.leaves.length;
        if (leaves <= mostLeavesKept) return;
        kept.clear();
        leaves = 0;
      },
      () => kept.delete(number),
    );
    return tree;
  };
  return {
    makeReceipt: (of) => makeReceipt(pool, of, read),
    readCheckpoints: (place) => readCheckpointsBefore(pool, place),
    readKeys: () => readPublishedKeys(pool),
    readRestores: () => readRestores(pool),
  };
}

async function readTree(pool: Pool, checkpointNumber: number): Promise<Tree> {
  const heads = await readHeadsAt(pool, checkpointNumber);
  return { heads, leaves: await toLeaves(heads) };
}

/** Returns the proof that this event was in the ledger at the first checkpoint after it. */
export async function makeReceipt(
  pool: Pool,
  { walletId, seq }: EventKey,
  read: ReadTree = (number) => readTree(pool, number),
): Promise<ReceiptOutcome> {
  const covering = await pool.query<{ checkpoint_number: number; seq: number }>(
    `select checkpoint_number, seq from ledger_checkpoint_head
     where wallet_id = $1 and seq >= $2 order by checkpoint_number limit 1`,
    [walletId, seq],
  );
  const cover = covering.rows[0];
  const { rows } = await pool.query<EventRow>(
    `select ${eventColumnList} from ledger_event where wallet_id = $1 and seq between $2 and $3 order by seq`,
    [walletId, seq - 1, cover?.seq ?? seq],
  );
  const stored = rows.map(eventFromRow);
  const previous = stored[0]?.event.seq === seq - 1 ? stored.shift() : undefined;
  const own = stored.shift();
  if (own?.event.seq !== seq) return { ok: false, refusal: 'event_not_found' };
  if (!cover) return { ok: false, refusal: 'not_yet_in_a_checkpoint' };

  const { heads, leaves } = await read(cover.checkpoint_number);
  const index = heads.findIndex((head) => head.walletId === walletId);
  const path = await merklePath(leaves, index, sha256);
  const [signed] = await readCheckpoints(pool, { from: cover.checkpoint_number, limit: 1 });
  if (!signed) throw new Error(`checkpoint ${cover.checkpoint_number} is missing`);
  return {
    ok: true,
    receipt: {
      event: own.event,
      requestHashHex: own.requestHash.toString('hex'),
      previousHeadHex: previous?.hash.toString('hex') ?? '00'.repeat(32),
      laterDigestsHex: stored.map((each) =>
        eventDigest(each.event, each.requestHash).toString('hex'),
      ),
      head: heads[index]!,
      path: path.map(({ side, hash }) => ({ side, hashHex: Buffer.from(hash).toString('hex') })),
      checkpoint: signed.checkpoint,
      signatureHex: signed.signatureHex,
    },
  };
}
