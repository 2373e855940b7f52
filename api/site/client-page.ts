/**
 * The client's one page, with a head of its own for each public address and language, because crawlers
 * run no scripts, and with the config, so that no client has to ask for it first.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { ClientConfig } from '@sachet/shared/contracts/config';
import { Language } from '@sachet/shared/contracts/vocabulary';
import { toAddress, toTag } from './for-robots.ts';

/** `heads.json` of the client's build (web/page-heads.ts): by path, then by language. */
const Heads = z.record(
  z.string(),
  z.record(
    Language,
    z.object({
      title: z.string(),
      description: z.string(),
      image: z.string(),
      scripts: z.array(z.string()),
    }),
  ),
);
type Heads = z.infer<typeof Heads>;

type Build = { html: string; heads: Heads; readAtMs: number; copies: Map<string, Buffer> };

const compressors = {
  br: (text: Buffer) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: Buffer) => gzipSync(text, { level: 9 }),
  identity: (text: Buffer) => text,
} as const;
type Encoding = keyof typeof compressors;

/** The comments in `index.html` around the default head. */
const marks = { begin: '<!-- head -->', end: '<!-- /head -->' };

const locales: Record<Language, string> = { en: 'en_IN', hi: 'hi_IN', hg: 'hi_IN' };

export function sendClientPage(
  folder: string,
  publicUrl: string,
  config: ClientConfig,
): RequestHandler {
  let build: Build | undefined;

  /** A new build takes the place of the one before while the server runs. */
  function readBuild(): Build {
    const readAtMs = statSync(join(folder, 'index.html')).mtimeMs;
    if (build?.readAtMs === readAtMs) return build;
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const file = join(folder, 'heads.json');
    const heads = existsSync(file) ? Heads.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
    return (build = { html, heads, readAtMs, copies: new Map() });
  }

  function getCopy(path: string, language: Language, encoding: Encoding): Buffer {
    const { html, heads, copies } = readBuild();
    const isKnown = heads[path] !== undefined;
    const key = `${isKnown ? path : ''} ${language} ${encoding}`;
    const known = copies.get(key);
    if (known) return known;
    const head = isKnown ? toHead(heads, path, language) : '';
    const begin = html.indexOf(marks.begin);
    const end = html.indexOf(marks.end) + marks.end.length;
    const text =
      html.slice(0, begin).replace('<html lang="en">', `<html lang="${toTag(language)}">`) +
      (head || html.slice(begin, end)) +
      toScript(config) +
      html.slice(end);
    const copy = compressors[encoding](Buffer.from(text));
    copies.set(key, copy);
    return copy;
  }

  function toHead(heads: Heads, path: string, language: Language): string {
    const { title, description, image, scripts } = heads[path]![language];
    const words = escape(description.replaceAll('{{company}}', config.company.name || 'Sachet'));
    const tags = {
      'og:type': 'website',
      'og:site_name': 'Sachet',
      'og:locale': locales[language],
      'og:url': escape(toAddress(publicUrl, path, language)),
      'og:title': escape(title),
      'og:description': words,
      'og:image': escape(new URL(image, publicUrl).href),
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': escape(title),
    };
    return [
      `<title>${escape(title)}</title>`,
      `<meta name="description" content="${words}" />`,
      '<meta name="twitter:card" content="summary_large_image" />',
      ...Object.entries(tags).map(
        ([name, text]) => `<meta property="${name}" content="${text}" />`,
      ),
      ...scripts.map((path) => `<link rel="modulepreload" crossorigin href="${escape(path)}" />`),
    ].join('\n    ');
  }

  return (request, response) => {
    const language = Language.safeParse(request.query.lang).data ?? 'en';
    const encoding = chooseEncoding(request);
    const copy = getCopy(request.path, language, encoding);
    response.vary('Accept-Encoding').type('html').set('Cache-Control', 'no-cache');
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(copy);
  };
}

/** The smallest first. */
function chooseEncoding(request: Request): Encoding {
  const accepted = (['br', 'gzip'] as const).find(
    (each) => request.acceptsEncodings(each) === each,
  );
  return accepted ?? 'identity';
}

/** Data, which a content security policy lets a page have. */
const toScript = (config: ClientConfig) =>
  `<script type="application/json" id="client-config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
