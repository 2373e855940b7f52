/** The model catalogue, its defaults and its syncs: docs/product.md, Screens (admin models page), 3 and 7. */
import { z } from 'zod';
import { FailureCategory, Provider, Quality, Timestamp } from '../../contracts/vocabulary.ts';

export const Capability = z.enum(['text', 'vision', 'image', 'image-edit', 'embedding']);
export type Capability = z.infer<typeof Capability>;

const ModelStatus = z.enum(['enabled', 'candidate', 'deprecated']);
export type ModelStatus = z.infer<typeof ModelStatus>;

const microsPerUnit = 1_000_000;

/** A provider's price in US dollars; null if the provider has no such price or the price is unknown. */
const Price = z
  .number()
  .min(0, 'At least 0.')
  .max(10_000, 'At most 10,000 US dollars.')
  .refine((usd) => Math.abs(Math.round(usd * microsPerUnit) / microsPerUnit - usd) < 1e-9, {
    message: 'At most six decimals.',
  })
  .nullable();

export const ModelPrices = z
  .object({
    inputPerMillionTokensUSD: Price,
    cachedInputPerMillionTokensUSD: Price,
    cacheWritePerMillionTokensUSD: Price,
    imageInputPerMillionTokensUSD: Price,
    outputPerMillionTokensUSD: Price,
    imageOutputPerMillionTokensUSD: Price,
    perImageUSD: Price,
  })
  .meta({ id: 'ModelPrices' });
export type ModelPrices = z.infer<typeof ModelPrices>;

/** Whether a price is below one cent per million tokens, which is probably a typing mistake. */
export const isLowPrice = (name: keyof ModelPrices, usd: number | null): boolean =>
  usd !== null && (usd === 0 || (name !== 'perImageUSD' && usd < 0.01));

export const AdminModel = z
  .object({
    id: z.string(),
    label: z.string(),
    provider: Provider,
    tier: Quality,
    capabilities: z.array(Capability),
    status: ModelStatus,
    enabled: z.boolean(),
    lastSeenAt: Timestamp.nullable().meta({ description: 'When its provider last listed it.' }),
    shutdownAt: Timestamp.nullable().meta({
      description: 'When its provider ends it, if it says.',
    }),
    deprecatedBecause: z.enum(['vanished', 'shut_down', 'admin']).nullable().meta({
      description:
        'Null unless deprecated: no longer listed by its provider, shut down by it, or disabled by an admin.',
    }),
    largestSize: z.number().int().nullable().meta({
      description: 'The longest side it can draw, in pixels; null for every size on sale.',
    }),
    prices: ModelPrices.meta({ description: 'The terms in effect today.' }),
    upcomingPrices: z.array(z.object({ from: z.iso.date(), prices: ModelPrices })).meta({
      description: 'Prices that hold from a later day (UTC).',
    }),
    priced: z.boolean().meta({
      description:
        'Whether the cost of its calls is known: a text model needs input and output token prices, an ' +
        'image model a price per image or for output tokens.',
    }),
  })
  .meta({ id: 'AdminModel' });
export type AdminModel = z.infer<typeof AdminModel>;

/** Ids of models; null if no suitable model is left. */
export const ModelDefaults = z
  .object({
    text: z.object({ quality: z.string().nullable(), speed: z.string().nullable() }),
    vision: z.object({ quality: z.string().nullable(), speed: z.string().nullable() }),
    image: z.object({ generate: z.string().nullable(), edit: z.string().nullable() }),
  })
  .meta({ id: 'ModelDefaults' });
export type ModelDefaults = z.infer<typeof ModelDefaults>;

export const ModelPurpose = z.enum([
  'text_quality',
  'text_speed',
  'vision_quality',
  'vision_speed',
  'image_generate',
  'image_edit',
]);
export type ModelPurpose = z.infer<typeof ModelPurpose>;

/** Converts defaults to a record of model ids by purpose. */
export function byPurpose<Id extends string | null>({
  text,
  vision,
  image,
}: DefaultsOf<Id>): Record<ModelPurpose, Id> {
  return {
    text_quality: text.quality,
    text_speed: text.speed,
    vision_quality: vision.quality,
    vision_speed: vision.speed,
    image_generate: image.generate,
    image_edit: image.edit,
  };
}

/** The inverse of `byPurpose`. */
export function fromPurposes<Id extends string | null>(
  ids: Readonly<Record<ModelPurpose, Id>>,
): DefaultsOf<Id> {
  return {
    text: { quality: ids.text_quality, speed: ids.text_speed },
    vision: { quality: ids.vision_quality, speed: ids.vision_speed },
    image: { generate: ids.image_generate, edit: ids.image_edit },
  };
}

