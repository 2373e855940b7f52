// Refusals of real providers, byte for byte: whose fault they are, why, and what is asked again.
import { afterEach, describe, expect, test } from 'vitest';
import { dayMs } from '@sachet/shared/time';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import type { Attempt, ImageRequest, TextRequest } from './provider.ts';
import * as wire from './testing/wire.ts';

let server: Awaited<ReturnType<typeof wire.startWire>>;
afterEach(() => server?.close());

async function start(name: 'openai' | 'google', ...replies: wire.Reply[]) {
  server = await wire.startWire(...replies);
  return name === 'openai'
    ? createOpenAi({ apiKey: 'sk-local', baseUrl: `${server.url}/v1` })
    : createGemini({ apiKey: 'AIzaLocal', baseUrl: server.url });
}

const call = () => ({ signal: new AbortController().signal, userDigest: 'digest' });
const toText = (rest: Partial<TextRequest> = {}): TextRequest => ({
  modelId: 'gpt-6.2-sol',
  purpose: 'chat',
  messages: [{ role: 'user', content: 'Hello' }],
  ...call(),
  ...rest,
});
const toImage = (rest: Partial<ImageRequest> = {}): ImageRequest => ({
  modelId: 'gpt-image-2',
  prompt: 'A cup of chai',
  aspectRatio: '1:1',
  size: 1024,
  ...call(),
  ...rest,
});
const sent = (n: number) => JSON.parse(String(server.requests[n]!.body));

const chat = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 4 },
};
const png = Buffer.from('\x89PNG\r\n\x1a\nfinished', 'latin1').toString('base64');
const drawn = { data: [{ b64_json: png }], usage: { input_tokens: 9, output_tokens: 100 } };
const written = {
  candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4 },
};

const openAiError = (code: string | null, message: string, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});
const geminiError = (code: number, status: string, message: string, details: object[] = []) => ({
  error: { code, status, message, details },
});

