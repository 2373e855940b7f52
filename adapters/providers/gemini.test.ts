import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGemini } from './gemini.ts';
import type { Attempt, EditArea, ImageRequest, TextRequest, TextStreamPart } from './provider.ts';
import * as wire from './testing/wire.ts';

const pixels = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1');
const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 5, thoughtsTokenCount: 2 };
const usage = { inputTokens: 11, outputTokens: 7, images: 0 };

let server: Awaited<ReturnType<typeof wire.startWire>>;

async function start(...replies: wire.Reply[]) {
  server = await wire.startWire(...replies);
  return (timeoutMs?: number) =>
    createGemini({ apiKey: 'AIzaLocal0123456789', baseUrl: server.url, timeoutMs });
}

afterEach(() => server.close());

function imageRequest(rest: Partial<ImageRequest> = {}): ImageRequest {
  return {
    modelId: 'gemini-image',
    prompt: 'A cup of chai',
    aspectRatio: '9:16',
    size: 1024,
    signal: new AbortController().signal,
    userDigest: 'digest',
    ...rest,
  };
}

function textRequest(rest: Partial<TextRequest> = {}): TextRequest {
  return {
    modelId: 'gemini-text',
    purpose: 'chat',
    messages: [{ role: 'user', content: 'Hello' }],
    signal: new AbortController().signal,
    userDigest: 'digest',
    ...rest,
  };
}

async function read(parts: AsyncGenerator<TextStreamPart>): Promise<TextStreamPart[]> {
  const seen: TextStreamPart[] = [];
  for await (const part of parts) seen.push(part);
  return seen;
}

function toAnswer(parts: object[] | null, finishReason?: string) {
  const content = parts && { role: 'model', parts };
  return { candidates: [{ ...(content && { content }), finishReason }], usageMetadata };
}

function imagePart(bytes: Buffer, rest = {}) {
  return { inlineData: { mimeType: 'image/png', data: bytes.toString('base64') }, ...rest };
}

function toErrorBody(code: number, status: string, message = 'No.', details: object[] = []) {
  return { error: { code, status, message, details } };
}

