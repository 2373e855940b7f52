// How answers of real providers end and what they count, byte for byte.
import { afterEach, describe, expect, test } from 'vitest';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import type { Attempt, ImageRequest, ProviderAdapter, TextStreamPart } from './provider.ts';
import * as wire from './testing/wire.ts';

let server: Awaited<ReturnType<typeof wire.startWire>>;
afterEach(() => server?.close());

async function start(name: 'openai' | 'google', ...replies: wire.Reply[]) {
  server = await wire.startWire(...replies);
  return name === 'openai'
    ? createOpenAi({ apiKey: 'sk-local', baseUrl: `${server.url}/v1` })
    : createGemini({ apiKey: 'AIzaLocal', baseUrl: server.url });
}

const order = () => ({
  modelId: 'some-model',
  purpose: 'chat' as const,
  messages: [{ role: 'user' as const, content: 'Hello' }],
  signal: new AbortController().signal,
  userDigest: 'digest',
});
const toImage = (rest: Partial<ImageRequest> = {}): ImageRequest => ({
  modelId: 'some-model',
  prompt: 'A cup of chai',
  aspectRatio: '1:1',
  size: 1024,
  signal: new AbortController().signal,
  userDigest: 'digest',
  ...rest,
});

async function read(adapter: ProviderAdapter) {
  const attempts: Attempt[] = [];
  const parts: TextStreamPart[] = [];
  const onAttempt = (attempt: Attempt) => attempts.push(attempt);
  for await (const part of adapter.streamText({ ...order(), onAttempt })) parts.push(part);
  const text = parts.map((part) => (part.type === 'chunk' ? part.text : '')).join('');
  return { text, end: parts.at(-1)!, attempt: attempts.at(-1)! };
}

/** Server-sent bytes, and then a clean close, or one that breaks the connection. */
const bytes =
  (text: string, close: 'clean' | 'broken' = 'clean'): wire.Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text);
    if (close === 'clean') response.end();
    else setTimeout(() => response.destroy(), 50);
  };
