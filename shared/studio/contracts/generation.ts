/** Generations and their unlocking: `/api/generate`, `/api/generation`, `/api/unlock`, `/api/unlock-image`. */
import { z } from 'zod';
import { pageOf } from '../../contracts/page.ts';
import { finalSizes } from '../../models/rate-card.ts';
import { isEdit, isPaidTextMode, tools } from '../../tools.ts';
import { promptMaxCharacters, unlockImagesMax } from '../../vocabulary.ts';
import { ErrorCode } from '../../contracts/error.ts';
import { WalletFigures } from '../../wallet/contracts/wallet.ts';
import {
  AspectRatio,
  FailureCategory,
  ImageMode,
  Language,
  Mode,
  byPictureProvider,
  byProvider,
  Provider,
  Quality,
  Rupees,
  Timestamp,
  ModelUse,
} from '../../contracts/vocabulary.ts';

const UploadedImage = z.object({
  data: z
    .string()
    .min(1)
    .meta({ description: 'Base64 of a file of at most 1 MiB. Larger ones go to `/api/upload`.' }),
  mimeType: z
    .string()
    .max(255)
    .meta({ description: 'Type of a PNG, JPEG or WebP. Ignored: the bytes decide.' }),
});

const inputFields = ['image', 'uploadId', 'sourceGenerationId', 'sameInputAs'] as const;

/** docs/product.md, API: `POST /api/generate`. */
export const GenerateRequest = z
  .object({
    prompt: z.string().trim().min(1, 'Enter a prompt.').max(promptMaxCharacters),
    language: Language.default('en'),
    mode: Mode,
    provider: Provider,
    image: UploadedImage.optional().meta({
      description: 'The image to edit (edit_image) or to write about (instagram).',
    }),
    uploadId: z.string().min(1).max(60).optional().meta({
      description: 'Instead of an image: a photo that was sent to `/api/upload`.',
    }),
    sourceGenerationId: z.string().min(1).max(60).optional().meta({
      description: "Instead of an image: one of the caller's own images, to be edited.",
    }),
    sameInputAs: z.string().min(1).max(60).optional().meta({
      description: "Instead of an image: the one that this generation of the caller's was given.",
    }),
    maskUploadId: z
      .string()
      .min(1)
      .max(60)
      .optional()
      .meta({
        description:
          'The part of an edit to change: a PNG that was sent to `/api/upload`, of the shape of the image as ' +
          'its owner sees it, transparent there and opaque elsewhere. With `sameInputAs` it is the same as then.',
      }),
    quality: Quality.default('quality'),
    aspectRatio: AspectRatio.optional().meta({
      description: 'Default 1:1; for an edit the nearest to the image that is edited.',
    }),
    previewMax: z.number().int().min(64).max(256).default(256),
  })
  .superRefine((request, { addIssue }) => {
    const refuse = (path: string, message: string) =>
      addIssue({ code: 'custom', path: [path], message });
    const { prompt, mode } = request;
    const max = isPaidTextMode(mode) ? tools[mode].form.maxCharacters : promptMaxCharacters;
    if (prompt.length > max) {
      refuse('prompt', `This tool takes at most ${max} characters.`);
    }
    const [first, second] = inputFields.filter((field) => request[field] !== undefined);
    if (second) refuse(second, 'Send only one image.');
    else if (isEdit(request.mode)) {
      if (!first) refuse('image', 'Upload an image to edit.');
    } else if (first && (!tools[request.mode].acceptsPhoto || first === 'sourceGenerationId')) {
      refuse(first, 'This tool doesn’t accept this image.');
    }
    const mayHaveMask = isEdit(request.mode) && first !== 'sameInputAs';
    if (request.maskUploadId && !mayHaveMask)
      refuse('maskUploadId', 'This request can’t have a mask.');
  })
  .meta({ id: 'GenerateRequest' });
export type GenerateRequest = z.infer<typeof GenerateRequest>;

/** An uploaded photo, which requests can refer to until it expires. */
export const Upload = z
  .object({ uploadId: z.string(), expiresAt: Timestamp })
  .meta({ id: 'Upload' });
export type Upload = z.infer<typeof Upload>;

const missingModel = 'Cannot unlock: missing model identifier. Please regenerate.';

const missingGeneration =
  'Send the recipe as /api/generate returned it: without its generationId it could describe several pictures.';

/**
 * Identifies a preview and says what it is. The server compares the rest with its own row and never trusts it.
 */
export const Recipe = z
  .object({
    generationId: z.string(missingGeneration).min(1, missingGeneration).max(60),
    modelId: z.string(missingModel).min(1, missingModel),
    prompt: z.string(),
    aspectRatio: AspectRatio,
  })
  .meta({ id: 'Recipe' });
export type Recipe = z.infer<typeof Recipe>;

export const GenerationStatus = z.enum(['queued', 'running', 'ready', 'failed', 'cancelled']);
export type GenerationStatus = z.infer<typeof GenerationStatus>;

