/** The browser's own speech recognition. */
import type { Language } from '@sachet/shared/contracts/vocabulary';

/** The used part of the Web Speech API, which TypeScript's DOM types lack. */
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

/** Hinglish uses English, because hi-IN always returns Devanagari (docs/product.md, Screens). */
const spokenIn: Record<Language, string> = { en: 'en-US', hi: 'hi-IN', hg: 'en-US' };

export type Fault = 'denied' | 'missing' | 'failed';

/** Silence and an own stop are no faults. */
const faults: Record<string, Fault | 'no-service' | null> = {
  'not-allowed': 'denied',
  'audio-capture': 'missing',
  'no-speech': null,
  aborted: null,
  // The browser has the interface, and no service that hears this language.
  network: 'no-service',
  'service-not-allowed': 'no-service',
  'language-not-supported': 'no-service',
};

export function getRecognizer(): RecognitionClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Null if it could not start. `onEnd` is called once. */
export function recognize(
  language: Language,
  listener: {
    onWords: (words: string) => void;
    onInterim: (words: string) => void;
    onEnd: (fault: Fault | 'no-service' | null) => void;
  },
): { stop: () => void; abort: () => void } | null {
  const Recognizer = getRecognizer();
  if (!Recognizer) return null;
  const recognition = new Recognizer();
  let fault: Fault | 'no-service' | null = null;
  recognition.lang = spokenIn[language];
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.addEventListener('result', (event) => {
    const { results, resultIndex } = event as RecognitionEvent;
    const heard = Array.from(results).slice(resultIndex);
    const getWords = (isFinal: boolean) =>
      heard
        .filter((result) => result.isFinal === isFinal)
        .map((result) => result[0]?.transcript ?? '')
        .join('')
        .trim();
    const certain = getWords(true);
    if (certain !== '') listener.onWords(certain);
    listener.onInterim(getWords(false));
  });
  recognition.addEventListener('error', (event) => {
    const { error } = event as RecognitionError;
    fault = error in faults ? (faults[error] ?? null) : 'failed';
  });
  recognition.addEventListener('end', () => listener.onEnd(fault), { once: true });
  try {
    recognition.start();
  } catch {
    return null;
  }
  return { stop: () => recognition.stop(), abort: () => recognition.abort() };
}
