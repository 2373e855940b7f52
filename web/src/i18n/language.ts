import type { Language } from '@sachet/shared/contracts/vocabulary';
import { languageCookie } from '@sachet/shared/pages';
import { isInBrowser } from '../browser/is-in-browser';
import type { Messages } from './en';
import { first } from './en/first';
import { addWords, getLanguage, speakWith, useTranslation } from './translate';

/** What `<html lang>` says. Hinglish is Hindi in Latin letters. */
const htmlLang: Record<Language, string> = { en: 'en', hi: 'hi', hg: 'hi-Latn' };

/**
 * `first` comes with the first page, `admin` with the pages of admins, `studio` with all others.
 *
 * @internal exported for tests
 */
export const areaNames = ['first', 'studio', 'admin'] as const;
export type Area = (typeof areaNames)[number];

type Load = () => Promise<Partial<Messages>>;

/** English comes with the first bundle; the others, and the Devanagari font, when they are chosen. */
const dictionaries: Record<Language, Record<Area, Load>> = {
  en: {
    first: async () => first,
    studio: async () => (await import('./en/studio')).studio,
    admin: async () => (await import('./en/admin')).admin,
  },
  hi: {
    first: async () => {
      const [words] = await Promise.all([import('./hi/first'), import('./devanagari')]);
      return words.first;
    },
    studio: async () => (await import('./hi/studio')).studio,
    admin: async () => (await import('./hi/admin')).admin,
  },
  hg: {
    first: async () => (await import('./hg/first')).first,
    studio: async () => (await import('./hg/studio')).studio,
    admin: async () => (await import('./hg/admin')).admin,
  },
};

const loaded = new Set<Area>(['first']);
/** The newest change of the language. */
let change: Promise<void> = Promise.resolve();

export async function startI18n(): Promise<void> {
  speakWith('en', { ...first });
  const named = new URLSearchParams(location.search).get('lang');
  // An address that names a language is a choice too: it stays on the next pages.
  if (named !== null && toLanguage(named) === named) keepLanguage(named);
  const stored = readKeptLanguage();
  // Messages that cannot be fetched are no reason to show nothing: English then stands.
  if (stored !== 'en') change = speak(stored).catch(() => undefined);
  await change;
}

/** Says what the pages that were opened so far say, too. */
export async function speak(language: Language): Promise<void> {
  const areas = [...loaded];
  const parts = await Promise.all(areas.map((area) => dictionaries[language][area]()));
  speakWith(language, Object.assign({}, ...parts));
  if (isInBrowser) document.documentElement.lang = htmlLang[language];
  // Another page may have come while these were on the way.
  await Promise.all([...loaded].filter((area) => !areas.includes(area)).map(addArea));
}

export async function chooseLanguage(language: Language): Promise<void> {
  const speaking = speak(language);
  change = speaking.catch(() => undefined);
  await speaking;
  keepLanguage(language);
}

/** The words of an area, in the language of the moment: before its first component is shown. */
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

/** The language of this moment, for requests and for dates. */
export const useLanguage = (): Language => useTranslation().language;

function toLanguage(name: string): Language {
  return name === 'hi' || name === 'hg' ? name : 'en';
}

function readKeptLanguage(): Language {
  const cookies = document.cookie.split('; ').map((each) => each.split('='));
  return toLanguage(cookies.find(([name]) => name === languageCookie)?.[1] ?? '');
}

/** A cookie and not the storage: the server renders the next page in this language. */
function keepLanguage(language: Language): void {
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax`;
}
