/** The adapters with the stand-ins: every failure that a prompt can request, for images and streams. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGeminiSandbox } from '../../dev/sandbox/gemini.ts';
import { startOpenAiSandbox } from '../../dev/sandbox/openai.ts';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import type { Capability, PictureAdapter, TextStreamPart } from './provider.ts';

type Name = 'openai' | 'google';

const models = {
  openai: { image: 'gpt-image-2.6-sunburst', text: 'gpt-6.2-sol' },
  google: { image: 'gemini-nano-banana-2.1', text: 'gemini-3.8-flash' },
};

const adapters = {} as Record<Name, PictureAdapter>;
const closing: (() => Promise<void>)[] = [];

// A busy machine may need long to draw; timeouts are not tested here.
const timeoutMs = 120_000;

beforeAll(async () => {
  const [openai, gemini] = await Promise.all([startOpenAiSandbox(), startGeminiSandbox()]);
  closing.push(openai.close, gemini.close);
  adapters.openai = createOpenAi({ apiKey: 'sk-local', baseUrl: openai.url, timeoutMs });
  adapters.google = createGemini({ apiKey: 'local', baseUrl: gemini.url, timeoutMs });
});

afterAll(() => Promise.all(closing.map((close) => close())));

const signal = () => new AbortController().signal;

function makeImage(name: Name, prompt: string, rest = {}) {
  return adapters[name].image({
    modelId: models[name].image,
    prompt,
    aspectRatio: '1:1',
    size: 1024,
    signal: signal(),
    userDigest: 'digest',
    ...rest,
  });
}

async function readText(name: Name, content: string): Promise<TextStreamPart[]> {
  const parts: TextStreamPart[] = [];
  const order = {
    modelId: models[name].text,
    purpose: 'chat' as const,
    messages: [{ role: 'user' as const, content }],
    userDigest: 'digest',
  };
  for await (const part of adapters[name].streamText({ ...order, signal: signal() })) {
    parts.push(part);
  }
  return parts;
}

describe.each(['openai', 'google'] as const)('%s', (name) => {
  it('the adapter draws an image of the requested ratio', async () => {
    const outcome = await makeImage(name, 'Chai in Pune', { aspectRatio: '16:9', size: 1536 });
    if (!outcome.ok) throw new Error(outcome.failure.detail ?? outcome.failure.category);
    const { width, height, format } = await sharp(outcome.value.bytes).metadata();
    expect(width / height).toBeCloseTo(16 / 9, 1);
    expect(outcome.value.mimeType).toBe(`image/${format}`);
    expect(outcome.value.usage).toMatchObject({ images: 1, outputTokens: expect.any(Number) });
  });

  it('the adapter edits an image', async () => {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const inputs = [{ bytes, mimeType: 'image/png' }];
    expect((await makeImage(name, 'Make it vintage', { inputs })).ok).toBe(true);
  });

  it('the adapter streams a text to its end', async () => {
    const parts = await readText(name, 'Write a caption about mangoes');
    expect(parts.length).toBeGreaterThan(2);
    const end = parts.at(-1);
    expect(end).toMatchObject({ type: 'end', usage: { images: 0 } });
    expect(end?.type === 'end' && end.usage?.outputTokens).toBeGreaterThan(0);
  });

  it('the adapter lists its models', async () => {
    const outcome = await adapters[name].models(signal());
    const found = outcome.ok
      ? outcome.value.models.flatMap(({ capabilities }) => capabilities)
      : [];
    const all: Capability[] = ['text', 'vision', 'image', 'image-edit', 'embedding'];
    expect(new Set(found)).toEqual(new Set(all));
  });

  it('the adapter retries a request that fails once', async () => {
    expect((await makeImage(name, `Chai [[fail:server*1]] ${name}`)).ok).toBe(true);
  });

  const kinds = [
    ['safety', 'safety'],
    ['filtered', 'safety'],
    ['refusal', 'safety'],
    ['copyright', 'copyright'],
    ['quota', 'quota'],
    ['credits', 'access'],
    ['billing', 'access'],
    ['inactive', 'access'],
    ['leaked', 'access'],
    ['access', 'access'],
    ['key', 'access'],
    ['model', 'access'],
    ['region', 'access'],
    ['rate_limit', 'rate_limit'],
    ['request', 'request'],
    ['length', 'request'],
    ['server', 'server'],
    ['timeout', 'server'],
    ['midstream', 'server'],
    ['truncated', 'server'],
    ['generic', 'generic'],
  ] as const;

  it.concurrent.each(kinds)(
    'an image that fails by %s has the category %s',
    async (kind, category) => {
      const outcome = await makeImage(name, `Chai [[fail:${kind}]]`);
      expect(outcome).toMatchObject({ ok: false, failure: { category, provider: name } });
    },
  );

  it.concurrent.each(kinds)(
    'a stream that fails by %s has the category %s',
    async (kind, category) => {
      const last = (await readText(name, `Chai [[fail:${kind}]]`)).at(-1);
      expect(last).toMatchObject({ type: 'failed', failure: { category, provider: name } });
    },
  );

  it('a hanging call is stopped by the user', async () => {
    const outcome = await makeImage(name, 'Chai [[fail:hang]]', {
      signal: AbortSignal.timeout(100),
    });
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'cancelled' } });
  });
});
