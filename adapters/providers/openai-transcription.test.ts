import { afterEach, expect, test } from 'vitest';
import { createOpenAi } from './openai.ts';
import type { TranscriptionRequest } from './provider.ts';
import { json, silent, startWire, type Reply } from './testing/wire.ts';

let wire: Awaited<ReturnType<typeof startWire>>;
afterEach(() => wire.close());

async function transcribe(
  reply: Reply,
  more: Partial<TranscriptionRequest> = {},
  timeoutMs = 20_000,
) {
  wire = await startWire(reply);
  const adapter = createOpenAi({ apiKey: 'sk-secret', baseUrl: `${wire.url}/v1`, timeoutMs });
  return adapter.transcribe!({
    modelId: 'gpt-transcribe',
    recording: new Uint8Array([82, 73, 70, 70]),
    languages: ['hi', 'en'],
    signal: new AbortController().signal,
    ...more,
  });
}

test('the recording, the languages and the style are sent, and the text and its seconds returned', async () => {
  const usage = { type: 'duration', seconds: 3 };
  const outcome = await transcribe(json({ text: ' Ek poster ', languages: [], usage }), {
    style: 'Namaste',
  });
  expect(outcome).toEqual({ ok: true, value: { text: 'Ek poster', seconds: 3 } });
  const [{ path, body }] = wire.requests as [(typeof wire.requests)[0]];
  expect(path).toBe('/v1/audio/transcriptions');
  const sent = body.toString('latin1');
  for (const [name, value] of [
    ['model', 'gpt-transcribe'],
    ['languages[]', 'hi'],
    ['languages[]', 'en'],
    ['prompt', 'Namaste'],
    ['response_format', 'json'],
  ]) {
    expect(sent).toContain(`name="${name}"\r\n\r\n${value}`);
  }
  expect(sent).toContain('filename="dictation.wav"');
});

test.each([
  ['tokens', { type: 'tokens', input_tokens: 9, output_tokens: 1, total_tokens: 10 }],
  ['no usage', undefined],
  ['an impossible duration', { type: 'duration', seconds: -1 }],
])('an answer with %s has no billed seconds', async (_what, usage) => {
  const outcome = await transcribe(json({ text: 'Hi', usage }));
  expect(outcome).toMatchObject({ ok: true, value: { seconds: null } });
});

test('an answer without text, an error and silence are failures with a category', async () => {
  expect(await transcribe(json({ usage: {} }))).toMatchObject({ failure: { category: 'generic' } });
  await wire.close();
  const error = { message: 'Audio file is too short.', code: 'audio_too_short' };
  expect(await transcribe(json({ error }, 400))).toMatchObject({
    failure: { category: 'request', code: 'audio_too_short' },
  });
  await wire.close();
  expect(await transcribe(silent, {}, 400)).toMatchObject({ failure: { category: 'server' } });
});
