/**
 * Builds the client's `index.html` for a path and a language. It contains the head of a public page, because
 * crawlers run no scripts; the page as a signed-out visitor sees it, so that it is painted before any script
 * has loaded; and the config, so that no client has to request it first.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { ClientConfig } from '@sachet/shared/contracts/config';
import { Language } from '@sachet/shared/contracts/vocabulary';
import { renderedPages } from '@sachet/shared/pages';
import { escapeMarkup } from '@sachet/shared/text/escape-markup';
import type { Logger } from 'pino';
import { readLanguage } from '../http/language.ts';
import { pickStyles } from './first-styles.ts';
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
    }),
  ),
);
type Heads = z.infer<typeof Heads>;

/** `scripts.json` of the client's build (web/page-scripts.ts): by language, then by address. */
const Scripts = z.record(
  Language,
  z.record(
    z.string(),
    z.object({
      scripts: z.array(z.string()),
      signedIn: z.array(z.string()),
      signIn: z.array(z.string()),
    }),
  ),
);
type Scripts = z.infer<typeof Scripts>;
type PageScripts = Scripts[Language][string];

/**
 * `.server/pages-….js` of the client's build (web/src/app/prerender.tsx). With a null path it renders only the
 * frame that all pages share.
 */
interface Renderer {
  renderPage(path: string | null, language: Language, config: ClientConfig): Promise<string>;
}

interface Build {
  readonly html: string;
  readonly heads: Heads;
  readonly scripts: Scripts;
  readonly renderer: Promise<Renderer | null>;
  readonly readAtMs: number;
  readonly copies: Map<string, Promise<Buffer>>;
}

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

/** The link to the client's styles, as the build writes it. */
const styleSheet = /<link rel="stylesheet"(?: crossorigin)? href="([^"<>]+)">/;

/** The element that the client renders into; empty in a build. */
const emptyRoot = '<div id="root"></div>';

