/** Computes the effect of an admin's changes on the catalogue, before anything is written. */
import type { Selectable } from 'kysely';
import {
  canBeDefault,
  capabilityByPurpose,
  isLowPrice,
  type Capability,
  type ModelPrices,
  type ModelPurpose,
  type ModelUpdate,
} from '@sachet/shared/models/contracts/admin-models';
import { priceKinds, type ModelPrices as PricesInForce } from '@sachet/shared/models/model-prices';
import { type Provider, providerEntries } from '@sachet/shared/providers';
import type { Database } from '../tables.ts';

export type Model = Selectable<Database['priced_model']>;
export type Defaults = Partial<Record<ModelPurpose, Model>>;

export interface Catalogue {
  readonly models: readonly Model[];
  readonly defaults: Defaults;
}

export interface CatalogueChanges {
  readonly updates: readonly ModelUpdate[];
  /** Ids of models; undefined if the defaults do not change. */
  readonly defaults?: Partial<Record<ModelPurpose, string>> | undefined;
  readonly confirmLowPrices?: boolean;
}

export type CatalogueError =
  | { kind: 'unknown_model' | 'ambiguous_model' | 'named_twice'; id: string }
  | { kind: 'is_deprecated' | 'low_price' | 'price_in_past'; id: string }
  /** The provider has no key, or makes nothing of that kind. */
  | { kind: 'no_key' | 'not_of_provider'; id: string; provider: Provider }
  /** A chosen default is not enabled, is deprecated, or cannot do the work. */
  | { kind: 'not_selectable'; id: string; purpose: ModelPurpose }
  /** A default would be removed, and no other one was chosen. */
  | { kind: 'is_default'; id: string; purpose: ModelPurpose };

export interface Decided {
  readonly models: readonly { readonly before: Model; readonly after: Model }[];
  readonly defaults: readonly {
    readonly purpose: ModelPurpose;
    readonly before: Model | null;
    readonly after: Model;
  }[];
  /** All prices of a model from a day (UTC) on. */
  readonly prices: readonly (PricesInForce & { readonly model: Model; readonly fromDay: string })[];
}

const toUtcDay = (at: Date): string => at.toISOString().slice(0, 10);

export const sameModel = (a: Pick<Model, 'id' | 'provider'>, b: Pick<Model, 'id' | 'provider'>) =>
  a.id === b.id && a.provider === b.provider;

/**
 * Removing a model that is a default is
 * refused instead of replacing it, because the admin must decide which model customers get.
 */
export function decideChanges(
  { models: all, defaults }: Catalogue,
  changes: CatalogueChanges,
  today: string = toUtcDay(new Date()),
): Decided | CatalogueError {
  const changed: { before: Model; after: Model }[] = [];
  const priced: Decided['prices'][number][] = [];
  for (const update of changes.updates) {
    const before = findModel(all, update);
    if ('kind' in before) return before;
    if (changed.some((other) => sameModel(other.before, before))) {
      return { kind: 'named_twice', id: update.id };
    }
    const { prices, pricesFrom = today } = update;
    if (prices && pricesFrom < today) return { kind: 'price_in_past', id: update.id };
    if (prices && isLow(prices) && !changes.confirmLowPrices) {
      return { kind: 'low_price', id: update.id };
    }
    const after = changedModel(before, update, today);
    if ('kind' in after) return after;
    changed.push({ before, after });
    if (prices)
      priced.push({ model: after, fromDay: pricesFrom, ...changedPrices(before, prices) });
  }
  const current = (model: Model) =>
    changed.find(({ before }) => sameModel(before, model))?.after ?? model;

  const chosen: { purpose: ModelPurpose; before: Model | null; after: Model }[] = [];
  for (const [purpose, capability] of modelPurposes) {
    const standing = defaults[purpose] ?? null;
    const id = changes.defaults?.[purpose];
    const wanted = id === undefined ? standing : findModel(all, { id });
    if (!wanted) continue;
    if ('kind' in wanted) return wanted;
    const stands = standing !== null && sameModel(standing, wanted);
    const stood = stands && canBeDefault(standing, capability);
    // A request that does not name this default need not repair its older fault.
    if (id === undefined && !stood) continue;
    if (!canBeDefault(current(wanted), capability)) {
      return { kind: stood ? 'is_default' : 'not_selectable', id: wanted.id, purpose };
    }
    if (!stands) chosen.push({ purpose, before: standing, after: wanted });
  }
  const models = changed.filter(({ before, after }) => changedColumns(before, after).length > 0);
  return { models, defaults: chosen, prices: priced };
}

