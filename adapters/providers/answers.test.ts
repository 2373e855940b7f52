// Unusual answers of real providers, byte for byte, and their outcomes.
import { afterEach, describe, expect, test } from 'vitest';
import { replyBytesMax } from './clean.ts';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import type {
  Attempt,
  ImageRequest,
  ProviderAdapter,
  TextRequest,
  TextStreamPart,
} from './provider.ts';
import * as wire from './testing/wire.ts';

let server: Awaited<ReturnType<typeof wire.startWire>>;
afterEach(() => server?.close());

type Name = 'openai' | 'google';

async function start(name: Name, replies: wire.Reply[], timeoutMs = 60_000) {
  server = await wire.startWire(...replies);
  return name === 'openai'
    ? createOpenAi({ apiKey: 'sk-local', baseUrl: `${server.url}/v1`, timeoutMs })
    : createGemini({ apiKey: 'AIzaLocal', baseUrl: server.url, timeoutMs });
}

const call = () => ({ signal: new AbortController().signal, userDigest: 'digest' });

const toTextRequest = (rest: Partial<TextRequest> = {}): TextRequest => ({
  modelId: 'some-model',
  purpose: 'chat',
  messages: [{ role: 'user', content: 'Hello' }],
  ...call(),
  ...rest,
});

const toImageRequest = (rest: Partial<ImageRequest> = {}): ImageRequest => ({
  modelId: 'some-image-model',
  prompt: 'A cup of chai',
  aspectRatio: '1:1',
  size: 1024,
  ...call(),
  ...rest,
});

async function read(adapter: ProviderAdapter, rest: Partial<TextRequest> = {}) {
  const parts: TextStreamPart[] = [];
  for await (const part of adapter.streamText(toTextRequest(rest))) parts.push(part);
  const text = parts.map((part) => (part.type === 'chunk' ? part.text : '')).join('');
  return { text, end: parts.at(-1)! };
}

const sent = (n = 0) => JSON.parse(String(server.requests[n]!.body));

const usage = { prompt_tokens: 9, completion_tokens: 4 };
const chat = (content: unknown, finish_reason: unknown = 'stop', more = {}) => ({
  id: 'c',
  model: 'some-model',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
  usage,
  ...more,
});
const chunk = (content: unknown, finish_reason: unknown = null) => ({
  id: 'c',
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 4 };
const gemini = (parts: object[], finishReason: unknown = 'STOP', more = {}) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
  usageMetadata,
  ...more,
});
const png = Buffer.from('\x89PNG\r\n\x1a\nfinished', 'latin1');
const draft = Buffer.from('\x89PNG\r\n\x1a\ndraft', 'latin1');
const inline = (bytes: Buffer, more = {}, mimeType = 'image/png') => ({
  inlineData: { mimeType, data: bytes.toString('base64') },
  ...more,
});

describe('a text that no database can store', () => {
  test('a text arrives with U+FFFD in place of U+0000 and of half a surrogate pair', async () => {
    const openai = await start('openai', [wire.json(chat('Chai\u0000time \ud83d!'))]);
    expect(await openai.text(toTextRequest())).toMatchObject({
      ok: true,
      value: { text: 'Chai\ufffdtime \ufffd!' },
    });
  });

  test('an emoji that the stream splits in two is kept whole', async () => {
    const openai = await start('openai', [
      wire.events(chunk('Chai \ud83c'), chunk('\udf75 now'), chunk(null, 'stop'), '[DONE]'),
    ]);
    expect((await read(openai)).text).toBe('Chai 🍵 now');
  });

  test('unstorable text is removed from a failure too', async () => {
    const error = { message: 'No\u0000.', type: 'bad\u0000', code: 'x' };
    const openai = await start('openai', [wire.json({ error }, 400)]);
    expect(await openai.text(toTextRequest())).toMatchObject({
      failure: { detail: 'No\ufffd.', type: 'bad\ufffd' },
    });
  });
});

