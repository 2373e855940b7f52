import {
  readAround,
  readBehind,
  readEvent,
  readNames,
  readPreviousHash,
  type AroundEvent,
} from '@sachet/db/ledger/history/event';
import { eventFromRow } from '@sachet/db/ledger/rows';
import { findCharge } from '@sachet/db/wallet/wallets';
import type { HistoryEvent } from '@sachet/db/ledger/history/read';
import type { AdminLedgerEventDetail } from '@sachet/shared/ledger/contracts/admin-ledger';
import { toPostings } from '@sachet/shared/ledger/postings';
import { rupeesFromPaise } from '@sachet/shared/money';
import { toAdminLedgerEvent } from '@sachet/flows/ledger/ledger-text';
import { toTimestamp } from './ledger-rows.ts';
import { toRefundable } from '../wallet/refund-charge.ts';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

export const getAdminLedgerEvent = route('GET /api/admin/ledger/event', {
  async handle({ deps: { db }, query }) {
    const event = found(await readEvent(db, { walletId: query.wallet, seq: query.seq }), 'event');
    const [around, behind, previousHash, people] = await Promise.all([
      readAround(db, event),
      readBehind(db, event),
      readPreviousHash(db, { walletId: event.wallet_id, seq: event.seq }),
      readPeople(db, event),
    ]);
    const { generation, conversation, order, adminAction } = behind;
    const charge = await findCharge(db, { walletId: event.wallet_id, seq: event.seq });
    const detail: AdminLedgerEventDetail = {
      ...toChained(event, previousHash),
      ...people,
      ...toAround(event, around),
      refundable: charge ? toRefundable(charge) : null,
      generation: generation
        ? {
            id: generation.id,
            uid: generation.uid,
            mode: generation.mode,
            provider: generation.provider,
            modelLabel: generation.model_label,
            status: generation.status,
            createdAt: generation.created_at.toISOString(),
          }
        : null,
      conversation: conversation
        ? {
            id: conversation.id,
            uid: conversation.uid,
            provider: conversation.provider,
            createdAt: conversation.created_at.toISOString(),
          }
        : null,
      order: order
        ? {
            id: order.id,
            gatewayOrderId: order.gateway_order_id,
            uid: order.uid,
            amount: rupeesFromPaise(order.amount_paise),
            status: order.status,
            createdAt: order.created_at.toISOString(),
          }
        : null,
      adminAction: adminAction
        ? {
            id: adminAction.id,
            at: adminAction.at.toISOString(),
            actor: adminAction.actor,
            action: adminAction.action,
            targetUid: adminAction.target_uid,
          }
        : null,
    };
    return ok(detail);
  },
});

function toChained(row: HistoryEvent, previousHash: Buffer | null) {
  const { event } = eventFromRow(row);
  return {
    event: toAdminLedgerEvent(row),
    // An event without a counter account was not written by the ledger.
    postings: (event.counterAccount === null ? [] : toPostings(event)).map(
      ({ account, amountPaise }) => ({
        account,
        amount: rupeesFromPaise(amountPaise),
      }),
    ),
    balanceBefore: rupeesFromPaise(event.balanceAfterPaise - event.amountPaise),
    heldBefore: rupeesFromPaise(event.heldAfterPaise - event.heldPaise),
    hash: row.hash.toString('hex'),
    previousHash: previousHash && previousHash.toString('hex'),
    requestHash: row.request_hash.toString('hex'),
    idempotencyKey: row.idempotency_key,
    encodingVersion: row.encoding_version,
    budgetMonth: row.budget_month,
    holdExpiresAt: toTimestamp(row.hold_expires_at),
  };
}

function toAround(event: HistoryEvent, around: AroundEvent) {
  const { hold, holdEvents, reverses, reversedBy, upgrades, upgradedBy, payment } = around;
  return {
    hold: hold && {
      id: hold.id,
      amount: rupeesFromPaise(hold.amount_paise),
      status: hold.status,
      expiresAt: hold.expires_at.toISOString(),
      otherEvents: holdEvents
        .filter(({ position }) => position !== event.position)
        .map(toAdminLedgerEvent),
    },
    reverses: reverses && toAdminLedgerEvent(reverses),
    reversedBy: reversedBy.map(toAdminLedgerEvent),
    upgrades: upgrades && toAdminLedgerEvent(upgrades),
    upgradedBy: upgradedBy.map(toAdminLedgerEvent),
    payment: payment && {
      id: payment.id,
      orderId: payment.order_id,
      credited: rupeesFromPaise(payment.credited_paise),
      refunded: rupeesFromPaise(payment.refunded_paise),
      disputed: rupeesFromPaise(payment.disputed_paise),
    },
  };
}

async function readPeople(db: Dependencies['db'], { actor, member_uid: memberUid }: HistoryEvent) {
  const actorUid = /^(?:user|admin):(.+)$/.exec(actor)?.[1] ?? null;
  const uids = [actorUid, memberUid].filter((uid) => uid !== null);
  const names = await readNames(db, uids);
  return {
    actorPerson: (actorUid === null ? null : names.get(actorUid)) ?? null,
    member:
      memberUid === null ? null : { uid: memberUid, name: names.get(memberUid)?.name ?? null },
  };
}