describe('an image', () => {
  it('an image is requested in its own ratio and returns its usage', async () => {
    const draft = imagePart(Buffer.from('draft'), { thought: true });
    const gemini = await start(wire.json(toAnswer([draft, imagePart(pixels)], 'STOP')));
    const outcome = await gemini().image(imageRequest());
    expect(outcome).toMatchObject({
      ok: true,
      value: { bytes: pixels, mimeType: 'image/png', usage: { ...usage, images: 1 } },
    });
    const [request] = server.requests;
    expect(request!.path).toBe('/v1beta/models/gemini-image:generateContent');
    expect(request!.headers['x-goog-api-key']).toBe('AIzaLocal0123456789');
    expect(JSON.parse(String(request!.body))).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'A cup of chai' }] }],
      generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '9:16' } },
      store: false,
    });
  });

  it('an image larger than 1024 px is requested at 2K, and edited from its inputs', async () => {
    const gemini = await start(wire.json(toAnswer([imagePart(pixels)], 'STOP')));
    const inputs = [{ bytes: Buffer.from('x'), mimeType: 'image/webp' }];
    await gemini().image(imageRequest({ size: 1536, inputs }));
    expect(JSON.parse(String(server.requests[0]!.body))).toMatchObject({
      contents: [
        {
          parts: [
            { inlineData: { mimeType: 'image/webp', data: 'eA==' } },
            { text: 'A cup of chai' },
          ],
        },
      ],
      generationConfig: { imageConfig: { aspectRatio: '9:16', imageSize: '2K' } },
    });
  });

  it('an edit of one part is sent with a second image that shows the part, and an instruction', async () => {
    const gemini = await start(wire.json(toAnswer([imagePart(pixels)], 'STOP')));
    const inputs = [{ bytes: Buffer.from('x'), mimeType: 'image/webp' }];
    const area: EditArea = { marked: { bytes: Buffer.from('y'), mimeType: 'image/jpeg' } };
    await gemini().image(imageRequest({ inputs, area }));
    const { contents } = JSON.parse(String(server.requests[0]!.body));
    expect(contents[0].parts).toEqual([
      { inlineData: { mimeType: 'image/webp', data: 'eA==' } },
      { inlineData: { mimeType: 'image/jpeg', data: 'eQ==' } },
      { text: expect.stringMatching(/^A cup of chai\n\n.*only where the second is tinted/) },
    ]);
  });

  it.each([
    ['safety', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'PROHIBITED_CONTENT'],
    ['safety', toAnswer(null, 'IMAGE_SAFETY'), 'IMAGE_SAFETY'],
    ['generic', toAnswer([{ text: 'I would rather talk.' }], 'STOP'), 'STOP'],
    ['generic', {}, 'empty'],
  ])('the failure of an image has the category %s for %j', async (category, body, code) => {
    const gemini = await start(wire.json(body));
    const outcome = await gemini().image(imageRequest());
    expect(outcome).toMatchObject({ ok: false, failure: { category, code, status: null } });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a failure', () => {
  it.each([
    ['access', toErrorBody(400, 'INVALID_ARGUMENT', 'Bad key.', [{ reason: 'API_KEY_INVALID' }])],
    ['access', toErrorBody(429, 'RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.')],
  ])(
    'the failure has the category %s for the answer %j, and the call is not retried',
    async (category, body) => {
      const gemini = await start(wire.json(body, body.error.code));
      const outcome = await gemini().image(imageRequest());
      const type = body.error.status;
      expect(outcome).toMatchObject({ ok: false, failure: { category, type } });
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([
    ['server', toErrorBody(503, 'UNAVAILABLE')],
    ['rate_limit', toErrorBody(429, 'RESOURCE_EXHAUSTED', 'Slow.', [{ retryDelay: '0.01s' }])],
  ])(
    'the failure has the category %s for the answer %j, and the call is retried exactly once',
    async (category, body) => {
      const gemini = await start(wire.json(body, body.error.code));
      const attempts: Attempt[] = [];
      const onAttempt = (attempt: Attempt) => attempts.push(attempt);
      const outcome = await gemini().text(textRequest({ onAttempt }));
      expect(outcome).toMatchObject({ ok: false, failure: { category, status: body.error.code } });
      expect(server.requests).toHaveLength(2);
      expect(attempts.map(({ failure }) => failure?.category)).toEqual([category, category]);
    },
  );

  it.each([
    ['no connection', null],
    ['a broken connection', wire.cutOff],
  ])('the failure has the category server after %s', async (_name, reply) => {
    const gemini = await start(reply ?? wire.silent);
    if (!reply) await server.close();
    const outcome = await gemini().image(imageRequest());
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'server', status: null } });
  });
});

describe('a cancelled call', () => {
  it.each([
    ['silence', wire.silent],
    ['an answer that stops halfway', wire.stalled],
    [
      'the wait before a retry',
      wire.json(toErrorBody(503, 'UNAVAILABLE', '', [{ retryDelay: '10s' }]), 503),
    ],
  ])('a call can be cancelled during %s', async (_name, reply) => {
    const gemini = await start(reply);
    const wish = new AbortController();
    // Waits for the request first, which may take longer than the timeout on a busy machine.
    void vi
      .waitUntil(() => server.requests.length === 1, { timeout: 60_000, interval: 10 })
      .then(() => setTimeout(() => wish.abort(), 100));
    const outcome = await gemini().image(imageRequest({ signal: wish.signal }));
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'cancelled' } });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a text', () => {
  it('a text is written from a system text and a history, without the thoughts', async () => {
    const parts = [{ text: 'Hm.', thought: true }, { text: '{"ideas"' }, { text: ': []}' }];
    const gemini = await start(wire.json(toAnswer(parts, 'STOP')));
    const outcome = await gemini().text(
      textRequest({
        system: 'Be brief.',
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
          { role: 'user', content: 'Ideas?' },
        ],
        json: true,
        maxOutputTokens: 500,
      }),
    );
    expect(outcome).toMatchObject({ ok: true, value: { text: '{"ideas": []}', usage } });
    expect(JSON.parse(String(server.requests[0]!.body))).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [{ text: 'Hello' }] },
        { role: 'user', parts: [{ text: 'Ideas?' }] },
      ],
      systemInstruction: { role: 'user', parts: [{ text: 'Be brief.' }] },
      generationConfig: { responseMimeType: 'application/json', maxOutputTokens: 8500 },
      store: false,
    });
  });

  it('a text that a safety finish cut short is a safety failure, even with content', async () => {
    const gemini = await start(wire.json(toAnswer([{ text: 'Half' }], 'SAFETY')));
    const outcome = await gemini().text(textRequest());
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'safety', code: 'SAFETY' } });
  });
});

