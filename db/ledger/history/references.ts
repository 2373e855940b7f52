import { sql, type RawBuilder } from 'kysely';

/** The columns that reference the subject of an event. Each has an index. */
const references = [
  'generation_id is distinct from hold_id and generation_id = ',
  'conversation_id = ',
  'held_paise > 0 and hold_id = ',
  'held_paise < 0 and hold_id = ',
  'payment_id = ',
  'order_id = ',
];

/** Keys of the events that name a generation, conversation, order, payment or hold of this id. */
export function eventsAbout(id: string): RawBuilder<unknown> {
  // One branch for each index, because a single condition with OR would read every event.
  const branches = references.map(
    (reference) => sql`select wallet_id, seq from ledger_event where ${sql.raw(reference)} ${id}`,
  );
  return sql.join(branches, sql` union `);
}
