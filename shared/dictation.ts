/** The model of dictation, its price, and what it is told about each language. Pure. */
import type { Language } from './contracts/vocabulary.ts';

/** One model of one provider: the catalogue has choices to make, and this has none. */
export const dictationModel = { provider: 'openai', id: 'gpt-transcribe' } as const;

/** $0.0045 a minute. */
const microusdPerSecond = 75;

export const dictationCostMicrousd = (seconds: number): number =>
  Math.ceil(seconds * microusdPerSecond);

/** People mix Hindi and English in a sentence, whatever the language of their screen. */
export const spokenLanguages: Record<Language, readonly [string, ...string[]]> = {
  en: ['en', 'hi'],
  hi: ['hi', 'en'],
  hg: ['hi', 'en'],
};

/** The model follows the script of this text: without it, Hindi is written in Devanagari. */
export const writingStyle: Record<Language, string | undefined> = {
  en: undefined,
  hi: undefined,
  hg: 'Namaste, mujhe apni dukaan ke liye ek accha sa poster banana hai, Diwali offer ke saath.',
};
