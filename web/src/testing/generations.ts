import type {
  CancelGenerationRequest,
  GenerateRequest,
  GenerationResult,
  PictureModels,
} from '@sachet/shared/studio/contracts/generation';
import type { z } from 'zod';
import { findExample } from './examples';
import examples from './examples/generations.json';
import { answer } from './server';

let generations = 0;

const recorded = Object.values(examples['GET /api/generation']) as unknown as GenerationResult[];

/** Values that the tests read. They replace those of the recorded generation that are not null. */
const familiar: Partial<GenerationResult> = {
  modelId: 'gemini-image',
  modelName: 'Gemini Image',
  finalModelId: 'gemini-pro-image',
  finalModelName: 'Gemini Pro Image',
  prompt: 'A paper boat',
  cost: 50,
  prices: { '512': 25, '1024': 50, '2048': 100 },
  pricesNow: { '512': 25, '1024': 50, '2048': 100 },
};

/**
 * A generation in one of the states that the server has (`examples/generations.json`): the first that agrees
 * with `given`. By default a locked picture with a finished preview.
 */
export function somePicture(given: Partial<GenerationResult> = {}): GenerationResult {
  generations += 1;
  const generationId = given.generationId ?? `gen_${generations}`;
  const wanted = { mode: 'image', provider: 'google', ...given } as const;
  const possible = recorded.filter(
    ({ mode, errorProvider }) =>
      mode === wanted.mode && (errorProvider ?? wanted.provider) === wanted.provider,
  );
  return findExample('GET /api/generation', possible, (example) => ({
    ...example,
    ...Object.fromEntries(
      Object.entries(familiar).filter(([name]) => isFree(example[name as keyof typeof example])),
    ),
    generationId,
    recipe: example.recipe && {
      generationId,
      modelId: 'gemini-image',
      prompt: 'A paper boat',
      aspectRatio: '1:1',
    },
    ...wanted,
  }));
}

const isFree = (value: unknown) =>
  value !== null && value !== 0 && (typeof value !== 'object' || Object.keys(value).length > 0);

/** The same generation in a later state. */
export function later(
  before: GenerationResult,
  given: Partial<GenerationResult>,
): GenerationResult {
  const { generationId, mode, provider, prompt, quality, aspectRatio, createdAt } = before;
  const { sourceGenerationId, inputImageUrl, cost, prices } = before;
  const known = { generationId, mode, provider, prompt, quality, aspectRatio, createdAt };
  return somePicture({ ...known, sourceGenerationId, inputImageUrl, cost, prices, ...given });
}

/** The picture of `somePicture`, bought at 1024 px. */
export const somePictureBought = (given: Partial<GenerationResult> = {}): GenerationResult =>
  somePicture({
    modelId: 'gemini-pro-image',
    modelName: 'Gemini Pro Image',
    pricesNow: { '2048': 50 },
    unlocked: true,
    boughtSize: 1024,
    unlockSize: 1024,
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

/** Captions that are finished, and free. */
export const someText = (given: Partial<GenerationResult> = {}): GenerationResult =>
  somePicture({ mode: 'instagram', ...given });

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
  const content = given.status === undefined ? { content: JSON.stringify({ ideas }) } : {};
  return someText({
    mode: 'instagram_ideas',
    prompt: 'Niche: Tea',
    provider,
    ...content,
    ...given,
  });
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
    keep(later(find((body as CancelGenerationRequest).generationId), { status: 'cancelled' })),
  );
  return orders;
}
