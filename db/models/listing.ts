/** Computes the effect of the providers' lists on the catalogue, before anything is written. */
import { capabilityByPurpose, canBeDefault } from '@sachet/shared/models/contracts/admin-models';
import type { Capability, ModelPurpose } from '@sachet/shared/models/contracts/admin-models';
import type { Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import { priceKinds, type ModelPrices } from '@sachet/shared/models/model-prices';
import { dayMs } from '@sachet/shared/time';
import { modelPurposes, sameModel, type Catalogue, type Defaults, type Model } from './changes.ts';

/** A model as its provider lists it. */
export interface ListedModel {
  readonly id: string;
  readonly label: string;
  readonly capabilities: Capability[];
  readonly tier: Quality;
  readonly largestSize: number | null;
  /** Absent if the provider's list has no end dates. */
  readonly shutdownAt?: Date | null;
}

/** Complete lists; the models of a provider without a list stay as they are. */
export type Listings = Partial<Record<Provider, readonly ListedModel[]>>;

export interface ListingChanges {
  /** Models that were seen for the first time. */
  readonly added: readonly Model[];
  /** Known models, listed or missing. If they change further, they are also in `deprecated` or `returned`. */
  readonly seen: readonly Model[];
  readonly deprecated: readonly Model[];
  readonly returned: readonly Model[];
  readonly defaults: readonly DefaultMove[];
}

export interface DefaultMove {
  readonly purpose: ModelPurpose;
  readonly from: Model;
  /** Null when no suitable model is left. */
  readonly to: Model | null;
}

/** A model that its provider's lists lack for this long is deprecated. A list may be short or broken. */
const missingForMs = dayMs;

/**
 * New models become candidates. A model that was missing for a day, or is past its shutdown date, is
 * deprecated. A model that is listed again gets back the state and defaults that it lost.
 */
export function decideListings(
  { models, defaults }: Catalogue,
  listings: Listings,
  now: Date,
): ListingChanges {
  const added: Model[] = [];
  const seen: Model[] = [];
  const deprecated: Model[] = [];
  const returned: Model[] = [];
  const after: Model[] = [];
  for (const model of models) {
    const listing = listings[model.provider];
    const listed = listing?.find(({ id }) => id === model.id);
    const isDefaultFor = modelPurposes.flatMap(([purpose]) => {
      const standing = defaults[purpose];
      return standing && sameModel(standing, model) ? [purpose] : [];
    });
    const next = listing ? listedAgain(model, { listed, isDefaultFor, now }) : model;
    after.push(next);
    if (listed || next.missing_since !== model.missing_since) seen.push(next);
    if (next.status !== 'deprecated' && model.status === 'deprecated') returned.push(next);
    if (next.status === 'deprecated' && model.status !== 'deprecated') deprecated.push(next);
  }
  for (const [provider, listing] of Object.entries(listings) as [Provider, ListedModel[]][]) {
    for (const listed of listing) {
      const model = newModel(provider, listed, now);
      if (!after.some((other) => sameModel(other, model))) {
        added.push(model);
        after.push(model);
      }
    }
  }
  return { added, seen, deprecated, returned, defaults: movedDefaults(after, defaults) };
}

const isPast = (shutdownAt: Date | null, now: Date) =>
  shutdownAt !== null && shutdownAt.getTime() <= now.getTime();

function listedAgain(model: Model, { listed, isDefaultFor, now }: Listed): Model {
  if (!listed) {
    if (model.status === 'deprecated') return model;
    const missing = { ...model, missing_since: model.missing_since ?? now };
    const isGone = missing.missing_since.getTime() <= now.getTime() - missingForMs;
    return isGone ? retired(missing, 'vanished', isDefaultFor) : missing;
  }
  const next = {
    ...model,
    last_seen_at: now,
    missing_since: null,
    // If the list has no dates, the date from the provider's answers is kept.
    shutdown_at: listed.shutdownAt === undefined ? model.shutdown_at : listed.shutdownAt,
  };
  if (isPast(next.shutdown_at, now)) {
    return model.status === 'deprecated' ? next : retired(next, 'shut_down', isDefaultFor);
  }
  const wasByAdmin = model.deprecated_because === 'admin';
  if (model.status !== 'deprecated' || wasByAdmin) return next;
  return {
    ...next,
    status: model.was_enabled ? 'enabled' : 'candidate',
    enabled: model.was_enabled,
    deprecated_because: null,
  };
}

interface Listed {
  readonly listed: ListedModel | undefined;
  readonly isDefaultFor: ModelPurpose[];
  readonly now: Date;
}

function retired(
  model: Model,
  because: 'vanished' | 'shut_down',
  isDefaultFor: ModelPurpose[],
): Model {
  return {
    ...model,
    status: 'deprecated',
    enabled: false,
    deprecated_because: because,
    was_enabled: model.enabled,
    was_default_for: isDefaultFor,
  };
}

function newModel(provider: Provider, listed: ListedModel, now: Date): Model {
  const model: Model = {
    id: listed.id,
    provider,
    label: listed.label,
    tier: listed.tier,
    capabilities: listed.capabilities,
    status: 'candidate',
    enabled: false,
    last_seen_at: now,
    shutdown_at: listed.shutdownAt ?? null,
    deprecated_because: null,
    is_priced: false,
    is_configured: true,
    largest_size: listed.largestSize,
    ...noPrices,
    missing_since: null,
    was_enabled: false,
    was_default_for: [],
  };
  return isPast(model.shutdown_at, now) ? retired(model, 'shut_down', []) : model;
}

/**
 * For each default that is no longer allowed, the model that replaces it. A model that has returned is again
 * the default for its earlier purposes.
 */
function movedDefaults(models: readonly Model[], defaults: Defaults): DefaultMove[] {
  return modelPurposes.flatMap(([purpose]) => {
    const standing = defaults[purpose];
    const from = standing && models.find((model) => sameModel(model, standing));
    const back = models.find(
      (model) =>
        model.was_default_for.includes(purpose) &&
        canBeDefault(model, capabilityByPurpose[purpose]),
    );
    if (back && from && !sameModel(back, from)) return [{ purpose, from, to: back }];
    if (!from || from.status !== 'deprecated') return [];
    return [{ purpose, from, to: nextDefault(models, from, purpose) }];
  });
}

/**
 * The able model that is nearest to the replaced one: of the same tier first, then of the same provider, then
 * by id.
 */
function nextDefault(models: readonly Model[], from: Model, purpose: ModelPurpose): Model | null {
  const others = models.filter(
    (model) => model.is_configured && canBeDefault(model, capabilityByPurpose[purpose]),
  );
  const far = (model: Model) =>
    2 * Number(model.tier !== from.tier) + Number(model.provider !== from.provider);
  others.sort((a, b) => far(a) - far(b) || (a.id < b.id ? -1 : 1));
  return others[0] ?? null;
}

const noPrices = Object.fromEntries(
  priceKinds.map((kind) => [kind, null]),
) as unknown as ModelPrices;