describe('usage', () => {
  test.each([
    [
      { prompt_tokens: 9.4, completion_tokens: 12.5 },
      { inputTokens: 9, outputTokens: 13 },
    ],
    [
      {
        prompt_tokens: 10_000,
        completion_tokens: 500,
        prompt_tokens_details: { cached_tokens: 8_000, cache_write_tokens: 100 },
      },
      { inputTokens: 10_000, cachedTokens: 8_000, cacheWriteTokens: 100, outputTokens: 500 },
    ],
    [{ prompt_tokens: -9, completion_tokens: 4 }, null],
    [{ prompt_tokens: '9', completion_tokens: 4 }, null],
    [{ prompt_tokens: 9, completion_tokens: 1e12 }, null],
    [{ prompt_tokens: 0, completion_tokens: 0 }, null],
    [undefined, null],
  ])('usage of OpenAI that is reported as %j counts as %j', async (reported, expected) => {
    const attempts: Attempt[] = [];
    const openai = await start('openai', [wire.json(chat('Hi', 'stop', { usage: reported }))]);
    const onAttempt = (attempt: Attempt) => attempts.push(attempt);
    const outcome = await openai.text(toTextRequest({ onAttempt }));
    expect(outcome).toMatchObject({ ok: true, value: { usage: expected } });
    expect(attempts).toMatchObject([{ failure: null, usage: expected }]);
  });

  test('usage of Gemini counts thoughts as output and pictures separately', async () => {
    const google = await start('google', [
      wire.json(
        gemini([inline(png)], 'STOP', {
          usageMetadata: {
            promptTokenCount: 1_130,
            promptTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_120 }],
            candidatesTokenCount: 1_130,
            candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_120 }],
            thoughtsTokenCount: 70,
          },
        }),
      ),
    ]);
    expect(await google.image(toImageRequest())).toMatchObject({
      value: {
        usage: {
          inputTokens: 1_130,
          imageInputTokens: 1_120,
          outputTokens: 1_200,
          imageOutputTokens: 1_120,
          images: 1,
        },
      },
    });
  });
});

describe('the model that answered', () => {
  test.each([
    ['some-model', null],
    ['some-model-2026-11-01', null],
    ['other-model', 'other-model'],
    [undefined, null],
    [7, null],
  ])(
    'an answer of OpenAI that names the model %j has the answering model %j',
    async (model, answeredBy) => {
      const openai = await start('openai', [wire.json(chat('Hi', 'stop', { model }))]);
      expect(await openai.text(toTextRequest())).toMatchObject({ value: { answeredBy } });
    },
  );

  test('the answering model of a Gemini answer is its modelVersion, with the shutdown day of that model', async () => {
    const google = await start('google', [
      wire.json(
        gemini([{ text: 'Hi' }], 'STOP', {
          modelVersion: 'gemini-3.8-flash',
          modelStatus: { retirementTime: '2027-01-01T00:00:00Z' },
        }),
      ),
    ]);
    expect(await google.text(toTextRequest({ modelId: 'gemini-3.7-flash' }))).toMatchObject({
      value: { answeredBy: 'gemini-3.8-flash', retiresAt: new Date('2027-01-01T00:00:00Z') },
    });
  });
});

describe('a finish reason', () => {
  test.each([
    ['stop', 'Whole.', { ok: true, value: { text: 'Whole.', isCut: false } }],
    ['length', 'Half', { ok: true, value: { text: 'Half', isCut: true } }],
    ['length', '', { ok: false, failure: { category: 'request' } }],
    ['error', 'Half', { ok: false, failure: { category: 'server' } }],
    ['content_filter', 'Half', { ok: false, failure: { category: 'safety' } }],
    ['tool_calls', 'Whole.', { ok: true, value: { isCut: false } }],
    [null, 'Whole.', { ok: true, value: { isCut: false } }],
    ['', 'Whole.', { ok: true, value: { isCut: false } }],
    ['eos', 'Whole.', { ok: true, value: { isCut: false } }],
    ['eos', '', { ok: false, failure: { category: 'generic' } }],
    ['stop', ' \n\u200b ', { ok: false, failure: { category: 'generic' } }],
  ])(
    "OpenAI's finish reason %j after %j decides whether the text is usable",
    async (finish, content, expected) => {
      const openai = await start('openai', [wire.json(chat(content, finish))]);
      expect(await openai.text(toTextRequest())).toMatchObject(expected);
    },
  );

  test.each([
    ['STOP', 'Whole.', { ok: true, value: { isCut: false } }],
    ['MAX_TOKENS', 'Half', { ok: true, value: { isCut: true } }],
    ['LANGUAGE', 'Half', { ok: false, failure: { category: 'request' } }],
    ['MALFORMED_RESPONSE', 'Half', { ok: false }],
    ['CONTINUATION', 'Half', { ok: false }],
    [undefined, 'Whole.', { ok: true, value: { isCut: false } }],
  ])(
    "Gemini's finish reason %j after %j decides whether the text is usable",
    async (finish, text, expected) => {
      const google = await start('google', [wire.json(gemini([{ text }], finish ?? null))]);
      expect(await google.text(toTextRequest())).toMatchObject(expected);
    },
  );

  test('usage of a cut-off stream is reported at its end', async () => {
    const openai = await start('openai', [
      wire.events(chunk('Half'), chunk(null, 'length'), '[DONE]'),
    ]);
    expect(await read(openai)).toMatchObject({ text: 'Half', end: { type: 'end', isCut: true } });
  });
});

