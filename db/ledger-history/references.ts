import { sql, type RawBuilder } from 'kysely';

/**
 * Keys of the events that name a generation, conversation, order, payment or hold of this id. Events
 * are indexed by hold and payment; to what else they are about, the ledger's projections lead: a
 * hold's row has its generation and conversation, a charge's too, a payment's has its order.
 */
export function eventsAbout(id: string): RawBuilder<unknown> {
  // A branch for each index: an OR of them would read every event.
  return sql`
    with charged as (
      select wallet_id, seq from charge where generation_id = ${id} or conversation_id = ${id}
    )
    select wallet_id, seq from charged
    union
    select r.wallet_id, r.seq from charged c
      join ledger_event r on r.wallet_id = c.wallet_id and r.reverses_seq = c.seq
    union
    select wallet_id, seq from ledger_event where hold_id = ${id}
    union
    select e.wallet_id, e.seq from hold h join ledger_event e on e.hold_id = h.id
     where h.generation_id = ${id} or h.conversation_id = ${id}
    union
    select wallet_id, seq from ledger_event where payment_id = ${id}
    union
    select e.wallet_id, e.seq from payment p join ledger_event e on e.payment_id = p.id
     where p.order_id = ${id}`;
}
