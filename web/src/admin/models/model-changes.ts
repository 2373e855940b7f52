import {
  byPurpose,
  canBeDefault,
  capabilityByPurpose,
  fromPurposes,
  lackingPrices,
  ModelPurpose,
  type AdminModel,
  type AdminModelsResponse,
  type ModelPrices,
  type ModelUpdate,
  type UpdateModelsRequest,
} from '@sachet/shared/contracts/admin-models';

/** The prices that the table shows. */
const priceNames = [
  'inputPerMillionTokensUSD',
  'outputPerMillionTokensUSD',
  'perImageUSD',
] as const satisfies (keyof ModelPrices)[];
export type PriceName = (typeof priceNames)[number];

/** Unsaved edits. */
export type Draft = {
  models: Record<string, { enabled?: boolean; prices?: Partial<Record<PriceName, string>> }>;
  defaults: Partial<Record<ModelPurpose, string>>;
};
export const emptyDraft: Draft = { models: {}, defaults: {} };

const getKey = ({ provider, id }: Pick<AdminModel, 'provider' | 'id'>) => `${provider}/${id}`;

/** A model with its unsaved edits. */
export type DraftedModel = AdminModel & {
  key: string;
  /** The texts that the fields show. */
  typed: Record<PriceName, string>;
  changed: Set<PriceName | 'enabled'>;
  invalid: Set<PriceName>;
  /** The missing prices without which the model cannot be enabled. */
  lacks: ReturnType<typeof lackingPrices>;
  /** The reason for which the server would refuse the model. */
  error: 'invalid_price' | 'no_price' | 'is_default' | null;
};

export type Changes = {
  models: DraftedModel[];
  /** The selected model of each purpose; null if no suitable model is selected. */
  chosen: Record<ModelPurpose, string | null>;
  changedPurposes: Set<ModelPurpose>;
  isComplete: boolean;
  /** The number of changed models and defaults. */
  count: number;
  errors: DraftedModel[];
  /** null if there is nothing to send or the server would refuse it. */
  request: { updates: ModelUpdate[]; defaults?: UpdateModelsRequest['defaults'] } | null;
};

/**
 * Returns the changes to send. Defaults are sent only when all six are selected (docs/product.md, Screens).
 * With `mustConfirm` they are sent even if unchanged, which removes the notice that a default was replaced.
 */
export function getChanges(data: AdminModelsResponse, draft: Draft, mustConfirm: boolean): Changes {
  const models = data.models.map((model) => applyDraft(model, draft));
  const saved = byPurpose(data.defaults);
  const chosen = { ...saved };
  const changedPurposes = new Set<ModelPurpose>();
  for (const purpose of ModelPurpose.options) {
    const id = draft.defaults[purpose] ?? saved[purpose];
    chosen[purpose] = choicesFor(models, purpose).some((model) => model.id === id) ? id : null;
    if (chosen[purpose] !== null && id !== saved[purpose]) changedPurposes.add(purpose);
  }
  const isComplete = ModelPurpose.options.every((purpose) => chosen[purpose] !== null);
  for (const model of models) {
    if (model.error || isComplete || !model.changed.has('enabled') || model.enabled) continue;
    if (Object.values(saved).includes(model.id)) model.error = 'is_default';
  }
  const errors = models.filter(({ error }) => error);
  const updates = models.filter(({ changed }) => changed.size > 0).map(toUpdate);
  const defaults = isComplete && (changedPurposes.size > 0 || mustConfirm);
  return {
    models,
    chosen,
    changedPurposes,
    isComplete,
    count: updates.length + changedPurposes.size,
    errors,
    request:
      errors.length === 0 && (updates.length > 0 || defaults)
        ? {
            updates,
            ...(defaults && { defaults: fromPurposes(chosen as Record<ModelPurpose, string>) }),
          }
        : null,
  };
}

/** Models that are enabled, capable and not deprecated (docs/product.md, Screens). */
export function choicesFor<Model extends AdminModel>(
  models: Model[],
  purpose: ModelPurpose,
): Model[] {
  return models.filter((model) => canBeDefault(model, capabilityByPurpose[purpose]));
}

/** Parses US dollars. Returns null for an empty text, undefined for an invalid price. */
export function parsePrice(typed: string): number | null | undefined {
  const plain = typed.trim();
  if (plain === '') return null;
  const usd = /^(\d+\.?\d{0,6}|\.\d{1,6})$/.test(plain) ? Number(plain) : NaN;
  return usd <= 10_000 ? usd : undefined;
}

function applyDraft(model: AdminModel, draft: Draft): DraftedModel {
  const set = draft.models[getKey(model)];
  const enabled = set?.enabled ?? model.enabled;
  const typed = { ...emptyPrices, ...toTyped(model.prices), ...set?.prices };
  const prices = { ...model.prices };
  const changed = new Set<PriceName | 'enabled'>();
  const invalid = new Set<PriceName>();
  for (const name of priceNames) {
    const usd = parsePrice(typed[name]);
    if (usd === undefined) invalid.add(name);
    else prices[name] = usd;
    if (usd !== model.prices[name]) changed.add(name);
  }
  if (enabled !== model.enabled) changed.add('enabled');
  const status = changed.has('enabled') ? (enabled ? 'enabled' : 'candidate') : model.status;
  const lacks = lackingPrices({ capabilities: model.capabilities, prices });
  const error = invalid.size > 0 ? 'invalid_price' : enabled && lacks ? 'no_price' : null;
  const key = getKey(model);
  return { ...model, enabled, status, prices, key, typed, changed, invalid, lacks, error };
}

const emptyPrices = Object.fromEntries(priceNames.map((name) => [name, ''])) as Record<
  PriceName,
  string
>;

function toTyped(prices: ModelPrices) {
  return Object.fromEntries(
    priceNames.map((name) => [name, prices[name] === null ? '' : String(prices[name])]),
  );
}

function toUpdate({ id, provider, enabled, prices, changed }: DraftedModel): ModelUpdate {
  const names = priceNames.filter((name) => changed.has(name));
  return {
    id,
    provider,
    ...(changed.has('enabled') && { enabled }),
    ...(names.length > 0 && {
      prices: Object.fromEntries(names.map((name) => [name, prices[name]])),
    }),
  };
}
