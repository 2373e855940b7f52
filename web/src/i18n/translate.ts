/**
 * Says a text of the dictionaries in the language of the moment: `{{name}}` is filled in, and a `count`
 * chooses between `key_one` and `key_other`.
 */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { createStore, useStore } from '../browser/store';
import type { Messages } from './en';

type Leaf<Name extends string> = Name extends `${infer Base}_${'one' | 'other'}` ? Base : Name;

type KeysOf<Words> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? Leaf<Name>
    : `${Name}.${KeysOf<Words[Name]>}`;
}[keyof Words & string];

/** `home.title`: every text that there is. */
type MessageKey = KeysOf<Messages>;

type Values = Readonly<Record<string, string | number | null | undefined>>;

export type TFunction = (key: MessageKey, values?: Values) => string;

type Speech = { language: Language; words: Partial<Messages>; t: TFunction };

const speech = createStore<Speech>(toSpeech('en', {}));

/** What came in English: the first page's words at least, in whichever language one is read to. */
let english: Partial<Messages> = {};

/** From now on every component says its texts with these. */
export function speakWith(language: Language, words: Partial<Messages>): void {
  if (language === 'en') english = words;
  speech.set(toSpeech(language, words));
}

function toSpeech(language: Language, words: Partial<Messages>): Speech {
  return { language, words, t: createT(language, words) };
}

/** Those of another area, of the same language: who says them has not been shown yet. */
export function addWords(words: Partial<Messages>): void {
  Object.assign(speech.get().words, words);
}

/** The language of this moment, outside of a component. */
export const getLanguage = (): Language => speech.get().language;

/** For what is said once, outside of a component. */
export const t: TFunction = (key, values) => speech.get().t(key, values);

export function useTranslation(): Speech {
  return useStore(speech);
}

function createT(language: Language, words: Partial<Messages>): TFunction {
  const plural = new Intl.PluralRules(language === 'hg' ? 'hi' : language);
  return (key, values = {}) => {
    const text = choose(words, key, values, plural) ?? missing(key, values);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
  };
}

function choose(
  words: object,
  key: string,
  { count }: Values,
  plural: Intl.PluralRules,
): string | undefined {
  return (
    (typeof count === 'number' && find(words, `${key}_${plural.select(count)}`)) ||
    find(words, key) ||
    find(words, `${key}_other`)
  );
}

/**
 * A page's words come with its code (`loadWords`): what is missing is our mistake. Whoever only uses
 * the page is told it in English, or by the key's name, rather than not at all.
 */
function missing(key: string, values: Values): string {
  const error = new Error(`There are no words for ${key}`);
  if (import.meta.env.DEV) throw error;
  reportError(error);
  return choose(english, key, values, new Intl.PluralRules('en')) ?? key;
}

function find(words: object, key: string): string | undefined {
  let place: unknown = words;
  for (const name of key.split('.')) place = (place as Record<string, unknown> | undefined)?.[name];
  return typeof place === 'string' ? place : undefined;
}
