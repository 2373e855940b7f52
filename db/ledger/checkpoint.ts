/** Takes checkpoints, and reads them back. */
import type { Pool, PoolClient } from 'pg';
import {
  currentCheckpointVersion,
  encodeCheckpoint,
  encodeWalletHead,
  type Checkpoint,
  type WalletHead,
} from '@sachet/shared/ledger/checkpoint';
import { publishedKeysAgeSeconds } from '@sachet/shared/ledger/contracts/proof';
import type { SignedRestore } from '@sachet/shared/ledger/restore';
import { leafHash, merkleRoot } from '@sachet/shared/ledger/merkle';
import { tryLockClient, unlockClient } from '../locks.ts';
import { sha256 } from './rows.ts';
import { readPendingRestore, readRestores } from './restores.ts';
import { signWith, toKeyId, type SigningKey } from './signing-key.ts';

export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly hashHex: string;
  readonly signatureHex: string;
}

interface CheckpointRow {
  number: number;
  version: number;
  created_at: Date;
  wallet_count: number;
  event_count: number;
  balance_paise: number;
  held_paise: number;
  merkle_root: Buffer;
  previous_hash: Buffer;
  hash: Buffer;
  key_id: string;
  signature: Buffer;
}

/** Another checkpoint with the number of a published one would be signed. */
class RestoreNotRecorded extends Error {
  override readonly message =
    'this database was restored from a backup: run `ledger restored` before anything is signed';
}

const noHash = '00'.repeat(32);

/**
 * Signs the current head of every chain. Returns null if nothing has happened since the last checkpoint,
 * while another process takes one, or while a new key is too new. Throws for a key that must not sign
 * (`refuseWrongKey`).
 */
export async function takeCheckpoint(
  pool: Pool,
  key: SigningKey,
  { headsPerStatement = 5_000 }: { headsPerStatement?: number } = {},
): Promise<SignedCheckpoint | null> {
  const client = await pool.connect();
  try {
    if (!(await tryLockClient(client, 'checkpoint'))) return null;
    try {
      return await takeLocked(client, key, headsPerStatement);
    } finally {
      await unlockClient(client, 'checkpoint');
    }
  } finally {
    client.release();
  }
}

