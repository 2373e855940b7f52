import type { GenerationResult, PictureModels } from '@sachet/shared/contracts/generation';

let generations = 0;

/** A picture whose preview is ready and locked, but for what a test says of it. */
export function somePicture(given: Partial<GenerationResult> = {}): GenerationResult {
  generations += 1;
  return {
    generationId: `gen_${generations}`,
    status: 'ready',
    mode: 'image',
    provider: 'google',
    modelId: 'gemini-image',
    modelName: 'Gemini Image',
    finalModelId: 'gemini-pro-image',
    finalModelName: 'Gemini Pro Image',
    prompt: 'A paper boat',
    aspectRatio: '1:1',
    quality: 'quality',
    content: null,
    previewContent: null,
    contentWords: null,
    previewImageUrl: '/favicon.svg',
    imageUrl: null,
    inputImageUrl: null,
    sourceGenerationId: null,
    cost: 50,
    prices: { '512': 25, '1024': 50, '2048': 100 },
    pricesNow: { '512': 25, '1024': 50, '2048': 100 },
    unlocked: false,
    unlockStatus: 'none',
    unlockSize: null,
    boughtSize: null,
    providerAsked: false,
    charged: null,
    charges: [],
    wallet: null,
    recipe: { modelId: 'gemini-image', prompt: 'A paper boat', aspectRatio: '1:1' },
    error: null,
    errorCategory: null,
    errorProvider: null,
    errorCode: null,
    errorType: null,
    errorStatus: null,
    createdAt: '2026-03-01T10:00:00.000Z',
    ...given,
  };
}

/** The same at 1024 px, paid for. */
export const somePictureBought = (given: Partial<GenerationResult> = {}): GenerationResult =>
  somePicture({
    modelId: 'gemini-pro-image',
    modelName: 'Gemini Pro Image',
    imageUrl: '/favicon.svg',
    pricesNow: { '2048': 50 },
    unlocked: true,
    unlockStatus: 'done',
    unlockSize: 1024,
    boughtSize: 1024,
    charged: 50,
    charges: [50],
    ...given,
  });

const drawnBy = {
  quality: { google: 'Gemini Pro Image', openai: 'GPT Image' },
  speed: { google: 'Gemini Image', openai: 'GPT Image mini' },
};
export const pictureModels: PictureModels = { image: drawnBy, edit_image: drawnBy };
