import type {
  CancelGenerationRequest,
  GenerateRequest,
  GenerationResult,
  PictureModels,
} from '@sachet/shared/contracts/generation';
import type { z } from 'zod';
import { answer } from './server';

let generations = 0;

/** A locked picture with a finished preview. It has defaults that a test can override. */
export function somePicture(given: Partial<GenerationResult> = {}): GenerationResult {
  generations += 1;
  const generationId = given.generationId ?? `gen_${generations}`;
  return {
    generationId,
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
    thumbnails: null,
    inputImageUrl: null,
    sourceGenerationId: null,
    favourite: false,
    keptUntil: null,
    cost: 50,
    prices: { '512': 25, '1024': 50, '2048': 100 },
    pricesNow: { '512': 25, '1024': 50, '2048': 100 },
    unlocked: false,
    unlockStatus: 'none',
    unlockSize: null,
    boughtSize: null,
    underWay: null,
    providerAsked: false,
    charged: null,
    charges: [],
    wallet: null,
    recipe: { generationId, modelId: 'gemini-image', prompt: 'A paper boat', aspectRatio: '1:1' },
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

/** The picture of `somePicture`, bought at 1024 px. */
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

/** Answers an unlock with this generation. Later reads of the generation return it, too. */
export function answerUnlock(unlocked: GenerationResult): void {
  answer('POST /api/unlock-image', () => {
    answer('GET /api/generation', unlocked);
    return unlocked;
  });
}

/** A finished text that is free. */
export const someText = (given: Partial<GenerationResult> = {}): GenerationResult =>
  somePicture({
    mode: 'instagram',
    unlocked: true,
    previewImageUrl: null,
    prices: null,
    recipe: null,
    cost: 0,
    ...given,
  });

export function someIdeas(
  provider: GenerationResult['provider'],
  given: Partial<GenerationResult> = {},
): GenerationResult {
  const ideas = [1, 2, 3, 4].map((number) => ({
    title: `${provider} idea ${number}`,
    visualPrompt: 'Steam over clay cups',
    captionBrief: 'Ask for their routine.',
    hashtags: ['#Chai'],
  }));
  const content = JSON.stringify({ ideas });
  return someText({ mode: 'instagram_ideas', prompt: 'Niche: Tea', provider, content, ...given });
}

const drawnBy = {
  quality: { google: 'Gemini Pro Image', openai: 'GPT Image' },
  speed: { google: 'Gemini Image', openai: 'GPT Image mini' },
};
export const pictureModels: PictureModels = { image: drawnBy, edit_image: drawnBy };

type Order = z.input<typeof GenerateRequest>;

/**
 * Answers reads of these generations, new orders (with the result of `made`) and cancellations. Returns the
 * orders, oldest first.
 */
export function answerGenerations(
  given: GenerationResult[],
  made: (order: Order) => Partial<GenerationResult> = () => ({ status: 'queued' }),
): Order[] {
  const all = new Map(given.map((each) => [each.generationId, each]));
  const orders: Order[] = [];
  const find = (id: string | null) => {
    const found = all.get(id ?? '');
    if (!found) throw new Error(`A test asked for the generation ${id}, which it has not made.`);
    return found;
  };
  const keep = (generation: GenerationResult) => {
    all.set(generation.generationId, generation);
    return generation;
  };
  answer('GET /api/generation', ({ search }) => find(search.get('id')));
  answer('POST /api/generate', ({ body }) => {
    const order = body as Order;
    orders.push(order);
    const { mode, provider, prompt } = order;
    return keep(somePicture({ mode, provider, prompt, ...made(order) }));
  });
  answer('POST /api/cancel-generation', ({ body }) =>
    keep({ ...find((body as CancelGenerationRequest).generationId), status: 'cancelled' }),
  );
  return orders;
}
