/** A wallet's statement as the contract defines it, and which events a caller may see. */
import {
  lastSeqBefore,
  type StatementEvent,
  type StatementScope,
} from '@sachet/db/wallet/statement';
import { readWallet } from '@sachet/db/wallet/wallets';
import type { StatementFilter, StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { dayMs, startOfIstDay } from '@sachet/shared/time';
import type { PaidTool } from '@sachet/shared/sales';
import { rupeesFromPaise } from '@sachet/shared/money';
import { requireProfile, type Caller } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { toThumbnails } from '../studio/thumbnails.ts';

/**
 * Returns the wallet's current state and the requested events that the caller may see. Everything is read up
 * to the wallet's current last event, so that rows, totals and balance agree.
 */
export async function openStatement(deps: Dependencies, caller: Caller, filter: StatementFilter) {
  const { db } = deps;
  const profile = await requireProfile(deps, caller);
  const isAdmin = profile.account_type === 'organization' && profile.role === 'admin';
  if (filter.member !== undefined && filter.member !== caller.uid && !isAdmin) {
    throw new Refusal('forbidden', "Only an organization's admin can see what others spent.", {
      field: 'member',
    });
  }
  const seesAll = isAdmin || profile.account_type === 'individual';
  const wallet = await readWallet(db, profile.wallet_id);
  const lastBefore = (momentMs: number) =>
    lastSeqBefore(db, { walletId: wallet.id, lastSeq: wallet.seq, momentMs });
  const scope: StatementScope = {
    walletId: wallet.id,
    afterSeq: filter.from ? await lastBefore(startOfIstDay(filter.from)) : 0,
    untilSeq: filter.to ? await lastBefore(startOfIstDay(filter.to) + dayMs) : wallet.seq,
    kind: filter.kind ?? null,
    memberUid: filter.member ?? (seesAll ? null : caller.uid),
    onlyOpenHolds: filter.holds === 'open',
  };
  return { wallet, scope };
}

export function toStatementRow(
  deps: Pick<Dependencies, 'signers'>,
  caller: Caller,
  event: StatementEvent,
): StatementRow {
  const { member_uid: uid } = event;
  // An admin of the organization sees what a member paid, but not what the member made.
  const isOwn = uid === caller.uid;
  const tool = /^revenue:(.*)$/.exec(event.counter_account ?? '')?.[1];
  return {
    seq: event.seq,
    at: event.recorded_at.toISOString(),
    kind: event.kind,
    amount: rupeesFromPaise(event.amount_paise),
    held: rupeesFromPaise(event.held_paise),
    balanceAfter: rupeesFromPaise(event.balance_after),
    heldAfter: rupeesFromPaise(event.held_after),
    tool: (tool ?? null) as PaidTool | null,
    provider: event.provider,
    mode: event.mode,
    modelName: event.model_name,
    finalSize: event.final_size,
    smallerSize: event.smaller_size,
    refundOf: event.reversed_paise === null ? null : rupeesFromPaise(-event.reversed_paise),
    subject: isOwn ? event.subject : null,
    thumbnailUrl: (isOwn && toThumbnails(deps, event.image_key)?.[256]) || null,
    generationId: event.generation_id,
    conversationId: event.conversation_id,
    paymentId: event.payment_id,
    orderId: event.order_id,
    // Deleted people have no name.
    member: uid === null ? null : { uid, name: toName(event) ?? uid },
    reason: event.reason,
  };
}

function toName({ first_name, last_name }: StatementEvent): string | null {
  return first_name === null ? null : `${first_name} ${last_name}`;
}
