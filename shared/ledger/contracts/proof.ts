/** Public proofs of the ledger: receipts, checkpoints and keys. */
import { z } from 'zod';
import { Receipt, SignedCheckpoint } from '../receipt.ts';
import { SignedRestore } from '../restore.ts';

/**
 * `GET /api/receipt?seq=` returns the receipt of an event in the caller's wallet, a file that
 * `/verify-receipt` checks.
 */
export const ReceiptQuery = z.object({
  seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
export const ReceiptResponse = Receipt.meta({ id: 'Receipt' });

/** How long readers may cache the newest page of checkpoints, which contains the list of keys. */
export const publishedKeysAgeSeconds = 60;

/** `GET /api/checkpoints?before=&limit=`: a page is a valid file for `ledger verify --checkpoint`. */
export const CheckpointsQuery = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const PublishedCheckpoints = z
  .object({
    publicKeys: z
      .array(z.object({ keyId: z.string(), publicKeyHex: z.string() }))
      .meta({ description: 'Ed25519, raw; all that checkpoints were ever signed with.' }),
    restores: z.array(SignedRestore).meta({
      description: 'Restores from a backup, oldest first: each gives up published checkpoints.',
    }),
    checkpoints: z.array(SignedCheckpoint).meta({ description: 'Newest first.' }),
    nextBefore: z.number().int().nullable().meta({ description: 'Pass as `before`.' }),
  })
  .meta({ id: 'PublishedCheckpoints' });
export type PublishedCheckpoints = z.infer<typeof PublishedCheckpoints>;
