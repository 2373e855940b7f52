import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOpenAi } from './openai.ts';
import type { Attempt, EditArea, ImageRequest, TextRequest, TextStreamPart } from './provider.ts';
import * as wire from './testing/wire.ts';

const pixels = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1');
const imageBody = {
  created: 1,
  data: [{ b64_json: pixels.toString('base64') }],
  output_format: 'webp',
  usage: { input_tokens: 12, output_tokens: 340, total_tokens: 352 },
};
const overloaded = {
  error: { message: 'Overloaded.', type: 'server_error', code: 'server_is_overloaded' },
};

/** A timeout for calls that get no answer, long enough for all other calls on a busy machine. */
const hastyMs = 2_000;

let server: Awaited<ReturnType<typeof wire.startWire>>;

async function start(...replies: wire.Reply[]) {
  server = await wire.startWire(...replies);
  return (timeoutMs?: number) =>
    createOpenAi({ apiKey: 'sk-local-0123456789', baseUrl: `${server.url}/v1`, timeoutMs });
}

afterEach(() => server.close());

function imageRequest(rest: Partial<ImageRequest> = {}): ImageRequest {
  return {
    modelId: 'gpt-image-2',
    prompt: 'A cup of chai',
    aspectRatio: '16:9',
    size: 1536,
    signal: new AbortController().signal,
    userDigest: 'digest',
    ...rest,
  };
}

function textRequest(rest: Partial<TextRequest> = {}): TextRequest {
  return {
    modelId: 'gpt-5',
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

function chunk(content: string | null, finish: string | null = null, delta = {}) {
  return { id: 'c', choices: [{ index: 0, delta: { content, ...delta }, finish_reason: finish }] };
}

const usageChunk = { id: 'c', choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } };

const area: EditArea = {
  image: { bytes: Buffer.from('as a PNG'), mimeType: 'image/png' },
  mask: { bytes: Buffer.from('its mask'), mimeType: 'image/png' },
};

describe('an image', () => {
  it('an image is requested in the wanted size and returns its usage', async () => {
    const openai = await start(wire.json(imageBody));
    const outcome = await openai().image(imageRequest({ quality: 'speed' }));
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        bytes: pixels,
        mimeType: 'image/png',
        usage: { inputTokens: 12, outputTokens: 340, images: 1 },
      },
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/images/generations' });
    expect(request!.headers.authorization).toBe('Bearer sk-local-0123456789');
    expect(JSON.parse(String(request!.body))).toEqual({
      model: 'gpt-image-2',
      prompt: 'A cup of chai',
      n: 1,
      size: '1536x864',
      quality: 'low',
      user: 'digest',
    });
  });

  it.each([
    [1, 'name="image";'],
    [2, 'name="image[]";'],
  ])('an image is edited from %i inputs as a form', async (count, field) => {
    const openai = await start(wire.json(imageBody));
    const input = { bytes: Buffer.from('input'), mimeType: 'image/png' };
    const outcome = await openai().image(imageRequest({ inputs: Array(count).fill(input) }));
    expect(outcome.ok).toBe(true);
    const form = String(server.requests[0]!.body);
    expect(server.requests[0]!.path).toBe('/v1/images/edits');
    expect(form.split(field)).toHaveLength(count + 1);
    expect(form).toContain('Content-Type: image/png');
  });

  it('an edit of one part is sent as a PNG with its mask', async () => {
    const openai = await start(wire.json(imageBody));
    const inputs = [{ bytes: Buffer.from('as it is'), mimeType: 'image/jpeg' }];
    const outcome = await openai().image(imageRequest({ inputs, area }));
    expect(outcome.ok).toBe(true);
    const [request] = server.requests;
    const headers = { 'content-type': request!.headers['content-type']! };
    const form = await new Response(new Uint8Array(request!.body), { headers }).formData();
    const sent = [form.get('image'), form.get('mask')] as File[];
    expect(await Promise.all(sent.map((file) => file.text()))).toEqual(['as a PNG', 'its mask']);
    expect(sent.map(({ type }) => type)).toEqual(['image/png', 'image/png']);
  });

  it('an image that is missing from the answer is a generic failure', async () => {
    const openai = await start(wire.json({ created: 1, data: [] }));
    const outcome = await openai().image(imageRequest());
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'generic', status: null } });
  });
});