/** Ids of the default models; null for a purpose that needs no default and has none. */
interface DefaultsOf<Id> {
  text: { quality: Id; speed: Id };
  vision: { quality: Id; speed: Id };
  image: { generate: Id; edit: Id };
}

/** Capabilities a model needs to be the default for a purpose. */
export const capabilityByPurpose: Record<ModelPurpose, Capability> = {
  text_quality: 'text',
  text_speed: 'text',
  vision_quality: 'vision',
  vision_speed: 'vision',
  image_generate: 'image',
  image_edit: 'image-edit',
};

/** Whether a model may be chosen as the default for something that needs `capability`. */
export function canBeDefault(
  model: Pick<AdminModel, 'enabled' | 'status' | 'capabilities'>,
  capability: Capability,
): boolean {
  return model.enabled && model.status !== 'deprecated' && model.capabilities.includes(capability);
}

/** A provider whose list could not be read. The provider's models did not change. */
const SyncFailure = z.object({
  provider: Provider,
  category: FailureCategory,
  message: z.string(),
});
export type SyncFailure = z.infer<typeof SyncFailure>;

/**
 * `POST /api/admin/sync-now` responds when the worker has finished; concurrent calls share one sync. It
 * responds 503 if no worker finished the sync in time; the sync then ends later.
 */
export const SyncNowResponse = z
  .object({
    syncId: z.string(),
    new: z.array(z.string()).meta({ description: 'Ids of models seen for the first time.' }),
    deprecated: z.array(z.string()).meta({
      description: 'Ids of models that their provider lists no more, or has ended.',
    }),
    returned: z.array(z.string()).meta({
      description: 'Ids of models that had vanished and are listed again, as candidates.',
    }),
    failures: z.array(SyncFailure),
    error: z.string().optional().meta({ description: 'Present when a provider gave no list.' }),
  })
  .meta({ id: 'SyncNowResponse' });
export type SyncNowResponse = z.infer<typeof SyncNowResponse>;

/** The answer with `Prefer: respond-async`. The catalog announces the end, as `models`. */
export const SyncRequested = z.object({ syncId: z.string() });

const CurrentSync = z.object({ syncId: z.string(), requestedAt: Timestamp });

/** The last completed sync. */
export const LastSync = SyncNowResponse.extend({ finishedAt: Timestamp }).meta({ id: 'LastSync' });
export type LastSync = z.infer<typeof LastSync>;

/** `GET /api/admin/models`; `POST` returns the same. The models are sorted by provider and id. */
export const AdminModelsResponse = z
  .object({
    models: z.array(AdminModel),
    defaults: ModelDefaults,
    currentSync: CurrentSync.nullable().meta({ description: 'The sync in progress.' }),
    lastSync: LastSync.nullable(),
  })
  .meta({ id: 'AdminModelsResponse' });
export type AdminModelsResponse = z.infer<typeof AdminModelsResponse>;

const ModelId = z.string().min(1).max(200);

/**
 * Omitted fields do not change. `enabled` and `status` are consistent: enabling makes the status `enabled`,
 * disabling makes an enabled model a `candidate`, and a deprecated model is not enabled.
 */
const ModelUpdate = z.strictObject({
  id: ModelId,
  provider: Provider.optional().meta({
    description: 'Needed only where several providers have a model of this id.',
  }),
  enabled: z.boolean().optional(),
  status: ModelStatus.optional(),
  tier: Quality.optional(),
  label: z.string().trim().min(1, 'A label is required.').max(100).optional(),
  capabilities: z.array(Capability).min(1, 'At least one.').max(5).optional(),
  prices: z.strictObject(ModelPrices.shape).partial().optional(),
  pricesFrom: z.iso.date().optional().meta({
    description: 'The first day (UTC) on which the prices hold; today unless set.',
  }),
});
export type ModelUpdate = z.infer<typeof ModelUpdate>;

/**
 * `POST /api/admin/models`: applies all changes or none. These changes are rejected with `wrong_state` and a
 * message that says what to do: disabling or deprecating a default without a
 * replacement in the same request; a default that is not enabled or lacks the capability.
 */
export const UpdateModelsRequest = z
  .strictObject({
    updates: z.array(ModelUpdate).max(1000).default([]),
    defaults: z
      .object({
        text: z.object({ quality: ModelId, speed: ModelId }),
        vision: z.object({ quality: ModelId, speed: ModelId }),
        image: z.object({ generate: ModelId, edit: ModelId }),
      })
      .optional(),
    confirmLowPrices: z.boolean().default(false).meta({
      description: 'Needed for a price of 0 or below a cent per million tokens.',
    }),
  })
  .meta({ id: 'UpdateModelsRequest' });
export type UpdateModelsRequest = z.infer<typeof UpdateModelsRequest>;
