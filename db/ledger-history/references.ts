import { sql, type RawBuilder } from 'kysely';

/** Columns that name what an event is about, each with an index of the events that fill it. */
const references = ['generation_id', 'conversation_id', 'hold_id', 'payment_id', 'order_id'];

/** Keys of the events that name a generation, conversation, order, payment or hold of this id. */
export function eventsAbout(id: string): RawBuilder<unknown> {
  // A branch for each index: an OR of them would read every event.
  const branches = references.map(
    (column) => sql`select wallet_id, seq from ledger_event where ${sql.ref(column)} = ${id}`,
  );
  return sql.join(branches, sql` union `);
}