const data = (value: unknown, end = '\n\n') => `data: ${JSON.stringify(value)}${end}`;
const chunk = (content: string | null, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
const counted = (usage: object) => ({ choices: [], usage });
const gemini = (text: string | null, finishReason?: string, usageMetadata?: object) => ({
  candidates: [{ content: { parts: text === null ? [] : [{ text }] }, finishReason }],
  usageMetadata,
});
const png = Buffer.from('\x89PNG\r\n\x1a\nfinished', 'latin1');

describe('a whole answer', () => {
  test.each([
    ['[DONE] without a finish', bytes(`${data(chunk('Whole.'))}data: [DONE]\n\n`)],
    ['an unknown finish', bytes(data(chunk('Whole.', '')) + data(chunk('', 'eos')))],
    [
      'a connection that breaks between the finish and the usage',
      bytes(data(chunk('Whole.')) + data(chunk(null, 'stop')), 'broken'),
    ],
    [
      'an error between the finish and the usage',
      bytes(
        data(chunk('Whole.', 'stop')) + data({ error: { type: 'server_error', message: 'x' } }),
      ),
    ],
    [
      'a last line without its end, with CRLF',
      bytes(data(chunk('Whole.'), '\r\n\r\n') + data(chunk(null, 'stop'), '')),
    ],
    [
      'a call of a tool',
      bytes(`${data(chunk('Whole.'))}${data(chunk(null, 'tool_calls'))}data: [DONE]\n\n`),
    ],
  ])('OpenAI: an answer is whole after %s', async (_how, reply) => {
    const { text, end, attempt } = await read(await start('openai', reply));
    expect(text).toBe('Whole.');
    expect(end).toMatchObject({ type: 'end', isCut: false, usage: null });
    expect(attempt).toMatchObject({ failure: null, usage: null });
  });

  test.each([
    ['half a JSON object', bytes(`${data(gemini('Whole.', 'STOP'))}data: {"candidates": [`)],
    [
      'a last line without its end, with CRLF',
      bytes(data(gemini('Whole'), '\r\n\r\n') + data(gemini('.', 'STOP'), '')),
    ],
    ['a broken connection', bytes(data(gemini('Whole.', 'STOP')), 'broken')],
  ])('Gemini: an answer is whole after its finish and %s', async (_how, reply) => {
    const { text, end } = await read(await start('google', reply));
    expect(text).toBe('Whole.');
    expect(end).toMatchObject({ type: 'end', isCut: false });
  });

  test.each([
    ['openai', bytes(data(chunk('Half')))],
    // Some servers send an empty reason until the last event.
    ['openai', bytes(data(chunk('Half', '')))],
    ['openai', bytes(data(chunk('Half')), 'broken')],
    ['google', bytes(data(gemini('Half')))],
  ] as const)('%s: half an answer is not whole', async (name, reply) => {
    const { end } = await read(await start(name, reply));
    expect(end).toMatchObject({ type: 'failed', failure: { category: 'server' } });
  });
});

describe('usage', () => {
  const usage = { prompt_tokens: 10_000, completion_tokens: 500, total_tokens: 10_500 };
  const whole = { inputTokens: 10_000, outputTokens: 500 };
  const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

  test('zeros in the last event do not replace the true figures', async () => {
    const reply = bytes(
      `${data(chunk('Hi', 'stop'))}${data(counted(usage))}${data(counted(zeros))}data: [DONE]\n\n`,
    );
    const { attempt } = await read(await start('openai', reply));
    expect(attempt.usage).toMatchObject(whole);
  });

  test('zeros alone count as not reported', async () => {
    const reply = bytes(
      `${data(chunk('Hi', 'stop'))}${data(counted({ ...usage, completion_tokens: 0, total_tokens: 10_000 }))}data: [DONE]\n\n`,
    );
    const { attempt } = await read(await start('openai', reply));
    expect(attempt).toMatchObject({ failure: null, usage: null });
  });

  test('a missing count is completed from the total', async () => {
    const { completion_tokens: _, ...rest } = usage;
    const reply = bytes(`${data(chunk('Hi', 'stop'))}${data(counted(rest))}data: [DONE]\n\n`);
    const { attempt } = await read(await start('openai', reply));
    expect(attempt.usage).toMatchObject(whole);
  });

  test('counts that the last event of Gemini is without are kept from the events before', async () => {
    const reply = bytes(
      data(
        gemini('Hi', undefined, {
          promptTokenCount: 10_000,
          cachedContentTokenCount: 8_000,
          candidatesTokenCount: 500,
        }),
      ) + data(gemini(null, 'STOP', { promptTokenCount: 10_000 })),
    );
    const { attempt } = await read(await start('google', reply));
    expect(attempt.usage).toMatchObject({ ...whole, cachedTokens: 8_000 });
  });

  test.each([
    [{ promptTokenCount: 9, totalTokenCount: 1_129 }, 1_120],
    [{ promptTokenCount: 9, thoughtsTokenCount: 70, totalTokenCount: 1_199 }, 1_120],
  ])(
    'a picture of Gemini with the usage %j has %i picture tokens',
    async (usageMetadata, tokens) => {
      const part = { inlineData: { mimeType: 'image/png', data: png.toString('base64') } };
      const answer = {
        candidates: [{ content: { parts: [part] }, finishReason: 'STOP' }],
        usageMetadata,
      };
      const google = await start('google', wire.json(answer));
      expect(await google.image(toImage())).toMatchObject({
        value: { usage: { inputTokens: 9, imageOutputTokens: tokens, images: 1 } },
      });
    },
  );

  test('a picture without any count of its output counts as not reported', async () => {
    const attempts: Attempt[] = [];
    const openai = await start(
      'openai',
      wire.json({ data: [{ b64_json: png.toString('base64') }], usage: { input_tokens: 9 } }),
    );
    await openai.image(toImage({ onAttempt: (attempt) => attempts.push(attempt) }));
    expect(attempts).toMatchObject([{ failure: null, usage: null }]);
  });

  test.each([
    [{ prompt_tokens_details: { cached_tokens: 8_000 } }],
    [{ prompt_cache_hit_tokens: 8_000 }],
    [{ cached_tokens: 8_000 }],
  ])('cached tokens are read from %j', async (cached) => {
    const reply = bytes(
      `${data(chunk('Hi', 'stop'))}${data(counted({ ...usage, ...cached }))}data: [DONE]\n\n`,
    );
    const { attempt } = await read(await start('openai', reply));
    expect(attempt.usage).toMatchObject({ ...whole, cachedTokens: 8_000 });
  });

  test('a stream that breaks keeps the usage that it reported', async () => {
    const reply = bytes(data({ ...chunk('Hi'), usage }), 'broken');
    const { attempt } = await read(await start('openai', reply));
    expect(attempt).toMatchObject({ failure: { category: 'server', usage: whole }, usage: whole });
  });
});

describe('thoughts within a text', () => {
  const pieces = ['<th', 'ink>They want ', 'tea.</thi', 'nk>\n', '\nChai', ' now'];

  test('a stream is without its thoughts, which count as tokens', async () => {
    const reply = bytes(
      `${pieces.map((piece) => data(chunk(piece))).join('')}${data(chunk(null, 'stop'))}data: [DONE]\n\n`,
    );
    const { text, attempt } = await read(await start('openai', reply));
    expect(text).toBe('Chai now');
    expect(attempt.thoughtTokens).toBeGreaterThan(3);
  });

  test('a whole text is without its thoughts, and JSON begins with its bracket', async () => {
    const content = '<think>JSON?</think>\n{"ideas": []}';
    const openai = await start(
      'openai',
      wire.json({ choices: [{ message: { content }, finish_reason: 'stop' }] }),
    );
    expect(await openai.text(order())).toMatchObject({ value: { text: '{"ideas": []}' } });
  });

  test.each(['<think', 'A <think>tag</think> later'])('the text %j is kept', async (text) => {
    const reply = bytes(`${data(chunk(text))}${data(chunk(null, 'stop'))}data: [DONE]\n\n`);
    expect((await read(await start('openai', reply))).text).toBe(text);
  });
});

describe('a picture that is sent as an address', () => {
  const withUrl = (url: string) => wire.json({ data: [{ url }] });

  test('a picture on the host of the provider is fetched', async () => {
    const openai = await start(
      'openai',
      (response) => withUrl(`${server.url}/made/1.png`)(response, server.requests[0]!),
      (response) => response.end(png),
    );
    expect(await openai.image(toImage())).toMatchObject({ ok: true, value: { bytes: png } });
    expect(server.requests[1]).toMatchObject({ path: '/made/1.png' });
    expect(server.requests[1]!.headers.authorization).toBeUndefined();
  });

  test('a picture on another host is not fetched, and counts as made', async () => {
    const elsewhere = await wire.startWire((response) => response.end(png));
    const openai = await start('openai', withUrl(`${elsewhere.url}/1.png`));
    expect(await openai.image(toImage())).toMatchObject({
      ok: false,
      failure: { category: 'generic', mayBeMade: true },
    });
    expect(elsewhere.requests).toHaveLength(0);
    await elsewhere.close();
  });
});

test('the words of a model in place of a picture are kept for the person who asked, as bounded plain text', async () => {
  const said = `I can't draw that\u202e person.\n\n${'x'.repeat(900)}`;
  const google = await start('google', wire.json(gemini(said, 'STOP')));
  const outcome = await google.image(toImage());
  const words = outcome.ok ? '' : outcome.failure.said!;
  expect(words).toMatch(/^I can't draw that person\. x+…$/);
  expect(words.length).toBeLessThanOrEqual(300);
});