test('a stream is read even if the content of a delta is a list of parts', async () => {
  const openai = await start('openai', [
    wire.events(
      chunk([{ type: 'text', text: 'Nam' }]),
      chunk([{ type: 'text', text: 'aste' }]),
      chunk([], 'stop'),
      '[DONE]',
    ),
  ]);
  expect(await read(openai)).toMatchObject({ text: 'Namaste', end: { type: 'end' } });
});

test('a stream of white space alone shows nothing and fails', async () => {
  const openai = await start('openai', [
    wire.events(chunk('  '), chunk('\n'), chunk(null, 'stop'), '[DONE]'),
  ]);
  expect(await read(openai)).toMatchObject({ text: '', end: { type: 'failed' } });
});

test('a reply of more than 256 kB is cut and marked as cut', async () => {
  const piece = 'ह'.repeat(10_000);
  const openai = await start('openai', [
    wire.events(...Array.from({ length: 20 }, () => chunk(piece)), chunk(null, 'stop'), '[DONE]'),
  ]);
  const { text, end } = await read(openai);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(replyBytesMax);
  expect(Buffer.byteLength(text)).toBeGreaterThan(replyBytesMax - 10);
  expect(end).toMatchObject({ type: 'end', isCut: true, usage: null });
});

test('comments keep a stream from timing out', async () => {
  const openai = await start(
    'openai',
    [
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        let pings = 0;
        const ping = setInterval(() => {
          response.write(': ping\n\n');
          pings += 1;
          if (pings < 8) return;
          clearInterval(ping);
          for (const entry of [chunk('Hi'), chunk(null, 'stop')]) {
            response.write(`data: ${JSON.stringify(entry)}\n\n`);
          }
          response.end('data: [DONE]\n\n');
        }, 200);
      },
    ],
    1_000,
  );
  expect(await read(openai)).toMatchObject({ text: 'Hi', end: { type: 'end' } });
});

describe('a picture', () => {
  test('a thought is not used as the picture if another picture exists', async () => {
    const google = await start('google', [
      wire.json(gemini([inline(png), inline(draft, { thought: true })])),
    ]);
    expect(await google.image(toImageRequest())).toMatchObject({ value: { bytes: png } });
  });

  test('the last thought is used as the picture if all pictures are thoughts', async () => {
    const google = await start('google', [
      wire.json(gemini([inline(draft, { thought: true }), inline(png, { thought: true })])),
    ]);
    expect(await google.image(toImageRequest())).toMatchObject({ value: { bytes: png } });
  });

  test('a picture is read even with a data: prefix and a wrong type', async () => {
    const b64_json = `data:image/webp;base64,${png.toString('base64')}`;
    const openai = await start('openai', [
      wire.json({ data: [{ b64_json }], output_format: 'webp' }),
    ]);
    expect(await openai.image(toImageRequest())).toMatchObject({
      value: { bytes: png, mimeType: 'image/png', usage: null },
    });
  });

  const paid = { isPaid: true };
  test.each<[string, wire.Reply, number]>([
    ['a broken connection', wire.cutOff, 1],
    ['a 500', wire.json({}, 500), 1],
    ['a 504', wire.json({}, 504), 1],
    ['a 503 without a retry time', wire.json({}, 503), 1],
    ['incomplete JSON', (response) => response.end('{"data": ['), 1],
    ['a 503 with a retry time', wire.json({}, 503, { 'retry-after': '0' }), 2],
    ['a 429', wire.json({ error: { code: 'rate_limit_exceeded' } }, 429), 2],
  ])(
    'a paid picture that fails by %s is requested (case %#) %i times',
    async (_what, reply, times) => {
      const attempts: Attempt[] = [];
      const onAttempt = (attempt: Attempt) => attempts.push(attempt);
      const openai = await start('openai', [reply]);
      expect((await openai.image(toImageRequest({ ...paid, onAttempt }))).ok).toBe(false);
      expect(server.requests).toHaveLength(times);
      expect(attempts).toHaveLength(times);
    },
  );
});

describe.each<Name>(['openai', 'google'])('a redirect of %s', (name) => {
  test("a picture's redirect is not followed, so prompt and key do not leave the provider", async () => {
    const elsewhere = await wire.startWire(wire.json({}));
    const adapter = await start(name, [
      (response) => response.writeHead(307, { location: `${elsewhere.url}/v1/x` }).end(),
    ]);
    expect(await adapter.text(toTextRequest())).toMatchObject({
      ok: false,
      failure: { category: 'access' },
    });
    expect(elsewhere.requests).toHaveLength(0);
    await elsewhere.close();
  });
});

