/** Events as rows and back. The column list is written once, here. */
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { encodeEvent } from '@sachet/shared/ledger/encoding';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import type { LedgerEventTable } from '../tables.ts';
import type { Cell } from './binary-rows.ts';

/** Columns of `ledger_event` in the order of `EventRow`, with the array type that unnest needs. */
export const eventColumns = {
  wallet_id: 'text',
  seq: 'int8',
  position: 'int8',
  encoding_version: 'int2',
  kind: 'text',
  amount_paise: 'int8',
  held_paise: 'int8',
  balance_after: 'int8',
  held_after: 'int8',
  counter_account: 'text',
  actor: 'text',
  member_uid: 'text',
  budget_month: 'text',
  generation_id: 'text',
  conversation_id: 'text',
  order_id: 'text',
  payment_id: 'text',
  hold_id: 'text',
  reverses_seq: 'int8',
  hold_expires_at: 'timestamptz',
  reason: 'text',
  effective_at: 'timestamptz',
  recorded_at: 'timestamptz',
  idempotency_key: 'text',
  request_hash: 'bytea',
  hash: 'bytea',
  upgrades_seq: 'int8',
} as const;

/** An event with its proof, as it is stored. */
export interface StoredEvent {
  readonly event: LedgerEvent;
  readonly requestHash: Buffer;
  readonly hash: Buffer;
}

export type EventRow = Selectable<LedgerEventTable>;

export function eventFromRow(row: EventRow): StoredEvent {
  return {
    event: {
      walletId: row.wallet_id,
      seq: row.seq,
      position: row.position,
      encodingVersion: row.encoding_version,
      kind: row.kind,
      amountPaise: row.amount_paise,
      heldPaise: row.held_paise,
      balanceAfterPaise: row.balance_after,
      heldAfterPaise: row.held_after,
      counterAccount: row.counter_account,
      actor: row.actor,
      memberUid: row.member_uid,
      budgetMonth: row.budget_month,
      generationId: row.generation_id,
      conversationId: row.conversation_id,
      orderId: row.order_id,
      paymentId: row.payment_id,
      holdId: row.hold_id,
      reversesSeq: row.reverses_seq,
      upgradesSeq: row.upgrades_seq,
      holdExpiresAtMs: row.hold_expires_at && row.hold_expires_at.getTime(),
      reason: row.reason,
      effectiveAtMs: row.effective_at.getTime(),
      recordedAtMs: row.recorded_at.getTime(),
      idempotencyKey: row.idempotency_key,
    },
    requestHash: row.request_hash,
    hash: row.hash,
  };
}

/** Rows of cells in the order of `eventColumns`; moments in milliseconds. */
export function eventCells(stored: readonly StoredEvent[]): Cell[][] {
  return stored.map(({ event, requestHash, hash }) => [
    event.walletId,
    event.seq,
    event.position,
    event.encodingVersion,
    event.kind,
    event.amountPaise,
    event.heldPaise,
    event.balanceAfterPaise,
    event.heldAfterPaise,
    event.counterAccount,
    event.actor,
    event.memberUid,
    event.budgetMonth,
    event.generationId,
    event.conversationId,
    event.orderId,
    event.paymentId,
    event.holdId,
    event.reversesSeq,
    event.holdExpiresAtMs,
    event.reason,
    event.effectiveAtMs,
    event.recordedAtMs,
    event.idempotencyKey,
    requestHash,
    hash,
    event.upgradesSeq,
  ]);
}

/** SHA-256 of the event's canonical encoding: what a receipt shows of other events of the wallet. */
export function eventDigest(event: LedgerEvent, requestHash: Buffer): Buffer {
  return sha256(encodeEvent(event, requestHash.toString('hex')));
}

/** A link of the wallet's chain: SHA-256 over the head before it and the event's digest. */
export function chainHash(previousHead: Uint8Array, digest: Uint8Array): Buffer {
  return sha256(Buffer.concat([previousHead, digest], 64));
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}
