/** Notices for admins that follow from the current catalogue. */
import type { Kysely } from 'kysely';
import type { ModelUse } from '@sachet/shared/contracts/vocabulary';
import { type Provider, providerEntries } from '@sachet/shared/providers';
import { dayMs } from '@sachet/shared/time';
import { lockUntilCommit } from '../locks.ts';
import { raiseNotice, readOpenNotices, resolveNotices } from '../admin/notices.ts';
import type { Database } from '../tables.ts';
import { readUses } from './selection.ts';

/** A model on sale causes a notice, and so a mail, this many days before it ends. */
const daysBefore = [1, 7, 30];

/**
 * Raises notices whose condition became true since the last review, and resolves those whose condition ended.
 * To be called when the catalogue changes, and regularly, because days pass without a change.
 */
export async function reviewCatalogue(db: Kysely<Database>, now = new Date()): Promise<void> {
  if (!db.isTransaction) {
    return db.transaction().execute((trx) => reviewCatalogue(trx, now));
  }
  // A review that has read an older catalogue must not raise its notice after a newer review.
  await lockUntilCommit(db, 'catalogueReview');
  await reviewMissing(db);
  await reviewEnding(db, now);
}

async function reviewMissing(db: Kysely<Database>): Promise<void> {
  const usable = await readUses(db);
  const current = (Object.entries(usable) as [Provider, ModelUse[]][]).flatMap(
    ([provider, has]) => {
      const uses = toOffered(provider).filter((use) => !has.includes(use));
      return uses.length === 0
        ? []
        : [{ subject: `${provider}:${uses.join(',')}`, data: { provider, uses } }];
    },
  );
  for (const { subject, data } of current) {
    await raiseNotice(db, { kind: 'no_model', data }, subject);
  }
  await resolveOthers(
    db,
    'no_model',
    current.map(({ subject }) => subject),
  );
}

/** The uses for which a provider offers models at all. */
function toOffered(provider: Provider): ModelUse[] {
  const { sees, draws } = providerEntries[provider];
  return [
    'texts',
    ...(sees ? (['photos in texts'] as const) : []),
    ...(draws ? (['pictures', 'edits'] as const) : []),
  ];
}

async function reviewEnding(db: Kysely<Database>, now: Date): Promise<void> {
  const ending = await db
    .selectFrom('priced_model')
    .select(['provider', 'id', 'shutdown_at'])
    .where('enabled', '=', true)
    .where('is_configured', '=', true)
    .where('shutdown_at', 'is not', null)
    .where('shutdown_at', '<=', new Date(now.getTime() + Math.max(...daysBefore) * dayMs))
    .execute();
  const current = ending.map(({ provider, id, shutdown_at: endsAt }) => {
    const left = (endsAt!.getTime() - now.getTime()) / dayMs;
    const within = daysBefore.find((days) => left <= days)!;
    const data = { provider, modelId: id, endsOn: endsAt!.toISOString().slice(0, 10) };
    return { subject: `${provider}/${id}/${data.endsOn}/${within}`, data };
  });
  for (const { subject, data } of current) {
    await raiseNotice(db, { kind: 'model_ending', data }, subject);
  }
  await resolveOthers(
    db,
    'model_ending',
    current.map(({ subject }) => subject),
  );
}

async function resolveOthers(
  db: Kysely<Database>,
  kind: 'no_model' | 'model_ending',
  current: readonly string[],
): Promise<void> {
  const open = await readOpenNotices(db, { kind, limit: 1_000 });
  const over = open.map(({ subject }) => subject).filter((subject) => !current.includes(subject));
  await resolveNotices(db, { kind, subjects: over });
}
