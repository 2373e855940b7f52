import type { Kysely } from 'kysely';
import {
  catchUp,
  findPaymentCredit,
  readGenerationCharges,
  readProvenanceEvent,
  readSettlementUse,
  readUnspent,
  type ProvenanceEventRow,
} from '@sachet/db/finance/provenance/read';
import type { Database } from '@sachet/db/tables';
import {
  provenancePageSize,
  type ProvenanceOfEvent,
  type ProvenanceOfGeneration,
  type ProvenanceOfSettlement,
} from '@sachet/shared/finance/contracts/admin-provenance';
import { inRupees, rupeesFromPaise } from '@sachet/shared/money';
import { settlementTokens, toFunding, toMove, toUse } from './provenance-view.ts';
import { found, Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

export const getProvenanceOfEvent = route('GET /api/admin/provenance/event', {
  async handle({ deps: { db }, query }) {
    const event = found(
      await readProvenanceEvent(db, { walletId: query.wallet, seq: query.seq }),
      'event',
    );
    await beCurrent(db, event.wallet_id);
    const taking = await findTaking(db, event);
    const answer: ProvenanceOfEvent = {
      funding: taking ? await toFunding(db, taking) : null,
      use: isCredit(event) ? await toUse(db, event, query.after) : null,
    };
    return ok(answer);
  },
});

export const getProvenanceOfPayment = route('GET /api/admin/provenance/payment', {
  async handle({ deps: { db }, query }) {
    const credit = found(await findPaymentCredit(db, query.id), 'payment in the ledger');
    await beCurrent(db, credit.wallet_id);
    return ok(await toUse(db, credit, query.after));
  },
});

export const getProvenanceOfGeneration = route('GET /api/admin/provenance/generation', {
  async handle({ deps: { db }, query }) {
    const charges = await readGenerationCharges(db, query.id);
    if (charges.length === 0) {
      throw new Refusal('not_found', 'No charge found for this generation.');
    }
    for (const { wallet_id: walletId } of charges) await beCurrent(db, walletId);
    const answer: ProvenanceOfGeneration = {
      charges: await Promise.all(charges.map((charge) => toFunding(db, charge))),
    };
    return ok(answer);
  },
});

export const getProvenanceOfSettlement = route('GET /api/admin/provenance/settlement', {
  async handle({ deps: { db }, query }) {
    const { after: token, ...settlement } = query;
    const after = settlementTokens.read(token, settlement);
    const found = await readSettlementUse(db, query.utr, { after, limit: provenancePageSize });
    if (!found) throw notYet();
    if (found.payments === 0) {
      throw new Refusal('not_found', 'No payments were settled with this reference.');
    }
    const { payments, amountPaise, moves, next } = found;
    const answer: ProvenanceOfSettlement = {
      utr: found.utr,
      payments,
      credited: rupeesFromPaise(amountPaise),
      items: moves.map((each) => ({ ...toMove(each), credit: each.credit })),
      next: settlementTokens.write(next, settlement),
    };
    return ok(answer);
  },
});

export const getUnspent = route('GET /api/admin/provenance/unspent', {
  async handle({ deps: { db }, query }) {
    const now = new Date();
    const at = query.at === undefined ? null : new Date(query.at);
    if (at && at > now) {
      throw new Refusal('invalid', 'This time is in the future.', { field: 'at' });
    }
    const { debtPaise: owedPaise, ...unspent } = await readUnspent(db, at);
    return ok({ at: (at ?? now).toISOString(), ...inRupees({ ...unspent, owedPaise }) });
  },
});

const notYet = () =>
  new Refusal('unavailable', 'This wallet has a long history and is still being computed.', {
    retryAfterSeconds: 5,
  });

async function beCurrent(db: Kysely<Database>, walletId: string): Promise<void> {
  if (!(await catchUp(db, [walletId]))) throw notYet();
}

const isCredit = ({ kind, amount_paise: paise }: ProvenanceEventRow): boolean =>
  paise > 0 && !['ChargeRefunded', 'DisputeWon', 'RefundReturned'].includes(kind);

/** The event itself, or the charge that it refunds. */
async function findTaking(
  db: Kysely<Database>,
  event: ProvenanceEventRow,
): Promise<ProvenanceEventRow | undefined> {
  if (event.amount_paise < 0) return event;
  const { wallet_id: walletId, reverses_seq: seq } = event;
  return seq === null ? undefined : readProvenanceEvent(db, { walletId, seq });
}