/** `none`: not requested. `failed`: nothing was charged and the preview did not change. */
export const UnlockStatus = z.enum(['none', 'pending', 'done', 'failed']);
export type UnlockStatus = z.infer<typeof UnlockStatus>;

/**
 * `queued`: waits for its turn; `asked`: the provider was called; `finishing`: the result is being stored.
 */
export const Stage = z.enum(['queued', 'asked', 'finishing']);
export type Stage = z.infer<typeof Stage>;

const UnderWay = z.object({
  stage: Stage,
  elapsedMs: z.number().int().min(0).meta({
    description: 'Since it was asked for or bought, when this was read.',
  }),
});
export type UnderWay = z.infer<typeof UnderWay>;

const FinalSize = z.literal([...finalSizes]);

/** The name of the model that draws a bought picture; null if the provider has none. */
const ModelNames = byPictureProvider(z.string().nullable());

/** `GET /api/picture-models`: which model would draw a picture that is bought now. */
export const PictureModels = z
  .record(ImageMode, z.record(Quality, ModelNames))
  .meta({ id: 'PictureModels' });
export type PictureModels = z.infer<typeof PictureModels>;

/** `GET /api/providers`: what each provider can be used for now. */
export const ProviderUses = byProvider(
  z.object({
    uses: z.array(ModelUse),
    largestSizes: z.record(ImageMode, z.record(Quality, z.number().int().nullable())).meta({
      description: 'The largest picture size for sale, in pixels; null for every size.',
    }),
    cutRatios: z.record(Quality, z.array(AspectRatio)).meta({
      description: 'Ratios that its model does not draw: the nearest is drawn, and cut.',
    }),
  }),
).meta({ id: 'ProviderUses', description: 'Without the optional providers that have no key.' });
export type ProviderUses = z.infer<typeof ProviderUses>;

/** Null for results that were bought or are free. */
export const KeptUntil = Timestamp.nullable().meta({
  description: 'When it is erased unless it is bought before.',
});

export const Thumbnails = z.object({ 256: z.string(), 512: z.string() }).nullable().meta({
  description:
    'Small copies of the purchase, by the pixels of their shorter side. A preview is already small.',
});
export type Thumbnails = z.infer<typeof Thumbnails>;

/** A generation as its owner may see it (docs/product.md, Records). */
export const GenerationResult = z
  .object({
    generationId: z.string(),
    status: GenerationStatus,
    mode: Mode,
    provider: Provider,
    modelId: z.string().meta({
      description: 'The model that made it: of the purchase, or of the preview before that.',
    }),
    modelName: z.string(),
    finalModelId: z
      .string()
      .nullable()
      .meta({
        description:
          'The model that would make the full image, or a larger one, if bought now. Null for a text, ' +
          'and if the provider has none.',
      }),
    finalModelName: z.string().nullable(),
    prompt: z.string(),
    aspectRatio: AspectRatio,
    quality: Quality,
    content: z
      .string()
      .nullable()
      .meta({ description: 'The whole text: immediately if free, otherwise once it is paid for.' }),
    previewContent: z
      .string()
      .nullable()
      .meta({ description: 'How the text begins, while it is locked.' }),
    contentWords: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'How many words the whole text has.' }),
    previewImageUrl: z.string().nullable(),
    imageUrl: z.string().nullable(),
    thumbnails: Thumbnails,
    inputImageUrl: z
      .string()
      .nullable()
      .meta({ description: 'The image that was edited or written about.' }),
    sourceGenerationId: z.string().nullable(),
    favourite: z.boolean(),
    keptUntil: KeptUntil,
    cost: Rupees.nullable().meta({
      description: 'Price of unlocking: for an image at the default size; 0 if it is free.',
    }),
    prices: z
      .record(z.string(), Rupees)
      .nullable()
      .meta({ description: 'Whole price of an image, by final size in pixels.' }),
    pricesNow: z
      .record(z.string(), Rupees)
      .nullable()
      .meta({
        description:
          'Prices of the sizes that can be bought: after a smaller one, the difference to what the ' +
          "caller's wallet has paid for it.",
      }),
    unlocked: z.boolean(),
    unlockStatus: UnlockStatus.meta({
      description: 'Status of the latest attempt. An unlocked image may be being upgraded.',
    }),
    unlockSize: FinalSize.nullable().meta({ description: 'Size of the latest attempt.' }),
    boughtSize: FinalSize.nullable().meta({ description: 'Size of the paid image.' }),
    underWay: UnderWay.nullable().meta({
      description: 'How far it is: the preview, or the picture that is being bought.',
    }),
    providerAsked: z.boolean().meta({
      description:
        'Whether the picture that is being bought has been asked for: cancelling then takes a free ' +
        'cancel, or is refused where none is left.',
    }),
    charged: Rupees.nullable().meta({ description: 'Total paid for it.' }),
    charges: z
      .array(Rupees)
      .meta({ description: 'The charges of a picture in the order of payment.' }),
    wallet: WalletFigures.nullable().meta({
      description:
        "The caller's wallet when this was read, for paid results: receipt and balance " +
        'come from one answer.',
    }),
    recipe: Recipe.nullable(),
    error: z.string().nullable().meta({ description: 'Why it failed, for people, in English.' }),
    // A newer server may send a category that this client does not know; `error` describes it in English.
    errorCategory: FailureCategory.nullable().catch(null),
    errorProvider: Provider.nullable(),
    errorCode: z.string().nullable(),
    errorType: z.string().nullable(),
    errorStatus: z.number().int().nullable(),
    errorUntil: Timestamp.nullable().catch(null).meta({
      description: 'When the provider has capacity again, if it said so.',
    }),
    errorSaid: z.string().nullable().catch(null).meta({
      description: 'The words of the model in place of a result: plain text.',
    }),
    createdAt: Timestamp,
  })
  .meta({ id: 'GenerationResult' });