describe('a 429 of Gemini', () => {
  const message = 'You exceeded your current quota, please check your plan and billing details.';
  const refusal = (quotaId: string) => ({
    error: {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      message,
      details: [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '31s' },
      ],
    },
  });
  test.each([
    ['GenerateRequestsPerMinutePerProjectPerModel', 'rate_limit'],
    ['GenerateRequestsPerDayPerProjectPerModel', 'quota'],
  ])('a 429 of Gemini for the limit %s has the category %s', async (quotaId, category) => {
    const google = await start('google', [wire.json(refusal(quotaId), 429)]);
    expect(await google.text(toTextRequest())).toMatchObject({
      failure: { category, retryAfterMs: 31_000 },
    });
  });
});

describe('effort', () => {
  test.each([
    ['gpt-6.2-sol', 'chat', 'low', 4_500],
    ['gpt-6.2-sol', 'improve', 'low', 4_500],
    ['gpt-6-luna', 'captions', 'none', 500],
    ['gpt-image-2', 'chat', undefined, 500],
    ['gpt-unheard-of', 'chat', undefined, 8_500],
  ] as const)(
    'the effort of %s for %s is %j, and the output has room for it',
    async (modelId, purpose, effort, room) => {
      const openai = await start('openai', [wire.json(chat('Hi'))]);
      await openai.text(toTextRequest({ modelId, purpose, maxOutputTokens: 500 }));
      expect(sent().reasoning_effort).toBe(effort);
      expect(sent().max_completion_tokens).toBe(room);
    },
  );

  test.each([
    ['gemini-3.8-flash', 'chat', 'MEDIUM', 8_500],
    ['gemini-3.8-flash', 'ideas', 'LOW', 4_500],
    ['gemini-3.5-flash-lite', 'improve', 'MINIMAL', 1_500],
  ] as const)('the effort of %s for %s is %j', async (modelId, purpose, level, room) => {
    const google = await start('google', [wire.json(gemini([{ text: 'Hi' }]))]);
    await google.text(toTextRequest({ modelId, purpose, maxOutputTokens: 500 }));
    expect(sent().generationConfig).toMatchObject({
      thinkingConfig: { thinkingLevel: level },
      maxOutputTokens: room,
    });
  });
});

describe('a list of models', () => {
  test('a list of OpenAI models skips unreadable entries and names them', async () => {
    const openai = await start('openai', [
      wire.json({
        object: 'list',
        data: [
          { id: 'gpt-6-luna', shutdown_date: '2027-03-01' },
          null,
          { id: 7 },
          { id: 'gpt-5.9', shutdown_date: 'soon' },
          { id: 'gpt-6.2-sol' },
        ],
      }),
    ]);
    const outcome = await openai.models(call().signal);
    if (!outcome.ok) throw new Error(outcome.failure.category);
    expect(outcome.value.models.map(({ id }) => id)).toEqual(['gpt-6-luna', 'gpt-6.2-sol']);
    expect(outcome.value.skipped).toHaveLength(3);
  });

  test('a list of Gemini models skips unreadable entries and names them', async () => {
    const methods = { supportedGenerationMethods: ['generateContent'] };
    const google = await start('google', [
      wire.json({
        models: [{ name: 'models/gemini-4-argon', ...methods }, { displayName: 'Nobody' }, {}],
      }),
    ]);
    const outcome = await google.models(call().signal);
    if (!outcome.ok) throw new Error(outcome.failure.category);
    expect(outcome.value.models.map(({ id }) => id)).toEqual(['gemini-4-argon']);
    expect(outcome.value.skipped).toHaveLength(2);
  });
});

describe('a judgement of a prompt', () => {
  test("a judgement of a prompt names OpenAI's objections", async () => {
    const openai = await start('openai', [
      wire.json({ results: [{ flagged: true, categories: { violence: true, sexual: false } }] }),
    ]);
    expect(await openai.moderate!('words', call().signal)).toEqual({
      ok: true,
      value: { flagged: true, categories: ['violence'] },
    });
    expect(sent()).toEqual({ model: 'omni-moderation-latest', input: 'words' });
  });

  test('an unreadable judgement of a prompt is a failure and is requested once', async () => {
    const openai = await start('openai', [wire.json({}, 503)]);
    expect((await openai.moderate!('words', call().signal)).ok).toBe(false);
    expect(server.requests).toHaveLength(1);
  });
});
