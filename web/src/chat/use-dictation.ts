import type { Language } from '@sachet/shared/contracts/vocabulary';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../i18n/language';
import { useTranslation } from '../i18n/translate';
import { notify } from '../ui/Toaster';

/** The part of the Web Speech API that is used here. TypeScript's DOM types lack it. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start: () => void;
  stop: () => void;
  abort: () => void;
}
interface RecognitionError extends Event {
  error: string;
}
interface RecognitionEvent extends Event {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}
type RecognitionClass = new () => Recognition;

/** The recognition language. Hinglish uses English (India), because hi-IN always returns Devanagari. */
const spokenIn: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN', hg: 'en-IN' };

export type Dictation = {
  isListening: boolean;
  /** Recognized words that may still change. */
  interim: string;
  toggle: () => void;
  /** Stops the recognition and drops words that are not final. */
  abort: () => void;
};

/** Converts speech to text with the browser's recognition. `onWords` receives final words, piece by piece. */
export function useDictation(onWords: (words: string) => void): Dictation {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isListening, setListening] = useState(false);
  const [interim, setInterim] = useState('');
  const recognition = useRef<Recognition | null>(null);

  const abort = useCallback(() => recognition.current?.abort(), []);
  useEffect(() => abort, [abort]);

  function listen(Recognizer: RecognitionClass): void {
    const next = new Recognizer();
    next.lang = spokenIn[language];
    next.continuous = true;
    next.interimResults = true;
    next.addEventListener('result', (event) => {
      const { results, resultIndex } = event as RecognitionEvent;
      const heard = Array.from(results).slice(resultIndex);
      const getWords = (isFinal: boolean) =>
        heard
          .filter((result) => result.isFinal === isFinal)
          .map((result) => result[0]?.transcript ?? '')
          .join('')
          .trim();
      const certain = getWords(true);
      if (certain !== '') onWords(certain);
      setInterim(getWords(false));
    });
    next.addEventListener('error', (event) => {
      const { error } = event as RecognitionError;
      if (error === 'not-allowed' || error === 'service-not-allowed') {
        notify.error(t('chat.voiceDenied'));
      } else if (error === 'audio-capture') notify.error(t('chat.voiceMissing'));
      // Neither silence nor stopping the recognition is an error.
      else if (error !== 'no-speech' && error !== 'aborted') notify.error(t('chat.voiceFailed'));
    });
    next.addEventListener('end', () => {
      recognition.current = null;
      setListening(false);
      setInterim('');
    });
    try {
      next.start();
    } catch {
      return notify.error(t('chat.voiceFailed'));
    }
    recognition.current = next;
    setListening(true);
  }

  return {
    isListening,
    interim,
    toggle() {
      if (recognition.current) return recognition.current.stop();
      const Recognizer = recognizer();
      if (Recognizer) listen(Recognizer);
      else notify.error(t('chat.voiceUnsupported'));
    },
    abort,
  };
}

function recognizer(): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}
