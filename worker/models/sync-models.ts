/**
 * Reads the providers' lists of models and updates the catalogue. The models of a provider that returns
 * no list stay as they are.
 */
import { noteRefusal, resolveNotices, readOpenNotices } from '@sachet/db/admin/notices';
import { openDueSync, finishSync, readSync } from '@sachet/db/models/sync';
import { readConfigured } from '@sachet/db/models/providers';
import type { Listings } from '@sachet/db/models/listing';
import type { SyncResult } from '@sachet/db/tables';
import type { Provider } from '@sachet/shared/providers';
import { storedFailure } from '@sachet/adapters/providers/stored-failure';
import { toFailureText } from '@sachet/shared/studio/failure';
import type { Dependencies } from '../dependencies.ts';

type SyncDependencies = Pick<Dependencies, 'db' | 'providers' | 'log'>;

/** Throws when a retry may help. */
export async function syncModels(deps: SyncDependencies, syncId: string): Promise<void> {
  const { db, log } = deps;
  const sync = await readSync(db, syncId);
  if (!sync || sync.finished_at) return;
  const asked = await Promise.all(
    (await readConfigured(db)).map((provider) => askForList(deps, provider)),
  );
  const listings: Listings = Object.assign({}, ...asked.map(({ listing }) => listing));
  const failures = asked.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0)
    log.warn({ syncId, failures }, 'failed to list the models of a provider');
  await finishSync(db, { id: syncId, listings, failures, actor: 'worker' });
}

async function askForList(
  { db, log, providers }: SyncDependencies,
  provider: Provider,
): Promise<{ listing: Listings; failure: SyncResult['failures'][number] | null }> {
  // The adapter has its own deadline.
  const outcome = await providers[provider].models(new AbortController().signal);
  if (!outcome.ok) {
    const failure = storedFailure(outcome.failure);
    // Only admins read it.
    const message = outcome.failure.detail ?? toFailureText(failure);
    await noteRefusal(db, { ...outcome.failure, modelId: null });
    return { listing: {}, failure: { provider, category: failure.category, message } };
  }
  // A provider always has models: believing an empty list would disable everything.
  const { models, skipped } = outcome.value;
  if (skipped.length > 0)
    log.warn({ provider, skipped }, 'entries of a list of models were skipped');
  if (models.length === 0) {
    const message = 'The list is empty.';
    return { listing: {}, failure: { provider, category: 'generic', message } };
  }
  await resolveListingRefusals(db, provider);
  return { listing: { [provider]: models }, failure: null };
}

async function resolveListingRefusals(db: Dependencies['db'], provider: Provider): Promise<void> {
  const standing = await readOpenNotices(db, { kind: 'provider_refuses', limit: 100 });
  const subjects = standing.flatMap(({ kind, subject, data }) =>
    kind === 'provider_refuses' && data.provider === provider && data.modelId === null
      ? [subject]
      : [],
  );
  await resolveNotices(db, { kind: 'provider_refuses', subjects });
}

/** Queues the sync that is due, or that a lost queue or a crash left unfinished. */
export async function sweepSyncs(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  everyMs: number,
): Promise<void> {
  const syncId = await openDueSync(db, { everyMs, actor: 'worker' });
  if (syncId !== null) await queue.add({ name: 'sync-models', syncId });
}
