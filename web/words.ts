/** `./en.ts?words=first`: the part of a dictionary that one area of the client says, as one JSON text. */
import type { Plugin } from 'vite';
import { areaNames, pickWords } from './src/i18n/areas.ts';
import { en } from './src/i18n/en.ts';
import { hg } from './src/i18n/hg.ts';
import { hi } from './src/i18n/hi.ts';

const dictionaries = { en, hi, hg };

export function words(): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    load(id) {
      const [, language, name] = /\/i18n\/(en|hi|hg)\.ts\?words=(\w+)$/.exec(id) ?? [];
      const area = areaNames.find((each) => each === name);
      if (!language || !area) return null;
      const picked = pickWords(dictionaries[language as keyof typeof dictionaries], area);
      // A browser reads JSON faster than an object literal.
      const text = JSON.stringify(JSON.stringify(picked));
      return { code: `export const words = JSON.parse(${text});`, moduleType: 'js', map: null };
    },
  };
}
