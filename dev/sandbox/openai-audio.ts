/**
 * `POST /v1/audio/transcriptions`. The stand-in hears whether a recording is silent and how long it is, and
 * writes that much of a fixed text in the requested language. A pure tone makes it fail, as a marker does in a
 * prompt:
 *
 * | tone     | answer                              |
 * | -------- | ----------------------------------- |
 * | 3,000 Hz | 503 `server_is_overloaded`          |
 * | 3,300 Hz | 429 `rate_limit_exceeded`           |
 * | 3,600 Hz | 429 `insufficient_quota`            |
 * | 3,900 Hz | never answers                       |
 * | 4,200 Hz | the connection breaks               |
 */
import type { Request, Response } from 'express';
import { pause, untilClosed } from './http.ts';
import type { FailureKind } from './markers.ts';
import { invalidValue, toOpenAiError, type OpenAiError } from './openai-errors.ts';
import { modelFor, sendError } from './openai-wire.ts';

const formats = ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm'];
const fileBytesMax = 25 * 1024 ** 2;
const shortestSeconds = 0.1;

/** The words of some four seconds, repeated for longer recordings. */
const spoken = {
  en: 'A bright Diwali poster for my sweet shop with a box of kaju katli and warm lights',
  hi: 'मेरी मिठाई की दुकान के लिए दिवाली का चमकीला पोस्टर बनाओ जिसमें काजू कतली का डिब्बा और दीये हों',
  hg: 'Meri mithai ki dukaan ke liye Diwali ka chamkila poster banao jisme kaju katli ka dabba aur diye ho',
} as const;
const wordsPerSecond = 4;

const failureOfTone: readonly [hertz: number, failure: FailureKind][] = [
  [3_000, 'server'],
  [3_300, 'rate_limit'],
  [3_600, 'quota'],
  [3_900, 'hang'],
  [4_200, 'truncated'],
];

const refused = (code: string | null, message: string): OpenAiError => ({
  status: 400,
  error: { message, type: 'invalid_request_error', param: 'file', code },
});

const unsupported = refused(
  'unsupported_value',
  `Invalid file format. Supported formats: ['${formats.join("', '")}']`,
);
const unreadable = refused(
  'invalid_value',
  'The audio file could not be decoded or its format is not supported.',
);
const tooShort = refused(
  'audio_too_short',
  'Audio file is too short. Minimum audio length is 0.1 seconds.',
);
const tooLarge: OpenAiError = {
  status: 413,
  error: {
    message: '413: Maximum content size limit (26214400) exceeded.',
    type: 'server_error',
    param: null,
    code: null,
  },
};

export async function answerTranscription(
  request: Request,
  response: Response,
  latencyMs: number,
): Promise<void> {
  const form = await parseForm(request);
  if (!form) {
    const message = "Unsupported content type: this endpoint accepts 'multipart/form-data'.";
    return sendError(response, invalidValue('body', message));
  }
  if (!modelFor(response, form.get('model'), 'transcription')) return;
  const format = form.get('response_format') ?? 'json';
  if (format !== 'json') {
    const message = `response_format '${String(format)}' is not compatible with this model. Use 'json' instead.`;
    return sendError(response, invalidValue('response_format', message));
  }
  const file = form.get('file');
  if (file === null || typeof file === 'string') {
    return sendError(response, invalidValue('file', "Missing required parameter: 'file'."));
  }
  if (!formats.includes(file.name.split('.').at(-1) ?? '')) return sendError(response, unsupported);
  if (file.size > fileBytesMax) return sendError(response, tooLarge);
  const sound = readSound(Buffer.from(await file.arrayBuffer()));
  if (!sound) return sendError(response, unreadable);
  if (sound.seconds < shortestSeconds) return sendError(response, tooShort);
  if (latencyMs > 0 && !(await pause(latencyMs, response))) return;
  const failure = findFailure(sound.hertz);
  if (failure === 'hang') return untilClosed(response);
  if (failure === 'truncated') return void response.destroy();
  const error = failure && toOpenAiError(failure, 'text', String(form.get('model')));
  if (error) return sendError(response, error);
  const language = toSpoken(form);
  response.json({
    text: sound.isSilent ? '' : write(spoken[language], sound.seconds),
    languages: sound.isSilent ? [] : [{ code: language === 'en' ? 'en' : 'hi' }],
    usage: { type: 'duration', seconds: Math.ceil(sound.seconds) },
  });
}

async function parseForm(request: Request): Promise<FormData | null> {
  if (!Buffer.isBuffer(request.body)) return null;
  const headers = { 'content-type': request.get('content-type') ?? '' };
  const body = new Uint8Array(request.body);
  return new globalThis.Response(body, { headers }).formData().catch(() => null);
}

/** The first of the possible languages is spoken; Hindi in Latin letters where the style has them. */
function toSpoken(form: FormData): keyof typeof spoken {
  const [first = form.get('language')] = form.getAll('languages[]');
  if (first !== 'hi') return 'en';
  const style = String(form.get('prompt') ?? '');
  return /[a-z]/i.test(style) ? 'hg' : 'hi';
}

function write(text: string, seconds: number): string {
  const words = text.split(' ');
  const count = Math.max(1, Math.round(seconds * wordsPerSecond));
  return Array.from({ length: count }, (_, index) => words[index % words.length]).join(' ');
}

const findFailure = (hertz: number): FailureKind | null =>
  failureOfTone.find(([tone]) => Math.abs(tone - hertz) < 50)?.[1] ?? null;

type Sound = { seconds: number; isSilent: boolean; hertz: number };

/** Only a WAV of 16 bits with one channel; null for other files. */
function readSound(bytes: Buffer): Sound | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    return null;
  }
  const at = bytes.indexOf('data', 12, 'latin1');
  if (at < 0 || bytes.readUInt16LE(22) !== 1 || bytes.readUInt16LE(34) !== 16) return null;
  const rate = bytes.readUInt32LE(24);
  const data = bytes.subarray(at + 8);
  const count = Math.floor(data.length / 2);
  const seconds = count / rate;
  let loudest = 0;
  let crossings = 0;
  let last = 0;
  for (let index = 0; index < count; index += 1) {
    const sample = data.readInt16LE(2 * index);
    loudest = Math.max(loudest, Math.abs(sample));
    if (sample !== 0 && last !== 0 && sample > 0 !== last > 0) crossings += 1;
    if (sample !== 0) last = sample;
  }
  return { seconds, isSilent: loudest < 200, hertz: seconds > 0 ? crossings / 2 / seconds : 0 };
}
