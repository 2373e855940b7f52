/** Detects image formats by the first bytes of a file: names and types are often wrong. */

export type ImageFormat = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/heic';

/** The bytes of a file that `detectImageFormat` reads. */
export const formatHeadBytes = 64;

/** WebP is one of the formats in a RIFF file. */
const signatures: readonly [ImageFormat, ...parts: [at: number, text: string][]][] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
];

/** ISO/IEC 23008-12, annex B, and brands that phones write. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];

export function detectImageFormat(file: Uint8Array): ImageFormat | null {
  const text = String.fromCharCode(...file.subarray(0, formatHeadBytes));
  const known = signatures.find(([, ...parts]) =>
    parts.every(([at, part]) => text.startsWith(part, at)),
  );
  if (known) return known[0];
  return listBrands(text).some((brand) => heicBrands.includes(brand)) ? 'image/heic' : null;
}

/** The brands of an `ftyp` box: first the major brand, then a version, then the compatible brands. */
function listBrands(text: string): string[] {
  if (text.slice(4, 8) !== 'ftyp') return [];
  const boxBytes = text.charCodeAt(2) * 256 + text.charCodeAt(3);
  const names = text.slice(8, boxBytes).match(/[^]{4}/g) ?? [];
  return names.filter((_name, index) => index !== 1);
}
