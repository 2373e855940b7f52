/** One fact that moved or reserved money, as it stands in the ledger for ever. */
import { z } from 'zod';

/** Past tense. `effects` in `decide.ts` says what each does to a balance. */
export const EventKind = z.enum([
  'SignupBonusCredited',
  'TopUpCredited',
  'TopUpRefunded',
  'TopUpDisputed',
  'DisputeWon',
  'HoldPlaced',
  'HoldCaptured',
  'HoldVoided',
  'HoldExpired',
  'Charged',
  'ChargeRefunded',
  'AdjustedByAdmin',
  'WalletCleared',
]);
export type EventKind = z.infer<typeof EventKind>;

/** The version of the canonical encoding that new events are hashed with (`encoding.ts`). */
export const currentEncodingVersion = 2;

/** What an event is about. Ids only: a person can be erased and the ledger stays whole. */
export interface References {
  readonly generationId: string | null;
  readonly conversationId: string | null;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly holdId: string | null;
  /** Sequence number, in the same wallet, of the charge that this event gives back. */
  readonly reversesSeq: number | null;
  /**
   * Sequence number, in the same wallet, of the charge for a smaller copy of the same picture: this
   * event is about the difference. From encoding version 2 on.
   */
  readonly upgradesSeq: number | null;
}

export const noReferences: References = {
  generationId: null,
  conversationId: null,
  orderId: null,
  paymentId: null,
  holdId: null,
  reversesSeq: null,
  upgradesSeq: null,
};

/** What the rules decide; the write path adds order, time and proof. */
export interface DecidedEvent extends References {
  readonly kind: EventKind;
  /** Signed effect on the balance. */
  readonly amountPaise: number;
  /** Signed effect on the held amount. */
  readonly heldPaise: number;
  /** The other side of the posting; on a hold, where a capture will go. */
  readonly counterAccount: string | null;
  /** Who did it: `user:UID`, `admin:UID`, `worker`, `gateway:razorpay`. */
  readonly actor: string;
  /** Whose spending it is, for budgets and lifetime spend. */
  readonly memberUid: string | null;
  /** IST calendar month that the spending counts against, `2026-11`; set wherever `memberUid` is. */
  readonly budgetMonth: string | null;
  readonly reason: string | null;
  /** Only on HoldPlaced: when a sweep may expire it. */
  readonly holdExpiresAtMs: number | null;
}

export interface LedgerEvent extends DecidedEvent {
  readonly encodingVersion: number;
  readonly walletId: string;
  /** 1 for a wallet's first event, gapless. */
  readonly seq: number;
  /** Orders all events of all wallets; gaps are possible. */
  readonly position: number;
  readonly balanceAfterPaise: number;
  readonly heldAfterPaise: number;
  /** When it holds true in the world, milliseconds since the epoch. */
  readonly effectiveAtMs: number;
  /** When the ledger took it, after the wallet's lock; never runs backwards within a wallet. */
  readonly recordedAtMs: number;
  readonly idempotencyKey: string;
}
