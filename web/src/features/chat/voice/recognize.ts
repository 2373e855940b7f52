/** The browser's own speech recognition. */
import type { Language } from '@sachet/shared/contracts/vocabulary';

/** The used part of the Web Speech API, which TypeScript's DOM types lack. */
interface Recognizer extends EventTarget {
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
type RecognizerClass = new () => Recognizer;

/** Hinglish uses English, because hi-IN always returns Devanagari (docs/product.md, Screens). */
const spokenIn: Record<Language, string> = { en: 'en-US', hi: 'hi-IN', hg: 'en-US' };

export type Fault = 'denied' | 'missing' | 'failed' | 'unsupported';

export type Recognition = { stop: () => void; abort: () => void };

/** Faults by the browser's error code; null for silence and for a stop by the client. */
const faults: Record<string, Fault | null> = {
  'not-allowed': 'denied',
  'audio-capture': 'missing',
  'no-speech': null,
  aborted: null,
  // The browser has the interface, and no service that hears this language.
  network: 'unsupported',
  'service-not-allowed': 'unsupported',
  'language-not-supported': 'unsupported',
};

function getRecognizer(): RecognizerClass | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: RecognizerClass;
    webkitSpeechRecognition?: RecognizerClass;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Returns a fault if it could not start; `onEnd` is then not called, otherwise once. */
export function recognize(
  language: Language,
  listener: {
    onWords: (words: string) => void;
    onInterim: (words: string) => void;
    onEnd: (fault: Fault | null) => void;
  },
): Recognition | Fault {
  const Class = getRecognizer();
  if (!Class) return 'unsupported';
  const recognition = new Class();
  let fault: Fault | null = null;
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
    return 'failed';
  }
  return { stop: () => recognition.stop(), abort: () => recognition.abort() };
}