export type GenerationResult = z.infer<typeof GenerationResult>;

export const GenerationList = pageOf(GenerationResult).meta({ id: 'GenerationList' });
export type GenerationList = z.infer<typeof GenerationList>;

/**
 * Stops a generation. An unlock in progress is cancelled and not charged. After its provider was called, the
 * cancellation uses one of the day's free cancels; without a free cancel it is refused (`no_free_cancels`).
 */
export const CancelGenerationRequest = z
  .object({ generationId: z.string().min(1).max(60) })
  .meta({ id: 'CancelGenerationRequest' });
export type CancelGenerationRequest = z.infer<typeof CancelGenerationRequest>;

/** Restores a deleted generation; `not_found` once it is erased. */
export const RestoreGenerationRequest = z
  .object({ generationId: z.string().min(1).max(60) })
  .meta({ id: 'RestoreGenerationRequest' });
export type RestoreGenerationRequest = z.infer<typeof RestoreGenerationRequest>;

/** docs/product.md, API: `POST /api/unlock`. */
export const UnlockRequest = z
  .object({
    generationId: z.string().min(1).max(60).optional().meta({
      description: "The text to unlock. Left out, it is the caller's newest text by the model.",
    }),
    modelId: z.string(missingModel).min(1, missingModel).max(200),
  })
  .meta({ id: 'UnlockRequest' });
export type UnlockRequest = z.infer<typeof UnlockRequest>;

export const UnlockResponse = z
  .object({ charged: Rupees, generation: GenerationResult })
  .meta({ id: 'UnlockResponse' });
export type UnlockResponse = z.infer<typeof UnlockResponse>;

/**
 * docs/product.md, API: `POST /api/unlock-image`, optionally with the price and model that the buyer was shown:
 * if they have changed, nothing is bought.
 */
export const UnlockImageRequest = z
  .object({
    recipe: Recipe,
    finalSize: FinalSize.default(1024),
    price: Rupees.optional().meta({ description: 'The price from `pricesNow`.' }),
    finalModelId: z.string().min(1).max(200).optional(),
  })
  .meta({ id: 'UnlockImageRequest' });
export type UnlockImageRequest = z.infer<typeof UnlockImageRequest>;

export const UnlockImageResponse = z
  .object({ charged: Rupees, imageUrl: z.string(), generation: GenerationResult })
  .meta({ id: 'UnlockImageResponse' });
export type UnlockImageResponse = z.infer<typeof UnlockImageResponse>;

/**
 * Several previews at one size, with the price and model that the buyer was shown for each. Each
 * picture is a separate purchase.
 */
export const UnlockImagesRequest = z
  .object({
    finalSize: FinalSize.default(1024),
    pictures: z
      .array(
        z.object({
          generationId: z.string().min(1).max(60),
          price: Rupees.meta({ description: 'The price from `pricesNow`.' }),
          finalModelId: z.string().min(1).max(200).optional(),
        }),
      )
      .min(1)
      .max(unlockImagesMax)
      .refine((all) => new Set(all.map((each) => each.generationId)).size === all.length, {
        message: 'Each picture can be named once.',
      }),
  })
  .meta({ id: 'UnlockImagesRequest' });
export type UnlockImagesRequest = z.infer<typeof UnlockImagesRequest>;
export type AnyUnlockRequest = UnlockImageRequest | UnlockImagesRequest | UnlockRequest;

export const UnlockImagesResponse = z
  .object({
    generations: z.array(GenerationResult).meta({
      description:
        'The pictures in the order of the request, bought or being bought unless refused.',
    }),
    refused: z
      .array(z.object({ generationId: z.string(), error: z.string(), code: ErrorCode }))
      .meta({
        description:
          'Pictures that were not bought, because something changed after the check of all: another ' +
          'purchase took the money, for example.',
      }),
  })
  .meta({ id: 'UnlockImagesResponse' });
export type UnlockImagesResponse = z.infer<typeof UnlockImagesResponse>;