export function sendClientPage({
  folder,
  publicUrl,
  config,
  log,
}: {
  folder: string;
  publicUrl: string;
  config: ClientConfig;
  log: Logger;
}): RequestHandler {
  let build: Build | undefined;

  /** Reads the build again if a new one has replaced it while the server runs. */
  function readBuild(): Build {
    const readAtMs = statSync(join(folder, 'index.html')).mtimeMs;
    if (build?.readAtMs === readAtMs) return build;
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const heads = Heads.parse(readJson('heads.json') ?? {});
    const scripts = Scripts.parse(readJson('scripts.json') ?? { en: {}, hi: {}, hg: {} });
    const renderer = importRenderer();
    return (build = { html, heads, scripts, renderer, readAtMs, copies: new Map() });
  }

  function readJson(name: string): unknown {
    const file = join(folder, name);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  }

  /** The file's name has a hash, so a process can import the renderers of several builds. */
  async function importRenderer(): Promise<Renderer | null> {
    const server = join(folder, '.server');
    const name =
      existsSync(server) && readdirSync(server).find((each) => /^pages-.*\.js$/.test(each));
    return name ? ((await import(pathToFileURL(join(server, name)).href)) as Renderer) : null;
  }

  /** Each copy is compressed once per build: there are few paths, languages and encodings. */
  function getCopy(page: Page, encoding: Encoding): Promise<Buffer> {
    const { copies } = readBuild();
    const key = `${page.path} ${page.address} ${page.isRendered} ${page.language} ${encoding}`;
    const known = copies.get(key);
    if (known) return known;
    const copy = toText(page).then((text) => compressors[encoding](Buffer.from(text)));
    copies.set(key, copy);
    return copy;
  }

  async function toText(page: Page): Promise<string> {
    const { html, heads, scripts } = readBuild();
    const files = page.address === null ? undefined : scripts[page.language][page.address];
    const head = page.path === null ? '' : toHead(heads, page.path, page.language);
    const begin = html.indexOf(marks.begin);
    const end = html.indexOf(marks.end) + marks.end.length;
    const [link = '', sheet = ''] = styleSheet.exec(html) ?? [];
    const rest = html
      .slice(end)
      .replace(link, '')
      .replace(emptyRoot, await render(page));
    return (
      html.slice(0, begin).replace('<html lang="en">', `<html lang="${toTag(page.language)}">`) +
      (head || html.slice(begin, end)) +
      (files ? toScriptNames(files) : '') +
      (page.isRendered ? '<meta name="rendered" content="yes" />' : '') +
      toStyles(rest, link, sheet) +
      toScript(config) +
      rest
    );
  }

  /** The rules that the page uses are in the page; `web/first-paint.js` adds all the others. */
  function toStyles(page: string, link: string, path: string): string {
    const file = join(folder, path);
    if (path === '' || !existsSync(file)) return link;
    const picked = pickStyles(readFileSync(file, 'utf8'), page);
    return `<style>${picked}</style><meta name="styles" content="${path}" /><noscript>${link}</noscript>`;
  }

  /**
   * If rendering fails, the page is sent without content, and the client renders it only after its scripts
   * have loaded.
   */
  async function render({ path, language, isRendered }: Page): Promise<() => string> {
    const rendered = isRendered ? path : null;
    try {
      const renderer = await readBuild().renderer;
      if (!renderer) return () => emptyRoot;
      const html = await renderer.renderPage(rendered, language, config);
      return () =>
        `<div id="root" data-path="${rendered ?? ''}" data-language="${language}">${html}</div>`;
    } catch (error) {
      log.error({ err: error, path: rendered, language }, 'rendering a page failed');
      return () => emptyRoot;
    }
  }

  function toHead(heads: Heads, path: string, language: Language): string {
    const { title, description, image } = heads[path]![language];
    const words = escapeMarkup(
      description.replaceAll('{{company}}', config.company.name || 'Sachet'),
    );
    const tags = {
      'og:type': 'website',
      'og:site_name': 'Sachet',
      'og:locale': locales[language],
      'og:url': escapeMarkup(toAddress(publicUrl, path, language)),
      'og:title': escapeMarkup(title),
      'og:description': words,
      'og:image': escapeMarkup(new URL(image, publicUrl).href),
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': escapeMarkup(title),
    };
    return [
      `<title>${escapeMarkup(title)}</title>`,
      `<meta name="description" content="${words}" />`,
      '<meta name="twitter:card" content="summary_large_image" />',
      ...Object.entries(tags).map(
        ([name, text]) => `<meta property="${name}" content="${text}" />`,
      ),
    ].join('\n    ');
  }

  return async (request, response) => {
    const { path } = request;
    const { heads, scripts } = readBuild();
    const isKnown = heads[path] !== undefined;
    const isRendered = renderedPages.includes(path) && request.query.mode === undefined;
    const language = chooseLanguage(request);
    const { mode } = request.query;
    const named = path === '/' && typeof mode === 'string' ? `/?mode=${mode}` : path;
    const address = scripts[language][named] ? named : null;
    const page = { path: isKnown ? path : null, address, isRendered, language };
    const encoding = chooseEncoding(request);
    const copy = await getCopy(page, encoding);
    response.vary('Accept-Encoding, Cookie').type('html').set('Cache-Control', 'no-cache');
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(copy);
  };
}

interface Page {
  /** Null for a page without a head of its own. */
  readonly path: string | null;
  /** The address by which the page's scripts are known; null if they are not. */
  readonly address: string | null;
  /** False if only the frame is rendered. */
  readonly isRendered: boolean;
  readonly language: Language;
}

/** The language that the address names, else the language that was chosen earlier. */
function chooseLanguage(request: Request): Language {
  const named = Language.safeParse(request.query.lang);
  return named.success ? named.data : (readLanguage(request) ?? 'en');
}

/** The accepted encoding with the smallest result. */
function chooseEncoding(request: Request): Encoding {
  const accepted = (['br', 'gzip'] as const).find(
    (each) => request.acceptsEncodings(each) === each,
  );
  return accepted ?? 'identity';
}

/** `web/first-paint.js` loads them: those of a signed-in user and of an early press only where they are needed. */
const toScriptNames = ({ scripts, signedIn, signIn }: PageScripts) =>
  [
    `<meta name="page-scripts" content="${escapeMarkup(scripts.join(' '))}" />`,
    `<meta name="signed-in-scripts" content="${escapeMarkup(signedIn.join(' '))}" />`,
    `<meta name="sign-in-scripts" content="${escapeMarkup(signIn.join(' '))}" />`,
  ].join('');

/** A data script, which the content security policy allows. */
const toScript = (config: ClientConfig) =>
  `<script type="application/json" id="client-config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`;
