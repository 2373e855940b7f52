/** Provenance as the contract defines it: rupees, text, and page tokens that callers return unchanged. */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import {
  readFunding,
  readLotUse,
  readPaymentSettlements,
  type MovedPart,
  type ProvenanceEventRow,
  type SettledIn,
} from '@sachet/db/finance/provenance/read';
import type { Database } from '@sachet/db/tables';
import {
  provenancePageSize,
  type ProvenanceCredit,
  type ProvenanceFunding,
  type ProvenanceMove,
  type ProvenanceTaking,
  type ProvenanceUse,
} from '@sachet/shared/finance/contracts/admin-provenance';
import { purposes } from '@sachet/shared/finance/provenance';
import { rupeesFromPaise } from '@sachet/shared/money';
import { Refusal } from '../http/refusal.ts';

export async function toFunding(
  db: Kysely<Database>,
  event: ProvenanceEventRow,
): Promise<ProvenanceFunding> {
  const { parts, owedPaise } = await readFunding(db, toKey(event));
  const settlements = await readPaymentSettlements(
    db,
    parts.flatMap(({ credit }) => credit.payment_id ?? []),
  );
  const leftPaise = parts.reduce((sum, { paise }) => sum + paise, owedPaise);
  return {
    taking: toTaking(event),
    taken: rupeesFromPaise(-event.amount_paise),
    givenBack: rupeesFromPaise(-event.amount_paise - leftPaise),
    owed: rupeesFromPaise(owedPaise),
    parts: parts.map(({ credit, paise }) => ({
      credit: toCredit(credit, settlements),
      amount: rupeesFromPaise(paise),
    })),
  };
}

export async function toUse(
  db: Kysely<Database>,
  event: ProvenanceEventRow,
  after: string | undefined,
): Promise<ProvenanceUse> {
  const before = after === undefined ? null : parsePlace(MoveToken, after);
  const [use, settlements] = await Promise.all([
    readLotUse(db, toKey(event), {
      before: before && { seq: before[0], ordinal: before[1] },
      limit: provenancePageSize,
    }),
    readPaymentSettlements(db, event.payment_id === null ? [] : [event.payment_id]),
  ]);
  return {
    credit: toCredit(event, settlements),
    unspent: rupeesFromPaise(use.unspentPaise),
    went: Object.fromEntries(
      purposes.map((purpose) => [purpose, rupeesFromPaise(use.paiseByPurpose[purpose] ?? 0)]),
    ) as ProvenanceUse['went'],
    moves: use.moves.map(toMove),
    next: use.next && toToken([use.next.seq, use.next.ordinal]),
  };
}

const toKey = ({ wallet_id: walletId, seq }: ProvenanceEventRow) => ({ walletId, seq });

export function toMove({ place, paise, purpose, at, taking }: MovedPart): ProvenanceMove {
  return {
    at: at.toISOString(),
    seq: place.seq,
    amount: rupeesFromPaise(paise),
    purpose,
    taking: toTaking(taking),
  };
}

function toTaking(event: ProvenanceEventRow): ProvenanceTaking {
  return {
    walletId: event.wallet_id,
    seq: event.seq,
    kind: event.kind,
    at: event.recorded_at.toISOString(),
    tool: /^revenue:(.*)$/.exec(event.counter_account ?? '')?.[1] ?? null,
    generationId: event.generation_id,
    conversationId: event.conversation_id,
    paymentId: event.payment_id,
  };
}

function toCredit(event: ProvenanceEventRow, settlements: readonly SettledIn[]): ProvenanceCredit {
  const isPaid = event.kind === 'TopUpCredited';
  return {
    walletId: event.wallet_id,
    seq: event.seq,
    kind: event.kind,
    isPaid,
    at: event.recorded_at.toISOString(),
    credited: rupeesFromPaise(event.amount_paise),
    paymentId: isPaid ? event.payment_id : null,
    settlements: settlements
      .filter(({ payment_id }) => isPaid && payment_id === event.payment_id)
      .map(({ utr, settlement_id, settled_on }) => ({
        utr,
        settlementId: settlement_id,
        day: settled_on,
      })),
  };
}

const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Ordinal = z.number().int().min(0).max(32_767);
const MoveToken = z.tuple([Count, Ordinal]);
/** The payment, and the position among the moves of its credit. */
export const SettlementToken = z.tuple([z.string().max(100), Count, Ordinal]);

export const toToken = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Throws `invalid` for a token that no page has returned. */
export function parsePlace<T>(schema: z.ZodType<T>, token: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch {
    throw new Refusal('invalid', 'Unknown page. Reload the list.', {
      field: 'after',
    });
  }
}