export const modelPurposes = Object.entries(capabilityByPurpose) as [
  ModelPurpose,
  (typeof capabilityByPurpose)[ModelPurpose],
][];

function findModel(
  models: readonly Model[],
  { id, provider }: Pick<ModelUpdate, 'id' | 'provider'>,
): Model | CatalogueError {
  const found = models.filter(
    (model) => model.id === id && (provider === undefined || model.provider === provider),
  );
  if (found.length > 1) return { kind: 'ambiguous_model', id };
  return found[0] ?? { kind: 'unknown_model', id };
}

function changedModel(before: Model, update: ModelUpdate, today: string): Model | CatalogueError {
  const isLater = update.pricesFrom !== undefined && update.pricesFrom > today;
  const standing = changedStanding(before, update);
  const { id, provider } = before;
  if (standing === 'is_deprecated') return { kind: 'is_deprecated', id };
  if (standing.enabled && !before.enabled && !before.is_configured) {
    return { kind: 'no_key', id, provider };
  }
  if (update.capabilities?.some((capability) => !canOffer(provider, capability))) {
    return { kind: 'not_of_provider', id, provider };
  }
  return {
    ...before,
    ...standing,
    tier: update.tier ?? before.tier,
    label: update.label ?? before.label,
    capabilities: update.capabilities ?? before.capabilities,
    ...(isLater ? {} : changedPrices(before, update.prices ?? {})),
  };
}

function canOffer(provider: Provider, capability: Capability): boolean {
  const { sees, draws } = providerEntries[provider];
  if (capability === 'vision') return sees;
  return draws || !['image', 'image-edit'].includes(capability);
}

type Standing = Pick<Model, 'enabled' | 'status' | 'deprecated_because'>;

/** If both are named, `enabled` decides, except for `deprecated`, which implies that it is not enabled. */
function changedStanding(before: Model, update: ModelUpdate): Standing | 'is_deprecated' {
  const { status = before.status } = update;
  const enabled = update.enabled ?? (update.status ? status === 'enabled' : before.enabled);
  if (update.enabled === undefined && update.status === undefined) return before;
  if (status === 'deprecated') {
    if (update.enabled === true) return 'is_deprecated';
    return {
      enabled: false,
      status,
      deprecated_because: before.status === 'deprecated' ? before.deprecated_because : 'admin',
    };
  }
  return { enabled, status: enabled ? 'enabled' : 'candidate', deprecated_because: null };
}

const microusd = (usd: number | null) => (usd === null ? null : Math.round(usd * 1_000_000));

/** The columns of the prices by their names in the contract. */
const priceColumns = {
  inputPerMillionTokensUSD: 'text_in',
  cachedInputPerMillionTokensUSD: 'cached_in',
  cacheWritePerMillionTokensUSD: 'cache_write',
  imageInputPerMillionTokensUSD: 'image_in',
  outputPerMillionTokensUSD: 'text_out',
  imageOutputPerMillionTokensUSD: 'image_out',
  perImageUSD: 'per_image',
} as const satisfies Record<keyof ModelPrices, keyof PricesInForce>;
const priceNames = Object.keys(priceColumns) as (keyof ModelPrices)[];

const pickPrices = (prices: PricesInForce): PricesInForce =>
  Object.fromEntries(priceKinds.map((kind) => [kind, prices[kind]])) as unknown as PricesInForce;

function changedPrices(before: PricesInForce, prices: Partial<ModelPrices>): PricesInForce {
  const changed = priceNames.flatMap((name) => {
    const usd = prices[name];
    return usd === undefined ? [] : [[priceColumns[name], microusd(usd)] as const];
  });
  return { ...pickPrices(before), ...Object.fromEntries(changed) };
}

const usd = (microusd: number | null) => (microusd === null ? null : microusd / 1_000_000);

/** Converts prices to the contract's format. */
export function toModelPrices(prices: PricesInForce): ModelPrices {
  return Object.fromEntries(
    priceNames.map((name) => [name, usd(prices[priceColumns[name]])]),
  ) as ModelPrices;
}

const isLow = (prices: Partial<ModelPrices>): boolean =>
  priceNames.some((name) => isLowPrice(name, prices[name] ?? null));

/** The columns of a model that an admin can change. */
const changeable = [
  'enabled',
  'status',
  'deprecated_because',
  'tier',
  'label',
  'capabilities',
  ...priceKinds,
] as const satisfies readonly (keyof Model)[];

export function changedColumns(before: Model, after: Model): (keyof Model)[] {
  return changeable.filter((column) => String(before[column]) !== String(after[column]));
}