describe('a stream', () => {
  it('a stream yields its chunks and one end with usage', async () => {
    const gemini = await start(
      wire.events(toAnswer([{ text: 'Nam' }]), toAnswer([{ text: 'aste' }], 'STOP')),
    );
    expect(await read(gemini().streamText(textRequest()))).toMatchObject([
      { type: 'chunk', text: 'Nam' },
      { type: 'chunk', text: 'aste' },
      { type: 'end', usage },
    ]);
    expect(server.requests[0]!.path).toBe(
      '/v1beta/models/gemini-text:streamGenerateContent?alt=sse',
    );
  });

  it.each([
    ['server', toErrorBody(503, 'UNAVAILABLE')],
    ['access', toErrorBody(429, 'RESOURCE_EXHAUSTED', 'Check your billing.')],
    ['safety', toAnswer(null, 'SAFETY')],
    ['safety', { promptFeedback: { blockReason: 'BLOCKLIST' } }],
    ['copyright', toAnswer([{ text: 'a line of a song' }], 'RECITATION')],
  ])(
    'a stream fails with the category %s when %j arrives in the middle',
    async (category, entry) => {
      const gemini = await start(wire.events(toAnswer([{ text: 'Nam' }]), entry));
      const parts = await read(gemini().streamText(textRequest()));
      expect(parts.at(-1)).toMatchObject({ type: 'failed', failure: { category } });
      expect(parts.filter(({ type }) => type !== 'chunk')).toHaveLength(1);
    },
  );

  it('a stream that falls silent fails with the category server', async () => {
    const gemini = await start(wire.eventsThenSilence(toAnswer([{ text: 'Nam' }])));
    expect(await read(gemini(2_000).streamText(textRequest()))).toMatchObject([
      { type: 'chunk', text: 'Nam' },
      { type: 'failed', failure: { category: 'server', code: 'timeout' } },
    ]);
  });

  it('a stream that the user stops is cancelled and disconnects from the provider', async () => {
    const gemini = await start(wire.eventsThenSilence(toAnswer([{ text: 'Nam' }])));
    const stop = new AbortController();
    const parts: TextStreamPart[] = [];
    for await (const part of gemini().streamText(textRequest({ signal: stop.signal }))) {
      parts.push(part);
      setTimeout(() => stop.abort(), 50);
    }
    expect(parts.at(-1)).toMatchObject({ type: 'failed', failure: { category: 'cancelled' } });
    await server.requests[0]!.hungUp;
  });
});

it('the adapter lists the usable models of all pages', async () => {
  const model = (name: string, methods: string[], displayName?: string) => ({
    name: `models/${name}`,
    displayName,
    supportedGenerationMethods: methods,
  });
  const gemini = await start(
    wire.json({
      models: [
        model('gemini-x-flash', ['generateContent', 'countTokens'], 'Gemini X Flash'),
        model('gemini-x-flash-image', ['generateContent'], 'Nano'),
        model('imagen-y', ['predict']),
      ],
      nextPageToken: 'more',
    }),
    wire.json({ models: [model('gemini-embedding-z', ['embedContent'])] }),
  );
  const outcome = await gemini().models(new AbortController().signal);
  const listing = (id: string, label: string, capabilities: string[]) => ({
    id,
    label,
    provider: 'google',
    capabilities,
  });
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      models: [
        listing('gemini-x-flash', 'Gemini X Flash', ['text', 'vision']),
        listing('gemini-x-flash-image', 'Nano', ['image', 'image-edit']),
        listing('gemini-embedding-z', 'gemini-embedding-z', ['embedding']),
      ],
    },
  });
  expect(server.requests[1]!.path).toContain('pageToken=more');
});
