/** Fills the texts of every language into index.html and offline.html. CSS shows only one language. */
import type { Plugin } from 'vite';
import { en, type Messages } from './src/i18n/en.ts';
import { hg } from './src/i18n/hg.ts';
import { hi } from './src/i18n/hi.ts';

const languages = { en, hi, hg };

export function staticWords(): Plugin {
  return { name: 'static-words', transformIndexHtml: { order: 'pre', handler: fillIn } };
}

const fillIn = (html: string) =>
  html.replaceAll(/\{\{(\w+)\.(\w+)\}\}/g, (_whole, section: string, key: string) =>
    Object.entries(languages)
      .map(([name, words]) => `<span data-words="${name}">${find(words, section, key)}</span>`)
      .join(''),
  );

function find(words: Messages, section: string, key: string): string {
  const text = (words as Record<string, Record<string, unknown>>)[section]?.[key];
  if (typeof text !== 'string') throw new Error(`index.html: there is no ${section}.${key}`);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
