import type { PoolClient } from 'pg';
import {
  encodeCheckpoint,
  type Checkpoint,
  type WalletHead,
} from '@sachet/shared/ledger/checkpoint';
import { encodeRestore, type SignedRestore } from '@sachet/shared/ledger/restore';
import { readCheckpoints, readHeadsAt, computeRoot, type SignedCheckpoint } from './checkpoint.ts';
import { ofEvent, ofSubject, type Found } from './check.ts';
import type { ChainEnd } from './prove-chains.ts';
import { readRestores } from './restores.ts';
import { sha256 } from './rows.ts';
import { isSignedBy } from './signing-key.ts';

export interface CheckpointsExpected {
  /** Raw Ed25519 key in hex. Without it signatures are not checked. */
  readonly publicKeyHex?: string;
  /** The previous keys. Each is valid only for checkpoints before the first one of the next key. */
  readonly previousPublicKeysHex?: readonly string[];
  /** Checkpoints that were saved elsewhere: each must still exist unchanged. */
  readonly exported?: readonly SignedCheckpoint[];
}

const mostListed = 200;
/** The most roots that are computed, because each computation reads every wallet's head. */
const mostRootsComputed = 5;

/**
 * Checks each checkpoint's hash, link, signature and totals, the root of the newest one, every head that they
 * contain, and the statements of restores between them.
 */
export async function checkCheckpoints(
  client: PoolClient,
  ends: ReadonlyMap<string, ChainEnd>,
  { publicKeyHex, previousPublicKeysHex = [], exported = [] }: CheckpointsExpected,
): Promise<{ chain: Found[]; forged: Found[]; missing: Found[]; count: number }> {
  const checkpoints = await readCheckpoints(client);
  const allForged: Found[] = [];
  const forged = (of: number | string, detail: string) =>
    allForged.push(ofSubject(`${of}`, detail));

  const restores = await readRestores(client);
  const findSignatureFault = createSignatureCheck({ publicKeyHex, previousPublicKeysHex });
  let previousHashHex = '00'.repeat(32);
  let nextNumber = 1;
  /** The statements of restores between a checkpoint and the next one. */
  const followRestores = (until: number) => {
    while (restores[0] && restores[0].statement.nextNumber <= until) {
      const { statement, hashHex, signatureHex } = restores.shift()!;
      const name = `restore ${statement.number}`;
      const message = encodeRestore(statement);
      if (sha256(message).toString('hex') !== hashHex) forged(name, 'was edited');
      if (statement.previousHashHex !== previousHashHex) {
        forged(name, 'does not follow the checkpoint before');
      }
      const signature = findSignatureFault(message, Buffer.from(signatureHex, 'hex'));
      if (signature) forged(name, signature);
      previousHashHex = hashHex;
      nextNumber = statement.nextNumber;
    }
  };
  const givenUp = new Set(
    restores.flatMap(({ statement }) => statement.givenUp.map(({ hashHex }) => hashHex)),
  );
  for (const { checkpoint, hashHex, signatureHex } of checkpoints) {
    const { number } = checkpoint;
    followRestores(number);
    const message = toMessage(checkpoint);
    if (number !== nextNumber) forged(nextNumber, 'is missing');
    if (!message || sha256(message).toString('hex') !== hashHex) forged(number, 'was edited');
    if (checkpoint.previousHashHex !== previousHashHex) {
      forged(number, 'does not follow the one before');
    }
    const signature = findSignatureFault(message, Buffer.from(signatureHex, 'hex'));
    if (signature) forged(number, signature);
    previousHashHex = hashHex;
    nextNumber = number + 1;
  }
  followRestores(Number.POSITIVE_INFINITY);

  const newest = checkpoints.at(-1);
  const orphaned = new Set(await findWrongTotals(client));
  if (newest && !(await hasKnownHeads(client, newest))) orphaned.add(newest.checkpoint.number);
  for (const number of orphaned) forged(number, 'does not lead to the heads that are kept with it');
  const missing: Found[] = [];
  for (const kept of exported) {
    const here = checkpoints.find(({ hashHex }) => hashHex === kept.hashHex);
    if (here || givenUp.has(kept.hashHex)) continue;
    const taken = new Date(kept.checkpoint.createdAtMs).toISOString();
    const detail = `of ${taken} is not here: the database is older, or was cut off or replaced`;
    missing.push(ofSubject(`${kept.checkpoint.number}`, detail));
  }
  const heads = await findStrayHeads(client, ends, checkpoints);
  allForged.push(...heads.forged);
  return { chain: heads.chain, forged: allForged, missing, count: checkpoints.length };
}

