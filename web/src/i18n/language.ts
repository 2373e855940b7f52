import type { Language } from '@sachet/shared/contracts/vocabulary';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { storage } from '../browser/storage';
import { en, type Messages } from './en';

const storageKey = 'sachet.language';

/** What `<html lang>` says. Hinglish is Hindi in Latin letters. */
const htmlLang: Record<Language, string> = { en: 'en', hi: 'hi', hg: 'hi-Latn' };

/** English comes with the first bundle; the others, and the Devanagari font, when they are chosen. */
const load: Record<Language, () => Promise<Messages>> = {
  en: async () => en,
  hi: async () => {
    const [{ hi }] = await Promise.all([import('./hi'), import('./devanagari')]);
    return hi;
  },
  hg: async () => (await import('./hg')).hg,
};

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  const named = new URLSearchParams(location.search).get('lang');
  // An address that names a language is a choice too: it stays on the next pages.
  if (named !== null && toLanguage(named) === named) storage.write(storageKey, named);
  const stored = toLanguage(storage.read(storageKey));
  // Messages that cannot be fetched are no reason to show nothing: English then stands.
  if (stored !== 'en') await speak(stored).catch(() => undefined);
}

async function speak(language: Language): Promise<void> {
  const words = await load[language]();
  i18next.addResourceBundle(language, 'translation', words);
  await i18next.changeLanguage(language);
  document.documentElement.lang = htmlLang[language];
}

export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  storage.write(storageKey, language);
}

/** The language of this moment, for requests and for dates. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return toLanguage(i18n.language);
}

function toLanguage(name: string | null): Language {
  return name === 'hi' || name === 'hg' ? name : 'en';
}