describe('what only an admin can end', () => {
  test.each([
    [
      'billing',
      400,
      openAiError(
        'billing_hard_limit_reached',
        'Billing hard limit has been reached.',
        'billing_limit_user_error',
      ),
    ],
    [
      'billing',
      429,
      openAiError(
        'billing_not_active',
        'Your account is not active, please check your billing details on our website.',
        'billing_not_active',
      ),
    ],
    [
      'billing',
      429,
      openAiError(
        'insufficient_quota',
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
      ),
    ],
    [
      'verification',
      403,
      openAiError(
        null,
        'Your organization must be verified to use the model `gpt-image-2`. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.',
      ),
    ],
    ['key', 401, openAiError('invalid_api_key', 'Incorrect API key provided: sk-ab***yz.')],
    [
      'account',
      401,
      openAiError('account_deactivated', 'The OpenAI account has been deactivated.'),
    ],
    [
      'model',
      403,
      openAiError('model_not_found', 'Project `proj_1` does not have access to model `gpt-9`.'),
    ],
    [
      'region',
      403,
      openAiError(
        'unsupported_country_region_territory',
        'Country, region, or territory not supported',
        'request_forbidden',
      ),
    ],
    ['other', 400, openAiError(null, 'Something new.')],
    ['other', 418, {}],
  ])(
    'OpenAI: the cause is %s for a %i with %j, and nothing is asked again',
    async (cause, status, body) => {
      const openai = await start('openai', wire.json(body, status));
      expect(await openai.text(toText())).toMatchObject({ failure: { category: 'access', cause } });
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each([
    [
      'leaked_key',
      geminiError(
        403,
        'PERMISSION_DENIED',
        'Your API key was reported as leaked. Please use another API key.',
      ),
    ],
    [
      'account',
      geminiError(
        403,
        'PERMISSION_DENIED',
        "Permission denied: Consumer 'api_key:AIzaSyA1234567890' has been suspended.",
        [{ reason: 'CONSUMER_SUSPENDED' }],
      ),
    ],
    ['billing', geminiError(429, 'RESOURCE_EXHAUSTED', 'Your prepayment credits are depleted.')],
    [
      'key',
      geminiError(400, 'INVALID_ARGUMENT', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]),
    ],
    [
      'region',
      geminiError(
        400,
        'FAILED_PRECONDITION',
        'User location is not supported for the API use without a billing account linked.',
      ),
    ],
    ['model', geminiError(404, 'NOT_FOUND', 'models/gemini-9 is not found for API version v1beta')],
  ])('Gemini: the cause is %s for %j, and nothing is asked again', async (cause, body) => {
    const google = await start('google', wire.json(body, body.error.code));
    expect(await google.text(toText())).toMatchObject({ failure: { category: 'access', cause } });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['openai', 400, openAiError('context_length_exceeded', 'Your input is 300000 tokens.')],
    ['openai', 400, openAiError('invalid_image_format', 'You uploaded an unsupported image.')],
    [
      'google',
      400,
      geminiError(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      ),
    ],
    ['google', 400, geminiError(400, 'INVALID_ARGUMENT', 'Unable to process input image.')],
  ] as const)('%s: what a person sent is not ours: %i with %j', async (name, status, body) => {
    const adapter = await start(name, wire.json(body, status));
    expect(await adapter.text(toText())).toMatchObject({
      failure: { category: 'request', cause: null },
    });
  });
});

describe('a parameter that a model does not take', () => {
  test.each([
    [
      'reasoning_effort',
      openAiError('unsupported_parameter', "Unsupported parameter: 'reasoning_effort'."),
    ],
    ['safety_identifier', { detail: 'Unsupported parameter: safety_identifier' }],
    ['store', { detail: [{ loc: ['body', 'store'], msg: 'Extra inputs are not permitted' }] }],
  ])(
    'a text is asked for once more without %s, and from then on without it',
    async (name, body) => {
      const openai = await start('openai', wire.json(body, 400), wire.json(chat));
      const attempts: Attempt[] = [];
      const onAttempt = (attempt: Attempt) => attempts.push(attempt);
      expect(await openai.text(toText({ onAttempt }))).toMatchObject({ value: { text: 'Hi' } });
      expect(await openai.text(toText())).toMatchObject({ ok: true });
      const has = server.requests.map((_, n) => name in sent(n));
      expect(has).toEqual([true, false, false]);
      expect(attempts.map(({ refusedParameter }) => refusedParameter)).toEqual([name, null]);
    },
  );

  test('calls that were sent before the first refusal are asked for again too', async () => {
    const error = { detail: 'Unsupported parameter: safety_identifier' };
    const refusals: (() => void)[] = [];
    const openai = await start('openai', (response, request) => {
      const body = JSON.parse(String(request.body));
      if (!('safety_identifier' in body)) return wire.json(chat)(response, request);
      refusals.push(() => void wire.json(error, 400)(response, request));
      // Both are on their way before either is refused.
      if (refusals.length === 2) for (const refuse of refusals) refuse();
    });
    const answers = await Promise.all([openai.text(toText()), openai.text(toText())]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
    expect(server.requests).toHaveLength(4);
  });

  test.each(['quality', 'size'])('a paid picture is asked for again without %s', async (name) => {
    const error = {
      error: {
        ...openAiError('unknown_parameter', `Unknown parameter: '${name}'.`).error,
        param: name,
      },
    };
    const openai = await start('openai', wire.json(error, 400), wire.json(drawn));
    expect(await openai.image(toImage({ isPaid: true }))).toMatchObject({ ok: true });
    expect([name in sent(0), name in sent(1)]).toEqual([true, false]);
  });

  test('a picture whose size is refused as a value is not drawn in another, and others keep theirs', async () => {
    const message = "Invalid value: '2048x1152'.";
    const error = { error: { ...openAiError('invalid_value', message).error, param: 'size' } };
    const openai = await start('openai', wire.json(error, 400), wire.json(drawn));
    expect(await openai.image(toImage({ isPaid: true }))).toMatchObject({ ok: false });
    expect(await openai.image(toImage({ isPaid: true }))).toMatchObject({ ok: true });
    expect([0, 1].map((n) => 'size' in sent(n))).toEqual([true, true]);
  });

  test.each([
    ['thinkingConfig', 'Thinking level MEDIUM is not supported for this model.'],
    ['maxOutputTokens', 'Invalid JSON payload received. Unknown name "maxOutputTokens".'],
  ])('Gemini is asked again without %s', async (name, message) => {
    const refusal = wire.json(geminiError(400, 'INVALID_ARGUMENT', message), 400);
    const google = await start('google', refusal, wire.json(written));
    const order = toText({ modelId: 'gemini-3.8-flash', maxOutputTokens: 500 });
    expect(await google.text(order)).toMatchObject({ value: { text: 'Hi' } });
    expect([0, 1].map((n) => name in sent(n).generationConfig)).toEqual([true, false]);
  });

  test('Gemini is never asked without `store`, because it might keep the prompt', async () => {
    const message = 'Invalid JSON payload received. Unknown name "store": Cannot find field.';
    const refusal = wire.json(geminiError(400, 'INVALID_ARGUMENT', message), 400);
    const google = await start('google', refusal);
    expect(await google.text(toText())).toMatchObject({ failure: { cause: 'parameter' } });
    expect(server.requests).toHaveLength(1);
  });

  test('a parameter that a request needs is ours to fix, and is asked for once', async () => {
    const body = openAiError('unsupported_parameter', "Unsupported parameter: 'messages'.");
    const openai = await start('openai', wire.json(body, 400));
    expect(await openai.text(toText())).toMatchObject({
      failure: { category: 'access', cause: 'parameter' },
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a long wait', () => {
  test.each([429, 503])(
    'after a %i with a day to wait, the model rests and others do not',
    async (status) => {
      const body = openAiError('rate_limit_exceeded', 'Limit 200, Used 200.', 'requests');
      const openai = await start(
        'openai',
        wire.json(body, status, { 'retry-after': '86400' }),
        wire.json(chat),
      );
      const capacity = { category: 'quota', cause: 'capacity', retryAfterMs: dayMs };
      expect(await openai.text(toText())).toMatchObject({ failure: capacity });
      const again = await openai.text(toText());
      expect(again).toMatchObject({ failure: { category: 'quota' } });
      expect(server.requests).toHaveLength(1);
      expect(await openai.text(toText({ modelId: 'gpt-6-luna' }))).toMatchObject({ ok: true });
    },
  );
});
