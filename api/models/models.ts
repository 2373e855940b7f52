import { changeCatalogue, readCatalogue, readUpcomingPrices } from '@sachet/db/models/catalogue';
import {
  sameModel,
  toModelPrices,
  type CatalogueError,
  type Defaults,
  type Model,
} from '@sachet/db/models/changes';
import {
  readLastSync,
  readOpenSync,
  readSync,
  requestSync,
  type ModelSync,
} from '@sachet/db/models/sync';
import { enqueue } from '@sachet/flows/enqueue';
import {
  byPurpose,
  fromPurposes,
  ModelPurpose,
  type AdminModelsResponse,
  type SyncNowResponse,
  type AdminModel,
  type LastSync,
  type ModelDefaults,
} from '@sachet/shared/models/contracts/admin-models';
import { providerEntries } from '@sachet/shared/providers';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { waitUntil } from '../http/waiting.ts';

export const getAdminModels = route('GET /api/admin/models', {
  async handle({ deps }) {
    return ok(await readCatalogueResponse(deps));
  },
});

export const postAdminModels = route('POST /api/admin/models', {
  bodyLimit: 500 * 1024,
  async handle({ deps, caller, body }) {
    const outcome = await changeCatalogue(deps.db, {
      updates: body.updates,
      defaults: body.defaults && byPurpose(body.defaults),
      confirmLowPrices: body.confirmLowPrices,
      actor: `user:${caller.uid}`,
    });
    if (outcome !== 'done') throw toCatalogueRefusal(outcome);
    return ok(await readCatalogueResponse(deps));
  },
});

async function readCatalogueResponse({ db }: Dependencies): Promise<AdminModelsResponse> {
  const [{ models, defaults }, upcoming, currentSync, lastSync] = await Promise.all([
    readCatalogue(db),
    readUpcomingPrices(db),
    readOpenSync(db),
    readLastSync(db),
  ]);
  return {
    models: models.map((model) => toAdminModel(model, upcoming)),
    defaults: toModelDefaults(defaults),
    currentSync: currentSync
      ? { syncId: currentSync.id, requestedAt: currentSync.requested_at.toISOString() }
      : null,
    lastSync: lastSync ? toLastSync(lastSync) : null,
  };
}

function toAdminModel(
  model: Model,
  upcoming: Awaited<ReturnType<typeof readUpcomingPrices>>,
): AdminModel {
  return {
    id: model.id,
    label: model.label,
    provider: model.provider,
    tier: model.tier,
    capabilities: model.capabilities,
    status: model.status,
    enabled: model.enabled,
    lastSeenAt: model.last_seen_at?.toISOString() ?? null,
    shutdownAt: model.shutdown_at?.toISOString() ?? null,
    deprecatedBecause: model.deprecated_because,
    largestSize: model.largest_size,
    prices: toModelPrices(model),
    upcomingPrices: upcoming
      .filter(({ provider, model_id: id }) => sameModel(model, { provider, id }))
      .map((price) => ({ from: price.from_day, prices: toModelPrices(price) })),
    priced: model.is_priced,
  };
}

function toModelDefaults(defaults: Defaults): ModelDefaults {
  const id = (purpose: ModelPurpose) => [purpose, defaults[purpose]?.id ?? null] as const;
  const ids = Object.fromEntries(ModelPurpose.options.map(id));
  return fromPurposes(ids as Record<ModelPurpose, string | null>);
}

const purposeLabels: Record<ModelPurpose, string> = {
  text_quality: 'text quality',
  text_speed: 'text speed',
  vision_quality: 'vision quality',
  vision_speed: 'vision speed',
  image_generate: 'image generate',
  image_edit: 'image edit',
};

function toCatalogueRefusal(error: CatalogueError): Refusal {
  const { id } = error;
  const field = 'purpose' in error ? `defaults.${error.purpose.replace('_', '.')}` : 'updates';
  switch (error.kind) {
    case 'unknown_model':
      return new Refusal('not_found', `Model ${id} not found.`);
    case 'ambiguous_model':
      return new Refusal('invalid', `Several providers have a model ${id}. Specify the provider.`, {
        field,
      });
    case 'named_twice':
      return new Refusal('invalid', `Model ${id} is listed twice.`, { field });
    case 'low_price':
      return new Refusal(
        'wrong_state',
        `A price of ${id} is 0 or below one cent per million tokens. Confirm that it is correct.`,
        { field },
      );
    case 'price_in_past':
      return new Refusal('invalid', `Prices of ${id} can’t change before today.`, {
        field,
      });
    case 'is_deprecated':
      return new Refusal('wrong_state', `${id} is deprecated and cannot be enabled.`, { field });
    case 'no_key': {
      const { name, variables } = providerEntries[error.provider];
      return new Refusal(
        'wrong_state',
        `${id} can’t be enabled, because the key of ${name} isn’t set. Set ${variables.key} and restart the servers.`,
        { field },
      );
    }
    case 'not_of_provider':
      return new Refusal(
        'wrong_state',
        `${id} can’t have these capabilities, because ${providerEntries[error.provider].name} doesn’t offer them.`,
        { field },
      );
    case 'is_default':
      return new Refusal(
        'wrong_state',
        `${id} is the default for ${purposeLabels[error.purpose]}. Choose another default first.`,
        { field },
      );
    case 'not_selectable':
      return new Refusal(
        'wrong_state',
        `${id} cannot be the default for ${purposeLabels[error.purpose]}: it has to be enabled, ` +
          'not deprecated, and able to do it.',
        { field },
      );
    default:
      return error satisfies never;
  }
}

/** Longer than the timeout of a request for a provider's list of models. */
const waitAtMostMs = 75_000;

export const postSyncNow = route('POST /api/admin/sync-now', {
  async handle({ deps, caller, isAsync, response }) {
    const { db, live } = deps;
    const syncId = await requestSync(db, `user:${caller.uid}`);
    await enqueue(deps, { name: 'sync-models', syncId });
    if (isAsync) return reply(202, { syncId });
    const sync = await waitUntil({
      live,
      response,
      isAbout: (notification) =>
        notification.event === 'changed' && notification.subject === 'models',
      read: async () => (await readSync(db, syncId))!,
      isDone: ({ result }) => result !== null,
      atMostMs: waitAtMostMs,
    });
    if (sync.result) return ok(toSyncResponse(sync.id, sync.result));
    throw new Refusal('unavailable', 'The sync hasn’t finished yet. Check again soon.', {
      retryAfterSeconds: 60,
    });
  },
});

/** The provider's message contains no API keys (`adapters/providers/failure.ts`). */
function toFailureMessage({ failures }: NonNullable<ModelSync['result']>): string | null {
  if (failures.length === 0) return null;
  return failures
    .map(({ provider, message }) => `${providerEntries[provider].product} gave no list: ${message}`)
    .join(' ');
}

function toSyncResponse(syncId: string, result: NonNullable<ModelSync['result']>): SyncNowResponse {
  const error = toFailureMessage(result);
  return { syncId, ...result, ...(error && { error }) };
}

function toLastSync({ id, finished_at, result }: ModelSync): LastSync {
  return { ...toSyncResponse(id, result!), finishedAt: finished_at!.toISOString() };
}
