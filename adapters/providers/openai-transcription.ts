/** Speech to text: `POST /v1/audio/transcriptions`. */
import OpenAI, { toFile } from 'openai';
import type { Request, Result } from './call.ts';
import type { Transcription, TranscriptionRequest } from './provider.ts';

/** A minute of fast speech has some 1,000 characters. */
const textMaxCharacters = 8_000;

export async function transcribe(
  client: OpenAI,
  { modelId, recording, languages, style }: TranscriptionRequest,
  { signal }: Request,
): Promise<Result<Transcription>> {
  const answer = await client.audio.transcriptions.create(
    {
      model: modelId,
      file: await toFile(recording, 'dictation.wav', { type: 'audio/wav' }),
      languages,
      response_format: 'json',
      ...(style && { prompt: style }),
    },
    { signal },
  );
  if (typeof answer.text !== 'string') return { signal: { kind: 'empty', reason: null } };
  const text = answer.text.trim().slice(0, textMaxCharacters);
  return { value: { text, seconds: toSeconds(answer.usage) } };
}

/** No recording is longer than a few minutes. */
const secondsMax = 3_600;

function toSeconds(usage: OpenAI.Audio.Transcription['usage']): number | null {
  const seconds = usage?.type === 'duration' ? usage.seconds : null;
  return typeof seconds === 'number' && seconds >= 0 && seconds <= secondsMax ? seconds : null;
}
