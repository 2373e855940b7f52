/** The client's fonts for pages that become pictures. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../local/places.ts';

export const toDataUrl = (path: string, type: string) =>
  `data:${type};base64,${readFileSync(path).toString('base64')}`;

const find = createRequire(import.meta.url).resolve;
const fonts = join(root, 'web', 'src', 'fonts');
const toFace = (family: string, path: string, range: string) =>
  `@font-face { font-family: '${family}'; font-weight: 100 900; unicode-range: ${range};
     src: url(${toDataUrl(path, 'font/woff2')}); }`;

const inter = dirname(find('@fontsource-variable/inter/package.json'));
const noto = dirname(find('@fontsource-variable/noto-sans-devanagari/package.json'));

/** The font family `Text`, in all languages of the client. */
export const faces = [
  toFace('Text', join(inter, 'files/inter-latin-wght-normal.woff2'), 'U+0000-2022, U+2024-20A8'),
  toFace('Text', join(fonts, 'inter-rupee-wght.woff2'), 'U+20B9'),
  toFace(
    'Text',
    join(noto, 'files/noto-sans-devanagari-devanagari-wght-normal.woff2'),
    'U+0900-097F, U+200C-200D',
  ),
].join('\n');
