/** Decides what an admin's changes do to the catalogue, before anything is written. */
import type { Selectable } from 'kysely';
import {
  canBeDefault,
  capabilityByPurpose,
  lackingPrices,
  type ModelPrices,
  type ModelPurpose,
  type ModelUpdate,
} from '@sachet/shared/contracts/admin-models';
import type { ModelTable } from '../tables.ts';

export type Model = Selectable<ModelTable>;
export type Defaults = Partial<Record<ModelPurpose, Model>>;

export interface Catalogue {
  readonly models: readonly Model[];
  readonly defaults: Defaults;
}

export interface CatalogueChanges {
  readonly updates: readonly ModelUpdate[];
  /** Ids of models; none where the defaults stay as they are. */
  readonly defaults?: Partial<Record<ModelPurpose, string>> | undefined;
}

export type CatalogueError =
  | { kind: 'unknown_model' | 'ambiguous_model' | 'named_twice'; id: string }
  | { kind: 'no_price' | 'is_deprecated'; id: string }
  /** Chosen as a default, but not enabled, deprecated, or not able to do it. */
  | { kind: 'not_selectable'; id: string; purpose: ModelPurpose }
  /** A default would be removed without choosing another one. */
  | { kind: 'is_default'; id: string; purpose: ModelPurpose };

export interface Decided {
  readonly models: readonly { readonly before: Model; readonly after: Model }[];
  readonly defaults: readonly {
    readonly purpose: ModelPurpose;
    readonly before: Model | null;
    readonly after: Model;
  }[];
}

export const sameModel = (a: Pick<Model, 'id' | 'provider'>, b: Pick<Model, 'id' | 'provider'>) =>
  a.id === b.id && a.provider === b.provider;

/**
 * No price, no sale (docs/product.md, States). A default that would stop being one is
 * refused rather than replaced: which model customers get is for the admin to say.
 */
export function decideChanges(
  { models: all, defaults }: Catalogue,
  changes: CatalogueChanges,
): Decided | CatalogueError {
  const changed: { before: Model; after: Model }[] = [];
  for (const update of changes.updates) {
    const before = findModel(all, update);
    if ('kind' in before) return before;
    if (changed.some((other) => sameModel(other.before, before))) {
      return { kind: 'named_twice', id: update.id };
    }
    const after = changedModel(before, update);
    if ('kind' in after) return after;
    changed.push({ before, after });
  }
  const current = (model: Model) =>
    changed.find(({ before }) => sameModel(before, model))?.after ?? model;

  const chosen: { purpose: ModelPurpose; before: Model | null; after: Model }[] = [];
  for (const [purpose, capability] of purposes) {
    const standing = defaults[purpose] ?? null;
    const id = changes.defaults?.[purpose];
    const wanted = id === undefined ? standing : findModel(all, { id });
    if (!wanted) continue;
    if ('kind' in wanted) return wanted;
    const stands = standing !== null && sameModel(standing, wanted);
    const stood = stands && canBeDefault(standing, capability);
    // A request need not repair what was broken before and what it does not name.
    if (id === undefined && !stood) continue;
    if (!canBeDefault(current(wanted), capability)) {
      return { kind: stood ? 'is_default' : 'not_selectable', id: wanted.id, purpose };
    }
    if (!stands) chosen.push({ purpose, before: standing, after: wanted });
  }
  const models = changed.filter(({ before, after }) => changedColumns(before, after).length > 0);
  return { models, defaults: chosen };
}

export const purposes = Object.entries(capabilityByPurpose) as [
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

function changedModel(before: Model, update: ModelUpdate): Model | CatalogueError {
  const standing = changedStanding(before, update);
  if (standing === 'is_deprecated') return { kind: 'is_deprecated', id: before.id };
  const after: Model = {
    ...before,
    ...standing,
    tier: update.tier ?? before.tier,
    label: update.label ?? before.label,
    ...changedPrices(before, update.prices ?? {}),
  };
  return after.enabled && !isPriced(after) ? { kind: 'no_price', id: before.id } : after;
}

type Standing = Pick<Model, 'enabled' | 'status' | 'deprecated_because'>;

/** Where both are named `enabled` decides, but for `deprecated`, which says that it is not enabled. */
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

function changedPrices(before: Model, prices: Partial<ModelPrices>) {
  const { inputPerMillionTokensUSD, outputPerMillionTokensUSD, perImageUSD } = prices;
  const price = (usd: number | null | undefined, standing: number | null) =>
    usd === undefined ? standing : microusd(usd);
  return {
    input_microusd_per_million_tokens: price(
      inputPerMillionTokensUSD,
      before.input_microusd_per_million_tokens,
    ),
    output_microusd_per_million_tokens: price(
      outputPerMillionTokensUSD,
      before.output_microusd_per_million_tokens,
    ),
    microusd_per_image: price(perImageUSD, before.microusd_per_image),
  };
}

const usd = (microusd: number | null) => (microusd === null ? null : microusd / 1_000_000);

/** As the contract has them. */
export function toModelPrices(model: Model): ModelPrices {
  return {
    inputPerMillionTokensUSD: usd(model.input_microusd_per_million_tokens),
    outputPerMillionTokensUSD: usd(model.output_microusd_per_million_tokens),
    perImageUSD: usd(model.microusd_per_image),
  };
}

export const isPriced = (model: Model): boolean =>
  lackingPrices({ capabilities: model.capabilities, prices: toModelPrices(model) }) === null;

/** The columns of a model that an admin can change. */
const changeable = [
  'enabled',
  'status',
  'deprecated_because',
  'tier',
  'label',
  'input_microusd_per_million_tokens',
  'output_microusd_per_million_tokens',
  'microusd_per_image',
] as const satisfies readonly (keyof Model)[];

export function changedColumns(before: Model, after: Model): (keyof Model)[] {
  return changeable.filter((column) => before[column] !== after[column]);
}
