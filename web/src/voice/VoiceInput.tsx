import { Mic, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { dictationSecondsMax } from '@sachet/shared/wav';
import { useTranslation } from '../i18n/translate';
import { IconButton } from '../ui/Button';
import { classes } from '../ui/classes';
import { Spinner } from '../ui/Spinner';
import { useVoice, type Voice } from './use-voice';
import type { VoiceProps } from './voice-props';

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
      <p role="status" className="min-w-0 flex-1 truncate text-right text-note text-ink-soft">
        <VoiceStatus voice={voice} />
      </p>
      <IconButton
        label={t(isOn ? 'voice.stop' : 'voice.speak', { field })}
        aria-pressed={isOn}
        aria-busy={voice.phase === 'writing' || undefined}
        onClick={voice.toggle}
        className={isOn ? 'bg-ink text-on-ink hover:bg-ink/88' : undefined}
      >
        {voice.phase === 'writing' ? (
          <Spinner />
        ) : isOn ? (
          <Square aria-hidden className="size-4 fill-current" />
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
        <span className="tabular-nums">
          {t('voice.recording', { seconds, max: dictationSecondsMax })}
        </span>
      );
    case 'writing':
      return t('voice.writing');
  }
}
