import {
  byPurpose,
  canBeDefault,
  capabilityByPurpose,
  fromPurposes,
  ModelPurpose,
  type AdminModel,
  type AdminModelsResponse,
  type ModelUpdate,
  type UpdateModelsRequest,
} from '@sachet/shared/models/contracts/admin-models';

/** Unsaved edits. */
export type Draft = {
  /** Whether a model is to be enabled, by its key. */
  models: Record<string, boolean>;
  defaults: Partial<Record<ModelPurpose, string>>;
};
export const emptyDraft: Draft = { models: {}, defaults: {} };

const getKey = ({ provider, id }: Pick<AdminModel, 'provider' | 'id'>) => `${provider}/${id}`;

/** A model with its unsaved edits. */
export type DraftedModel = AdminModel & {
  key: string;
  isChanged: boolean;
  /** Whether the server would refuse it, because it is a default. */
  isStillDefault: boolean;
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
    if (isComplete || !model.isChanged || model.enabled) continue;
    model.isStillDefault = Object.values(saved).includes(model.id);
  }
  const errors = models.filter(({ isStillDefault }) => isStillDefault);
  const updates = models.filter(({ isChanged }) => isChanged).map(toUpdate);
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
  const key = getKey(model);
  const enabled = draft.models[key] ?? model.enabled;
  const isChanged = enabled !== model.enabled;
  const status = isChanged ? (enabled ? 'enabled' : 'candidate') : model.status;
  return { ...model, enabled, status, key, isChanged, isStillDefault: false };
}

const toUpdate = ({ id, provider, enabled }: DraftedModel): ModelUpdate => ({
  id,
  provider,
  enabled,
});
