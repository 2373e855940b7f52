/** Emblems: the vector drawings of Noto Emoji, and a tower, by name ("auto-rickshaw") or by character. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import chars from '@iconify-json/noto/chars.json' with { type: 'json' };

/** Emblems are drawn in a square of this many units. */
export const emblemSide = 128;

/** The name of every emblem by its code points in hexadecimal, joined by hyphens. */
const names: Record<string, string> = chars;
const known = new Set(Object.values(names));

/** People are drawn with a medium skin tone. */
export function findEmblem(name: string): string | null {
  const toned = `${name}-medium-skin-tone`;
  return known.has(toned) ? toned : known.has(name) ? name : null;
}

export function findEmblemOfCharacter(character: string): string | null {
  const code = Array.from(character, (point) => point.codePointAt(0)?.toString(16));
  return names[code.filter((point) => point !== 'fe0f').join('-')] ?? null;
}

const file = fileURLToPath(import.meta.resolve('@iconify-json/noto/icons.json'));
const windows = [8, 28, 48, 68, 88, 108].map((y) => `M35 ${y}h62`).join('');
const bodies = new Map([
  [
    'tower',
    `<path d="M24 0h80v128H24Z" fill="#4a5383"/><path d="${windows}" stroke="#ffd98a" stroke-width="11" stroke-dasharray="11 13"/>`,
  ],
]);
let reading: Promise<Buffer> | null = null;

/** SVG elements of each emblem, in the order of their names; rejects when a name is unknown. */
export async function readEmblems(wanted: readonly string[]): Promise<string[]> {
  if (wanted.some((name) => !bodies.has(name))) {
    // A picture needs a few kB of these 25 MB of JSON: parsing it all would take half a second.
    // Pictures that are drawn at the same time read it once.
    reading ??= readFile(file).finally(() => (reading = null));
    const json = await reading;
    for (const name of wanted.filter((each) => !bodies.has(each))) {
      const at = json.indexOf(`"${name}": {`);
      if (at < 0) throw new Error(`There is no emblem named ${name}.`);
      const entry = json.subarray(json.indexOf('{', at), json.indexOf('}', at) + 1).toString();
      bodies.set(name, (JSON.parse(entry) as { body: string }).body);
    }
  }
  return wanted.map((name) => bodies.get(name) ?? '');
}
