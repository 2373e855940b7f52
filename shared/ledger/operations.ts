import {
  CheckpointsQuery,
  PublishedCheckpoints,
  ReceiptQuery,
  ReceiptResponse,
} from './contracts/proof.ts';
import type { Operations } from '../operations/operation.ts';

export const ledgerOperations = {
  'GET /api/receipt': {
    access: 'signed-in',
    summary:
      "The proof that an event of the caller's statement is in the ledger, as a file to keep.",
    query: ReceiptQuery,
    answers: { 200: ReceiptResponse },
    refusals: ['not_found'],
  },
  'GET /api/checkpoints': {
    access: 'anyone',
    summary:
      "The ledger's signed checkpoints, newest first, and the keys that they are signed with.",
    query: CheckpointsQuery,
    answers: { 200: PublishedCheckpoints },
    refusals: ['not_found'],
  },
} satisfies Operations;
