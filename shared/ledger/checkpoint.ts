/** A signed statement of every wallet's head at one moment. */
import { encode } from './encoding.ts';

export const currentCheckpointVersion = 1;

export interface Checkpoint {
  readonly version: number;
  /** 1, 2, 3, … without gaps, except after a restore from a backup (`restore.ts`). */
  readonly number: number;
  readonly createdAtMs: number;
  readonly walletCount: number;
  readonly eventCount: number;
  /** Sums over all wallets. */
  readonly balancePaise: number;
  readonly heldPaise: number;
  readonly merkleRootHex: string;
  /** SHA-256 of the previous checkpoint; zeros for the first. */
  readonly previousHashHex: string;
  /** First 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string;
}

/** The head of one wallet's chain: a leaf of the Merkle tree. */
export interface WalletHead {
  readonly walletId: string;
  readonly seq: number;
  readonly headHex: string;
  readonly balancePaise: number;
  readonly heldPaise: number;
}

const utf8 = new TextEncoder();

/** The signed text. The next checkpoint's `previousHashHex` is its SHA-256. */
export function encodeCheckpoint(checkpoint: Checkpoint): Uint8Array {
  if (checkpoint.version !== 1) {
    throw new Error(`unknown ledger checkpoint version ${checkpoint.version}`);
  }
  return utf8.encode(
    encode([
      'sachet.ledger.checkpoint',
      checkpoint.version,
      checkpoint.number,
      checkpoint.createdAtMs,
      checkpoint.walletCount,
      checkpoint.eventCount,
      checkpoint.balancePaise,
      checkpoint.heldPaise,
      checkpoint.merkleRootHex,
      checkpoint.previousHashHex,
      checkpoint.keyId,
    ]),
  );
}

export function encodeWalletHead(head: WalletHead): Uint8Array {
  return utf8.encode(
    encode([
      'sachet.ledger.head',
      head.walletId,
      head.seq,
      head.headHex,
      head.balancePaise,
      head.heldPaise,
    ]),
  );
}