describe('a failure', () => {
  const body = (rest: object) => ({ error: { message: 'No.', type: null, code: null, ...rest } });

  it.each([
    ['safety', 400, { code: 'moderation_blocked', type: 'image_generation_user_error' }],
    ['copyright', 400, { message: "Similar to a third party's likeness" }],
    ['access', 418, {}],
  ])(
    'the failure has the category %s for a %i with %j, and the call is not retried',
    async (category, status, rest) => {
      const openai = await start(wire.json(body(rest), status));
      const outcome = await openai().image(imageRequest());
      const code = (rest as { code?: string }).code ?? null;
      expect(outcome).toMatchObject({ ok: false, failure: { category, status, code } });
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([
    ['server', 503, overloaded],
    ['rate_limit', 429, body({ code: 'rate_limit_exceeded' })],
  ])(
    'the failure has the category %s for a %i, and the call is retried exactly once',
    async (category, status, error) => {
      const openai = await start(wire.json(error, status, { 'retry-after-ms': '1' }));
      const attempts: Attempt[] = [];
      const onAttempt = (attempt: Attempt) => attempts.push(attempt);
      const outcome = await openai().image(imageRequest({ onAttempt }));
      expect(outcome).toMatchObject({ ok: false, failure: { category, status, retryAfterMs: 1 } });
      expect(server.requests).toHaveLength(2);
      expect(attempts.map(({ failure }) => failure?.category)).toEqual([category, category]);
    },
  );

  it('a failure is not reported if the retry succeeds', async () => {
    const openai = await start(
      wire.json(overloaded, 503, { 'retry-after': '0' }),
      wire.json(imageBody),
    );
    expect((await openai().image(imageRequest())).ok).toBe(true);
    expect(server.requests).toHaveLength(2);
  });

  it('a failure with a Retry-After above ten seconds is not retried', async () => {
    const openai = await start(wire.json(overloaded, 503, { 'retry-after': '11' }));
    const outcome = await openai().image(imageRequest());
    expect(outcome).toMatchObject({ ok: false, failure: { retryAfterMs: 11_000 } });
    expect(server.requests).toHaveLength(1);
  });

  it('the failure of a proxy contains no part of its error page', async () => {
    const openai = await start(wire.badGateway);
    const outcome = await openai().text(textRequest());
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'server', status: 502 } });
    expect(JSON.stringify(outcome)).not.toContain('nginx');
  });

  it.each([
    ['no connection', null],
    ['a broken connection', wire.cutOff],
  ])('the failure has the category server after %s', async (_name, reply) => {
    const openai = await start(reply ?? wire.silent);
    if (!reply) await server.close();
    const outcome = await openai().image(imageRequest());
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'server', status: null } });
  });

  it.each([
    ['silence', wire.silent],
    ['an answer that stops halfway', wire.stalled],
  ])('the failure has the category server if the timeout ends during %s', async (_name, reply) => {
    const openai = await start(reply);
    const outcome = await openai(hastyMs).image(imageRequest());
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'server', code: 'timeout' } });
    expect(server.requests).toHaveLength(1);
    await server.requests[0]!.hungUp;
  });
});

describe('a cancelled call', () => {
  it.each([
    ['silence', wire.silent],
    ['an answer that stops halfway', wire.stalled],
    ['the wait before a retry', wire.json(overloaded, 503, { 'retry-after': '10' })],
  ])('a call can be cancelled during %s', async (_name, reply) => {
    const openai = await start(reply);
    const wish = new AbortController();
    // Waits for the request first, which may take longer than the timeout on a busy machine.
    void vi
      .waitUntil(() => server.requests.length === 1, { timeout: 60_000, interval: 10 })
      .then(() => setTimeout(() => wish.abort(), 100));
    const outcome = await openai().image(imageRequest({ signal: wish.signal }));
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'cancelled' } });
    expect(server.requests).toHaveLength(1);
  });

  it('a call that is stopped before it starts sends nothing', async () => {
    const openai = await start(wire.json(imageBody));
    const outcome = await openai().image(imageRequest({ signal: AbortSignal.abort() }));
    expect(outcome).toMatchObject({ ok: false, failure: { category: 'cancelled' } });
    expect(server.requests).toHaveLength(0);
  });
});

describe('a text', () => {
  const answer = (message: object, finish_reason = 'stop') =>
    wire.json({
      choices: [
        { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason },
      ],
      usage: { prompt_tokens: 30, completion_tokens: 7 },
    });

  it('a text is written from a system text, a history and images', async () => {
    const openai = await start(answer({ content: '{"ideas": []}' }));
    const outcome = await openai().text(
      textRequest({
        system: 'Answer in JSON.',
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
          {
            role: 'user',
            content: 'Look',
            images: [{ bytes: Buffer.from('x'), mimeType: 'image/png' }],
          },
        ],
        json: true,
        maxOutputTokens: 500,
      }),
    );
    const usage = { inputTokens: 30, outputTokens: 7, images: 0 };
    expect(outcome).toMatchObject({ ok: true, value: { text: '{"ideas": []}', usage } });
    expect(JSON.parse(String(server.requests[0]!.body))).toEqual({
      model: 'gpt-5',
      messages: [
        { role: 'system', content: 'Answer in JSON.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } },
          ],
        },
      ],
      response_format: { type: 'json_object' },
      max_completion_tokens: 8500,
      safety_identifier: 'digest',
      store: false,
    });
  });

  it.each([
    ['safety', { refusal: 'I cannot.' }, 'stop', 'refusal'],
    ['safety', { content: 'Half a' }, 'content_filter', 'content_filter'],
    ['request', {}, 'length', 'length'],
    ['generic', {}, 'stop', 'stop'],
  ])(
    'a text fails with the category %s for the message %j with the finish reason %s',
    async (category, message, finish, code) => {
      const openai = await start(answer(message, finish));
      const outcome = await openai().text(textRequest());
      expect(outcome).toMatchObject({ ok: false, failure: { category, code } });
    },
  );
});

