/** Decides what the providers' lists do to the catalogue, before anything is written. */
import { capabilityByPurpose, canBeDefault } from '@sachet/shared/contracts/admin-models';
import type { Capability, ModelPurpose } from '@sachet/shared/contracts/admin-models';
import type { Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import { purposes, sameModel, type Catalogue, type Defaults, type Model } from './changes.ts';

/** A model as its provider lists it. */
export interface ListedModel {
  readonly id: string;
  readonly label: string;
  readonly capabilities: Capability[];
  readonly tier: Quality;
  readonly shutdownAt: Date | null;
}

/** Complete lists; the models of a provider without a list stay as they are. */
export type Listings = Partial<Record<Provider, readonly ListedModel[]>>;

export interface ListingChanges {
  /** Seen for the first time. */
  readonly added: readonly Model[];
  /** Seen before; those of them that change otherwise are in the next two as well. */
  readonly seen: readonly Model[];
  readonly deprecated: readonly Model[];
  readonly returned: readonly Model[];
  readonly defaults: readonly DefaultMove[];
}

export interface DefaultMove {
  readonly purpose: ModelPurpose;
  readonly from: Model;
  /** Null when nothing suitable is left. */
  readonly to: Model | null;
}

/**
 * New models become candidates. What vanished, or is past its shutdown date, is deprecated; a model
 * that had vanished and is listed again is a candidate, for an admin to look at.
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
    const next = listing ? listedAgain(model, listed, now) : model;
    after.push(next);
    if (listed) seen.push(next);
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

function listedAgain(model: Model, listed: ListedModel | undefined, now: Date): Model {
  if (!listed) return model.status === 'deprecated' ? model : retired(model, 'vanished');
  const next = { ...model, last_seen_at: now, shutdown_at: listed.shutdownAt };
  if (isPast(listed.shutdownAt, now)) {
    return model.status === 'deprecated' ? next : retired(next, 'shut_down');
  }
  const wasByAdmin = model.deprecated_because === 'admin';
  if (model.status !== 'deprecated' || wasByAdmin) return next;
  return { ...next, status: 'candidate', deprecated_because: null };
}

function retired(model: Model, because: 'vanished' | 'shut_down'): Model {
  return { ...model, status: 'deprecated', enabled: false, deprecated_because: because };
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
    shutdown_at: listed.shutdownAt,
    deprecated_because: null,
    input_microusd_per_million_tokens: null,
    output_microusd_per_million_tokens: null,
    microusd_per_image: null,
  };
  return isPast(listed.shutdownAt, now) ? retired(model, 'shut_down') : model;
}

/** For each default that is no longer allowed: the model that replaces it. */
function movedDefaults(models: readonly Model[], defaults: Defaults): DefaultMove[] {
  return purposes.flatMap(([purpose]) => {
    const standing = defaults[purpose];
    const from = standing && models.find((model) => sameModel(model, standing));
    if (!from || from.status !== 'deprecated') return [];
    return [{ purpose, from, to: nextDefault(models, from, purpose) }];
  });
}

/** Of the same tier and able to do it: the same provider's first, then by id. */
function nextDefault(models: readonly Model[], from: Model, purpose: ModelPurpose): Model | null {
  const others = models.filter(
    (model) => model.tier === from.tier && canBeDefault(model, capabilityByPurpose[purpose]),
  );
  const near = (model: Model) => (model.provider === from.provider ? 0 : 1);
  others.sort((a, b) => near(a) - near(b) || (a.id < b.id ? -1 : 1));
  return others[0] ?? null;
}
