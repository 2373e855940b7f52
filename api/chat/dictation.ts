/**
 * Speech to text, for browsers without speech recognition. The recording is in memory until its provider has
 * answered, and is never stored.
 */
import { noteRefusal } from '@sachet/db/admin/notices';
import { insertDictation, toDictationWorkId } from '@sachet/db/chat/dictations';
import { giveBackFreeWork } from '@sachet/db/studio/free-work';
import type { Profile } from '@sachet/db/people/profiles';
import { bookDictation } from '@sachet/flows/chat/book-dictation';
import { toFreeWork } from '@sachet/flows/studio/free-work';
import type { Attempt, Outcome, Transcription } from '@sachet/adapters/providers/provider';
import { isUnbilled } from '@sachet/adapters/providers/usage-estimate';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import {
  dictationCostMicrousd,
  dictationModel,
  spokenLanguages,
  writingStyle,
} from '@sachet/shared/chat/dictation';
import { isSilent, readSamples, readWav, type WavFault } from '@sachet/shared/chat/wav';
import type { Dependencies } from '../dependencies.ts';
import { getNetwork } from '../http/address.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { requireProfile } from '../identity/caller.ts';
import { toFreeWorkRefusal } from '../limits/free-work.ts';
import { toApplicant } from '../limits/resources.ts';
import { whenClosed } from '../limits/upload-admission.ts';
import { receiveRecording } from './receive-recording.ts';

const perMinute = 10;

export const postDictation = route('POST /api/dictation', {
  async handle({ deps, caller, query, request, response }) {
    await deps.limits.consume('dictations', getNetwork(request), response);
    const profile = await requireProfile(deps, caller);
    const { language } = query;
    const who = await toApplicant(deps, profile, request);
    const { bytes, done } = await receiveRecording({ deps, request, response }, who);
    try {
      const recording = readWav(bytes);
      if (typeof recording === 'string') throw toWavRefusal(recording);
      if (isSilent(readSamples(recording.wav))) return ok({ text: '' });
      const signal = whenClosed(response);
      return ok({ text: await transcribe(deps, profile, { ...recording, language, signal }) });
    } finally {
      done();
    }
  },
});

async function transcribe(
  deps: Dependencies,
  profile: Profile,
  given: {
    wav: Uint8Array<ArrayBuffer>;
    seconds: number;
    language: Language;
    signal: AbortSignal;
  },
): Promise<string> {
  const { wav, seconds, language, signal } = given;
  const ask = deps.providers[dictationModel.provider].transcribe;
  if (!ask) throw away();
  const id = await take(deps, profile, seconds);
  const attempts: Attempt[] = [];
  const outcome = await ask({
    modelId: dictationModel.id,
    recording: wav,
    languages: [...spokenLanguages[language]],
    style: writingStyle[language],
    signal,
    onAttempt: (attempt) => attempts.push(attempt),
  });
  await book(deps, { id, seconds, attempts, outcome });
  if (outcome.ok) return outcome.value.text;
  const { failure } = outcome;
  if (failure.category === 'request') {
    throw new Refusal('invalid', 'This recording couldn’t be understood. Speak again, or type.');
  }
  if (failure.category === 'safety') {
    throw new Refusal('generation_failed', 'The provider refused this recording. Type it instead.');
  }
  throw away(failure.retryAfterMs);
}

/** Counts the dictation before its provider is asked. */
async function take(deps: Dependencies, profile: Profile, seconds: number): Promise<number> {
  const { db, settings } = deps;
  const microusd = dictationCostMicrousd(seconds);
  const inserted = await insertDictation(
    db,
    { uid: profile.uid, seconds: Math.ceil(seconds) },
    {
      limits: { perMinute, secondsPerDay: settings.limits.dictatedSecondsPerDay },
      freeWork: await toFreeWork(deps, profile, { microusd, priceRupees: null }),
    },
  );
  if ('usedUp' in inserted) throw toFreeWorkRefusal(profile, inserted.usedUp);
  if ('over' in inserted) throw toLimitRefusal(inserted.over);
  return inserted.id;
}

async function book(
  { db, log }: Dependencies,
  given: {
    id: number;
    seconds: number;
    attempts: readonly Attempt[];
    outcome: Outcome<Transcription>;
  },
): Promise<void> {
  const { id, seconds, attempts, outcome } = given;
  const reported = outcome.ok ? outcome.value.seconds : null;
  await bookDictation(db, { id, seconds, reported }, attempts);
  if (outcome.ok) return;
  const { failure } = outcome;
  log.info({ failure }, 'a dictation failed');
  if (isUnbilled(failure)) await giveBackFreeWork(db, toDictationWorkId(id));
  await noteRefusal(db, { ...failure, modelId: dictationModel.id });
}

function toWavRefusal(fault: WavFault): Refusal {
  switch (fault) {
    case 'too_long':
      return new Refusal('payload_too_large', 'Speak for at most a minute at a time.');
    case 'empty':
      return new Refusal('invalid', 'This recording is empty. Speak again.');
    case 'not_wav':
    case 'other_format':
      return new Refusal(
        'unsupported_media_type',
        'Send a WAV with 16-bit samples, one channel and 16,000 Hz.',
      );
  }
}

function toLimitRefusal(over: 'minute' | 'day'): Refusal {
  return over === 'minute'
    ? new Refusal('rate_limited', 'Too many recordings. Wait a minute and try again.', {
        retryAfterSeconds: 60,
      })
    : new Refusal(
        'rate_limited',
        'You’ve used today’s free dictation. Type, or come back tomorrow.',
        {
          retryAfterSeconds: 60 * 60,
        },
      );
}

const retryAfterMs = 10_000;

const away = (afterMs: number | null = null): Refusal =>
  new Refusal('unavailable', 'Dictation isn’t available right now. Type, or try again later.', {
    retryAfterSeconds: Math.ceil((afterMs ?? retryAfterMs) / 1000),
  });
