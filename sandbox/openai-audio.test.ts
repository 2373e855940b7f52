import OpenAI, { APIError, toFile } from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOpenAiSandbox } from './openai.ts';

let sandbox: Awaited<ReturnType<typeof startOpenAiSandbox>>;
let client: OpenAI;
beforeAll(async () => {
  sandbox = await startOpenAiSandbox();
  client = new OpenAI({ apiKey: 'any', baseURL: sandbox.url, maxRetries: 0 });
});
afterAll(() => sandbox.close());

/** A tone as a WAV of 16 bits with one channel and 16 kHz. */
function wav(seconds: number, hertz = 220, volume = 8_000): Buffer {
  const count = Math.round(seconds * 16_000);
  const bytes = Buffer.alloc(44 + 2 * count);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + 2 * count, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(16_000, 24);
  bytes.writeUInt32LE(32_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(2 * count, 40);
  for (let index = 0; index < count; index += 1) {
    const angle = (2 * Math.PI * hertz * (index + 0.5)) / 16_000;
    bytes.writeInt16LE(Math.round(Math.sin(angle) * volume), 44 + 2 * index);
  }
  return bytes;
}

async function transcribe(bytes: Buffer, more: object = {}, name = 'speech.wav') {
  const file = await toFile(bytes, name);
  return client.audio.transcriptions.create({ file, model: 'gpt-transcribe', ...more });
}

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) =>
      error instanceof APIError ? [error.status ?? null, error.code ?? null] : error,
  );

test('the SDK gets the words, the languages and the billed seconds', async () => {
  expect(await transcribe(wav(1.2), { languages: ['en'] })).toEqual({
    text: 'A bright Diwali poster for',
    languages: [{ code: 'en' }],
    usage: { type: 'duration', seconds: 2 },
  });
  const hindi = await transcribe(wav(1), { languages: ['hi', 'en'] });
  expect(hindi.text).toMatch(/^मेरी/);
  const hinglish = await transcribe(wav(1), { languages: ['hi', 'en'], prompt: 'Namaste ji' });
  expect(hinglish.text).toMatch(/^Meri/);
});

test('silence has no words', async () => {
  expect(await transcribe(wav(1, 220, 0))).toMatchObject({ text: '', languages: [] });
});

test('a file that the service does not take is refused as the service does', async () => {
  expect(await refusalOf(transcribe(wav(0.05)))).toEqual([400, 'audio_too_short']);
  expect(await refusalOf(transcribe(wav(1), {}, 'speech.txt'))).toEqual([400, 'unsupported_value']);
  expect(await refusalOf(transcribe(Buffer.from('no sound')))).toEqual([400, 'invalid_value']);
  expect(await refusalOf(transcribe(wav(1), { model: 'gpt-6-luna' }))).toEqual([
    400,
    'invalid_value',
  ]);
  expect(await refusalOf(transcribe(wav(1), { model: 'none' }))).toEqual([404, 'model_not_found']);
  expect(await refusalOf(transcribe(wav(1), { response_format: 'srt' }))).toEqual([
    400,
    'invalid_value',
  ]);
});

test.each([
  [3_000, 503, 'server_is_overloaded'],
  [3_300, 429, 'rate_limit_exceeded'],
  [3_600, 429, 'insufficient_quota'],
])('a tone of %i Hz fails with %i %s', async (hertz, status, code) => {
  expect(await refusalOf(transcribe(wav(0.5, hertz)))).toEqual([status, code]);
});
