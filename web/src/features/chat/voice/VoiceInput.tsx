import type { Language } from '@sachet/shared/contracts/vocabulary';
import { Mic, Square } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { dictationSecondsMax } from '@sachet/shared/chat/wav';
import { toErrorMessage } from '../../../api/errors';
import { isFailure } from '../../../api/failure';
import { openAuth } from '../../../app/base/dialogs';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { knownSession } from '../../../app/session/session';
import { IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Spinner } from '../../../ui/Spinner';
import { notify } from '../../../ui/Toaster';
import { getRecognizer, recognize, type Fault } from './recognize';
import { canRecord, record, transcribe, type Recording } from './record';
import type { VoiceProps } from './Voice';

/** The microphone of a field. The browser hears if it can; otherwise we write down a recording. */
export function VoiceInput({ field, onWords, className }: VoiceProps) {
  const { t } = useTranslation();
  const voice = useVoice(onWords);
  const { abort } = voice;
  const place = useRef<HTMLDivElement>(null);
  // Late words must not become the next message.
  useEffect(() => {
    const form = place.current?.closest('form');
    form?.addEventListener('submit', abort);
    return () => form?.removeEventListener('submit', abort);
  }, [abort]);
  const isOn = voice.phase !== 'idle';

  return (
    <div ref={place} className={classes('flex min-w-0 items-center gap-1', className)}>
      <p
        role="status"
        className="line-clamp-2 min-w-0 flex-1 text-right text-note leading-tight text-ink-soft"
      >
        <VoiceStatus voice={voice} />
      </p>
      <IconButton
        label={t(isOn ? 'voice.stop' : 'voice.speak', { field })}
        aria-pressed={isOn}
        aria-busy={voice.phase === 'writing' || undefined}
        onClick={voice.toggle}
      >
        {isOn ? (
          // Smaller than the button, which reaches over the field.
          <span className="grid size-7 place-items-center rounded-full bg-ink text-on-ink">
            {voice.phase === 'writing' ? (
              <Spinner />
            ) : (
              <Square aria-hidden className="size-3 fill-current" />
            )}
          </span>
        ) : (
          <Mic aria-hidden className="size-5" />
        )}
      </IconButton>
    </div>
  );
}

function VoiceStatus({ voice: { phase, interim, seconds } }: { voice: Voice }) {
  const { t } = useTranslation();
  switch (phase) {
    case 'idle':
      return null;
    case 'listening':
      return interim || t('voice.listening');
    case 'recording':
      return (
        <>
          {/* Not announced every second. */}
          <span aria-hidden className="tabular-nums">
            {toClock(dictationSecondsMax - seconds)} ·{' '}
          </span>
          {t('voice.notKept')}
        </>
      );
    case 'writing':
      return t('voice.writing');
  }
}

/** Formats seconds as `0:07`. */
const toClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

type Voice = {
  /** `listening`: the browser hears. `recording`, then `writing`: our server does. */
  phase: 'idle' | 'listening' | 'recording' | 'writing';
  /** Words that may still change. */
  interim: string;
  /** How long the recording is. */
  seconds: number;
  toggle: () => void;
  /** Stops and drops words that are not final. */
  abort: () => void;
};

type Work = { stop: () => void; abort: () => void };

/** One field listens at a time. */
let current: Work | null = null;

/** Some browsers have speech recognition without a service behind it. */
let isRecognitionBroken = false;

/** Speech to text. `onWords` receives final words. */
function useVoice(onWords: (words: string) => void): Voice {
  const { t } = useTranslation();
  const language = useLanguage();
  const [phase, setPhase] = useState<Voice['phase']>('idle');
  const [interim, setInterim] = useState('');
  const [seconds, setSeconds] = useState(0);
  const own = useRef<Work | null>(null);
  const tell = useRef(onWords);
  useEffect(() => {
    tell.current = onWords;
  });
  /** The user is asked for the microphone. */
  const isAsking = useRef(false);
  const isGone = useRef(false);

  const abort = useCallback(() => own.current?.abort(), []);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      abort();
    };
  }, [abort]);

  function begin(work: Work, as: 'listening' | 'recording'): void {
    current?.abort();
    current = work;
    own.current = work;
    setInterim('');
    setSeconds(0);
    setPhase(as);
  }

  function end(work: Work): void {
    if (current === work) current = null;
    if (own.current !== work) return;
    own.current = null;
    setPhase('idle');
  }

  function showFault(fault: Fault): void {
    if (fault === 'denied') notify.error(t('voice.denied'));
    else if (fault === 'missing') notify.error(t('voice.missing'));
    else notify.error(t('voice.failed'));
  }

  function listen(): boolean {
    const work = recognize(language, {
      onWords: (words) => tell.current(words),
      onInterim: setInterim,
      onEnd: (fault) => {
        if (work) end(work);
        if (fault === 'no-service') {
          isRecognitionBroken = true;
          start();
        } else if (fault) showFault(fault);
      },
    });
    if (work) begin(work, 'listening');
    return work !== null;
  }

  async function startRecording(): Promise<void> {
    const session = await knownSession();
    if (session.status !== 'signed-in') {
      notify.info(t('voice.signIn'));
      return openAuth('sign-up');
    }
    if (isAsking.current) return;
    isAsking.current = true;
    const recording = await record(setSeconds);
    isAsking.current = false;
    if (typeof recording === 'string') return showFault(recording);
    if (isGone.current) return recording.abort();
    begin(recording, 'recording');
    await write(recording, language);
  }

  async function write(recording: Recording, spoken: Language): Promise<void> {
    const audio = await recording.finished;
    if (audio === 'aborted') return end(recording);
    if (own.current === recording) setPhase('writing');
    try {
      if (typeof audio === 'string') return showFault(audio);
      const text = audio.isSilent ? '' : await transcribe(audio.wav, spoken, recording.signal);
      if (recording.signal.aborted) return;
      if (text === '') notify.info(t('voice.nothing'));
      else tell.current(text);
      if (audio.isFull) notify.info(t('voice.full'));
    } catch (thrown) {
      if (!recording.signal.aborted) notify.error(toMessage(thrown));
    } finally {
      end(recording);
    }
  }

  function toMessage(thrown: unknown): string {
    const isAway = isFailure(thrown, 'unavailable', 'generation_failed', 'internal');
    return isAway ? t('voice.away') : toErrorMessage(t, thrown, { fallback: t('voice.failed') });
  }

  function start(): void {
    if (getRecognizer() && !isRecognitionBroken) {
      if (listen()) return;
      return notify.error(t('voice.failed'));
    }
    if (canRecord()) void startRecording();
    else notify.error(t('voice.unsupported'));
  }

  return {
    phase,
    interim,
    seconds,
    toggle() {
      if (phase === 'writing') own.current?.abort();
      else if (own.current) own.current.stop();
      else start();
    },
    abort,
  };
}