/**
 * Returns a function that checks messages in the order of signing: the fault of each signature, or null. A
 * key that was replaced can no longer sign.
 */
export function createSignatureCheck({
  publicKeyHex,
  previousPublicKeysHex = [],
}: Pick<CheckpointsExpected, 'publicKeyHex' | 'previousPublicKeysHex'>): (
  message: Uint8Array | null,
  signature: Buffer,
) => string | null {
  if (!publicKeyHex) return () => null;
  const keys = [publicKeyHex, ...previousPublicKeysHex];
  const replaced = new Set<string>();
  let signedLast: string | undefined;
  return (message, signature) => {
    const signer = message && keys.find((key) => isSignedBy(key, message, signature));
    if (!signer) return 'is not signed with the given key';
    if (replaced.has(signer)) return 'is signed with a key that had been replaced';
    if (signer !== signedLast && signedLast) replaced.add(signedLast);
    signedLast = signer;
    return null;
  };
}

/**
 * Whether one checkpoint matches its signature and has the root of `heads`. Older checkpoints are not
 * checked.
 */
export async function isSound(
  { checkpoint, hashHex, signatureHex }: SignedCheckpoint,
  heads: readonly WalletHead[],
  { publicKeyHex, previousPublicKeysHex = [], exported = [] }: CheckpointsExpected,
): Promise<boolean> {
  const message = toMessage(checkpoint);
  if (!message || sha256(message).toString('hex') !== hashHex) return false;
  const keys = publicKeyHex ? [publicKeyHex, ...previousPublicKeysHex] : null;
  const signature = Buffer.from(signatureHex, 'hex');
  if (keys && !keys.some((key) => isSignedBy(key, message, signature))) return false;
  // A saved checkpoint must be this one, or an older one.
  const isKept = exported.every(
    (kept) => kept.hashHex === hashHex || kept.checkpoint.number < checkpoint.number,
  );
  return isKept && (await computeRoot(heads)) === checkpoint.merkleRootHex;
}

/** Whether one of these keys signed exactly this checkpoint. */
export function isOwnCheckpoint(
  { checkpoint, hashHex, signatureHex }: SignedCheckpoint,
  publicKeysHex: readonly string[],
): boolean {
  const message = toMessage(checkpoint);
  if (!message || sha256(message).toString('hex') !== hashHex) return false;
  const signature = Buffer.from(signatureHex, 'hex');
  return publicKeysHex.some((key) => isSignedBy(key, message, signature));
}

/** Whether one of these keys signed exactly this statement. */
export function isOwnRestore(
  { statement, hashHex, signatureHex }: SignedRestore,
  publicKeysHex: readonly string[],
): boolean {
  const message = encodeRestore(statement);
  if (sha256(message).toString('hex') !== hashHex) return false;
  const signature = Buffer.from(signatureHex, 'hex');
  return publicKeysHex.some((key) => isSignedBy(key, message, signature));
}

/** Null for what this version of the code cannot have signed. */
function toMessage(checkpoint: Checkpoint): Uint8Array | null {
  try {
    return encodeCheckpoint(checkpoint);
  } catch {
    return null;
  }
}

async function hasKnownHeads(
  client: PoolClient,
  { checkpoint }: SignedCheckpoint,
): Promise<boolean> {
  const heads = await readHeadsAt(client, checkpoint.number);
  return (await computeRoot(heads)) === checkpoint.merkleRootHex;
}

/**
 * Compares every checkpoint's totals with the heads that were stored with it and before it. Sums are cheap;
 * the roots of all checkpoints would cost as much as all heads times all checkpoints.
 */