async function takeLocked(
  client: PoolClient,
  key: SigningKey,
  headsPerStatement: number,
): Promise<SignedCheckpoint | null> {
  // One snapshot for heads and sums, so that other processes can append events in the meantime.
  await client.query('begin isolation level repeatable read');
  try {
    if ((await readPendingRestore(client)) !== null) throw new RestoreNotRecorded();
    const previous = await newestCheckpoint(client);
    const restore = await findRestoreSince(client, previous);
    if (previous) await refuseWrongKey(client, key, previous);
    const heads = await readCurrentHeads(client);
    const eventCount = heads.reduce((sum, head) => sum + head.seq, 0);
    // A new key takes a checkpoint immediately, because only a checkpoint shows that the previous key is no
    // longer used.
    const isDue =
      restore !== undefined ||
      (previous?.checkpoint.eventCount ?? 0) !== eventCount ||
      (previous !== null && previous.checkpoint.keyId !== key.keyId);
    if (!isDue || (previous && (await isTooNew(client, key, previous)))) {
      await client.query('rollback');
      return null;
    }
    const clock = await client.query(
      'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
    );
    const checkpoint: Checkpoint = {
      version: currentCheckpointVersion,
      number: restore?.statement.nextNumber ?? (previous?.checkpoint.number ?? 0) + 1,
      createdAtMs: clock.rows[0].now_ms,
      walletCount: heads.length,
      eventCount,
      balancePaise: heads.reduce((sum, head) => sum + head.balancePaise, 0),
      heldPaise: heads.reduce((sum, head) => sum + head.heldPaise, 0),
      merkleRootHex: await computeRoot(heads),
      previousHashHex: restore?.hashHex ?? previous?.hashHex ?? noHash,
      keyId: key.keyId,
    };
    const message = encodeCheckpoint(checkpoint);
    const signed: SignedCheckpoint = {
      checkpoint,
      hashHex: sha256(message).toString('hex'),
      signatureHex: signWith(key, message).toString('hex'),
    };
    await insertCheckpoint(client, signed);
    // Each statement must finish within its timeout, however many wallets there are.
    for (let at = 0; at < heads.length; at += headsPerStatement) {
      await insertMovedHeads(client, checkpoint.number, heads.slice(at, at + headsPerStatement));
    }
    await client.query('commit');
    return signed;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** The newest restore, if no checkpoint was taken since. */
async function findRestoreSince(
  client: PoolClient,
  previous: SignedCheckpoint | null,
): Promise<SignedRestore | undefined> {
  const restore = (await readRestores(client)).at(-1);
  const isNewer = (restore?.statement.nextNumber ?? 0) > (previous?.checkpoint.number ?? 0);
  return isNewer ? restore : undefined;
}

/**
 * Throws if the server still has a replaced key, or a new key without the previous public key: `verify` would
 * report the signatures of either as forged.
 */
export async function refuseWrongKey(
  db: Pool | PoolClient,
  { keyId, previousPublicKeysHex }: SigningKey,
  { checkpoint: newest }: SignedCheckpoint,
): Promise<void> {
  if (newest.keyId === keyId) return;
  const { rows } = await db.query('select 1 from ledger_checkpoint where key_id = $1 limit 1', [
    keyId,
  ]);
  if (rows.length > 0) throw new Error('this signing key was replaced: make a new one');
  if (previousPublicKeysHex.map(toKeyId).includes(newest.keyId)) return;
  throw new Error(
    `LEDGER_PUBLIC_KEYS_PREVIOUS lacks the key ${newest.keyId}, which signed the newest checkpoint`,
  );
}

/**
 * A new key signs only after every published list of keys contains it: a reader without the key would report
 * a good receipt as forged.
 */
async function isTooNew(
  client: PoolClient,
  { keyId }: SigningKey,
  { checkpoint: newest }: SignedCheckpoint,
): Promise<boolean> {
  if (newest.keyId === keyId) return false;
  const { rows } = await client.query(
    `select 1 from ledger_public_key
      where key_id = $1 and published_at <= now() - $2 * interval '1 second'`,
    [keyId, publishedKeysAgeSeconds],
  );
  return rows.length === 0;
}

/** The leaves are sorted by the bytes of their wallet ids. */
export function toLeaves(heads: readonly WalletHead[]): Promise<Uint8Array[]> {
  return Promise.all(heads.map((head) => leafHash(encodeWalletHead(head), sha256)));
}

export async function computeRoot(heads: readonly WalletHead[]): Promise<string> {
  const root = await merkleRoot(await toLeaves(heads), sha256);
  return Buffer.from(root).toString('hex');
}

interface HeadRow {
  wallet_id: string;
  seq: number;
  head: Buffer;
  balance_paise: number;
  held_paise: number;
}

const headFromRow = (row: HeadRow): WalletHead => ({
  walletId: row.wallet_id,
  seq: row.seq,
  headHex: row.head.toString('hex'),
  balancePaise: row.balance_paise,
  heldPaise: row.held_paise,
});

export async function readCurrentHeads(client: PoolClient): Promise<WalletHead[]> {
  const { rows } = await client.query<HeadRow>(
    `select id as wallet_id, seq, head, balance_paise, held_paise
     from wallet where seq > 0 order by id collate "C"`,
  );
  return rows.map(headFromRow);
}

/** Every wallet's head in the checkpoint of that number. */
export async function readHeadsAt(db: Pool | PoolClient, number: number): Promise<WalletHead[]> {
  const { rows } = await db.query<HeadRow>(
    `select * from (
       select distinct on (wallet_id) wallet_id, seq, head, balance_paise, held_paise
       from ledger_checkpoint_head where checkpoint_number <= $1
       order by wallet_id, checkpoint_number desc
     ) as heads order by wallet_id collate "C"`,
    [number],
  );
  return rows.map(headFromRow);
}

async function insertCheckpoint(client: PoolClient, signed: SignedCheckpoint): Promise<void> {
  const { checkpoint } = signed;
  await client.query(
    `insert into ledger_checkpoint (number, version, created_at, wallet_count, event_count,
       balance_paise, held_paise, merkle_root, previous_hash, hash, key_id, signature)
     values ($1, $2, to_timestamp($3::float8 / 1000), $4, $5, $6, $7, decode($8, 'hex'),
       decode($9, 'hex'), decode($10, 'hex'), $11, decode($12, 'hex'))`,
    [
      checkpoint.number,
      checkpoint.version,
      checkpoint.createdAtMs,
      checkpoint.walletCount,
      checkpoint.eventCount,
      checkpoint.balancePaise,
      checkpoint.heldPaise,
      checkpoint.merkleRootHex,
      checkpoint.previousHashHex,
      signed.hashHex,
      checkpoint.keyId,
      signed.signatureHex,
    ],
  );
}

/** Inserts the heads of wallets that have changed since their newest stored head. */
async function insertMovedHeads(
  client: PoolClient,
  checkpointNumber: number,
  heads: readonly WalletHead[],
): Promise<void> {
  await client.query(
    `insert into ledger_checkpoint_head
       (wallet_id, checkpoint_number, seq, head, balance_paise, held_paise)
     select w.id, $1, w.seq, w.head, w.balance_paise, w.held_paise from wallet w
     where w.id = any ($2::text[]) and w.head is distinct from (
       select h.head from ledger_checkpoint_head h where h.wallet_id = w.id
       order by h.checkpoint_number desc limit 1
     )`,
    [checkpointNumber, heads.map(({ walletId }) => walletId)],
  );
}

const columns = `number, version, created_at, wallet_count, event_count, balance_paise, held_paise,
  merkle_root, previous_hash, hash, key_id, signature`;

function signedFromRow(row: CheckpointRow): SignedCheckpoint {
  return {
    checkpoint: {
      version: row.version,
      number: row.number,
      createdAtMs: row.created_at.getTime(),
      walletCount: row.wallet_count,
      eventCount: row.event_count,
      balancePaise: row.balance_paise,
      heldPaise: row.held_paise,
      merkleRootHex: row.merkle_root.toString('hex'),
      previousHashHex: row.previous_hash.toString('hex'),
      keyId: row.key_id,
    },
    hashHex: row.hash.toString('hex'),
    signatureHex: row.signature.toString('hex'),
  };
}

export async function newestCheckpoint(db: Pool | PoolClient): Promise<SignedCheckpoint | null> {
  const { rows } = await db.query<CheckpointRow>(
    `select ${columns} from ledger_checkpoint order by number desc limit 1`,
  );
  return rows[0] ? signedFromRow(rows[0]) : null;
}

/** Oldest first: all checkpoints, or a number of them from a given one on. */
export async function readCheckpoints(
  db: Pool | PoolClient,
  { from = 1, limit = null }: { from?: number; limit?: number | null } = {},
): Promise<SignedCheckpoint[]> {
  const { rows } = await db.query<CheckpointRow>(
    `select ${columns} from ledger_checkpoint where number >= $1 order by number limit $2`,
    [from, limit],
  );
  return rows.map(signedFromRow);
}

/** The checkpoints with smaller numbers, newest first. */
export async function readCheckpointsBefore(
  db: Pool | PoolClient,
  { before, limit }: { before: number; limit: number },
): Promise<SignedCheckpoint[]> {
  const { rows } = await db.query<CheckpointRow>(
    `select ${columns} from ledger_checkpoint where number < $1 order by number desc limit $2`,
    [before, limit],
  );
  return rows.map(signedFromRow);
}

/** The public keys that checkpoints are or were signed with; a published key stays. */
export async function publishKeys(pool: Pool, publicKeysHex: readonly string[]): Promise<void> {
  await pool.query(
    `insert into ledger_public_key (key_id, public_key)
     select * from unnest($1::text[], $2::bytea[]) on conflict do nothing`,
    [publicKeysHex.map(toKeyId), publicKeysHex.map((hex) => Buffer.from(hex, 'hex'))],
  );
}

export interface PublishedKey {
  readonly keyId: string;
  readonly publicKeyHex: string;
}

/** Oldest first. */
export async function readPublishedKeys(db: Pool | PoolClient): Promise<PublishedKey[]> {
  const { rows } = await db.query<PublishedKey>(
    `select key_id as "keyId", encode(public_key, 'hex') as "publicKeyHex"
       from ledger_public_key order by published_at, key_id limit 100`,
  );
  return rows;
}
