/**
 * Returns a text of the dictionaries in the current language. Fills in `{{name}}`, and chooses between
 * `key_one` and `key_other` by `count`.
 */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { formatCount } from '@sachet/shared/money';
import { createStore, useStore } from '../browser/store';
import type { Messages } from './en';

type Leaf<Name extends string> = Name extends `${infer Base}_${'one' | 'other'}` ? Base : Name;

type KeysOf<Words> = {
  [Name in keyof Words & string]: Words[Name] extends string
    ? Leaf<Name>
    : `${Name}.${KeysOf<Words[Name]>}`;
}[keyof Words & string];

/** The key of a text, such as `home.title`. */
type MessageKey = KeysOf<Messages>;

type Values = Readonly<Record<string, string | number | null | undefined>>;

export type TFunction = (key: MessageKey, values?: Values) => string;

type Speech = { language: Language; words: Partial<Messages>; t: TFunction };

const speech = createStore<Speech>(toSpeech('en', {}));

/** The English texts loaded so far: at least those of the first page. */
let english: Partial<Messages> = {};

/** Changes the language of all components and uses these texts. */
export function applyLanguage(language: Language, words: Partial<Messages>): void {
  if (language === 'en') english = words;
  speech.set(toSpeech(language, words));
}

function toSpeech(language: Language, words: Partial<Messages>): Speech {
  return { language, words, t: createT(language, words) };
}

/** Adds texts of another area in the current language. No visible component uses them yet. */
export function addWords(words: Partial<Messages>): void {
  Object.assign(speech.get().words, words);
}

/** Returns the current language, for code outside of a component. */
export const getLanguage = (): Language => speech.get().language;

/** Translates once, for code outside of a component. */
export const t: TFunction = (key, values) => speech.get().t(key, values);

export function useTranslation(): Speech {
  return useStore(speech);
}

function createT(language: Language, words: Partial<Messages>): TFunction {
  const plural = createPluralRule(language === 'hg' ? 'hi' : language);
  return (key, values = {}) => {
    const text = choose(words, key, values, plural) ?? missing(key, values);
    return fill(text, values);
  };
}

/** These numbers are counts, unlike the size in pixels or the number of an entry. */
const counts: readonly string[] = ['count', 'max', 'used'];

/** Groups the digits of counts. A name such as "Sharma & Co." ends its sentence with its own full stop. */
function fill(text: string, values: Values): string {
  return text.replaceAll(/\{\{(\w+)\}\}(\.(?!\.))?/g, (_whole, name: string, stop = '') => {
    const given = values[name];
    const isCount = counts.includes(name) && typeof given === 'number';
    const value = isCount ? formatCount(given) : String(given ?? '');
    return value.endsWith('.') ? value : value + stop;
  });
}

type PluralRule = (count: number) => Intl.LDMLPluralRule;

/** The rules are loaded when a text first has a count. Their loading would delay the first page. */
function createPluralRule(locale: string): PluralRule {
  let rules: Intl.PluralRules | undefined;
  return (count) => (rules ??= new Intl.PluralRules(locale)).select(count);
}

function choose(
  words: object,
  key: string,
  { count }: Values,
  plural: PluralRule,
): string | undefined {
  return (
    (typeof count === 'number' && find(words, `${key}_${plural(count)}`)) ||
    find(words, key) ||
    find(words, `${key}_other`)
  );
}

/**
 * Handles a text that is missing. A page's texts are loaded with its code (`loadWords`), so this is a bug. In
 * production, the user sees English or the key instead of an error.
 */
function missing(key: string, values: Values): string {
  const error = new Error(`There is no text for ${key}`);
  if (import.meta.env.DEV) throw error;
  reportError(error);
  return choose(english, key, values, createPluralRule('en')) ?? key;
}

function find(words: object, key: string): string | undefined {
  let place: unknown = words;
  for (const name of key.split('.')) place = (place as Record<string, unknown> | undefined)?.[name];
  return typeof place === 'string' ? place : undefined;
}