async function findWrongTotals(client: PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ number: number }>(`
    with moved as (
      select checkpoint_number, (lag(seq) over w is null)::int as wallets,
             seq - coalesce(lag(seq) over w, 0) as events,
             balance_paise::numeric - coalesce(lag(balance_paise) over w, 0) as balance,
             held_paise::numeric - coalesce(lag(held_paise) over w, 0) as held
      from ledger_checkpoint_head window w as (partition by wallet_id order by checkpoint_number)
    ), summed as (
      select checkpoint_number, sum(wallets) as wallets, sum(events) as events,
             sum(balance) as balance, sum(held) as held
      from moved group by 1
    ), running as (
      -- A checkpoint of a ledger without wallets has no heads, and nothing before it.
      select c.*, coalesce(sum(wallets) over w, 0) as wallets,
             coalesce(sum(events) over w, 0) as events,
             coalesce(sum(balance) over w, 0) as balance, coalesce(sum(held) over w, 0) as held
      from ledger_checkpoint c full join summed on checkpoint_number = number
      window w as (order by coalesce(number, checkpoint_number))
    )
    select number from running
    where number is not null and (wallet_count, event_count, balance_paise, held_paise)
      is distinct from (wallets, events, balance, held)
    order by number limit ${mostListed}`);
  return rows.map(({ number }) => number);
}

interface StrayHead {
  wallet_id: string;
  seq: number;
  checkpoint_number: number;
  is_there: boolean;
  is_same: boolean;
  agrees_to: number;
}

/** Checks that the chains still contain every head of every checkpoint. */
async function findStrayHeads(
  client: PoolClient,
  ends: ReadonlyMap<string, ChainEnd>,
  checkpoints: readonly SignedCheckpoint[],
): Promise<{ chain: Found[]; forged: Found[] }> {
  const { rows } = await client.query<StrayHead>(
    `select h.wallet_id, h.seq, h.checkpoint_number, e.seq is not null as is_there,
            e.hash is not distinct from h.head as is_same,
            coalesce((
              select max(g.seq) from ledger_checkpoint_head g join ledger_event f
                on f.wallet_id = g.wallet_id and f.seq = g.seq and f.hash = g.head
              where g.wallet_id = h.wallet_id and g.checkpoint_number < h.checkpoint_number
            ), 0) as agrees_to
     from ledger_checkpoint_head h
     left join ledger_event e on e.wallet_id = h.wallet_id and e.seq = h.seq
     where (e.hash, e.balance_after, e.held_after) is distinct from
           (h.head, h.balance_paise, h.held_paise)
     order by h.wallet_id, h.checkpoint_number limit ${mostListed}`,
  );
  const founded = new Map<number, boolean>();
  for (const number of new Set(rows.map((row) => row.checkpoint_number))) {
    const signed = checkpoints.find(({ checkpoint }) => checkpoint.number === number);
    if (founded.size === mostRootsComputed) break;
    founded.set(number, signed !== undefined && (await hasKnownHeads(client, signed)));
  }
  const isFounded = (row: StrayHead) => founded.get(row.checkpoint_number) ?? true;
  const forged = rows.filter((row) => !isFounded(row));
  return {
    forged: keepFirst(
      forged.map(({ wallet_id: walletId, seq, checkpoint_number: number }) => {
        const detail = `forged: the head that is kept with checkpoint ${number} is not the one it saw`;
        return ofEvent(walletId, seq, detail);
      }),
    ),
    // If the head is the same, the chain itself proves its amounts.
    chain: keepFirst(
      rows.filter((row) => isFounded(row) && !row.is_same).map((row) => toChainFinding(row, ends)),
    ),
  };
}

/**
 * If events of one wallet are missing, only the first checkpoint that shows it is reported, which has the most
 * information.
 */
function keepFirst(found: readonly Found[]): Found[] {
  const toKey = ({ walletId, detail }: Found) => `${walletId} ${detail.split(':')[0]}`;
  const keys = found.map(toKey);
  return found.filter((_, i) => keys.indexOf(keys[i]!) === i);
}

function toChainFinding(row: StrayHead, ends: ReadonlyMap<string, ChainEnd>): Found {
  const { wallet_id: walletId, seq, checkpoint_number: number } = row;
  if (row.is_there) {
    const since = row.agrees_to === 0 ? '' : `; up to seq ${row.agrees_to} nothing has changed`;
    return ofEvent(walletId, seq, `rewritten: checkpoint ${number} saw another${since}`);
  }
  const last = ends.get(walletId)?.seq ?? 0;
  return seq > last
    ? ofEvent(walletId, last + 1, `truncated: checkpoint ${number} saw seq ${seq}`)
    : ofEvent(walletId, seq, `deleted: checkpoint ${number} saw it`);
}
