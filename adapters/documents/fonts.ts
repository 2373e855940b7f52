/** The embedded fonts: Inter, and Noto Sans for Devanagari. Each file has some ranges of characters. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { unpackWoff } from './woff.ts';

const require = createRequire(import.meta.url);

export type Weight = 400 | 600;

interface Family {
  readonly name: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** In the order in which a character's font is looked for. */
const families: readonly Family[] = [
  toFamily('inter', 'latin'),
  toFamily('inter', 'latin-ext'),
  toFamily('noto-sans-devanagari', 'devanagari'),
];

const fonts = new Map(
  families.flatMap(({ name }) =>
    ([400, 600] as const).map((weight) => {
      const family = name.startsWith('inter') ? 'inter' : 'noto-sans-devanagari';
      const path = require.resolve(`@fontsource/${family}/files/${name}-${weight}-normal.woff`);
      return [`${name}-${weight}`, create(unpackWoff(readFileSync(path)))] as const;
    }),
  ),
);

function toFamily(family: string, subset: string): Family {
  const ranges = require(`@fontsource/${family}/unicode.json`) as Record<string, string>;
  return {
    name: `${family}-${subset}`,
    ranges: ranges[subset]!.split(',').map((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  };
}

const hasCharacter = ({ ranges }: Family, code: number): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

/** Parsed once for all documents, and named as `splitRuns` names them. */
export const parsedFonts: ReadonlyMap<string, unknown> = fonts;

export interface Run {
  readonly font: string;
  readonly text: string;
}

/** The text in pieces of one font each. A character that no font has becomes a question mark. */
export function splitRuns(text: string, weight: Weight): Run[] {
  const runs: { family: Family; text: string }[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const last = runs.at(-1);
    const family =
      last && hasCharacter(last.family, code)
        ? last.family
        : families.find((each) => hasCharacter(each, code));
    const shown = family ? character : '?';
    const used = family ?? families[0]!;
    if (last?.family === used) last.text += shown;
    else runs.push({ family: used, text: shown });
  }
  return runs.map((run) => ({ font: `${run.family.name}-${weight}`, text: run.text }));
}
