/** The gateway's webhooks: stored as received, then processed until they are finished. */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database } from '../tables.ts';

/** An unfinished webhook, which still has its body. */
export type OpenWebhook = Selectable<Database['gateway_webhook']> & { body: Buffer };

type Outcome = NonNullable<Database['gateway_webhook']['outcome']>;

/** Stores a webhook, and returns whether it is new, because the gateway may send an event more than once. */
export async function storeWebhook(
  db: Kysely<Database>,
  {
    eventId,
    gatewayEventId = null,
    kind,
    body,
  }: { eventId: string; gatewayEventId?: string | null; kind: string; body: Buffer },
): Promise<boolean> {
  const kept = await db
    .insertInto('gateway_webhook')
    .values({ event_id: eventId, gateway_event_id: gatewayEventId, kind, body })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Undefined if the webhook is already finished. */
export async function loadOpenWebhook(
  db: Kysely<Database>,
  eventId: string,
): Promise<OpenWebhook | undefined> {
  return db
    .selectFrom('gateway_webhook')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .$narrowType<{ body: Buffer }>()
    .executeTakeFirst();
}

export async function endWebhook(
  db: Kysely<Database>,
  eventId: string,
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable('gateway_webhook')
    .set({ outcome, processed_at: new Date() })
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .execute();
}

export async function postponeWebhook(
  db: Kysely<Database>,
  { eventId, error, until }: { eventId: string; error: string; until: Date },
): Promise<void> {
  await db
    .updateTable('gateway_webhook')
    .set({ attempts: sql`attempts + 1`, last_error: error, next_attempt_at: until })
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .execute();
}

/** Webhooks whose processing is due, the longest due first. */
export async function readDueWebhooks(
  db: Kysely<Database>,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const due = await db
    .selectFrom('gateway_webhook')
    .select('event_id')
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
  return due.map(({ event_id }) => event_id);
}

/**
 * Erases the bodies, which name the payer, of webhooks that were finished before `before`, at most
 * `limit` of them. The rows with their outcomes stay.
 */
export async function eraseWebhookBodies(
  db: Kysely<Database>,
  { before, limit }: { before: Date; limit: number },
): Promise<void> {
  await db
    .updateTable('gateway_webhook')
    .set({ body: null })
    .where('event_id', 'in', ({ selectFrom }) =>
      selectFrom('gateway_webhook')
        .select('event_id')
        .where('body', 'is not', null)
        .where('processed_at', '<', before)
        .limit(limit),
    )
    .execute();
}
