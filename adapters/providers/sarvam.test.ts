/** Sarvam as its documentation describes it: https://docs.sarvam.ai/api/errors-troubleshooting */
import { expect, it, onTestFinished } from 'vitest';
import { createProviders } from './configured.ts';
import type { Attempt, TextStreamPart } from './provider.ts';
import { events, json, startWire, type Reply } from './testing/wire.ts';
import { isUnbilled } from './usage-estimate.ts';

const order = {
  modelId: 'sarvam-105b',
  purpose: 'text' as const,
  system: 'Be brief.',
  messages: [{ role: 'user' as const, content: 'पतंग कैसे उड़ाएँ?' }],
  maxOutputTokens: 500,
  json: true,
  userDigest: 'digest',
  signal: new AbortController().signal,
};
const usage = { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 };

async function open(...replies: Reply[]) {
  const server = await startWire(...replies);
  onTestFinished(async () => void (await server.close()));
  const settings = { SARVAM_API_KEY: 'sk_local_key', SARVAM_BASE_URL: `${server.url}/v1` };
  return { server, adapter: createProviders(settings).sarvam };
}

it('Sarvam is asked with max_tokens and its thoughts off, without the parameters that only OpenAI has', async () => {
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{}' } };
  const { adapter, server } = await open(
    json({ id: '1', model: 'sarvam-105b', choices: [choice], usage }),
  );
  const outcome = await adapter.text(order);
  expect(outcome).toMatchObject({ ok: true, value: { text: '{}' } });
  const [request] = server.requests;
  expect(request!.path).toBe('/v1/chat/completions');
  expect(request!.headers.authorization).toBe('Bearer sk_local_key');
  expect(JSON.parse(request!.body.toString())).toEqual({
    model: 'sarvam-105b',
    messages: [{ role: 'system', content: 'Be brief.' }, order.messages[0]],
    response_format: { type: 'json_object' },
    reasoning_effort: null,
    max_tokens: 500,
  });
});

it('a streamed reply of Sarvam is without its reasoning, and has its usage', async () => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: '1',
    model: 'sarvam-105b',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const { adapter } = await open(
    events(
      chunk({ role: 'assistant', content: null, reasoning_content: 'They ask about kites.' }),
      chunk({ content: 'हवा देखें।' }),
      chunk({}, 'stop'),
      { id: '1', model: 'sarvam-105b', choices: [], usage },
      '[DONE]',
    ),
  );
  const parts: TextStreamPart[] = [];
  for await (const part of adapter.streamText(order)) parts.push(part);
  expect(parts).toMatchObject([
    { type: 'chunk', text: 'हवा देखें।' },
    { type: 'end', isCut: false, usage: { inputTokens: 20, outputTokens: 8 } },
  ]);
});

it.each([
  [403, 'invalid_api_key_error', 'Invalid API key', 'access', 'key'],
  [429, 'insufficient_quota_error', 'Credits exhausted', 'access', 'billing'],
  [400, 'invalid_request_error', 'The prompt is too long.', 'request', null],
  [404, 'not_found_error', 'Model not found', 'access', 'model'],
])('the answer %i %s of Sarvam (%s) is %s', async (status, code, message, category, cause) => {
  const { adapter, server } = await open(json({ error: { message, code } }, status));
  const outcome = await adapter.text(order);
  expect(outcome).toMatchObject({ ok: false, failure: { category, cause, provider: 'sarvam' } });
  // A failure that is ours to fix is not asked again.
  expect(server.requests).toHaveLength(1);
});

it.each([
  [429, 'rate_limit_exceeded_error', 'rate_limit'],
  [500, 'internal_server_error', 'server'],
])(
  'the passing state %i %s of Sarvam is %s, and is asked once more',
  async (status, code, category) => {
    const { adapter, server } = await open(json({ error: { message: 'Busy', code } }, status));
    const outcome = await adapter.text(order);
    expect(outcome).toMatchObject({ ok: false, failure: { category } });
    expect(server.requests).toHaveLength(2);
  },
);

it('Sarvam without its key gets no request: every call fails as with a wrong key, at no cost', async () => {
  const server = await startWire(json({}));
  onTestFinished(async () => void (await server.close()));
  const adapter = createProviders({ SARVAM_BASE_URL: `${server.url}/v1` }).sarvam;
  const attempts: Attempt[] = [];
  const asked = { ...order, onAttempt: (attempt: Attempt) => void attempts.push(attempt) };
  const parts: TextStreamPart[] = [];
  for await (const part of adapter.streamText(asked)) parts.push(part);
  const outcomes = [await adapter.text(asked), await adapter.models(order.signal)];
  const failure = { category: 'access', cause: 'key', detail: 'SARVAM_API_KEY is not set.' };
  expect(parts).toMatchObject([{ type: 'failed', failure }]);
  expect(outcomes).toMatchObject([
    { ok: false, failure },
    { ok: false, failure },
  ]);
  expect(outcomes.every((outcome) => !outcome.ok && isUnbilled(outcome.failure))).toBe(true);
  expect([server.requests, attempts]).toEqual([[], []]);
});
