/** Generations and their unlocking: `/api/generate`, `/api/generation`, `/api/unlock-image`. */
import { z } from 'zod';
import { finalSizes } from '../rate-card.ts';
import {
  AspectRatio,
  FailureCategory,
  Language,
  Mode,
  Provider,
  Quality,
  Rupees,
  Timestamp,
} from './vocabulary.ts';

export const promptMaxCharacters = 4000;

const UploadedImage = z.object({
  data: z.string().min(1).meta({ description: 'Base64 of the file.' }),
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
});

/** Specification, section 7, `POST /api/generate`. */
export const GenerateRequest = z
  .object({
    prompt: z.string().trim().min(1, 'Enter a prompt.').max(promptMaxCharacters),
    language: Language.default('en'),
    mode: Mode,
    provider: Provider,
    image: UploadedImage.optional(),
    quality: Quality.default('quality'),
    aspectRatio: AspectRatio.default('1:1'),
    previewMax: z.number().int().min(64).max(256).default(256),
  })
  .meta({ id: 'GenerateRequest' });
export type GenerateRequest = z.infer<typeof GenerateRequest>;

/** What the preview was made from. The server compares it with its own row and never trusts it. */
export const Recipe = z
  .object({ modelId: z.string(), prompt: z.string(), aspectRatio: AspectRatio })
  .meta({ id: 'Recipe' });
export type Recipe = z.infer<typeof Recipe>;

export const GenerationStatus = z.enum(['queued', 'running', 'ready', 'failed', 'cancelled']);
export type GenerationStatus = z.infer<typeof GenerationStatus>;

/** `none` until asked for; `failed` leaves the preview as it was, with nothing charged. */
export const UnlockStatus = z.enum(['none', 'pending', 'done', 'failed']);
export type UnlockStatus = z.infer<typeof UnlockStatus>;

const FinalSize = z.literal([...finalSizes]);

/** A generation as its owner may see it (specification, section 3, "Generation result"). */
export const GenerationResult = z
  .object({
    generationId: z.string(),
    status: GenerationStatus,
    mode: Mode,
    provider: Provider,
    modelId: z.string(),
    modelName: z.string(),
    prompt: z.string(),
    aspectRatio: AspectRatio,
    quality: Quality,
    content: z.string().nullable(),
    previewContent: z.string().nullable(),
    previewImageUrl: z.string().nullable(),
    imageUrl: z.string().nullable(),
    cost: Rupees.nullable().meta({ description: 'Price of unlocking at the default size.' }),
    prices: z
      .record(z.string(), Rupees)
      .nullable()
      .meta({ description: 'Price of unlocking, by final size in pixels.' }),
    unlocked: z.boolean(),
    unlockStatus: UnlockStatus,
    unlockSize: FinalSize.nullable(),
    charged: Rupees.nullable().meta({ description: 'What was paid for it.' }),
    recipe: Recipe.nullable(),
    error: z.string().nullable(),
    errorCategory: FailureCategory.nullable(),
    errorProvider: Provider.nullable(),
    errorCode: z.string().nullable(),
    errorType: z.string().nullable(),
    errorStatus: z.number().int().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'GenerationResult' });
export type GenerationResult = z.infer<typeof GenerationResult>;

export const GenerationList = z
  .object({ generations: z.array(GenerationResult), next: z.string().nullable() })
  .meta({ id: 'GenerationList' });
export type GenerationList = z.infer<typeof GenerationList>;

/** Specification, section 7, `POST /api/unlock-image`, plus the generation it is about. */
export const UnlockImageRequest = z
  .object({
    generationId: z.string().min(1),
    recipe: Recipe,
    finalSize: FinalSize.default(1024),
  })
  .meta({ id: 'UnlockImageRequest' });
export type UnlockImageRequest = z.infer<typeof UnlockImageRequest>;

export const UnlockImageResponse = z
  .object({ charged: Rupees, imageUrl: z.string(), generation: GenerationResult })
  .meta({ id: 'UnlockImageResponse' });
export type UnlockImageResponse = z.infer<typeof UnlockImageResponse>;
