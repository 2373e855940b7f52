/**
 * One fact that moved or reserved money, as stored in the ledger permanently. Its fields are listed once,
 * here: the types below, the hashed encoding, the table's columns, the written and exported rows, the receipt
 * and the export follow the list.
 */
import { z } from 'zod';

/**
 * The kinds of events, in the past tense. `effects` in `decide.ts` defines the effect of each kind on a
 * balance.
 */
export const EventKind = z.enum([
  'SignupBonusCredited',
  'BonusReleased',
  'ReferralCredited',
  'GiftCodeRedeemed',
  'TopUpCredited',
  'TopUpRefunded',
  'RefundReturned',
  'TopUpDisputed',
  'DisputeWon',
  'GatewayCorrected',
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

/** Promotional credits: spent before paid money, never refunded, neither revenue nor owed to users. */
export const promotionKinds = [
  'SignupBonusCredited',
  'ReferralCredited',
  'GiftCodeRedeemed',
] as const satisfies readonly EventKind[];

/**
 * A person is `user:UID` everywhere, with one exception: in an event, `admin:UID` marks an act by an admin's
 * right, such as a correction or a refund. The history's filter and the limits of lone adjustments find these
 * acts by it. An admin who spends from a wallet is `user:UID` in the event, like every spender.
 */
export const adminActor = (uid: string): string => `admin:${uid}`;

/** The version of the canonical encoding that new events are hashed with (`encoding.ts`). */
export const currentEncodingVersion = 1;

/**
 * The type of a field. A count is 0 or more, paise are signed, a moment is in milliseconds since
 * the epoch.
 */
export type FieldType = 'kind' | 'text' | 'version' | 'count' | 'paise' | 'moment' | 'digest';

export interface Field {
  readonly column: string;
  readonly type: FieldType;
  readonly nullable?: true;
}

/**
 * An event contains only ids of people, so that a person can be erased without a change of the ledger. The
 * fields are in the order in which they are shown.
 */
export const eventFields = {
  walletId: { column: 'wallet_id', type: 'text' },
  /** The number of the event in its wallet, from 1 without gaps. */
  seq: { column: 'seq', type: 'count' },
  /** Orders all events of all wallets; gaps are possible. */
  position: { column: 'position', type: 'count' },
  encodingVersion: { column: 'encoding_version', type: 'version' },
  kind: { column: 'kind', type: 'kind' },
  /** Signed effect on the balance. */
  amountPaise: { column: 'amount_paise', type: 'paise' },
  /** Signed effect on the held amount. */
  heldPaise: { column: 'held_paise', type: 'paise' },
  /** Signed effect on the locked amount; null if the event has none. */
  lockedPaise: { column: 'locked_paise', type: 'paise', nullable: true },
  balanceAfterPaise: { column: 'balance_after', type: 'paise' },
  heldAfterPaise: { column: 'held_after', type: 'paise' },
  /** The other side of the posting; for a hold, the account of its later capture. */
  counterAccount: { column: 'counter_account', type: 'text', nullable: true },
  /** The actor: `user:UID`, `admin:UID` (`adminActor`), `worker`, `gateway:razorpay`. */
  actor: { column: 'actor', type: 'text' },
  /** The member who spent, for budgets and lifetime spend. */
  memberUid: { column: 'member_uid', type: 'text', nullable: true },
  /** IST calendar month that the spending counts against, `2026-11`; set together with `memberUid`. */
  budgetMonth: { column: 'budget_month', type: 'text', nullable: true },
  generationId: { column: 'generation_id', type: 'text', nullable: true },
  conversationId: { column: 'conversation_id', type: 'text', nullable: true },
  orderId: { column: 'order_id', type: 'text', nullable: true },
  paymentId: { column: 'payment_id', type: 'text', nullable: true },
  holdId: { column: 'hold_id', type: 'text', nullable: true },
  /** Sequence number, in the same wallet, of the charge that this event refunds. */
  reversesSeq: { column: 'reverses_seq', type: 'count', nullable: true },
  /**
   * Sequence number, in the same wallet, of the charge for a smaller copy of the same picture: this event's
   * amount is the difference.
   */
  upgradesSeq: { column: 'upgrades_seq', type: 'count', nullable: true },
  /** When a sweep may expire the hold. Only on HoldPlaced. */
  holdExpiresAtMs: { column: 'hold_expires_at', type: 'moment', nullable: true },
  reason: { column: 'reason', type: 'text', nullable: true },
  /** When the event took effect in reality. */
  effectiveAtMs: { column: 'effective_at', type: 'moment' },
  /** When the ledger recorded the event, after locking the wallet. Never runs backwards within a wallet. */
  recordedAtMs: { column: 'recorded_at', type: 'moment' },
  idempotencyKey: { column: 'idempotency_key', type: 'text' },
} as const satisfies Record<string, Field>;

type Fields = typeof eventFields;
export type FieldName = keyof Fields;

/**
 * Stored with an event but not part of the event: the first 8 bytes of its request's digest, and its chain
 * link.
 */
export const proofFields = {
  requestHash: { column: 'request_hash', type: 'digest' },
  hash: { column: 'hash', type: 'digest' },
} as const satisfies Record<string, Field>;

export type StoredName = FieldName | keyof typeof proofFields;

/** The stored fields, in the order of the table's columns. */
export const storedFields: readonly (readonly [StoredName, Field])[] = Object.entries({
  ...eventFields,
  ...proofFields,
}) as [StoredName, Field][];

/** The fields in the order in which they are hashed: the version first, then the order of storage. */
export const encodedFields: readonly (readonly [Exclude<StoredName, 'hash'>, Field])[] = [
  ['encodingVersion', eventFields.encodingVersion],
  ...storedFields.flatMap(([name, field]) =>
    name === 'encodingVersion' || name === 'hash' ? [] : [[name, field] as const],
  ),
];

/** The type of a field's value, with these types for timestamps and digests. */
export type FieldValue<F extends Field, Moment, Digest> =
  | {
      kind: EventKind;
      text: string;
      version: number;
      count: number;
      paise: number;
      moment: Moment;
      digest: Digest;
    }[F['type']]
  | (F extends { nullable: true } ? null : never);

/** An event of any kind, as it is read and hashed. */
export type EventRecord = {
  readonly [Name in FieldName]: FieldValue<Fields[Name], number, string>;
};

type OfPayment = 'orderId' | 'paymentId';
type OfSpending = 'memberUid' | 'budgetMonth';

/** The nullable fields that every event of a kind has, besides the account. */
interface Filled extends Record<EventKind, FieldName> {
  SignupBonusCredited: never;
  BonusReleased: 'lockedPaise' | 'reason';
  ReferralCredited: never;
  GiftCodeRedeemed: never;
  TopUpCredited: OfPayment;
  TopUpRefunded: OfPayment;
  RefundReturned: OfPayment;
  TopUpDisputed: OfPayment;
  DisputeWon: OfPayment;
  GatewayCorrected: OfPayment | 'reason';
  HoldPlaced: 'holdId' | 'holdExpiresAtMs';
  HoldCaptured: 'holdId' | OfSpending;
  HoldVoided: 'holdId';
  HoldExpired: 'holdId';
  Charged: OfSpending;
  ChargeRefunded: 'reversesSeq' | OfSpending;
  AdjustedByAdmin: 'reason';
  WalletCleared: 'reason';
}

type Always<Kind extends EventKind> = 'counterAccount' | Filled[Kind];

export type EventOf<Kind extends EventKind> = {
  readonly [Name in FieldName]: Name extends 'kind'
    ? Kind
    : Name extends Always<Kind>
      ? NonNullable<EventRecord[Name]>
      : EventRecord[Name];
};

export type LedgerEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind];

/** Fields that the write path adds to a decision: order, time and proof. */
type Recorded =
  | 'encodingVersion'
  | 'walletId'
  | 'seq'
  | 'position'
  | 'balanceAfterPaise'
  | 'heldAfterPaise'
  | 'effectiveAtMs'
  | 'recordedAtMs'
  | 'idempotencyKey';

export type DecidedEvent = { [Kind in EventKind]: Omit<EventOf<Kind>, Recorded> }[EventKind];

/** The fields of a kind's decision; all others are null. */
export type EventDetails<Kind extends EventKind> = Pick<
  EventOf<Kind>,
  'amountPaise' | 'heldPaise' | Always<Kind>
> &
  Partial<Omit<EventOf<Kind>, Recorded | 'kind' | 'actor'>>;