describe('a stream', () => {
  const ended = { type: 'end', usage: { inputTokens: 9, outputTokens: 4, images: 0 } };

  it('a stream yields its chunks and one end with usage', async () => {
    const openai = await start(
      wire.events(
        chunk(''),
        chunk('Nam'),
        chunk('aste'),
        chunk(null, 'stop'),
        usageChunk,
        '[DONE]',
      ),
    );
    expect(await read(openai().streamText(textRequest()))).toMatchObject([
      { type: 'chunk', text: 'Nam' },
      { type: 'chunk', text: 'aste' },
      ended,
    ]);
    const body = JSON.parse(String(server.requests[0]!.body));
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('an interrupted stream fails and is not restarted after its first chunk', async () => {
    const openai = await start(wire.events(chunk('Nam')));
    expect(await read(openai().streamText(textRequest()))).toMatchObject([
      { type: 'chunk' },
      { type: 'failed', failure: { category: 'server', code: 'unfinished' } },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  it('a stream that broke before its first chunk is restarted', async () => {
    const openai = await start(
      wire.events(),
      wire.events(chunk('Nam'), chunk(null, 'stop'), usageChunk, '[DONE]'),
    );
    expect(await read(openai().streamText(textRequest()))).toMatchObject([
      { type: 'chunk', text: 'Nam' },
      ended,
    ]);
  });

  it.each([
    ['server', { error: { type: 'server_error', code: null, message: 'Oops' } }],
    ['access', { error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'x' } }],
    ['safety', chunk('more', 'content_filter')],
    ['safety', chunk(null, 'stop', { refusal: 'I cannot.' })],
  ])(
    'a stream fails with the category %s when %j arrives in the middle',
    async (category, entry) => {
      const openai = await start(wire.events(chunk('Nam'), entry, '[DONE]'));
      const parts = await read(openai().streamText(textRequest()));
      expect(parts.at(-1)).toMatchObject({ type: 'failed', failure: { category } });
      expect(parts.filter(({ type }) => type !== 'chunk')).toHaveLength(1);
    },
  );

  it('a stream that falls silent fails with the category server', async () => {
    const openai = await start(wire.eventsThenSilence(chunk('Nam')));
    expect(await read(openai(hastyMs).streamText(textRequest()))).toMatchObject([
      { type: 'chunk' },
      { type: 'failed', failure: { category: 'server', code: 'timeout' } },
    ]);
  });

  it('a stream does not wait for a slow reader', async () => {
    const openai = await start(
      wire.events(chunk('Nam'), chunk('aste'), chunk(null, 'stop'), usageChunk, '[DONE]'),
    );
    const parts: TextStreamPart[] = [];
    for await (const part of openai(hastyMs).streamText(textRequest())) {
      parts.push(part);
      if (parts.length > 1) continue;
      await new Promise((resolve) => setTimeout(resolve, hastyMs + 500));
    }
    expect(parts.at(-1)).toMatchObject(ended);
  });

  it('a stream that the user stops is cancelled and disconnects from the provider', async () => {
    const openai = await start(wire.eventsThenSilence(chunk('Nam')));
    const stop = new AbortController();
    const parts: TextStreamPart[] = [];
    for await (const part of openai().streamText(textRequest({ signal: stop.signal }))) {
      parts.push(part);
      setTimeout(() => stop.abort(), 50);
    }
    expect(parts.at(-1)).toMatchObject({ type: 'failed', failure: { category: 'cancelled' } });
    await server.requests[0]!.hungUp;
  });

  it('a stream that is no longer read closes the connection to the provider', async () => {
    const openai = await start(wire.eventsThenSilence(chunk('Nam')));
    for await (const _part of openai().streamText(textRequest())) break;
    await expect(server.requests[0]!.hungUp).resolves.not.toThrow();
  });
});

it('the adapter lists the usable models', async () => {
  const openai = await start(
    wire.json({
      object: 'list',
      data: [
        { id: 'gpt-5', object: 'model', created: 1, owned_by: 'x', shutdown_date: null },
        { id: 'gpt-image-1.5', object: 'model', created: 1, shutdown_date: '2027-03-01' },
        { id: 'text-embedding-3-small', object: 'model', created: 1 },
        { id: 'whisper-1', object: 'model', created: 1 },
      ],
    }),
  );
  const outcome = await openai().models(new AbortController().signal);
  const listing = (id: string, capabilities: string[], shutdownAt: Date | null = null) => ({
    id,
    label: id,
    provider: 'openai',
    capabilities,
    shutdownAt,
  });
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      models: [
        listing('gpt-5', ['text', 'vision']),
        listing('gpt-image-1.5', ['image', 'image-edit'], new Date('2027-03-01')),
        listing('text-embedding-3-small', ['embedding']),
      ],
    },
  });
});
