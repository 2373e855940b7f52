import type { Language } from '@sachet/shared/contracts/vocabulary';
import { languageCookie } from '@sachet/shared/pages';
import { isInBrowser } from '../browser/is-in-browser';
import type { Messages } from './en';
import { first } from './en/first';
import { addWords, getLanguage, applyLanguage, useTranslation } from './translate';

/** The name of each language in that language (docs/product.md, Header and shell). */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  hi: 'हिन्दी',
  hg: 'Hinglish',
};

/** The value of `<html lang>`. Hinglish is Hindi in Latin letters. */
const htmlLang: Record<Language, string> = { en: 'en', hi: 'hi', hg: 'hi-Latn' };

/**
 * The parts of a dictionary: `first` is loaded with the first page, `shop` with the picture tools and the
 * occasions, `admin` with admin pages, `studio` with all other pages.
 *
 * @internal exported for tests
 */
export const areaNames = ['first', 'studio', 'shop', 'admin'] as const;
export type Area = (typeof areaNames)[number];

type Load = () => Promise<Partial<Messages>>;

/**
 * Loads the texts. The first bundle contains English; other languages and the Devanagari font are loaded when
 * the user chooses them.
 */
const dictionaries: Record<Language, Record<Area, Load>> = {
  en: {
    first: async () => first,
    studio: async () => (await import('./en/studio')).studio,
    shop: async () => (await import('./en/shop')).shop,
    admin: async () => (await import('./en/admin')).admin,
  },
  hi: {
    first: async () => {
      const [words] = await Promise.all([import('./hi/first'), import('./devanagari')]);
      return words.first;
    },
    studio: async () => (await import('./hi/studio')).studio,
    shop: async () => (await import('./hi/shop')).shop,
    admin: async () => (await import('./hi/admin')).admin,
  },
  hg: {
    first: async () => (await import('./hg/first')).first,
    studio: async () => (await import('./hg/studio')).studio,
    shop: async () => (await import('./hg/shop')).shop,
    admin: async () => (await import('./hg/admin')).admin,
  },
};

const loaded = new Set<Area>(['first']);
/** Resolves when the newest change of the language has finished. */
let change: Promise<void> = Promise.resolve();

export async function startI18n(): Promise<void> {
  applyLanguage('en', { ...first });
  const named = new URLSearchParams(location.search).get('lang');
  // A language in the address counts as the user's choice, so later pages use it, too.
  if (named !== null && toLanguage(named) === named) keepLanguage(named);
  const stored = readKeptLanguage();
  // If the texts cannot be loaded, the page stays English.
  if (stored !== 'en') change = speak(stored).catch(() => undefined);
  await change;
}

/** Loads the language's texts for all areas that are in use, then switches to it. */
export async function speak(language: Language): Promise<void> {
  const areas = [...loaded];
  const parts = await Promise.all(areas.map((area) => dictionaries[language][area]()));
  applyLanguage(language, Object.assign({}, ...parts));
  if (isInBrowser) document.documentElement.lang = htmlLang[language];
  // Another area may have been added while the texts were loading.
  await Promise.all([...loaded].filter((area) => !areas.includes(area)).map(addArea));
}

export async function chooseLanguage(language: Language): Promise<void> {
  const speaking = speak(language);
  change = speaking.catch(() => undefined);
  await speaking;
  keepLanguage(language);
}

/** Returns the current language when its change, if there is one, has finished. */
export async function whenSpoken(): Promise<Language> {
  await change;
  return getLanguage();
}

/** Loads the texts of an area in the current language, before the first component of that area is shown. */
export async function loadWords(area: Area): Promise<void> {
  await change;
  await addArea(area);
}

async function addArea(area: Area): Promise<void> {
  const language = getLanguage();
  const words = await dictionaries[language][area]();
  loaded.add(area);
  if (getLanguage() !== language) return addArea(area);
  addWords(words);
}

/** Returns the current language, for requests and dates. */
export const useLanguage = (): Language => useTranslation().language;

function toLanguage(name: string): Language {
  return name === 'hi' || name === 'hg' ? name : 'en';
}

function readKeptLanguage(): Language {
  const cookies = document.cookie.split('; ').map((each) => each.split('='));
  return toLanguage(cookies.find(([name]) => name === languageCookie)?.[1] ?? '');
}

/** Stores the language in a cookie, because the server renders the next page in this language. */
function keepLanguage(language: Language): void {
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax`;
}
