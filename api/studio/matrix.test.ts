import { afterAll, beforeAll, expect, test } from 'vitest';
import { photo } from '@sachet/adapters/images/testing/photos';
import { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { FailureCategory, type Mode } from '@sachet/shared/contracts/vocabulary';
import type { PictureProvider } from '@sachet/shared/providers';
import { parseIdeas } from '@sachet/shared/studio/ideas';
import { priceUsage, type ModelPrices } from '@sachet/shared/models/model-prices';
import {
  createCustomer,
  somePrompt,
  type Answer,
  type AnyBody,
  type Customer,
} from '../testing/client.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

interface Tool {
  readonly name: string;
  readonly mode: Mode;
  readonly withImage: boolean;
  /** The marker in the prompt. */
  readonly wish: string;
  readonly kind: 'free text' | 'sold text' | 'image';
  /** Rupees. */
  readonly cost: Record<PictureProvider, number>;
  readonly model: Record<PictureProvider, string>;
}

const free = { google: 0, openai: 0 };
const fastText = { google: 'gemini-3.5-flash-lite', openai: 'gpt-6-luna' };
const fastImage = { google: 'gemini-3.1-flash-lite-image', openai: 'gpt-image-2.6-flare' };
const captions = { mode: 'instagram', wish: 'Write 3 captions.', kind: 'free text' } as const;

const tools: Tool[] = [
  { ...captions, name: 'instagram with image', withImage: true, cost: free, model: fastText },
  { ...captions, name: 'instagram without', withImage: false, cost: free, model: fastText },
  {
    name: 'instagram_ideas',
    mode: 'instagram_ideas',
    withImage: false,
    wish: 'Niche: street food. Return JSON only: 4 ideas.',
    kind: 'free text',
    cost: free,
    model: fastText,
  },
  {
    name: 'general',
    mode: 'general',
    withImage: false,
    wish: 'How do I fly it?',
    kind: 'sold text',
    cost: { google: 6, openai: 8 },
    model: { google: 'gemini-3.8-flash', openai: 'gpt-6.2-sol' },
  },
  {
    name: 'image',
    mode: 'image',
    withImage: false,
    wish: '',
    kind: 'image',
    cost: { google: 75, openai: 98 },
    model: fastImage,
  },
  {
    name: 'edit_image',
    mode: 'edit_image',
    withImage: true,
    wish: 'Make it vintage.',
    kind: 'image',
    cost: { google: 45, openai: 60 },
    model: fastImage,
  },
];
const providers = ['google', 'openai'] as const;
type Outcome = 'success' | FailureCategory;
const findTool = (name: string) => tools.find((tool) => tool.name === name)!;
/** The adapters' own tests show how each provider's errors get their categories. */
const failing = [
  [findTool('image'), 'google'],
  [findTool('general'), 'openai'],
] as const;
/** Each tool by one of the providers: `every-provider.test.ts` asks all of them. */
const successes = tools.map((tool, i) => [tool.name, providers[i % 2]!, tool] as const);
const failures = FailureCategory.options.map(
  (category, i) => [category, ...failing[i % 2]!] as const,
);
const cells: [Tool, PictureProvider, Outcome][] = [
  ...successes.map(([, provider, tool]): [Tool, PictureProvider, Outcome] => [
    tool,
    provider,
    'success',
  ]),
  ...failures.map(([category, ...cell]): [Tool, PictureProvider, Outcome] => [...cell, category]),
];

const toKey = (...cell: string[]) => cell.join(' / ');

let open: OpenStack;
let customer: Customer;
let marks: { before: string; after: string };
const answers = new Map<string, Answer<AnyBody>>();

// All cases are requested concurrently; each test then checks one answer.
beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
  // Uploaded once, because one upload of a user is accepted at a time.
  const { body } = await customer.upload(await photo(640, 480));
  const before = await open.books.mark();
  await Promise.all(
    cells.map(async ([tool, provider, outcome]) => {
      const answer = await ask(tool, provider, outcome, body.uploadId);
      answers.set(toKey(tool.name, provider, outcome), answer);
    }),
  );
  marks = { before, after: await open.books.mark() };
});
afterAll(() => open?.stop());

function ask(
  { mode, wish, withImage }: Tool,
  provider: PictureProvider,
  outcome: string,
  uploadId: string,
): Promise<Answer<AnyBody>> {
  const marker = outcome === 'success' ? '' : ` [[fail:${outcome}]]`;
  const prompt = somePrompt(wish + marker);
  return customer.generate({ mode, provider, prompt, ...(withImage && { uploadId }) });
}

test('previews of all tools and outcomes move no money', async () => {
  expect(answers.size).toBe(cells.length);
  expect(marks.after).toBe(marks.before);
  await open.books.expectToBeSound();
});

