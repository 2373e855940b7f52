/**
 * A signed statement that the ledger was restored from a backup: checkpoints that were published after the
 * restored moment are given up, and the next one has a number that no published one has.
 */
import { z } from 'zod';
import { encode } from './encoding.ts';
import { SignedCheckpoint } from './receipt.ts';

const { hashHex: Hash } = SignedCheckpoint.shape;

export const RestoreStatement = z.object({
  version: z.literal(1),
  /** 1, 2, 3, … */
  number: z.number().int().positive(),
  createdAtMs: z.number().int(),
  /** The moment that was restored. */
  restoredToMs: z.number().int(),
  /** The newest checkpoint that the restored database has; 0 for none. */
  afterNumber: z.number().int().nonnegative(),
  /** Published checkpoints that the restored database does not have. */
  givenUp: z.array(z.object({ number: z.number().int().positive(), hashHex: Hash })),
  /** The number of the next checkpoint. */
  nextNumber: z.number().int().positive(),
  /** SHA-256 of the checkpoint or statement before; zeros for neither. */
  previousHashHex: Hash,
  keyId: z.string(),
});
export type RestoreStatement = z.infer<typeof RestoreStatement>;

export const SignedRestore = z.object({
  statement: RestoreStatement,
  hashHex: Hash,
  signatureHex: SignedCheckpoint.shape.signatureHex,
});
export type SignedRestore = z.infer<typeof SignedRestore>;

/** The signed text. The next checkpoint's `previousHashHex` is its SHA-256. */
export function encodeRestore(statement: RestoreStatement): Uint8Array {
  return new TextEncoder().encode(
    encode([
      'sachet.ledger.restore',
      statement.version,
      statement.number,
      statement.createdAtMs,
      statement.restoredToMs,
      statement.afterNumber,
      statement.givenUp.length,
      ...statement.givenUp.flatMap(({ number, hashHex }) => [number, hashHex]),
      statement.nextNumber,
      statement.previousHashHex,
      statement.keyId,
    ]),
  );
}
