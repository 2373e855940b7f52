import { findMails } from '@sachet/db/mails';
import type { Database, MailKind } from '@sachet/db/tables';
import type { Kysely } from 'kysely';
import { enqueue, type EnqueueDependencies } from './enqueue.ts';

/** Queues the waiting mails about this. A sweep queues lost jobs. */
export async function mailSoon(
  deps: EnqueueDependencies & { readonly db: Kysely<Database> },
  subject: { kind: MailKind; about: string },
): Promise<void> {
  for (const mailId of await findMails(deps.db, subject)) {
    await enqueue(deps, { name: 'mail', mailId });
  }
}