test.each(successes)(
  'a preview of %s by %s succeeds, and its usage is recorded with its cost',
  async (_name, provider, tool) => {
    const { status, body } = answers.get(toKey(tool.name, provider, 'success'))!;
    expect([status, body.error]).toEqual([200, null]);
    const result = GenerationResult.parse(body);
    expect(result).toMatchObject({
      status: 'ready',
      mode: tool.mode,
      provider,
      modelId: tool.model[provider],
      cost: tool.cost[provider],
      charged: null,
      errorCategory: null,
      unlocked: tool.kind === 'free text',
    });
    expect(result.inputImageUrl?.includes('/input.jpg?')).toBe(tool.withImage || undefined);
    expectContent[tool.kind](result, tool.mode);
    expect(await customer.generation(result.generationId)).toEqual(result);

    const [call, ...others] = await open.books.providerCalls(result.generationId);
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      purpose: 'preview',
      provider,
      model_id: result.modelId,
      failure: null,
      images: tool.kind === 'image' ? 1 : 0,
    });
    expect(call!.input_tokens).toBeGreaterThan(0);
    expect(call!.output_tokens).toBeGreaterThan(0);
    const [model] = await open.books.query<ModelPrices>(
      `select text_in, cached_in, cache_write, image_in, text_out, image_out, per_image
         from priced_model where id = $1`,
      [result.modelId],
    );
    const cost = priceUsage(model!, {
      inputTokens: call!.input_tokens,
      cachedTokens: call!.cached_tokens,
      cacheWriteTokens: call!.cache_write_tokens,
      imageInputTokens: call!.image_input_tokens,
      outputTokens: call!.output_tokens,
      imageOutputTokens: call!.image_output_tokens,
      images: call!.images,
    });
    expect(cost).toBeGreaterThan(0);
    expect(call!.cost_microusd).toBe(cost);
  },
);

test.each(failures)(
  'a preview reports its failure because of %s',
  async (category, tool, provider) => {
    const { status, body } = answers.get(toKey(tool.name, provider, category))!;
    expect([status, body.code]).toEqual([502, 'generation_failed']);
    const result = GenerationResult.parse(body);
    expect(result).toMatchObject({
      status: 'failed',
      content: null,
      previewContent: null,
      previewImageUrl: null,
      imageUrl: null,
      recipe: null,
      unlocked: false,
      unlockStatus: 'none',
      charged: null,
      errorCategory: category,
      errorProvider: provider,
    });
    expect(result.error).toEqual(expect.stringMatching(/\S/));
    // A refusal inside an answer with status 200 has its reason as its code; an error has its HTTP
    // status.
    const hasCode = (result.errorStatus ?? result.errorCode) !== null;
    expect(hasCode || category === 'generic').toBe(true);
    expect(result.errorStatus ?? 400).toBeGreaterThanOrEqual(400);
    expect(await customer.generation(result.generationId)).toEqual(result);
    const calls = await open.books.providerCalls(result.generationId);
    const [call] = calls;
    // Every attempt is booked, and these two kinds are retried.
    expect(calls).toHaveLength(['server', 'rate_limit'].includes(category) ? 2 : 1);
    const what = { purpose: 'preview', provider, model_id: tool.model[provider], images: 0 };
    expect(call).toMatchObject({ ...what, failure: category });
    // Providers do not bill an error with a status. They bill an answer without a result, because the
    // model has read the prompt.
    const wasRead = result.errorStatus === null;
    expect([call!.input_tokens > 0, call!.cost_microusd > 0]).toEqual([wasRead, wasRead]);
  },
);

const expectContent: Record<Tool['kind'], (result: GenerationResult, mode: Mode) => void> = {
  'free text'(result, mode) {
    expect(result).toMatchObject({ previewContent: null, previewImageUrl: null, prices: null });
    const isList = mode === 'instagram_ideas';
    const captions = result.content!.match(/^- .+#\w+/gm);
    const idea = { hashtags: expect.any(Array) };
    const caption = expect.any(String);
    expect(isList ? parseIdeas(result.content!) : captions).toMatchObject(
      isList ? Array(4).fill(idea) : Array(3).fill(caption),
    );
  },
  'sold text'(result) {
    expect(result).toMatchObject({ content: null, previewImageUrl: null, prices: null });
    expect(result.previewContent).toMatch(/\S…$/);
    expect(result.contentWords).toBeGreaterThan(result.previewContent!.split(/\s+/).length);
  },
  image(result) {
    expect(result).toMatchObject({
      content: null,
      previewContent: null,
      previewImageUrl: expect.stringContaining('/preview.webp?'),
      imageUrl: null,
      prices: { 1024: result.cost },
    });
  },
};
