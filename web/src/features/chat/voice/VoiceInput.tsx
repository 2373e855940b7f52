import { Mic, Square } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/language';
import { useTranslation } from '../../../i18n/translate';
import { IconButton } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { notify } from '../../../ui/Toaster';
import { recognize, type Recognition } from './recognize';
import type { VoiceProps } from './Voice';

/** The microphone of a field. The browser recognizes the words; where it cannot, a message says so. */
export function VoiceInput({ field, onWords, className }: VoiceProps) {
  const { t } = useTranslation();
  const { isListening, interim, toggle, abort } = useVoice(onWords);
  const place = useRef<HTMLDivElement>(null);
  // Late words must not become the next message.
  useEffect(() => {
    const form = place.current?.closest('form');
    form?.addEventListener('submit', abort);
    return () => form?.removeEventListener('submit', abort);
  }, [abort]);

  return (
    <div ref={place} className={classes('flex min-w-0 items-center gap-1', className)}>
      <p
        role="status"
        className="line-clamp-2 min-w-0 flex-1 text-right text-note leading-tight text-ink-soft"
      >
        {isListening && (interim || t('voice.listening'))}
      </p>
      <IconButton
        label={t(isListening ? 'voice.stop' : 'voice.speak', { field })}
        aria-pressed={isListening}
        onClick={toggle}
      >
        {isListening ? (
          // Smaller than the button, which reaches over the field.
          <span className="grid size-7 place-items-center rounded-full bg-ink text-on-ink">
            <Square aria-hidden className="size-3 fill-current" />
          </span>
        ) : (
          <Mic aria-hidden className="size-5" />
        )}
      </IconButton>
    </div>
  );
}

type Voice = {
  isListening: boolean;
  /** Words that may still change. */
  interim: string;
  toggle: () => void;
  /** Stops and drops words that are not final. */
  abort: () => void;
};

/** One field listens at a time. */
let current: Recognition | null = null;

/** Speech to text. `onWords` receives final words. */
function useVoice(onWords: (words: string) => void): Voice {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isListening, setIsListening] = useState(false);
  const [interim, setInterim] = useState('');
  const own = useRef<Recognition | null>(null);
  const latestOnWords = useRef(onWords);
  useEffect(() => {
    latestOnWords.current = onWords;
  });

  const abort = useCallback(() => own.current?.abort(), []);
  useEffect(() => abort, [abort]);

  function start(): void {
    const recognition = recognize(language, {
      onWords: (words) => latestOnWords.current(words),
      onInterim: setInterim,
      onEnd(fault) {
        if (current === recognition) current = null;
        if (own.current === recognition) {
          own.current = null;
          setIsListening(false);
        }
        if (fault) notify.error(t(`voice.${fault}`));
      },
    });
    if (typeof recognition === 'string') return notify.error(t(`voice.${recognition}`));
    current?.abort();
    current = recognition;
    own.current = recognition;
    setInterim('');
    setIsListening(true);
  }

  return {
    isListening,
    interim,
    toggle: () => (own.current ? own.current.stop() : start()),
    abort,
  };
}
