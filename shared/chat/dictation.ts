/** The model for dictation, its price, and its instructions for each language. */
import type { Language } from '../contracts/vocabulary.ts';

/** A constant, because admins have no other model to choose from. */
export const dictationModel = { provider: 'openai', id: 'gpt-transcribe' } as const;

/** $0.0045 a minute. */
const microusdPerSecond = 75;

export const dictationCostMicrousd = (seconds: number): number =>
  Math.ceil(seconds * microusdPerSecond);

/** Every language lists Hindi and English, because people mix both in one sentence. */
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
