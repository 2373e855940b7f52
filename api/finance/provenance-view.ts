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
import { AfterId, pageTokens } from '../http/page-token.ts';

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

const Count = z.int().min(0);
const Ordinal = z.int().min(0).max(32_767);

const moveTokens = pageTokens('moves of a credit', z.object({ seq: Count, ordinal: Ordinal }));

/** The payment, and the position among the moves of its credit. */
export const settlementTokens = pageTokens(
  'moves of a settlement',
  z.object({ paymentId: AfterId, seq: Count, ordinal: Ordinal }),
);

export async function toUse(
  db: Kysely<Database>,
  event: ProvenanceEventRow,
  after: string | undefined,
): Promise<ProvenanceUse> {
  const key = toKey(event);
  const [use, settlements] = await Promise.all([
    readLotUse(db, key, { before: moveTokens.read(after, key), limit: provenancePageSize }),
    readPaymentSettlements(db, event.payment_id === null ? [] : [event.payment_id]),
  ]);
  return {
    credit: toCredit(event, settlements),
    unspent: rupeesFromPaise(use.unspentPaise),
    went: Object.fromEntries(
      purposes.map((purpose) => [purpose, rupeesFromPaise(use.paiseByPurpose[purpose] ?? 0)]),
    ) as ProvenanceUse['went'],
    items: use.moves.map(toMove),
    next: moveTokens.write(use.next, key),
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
