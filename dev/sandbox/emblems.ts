/** Emblems: the vector drawings of Noto Emoji, by name ("auto-rickshaw") or by character. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import chars from '@iconify-json/noto/chars.json' with { type: 'json' };

/** The name of every emblem by its code points in hexadecimal, joined by hyphens. */
const names: Record<string, string> = chars;
const known = new Set(Object.values(names));

/** People are drawn with a medium skin tone. */
export function findEmblem(name: string): string | null {
  const toned = `${name}-medium-skin-tone`;
  return known.has(toned) ? toned : known.has(name) ? name : null;
}

export function findEmblemByCharacter(character: string): string | null {
  const code = Array.from(character, (point) => point.codePointAt(0)?.toString(16));
  return names[code.filter((point) => point !== 'fe0f').join('-')] ?? null;
}

const file = fileURLToPath(import.meta.resolve('@iconify-json/noto/icons.json'));
let json: Buffer | null = null;
const bodies = new Map<string, string>();

/** SVG elements in a square of 128 units. Throws when the name is unknown. */
export function readEmblem(name: string): string {
  const cached = bodies.get(name);
  if (cached) return cached;
  // The file has 25 MB and a picture needs a few kB of it: parsing all of it would take half a second.
  json ??= readFileSync(file);
  const at = json.indexOf(`"${name}": {`);
  if (at < 0) throw new Error(`Unknown emblem: ${name}`);
  const entry = json.subarray(json.indexOf('{', at), json.indexOf('}', at) + 1).toString();
  const body = (JSON.parse(entry) as { body: string }).body.replaceAll('svgID', `${name}-`);
  bodies.set(name, body);
  return body;
}
