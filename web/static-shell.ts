/** Fills the static shell of index.html: its words in every language, of which CSS shows one. */
import type { Plugin } from 'vite';
import { formatPrice } from '../shared/money.ts';
import { lowestPriceRupees } from '../shared/rate-card.ts';
import { advertisedBonusRupees } from './src/app/bonus.ts';
import { en, type Messages } from './src/i18n/en.ts';
import { hg } from './src/i18n/hg.ts';
import { hi } from './src/i18n/hi.ts';

const languages = { en, hi, hg };

const values: Record<string, string> = {
  amount: formatPrice(advertisedBonusRupees),
  price: formatPrice(lowestPriceRupees('image')),
};

export function staticShell(): Plugin {
  return { name: 'static-shell', transformIndexHtml: { order: 'pre', handler: fillIn } };
}

const fillIn = (html: string) =>
  html.replaceAll(/\{\{(\w+)\.(\w+)\}\}/g, (_whole, section: string, key: string) =>
    Object.entries(languages)
      .map(([name, words]) => `<span data-words="${name}">${say(words, section, key)}</span>`)
      .join(''),
  );

function say(words: Messages, section: string, key: string): string {
  const text = (words as Record<string, Record<string, unknown>>)[section]?.[key];
  if (typeof text !== 'string') throw new Error(`index.html: there is no ${section}.${key}`);
  return text
    .replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}
