/** The plugins and the chunks of the client's build (`vite.config.ts`). */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { getFirstFiles } from './first-load.ts';
import { en, type Messages } from './src/i18n/en.ts';
import { hg } from './src/i18n/hg.ts';
import { hi } from './src/i18n/hi.ts';

const languages = { en, hi, hg };

/** Fills the texts of every language into index.html and offline.html. CSS shows only one language. */
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

/** Writes the service worker of the build, with the names of the files that it caches. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: ({ dir }) => writeServiceWorker(dir ?? ''),
    },
  };
}

function writeServiceWorker(folder: string): void {
  const { scripts, styles } = getFirstFiles(folder, 'src/home/HomePage.tsx');
  const fonts = readdirSync(join(folder, 'assets')).filter((name) =>
    /^inter-(latin|rupee)-wght.*\.woff2$/.test(name),
  );
  const shell = ['offline.html', 'first-paint.js', 'favicon.svg', 'icon-192.png'];
  const files = [...shell, ...scripts, ...styles, ...fonts.map((name) => `assets/${name}`)];
  const worker = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
  const version = createHash('sha256').update(worker);
  for (const file of files) version.update(`${file}\0`).update(readFileSync(join(folder, file)));
  const text = worker
    .replace('__FILES__', JSON.stringify(files.map((file) => `/${file}`)))
    .replace('__VERSION__', version.digest('hex').slice(0, 16));
  writeFileSync(join(folder, 'sw.js'), text);
}

/** Writes a Brotli and a gzip copy beside each compressible file of the build; the API sends them. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: { order: 'post', sequential: true, handler: ({ dir }) => compressAll(dir ?? '') },
  };
}

const isText = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;
/** Smaller files save less than the headers cost. */
const leastBytes = 1024;
/** The highest quality takes ten times as long and saves only a few percent more. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function compressAll(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!isText.test(name) || (await stat(path)).size < leastBytes) continue;
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotli));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

/** Bundles `src/prerender.tsx` into the build; the API renders the public pages with it. */
export function serverPages(): Plugin {
  return {
    name: 'server-pages',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        await build({
          configFile: false,
          root: import.meta.dirname,
          logLevel: 'warn',
          plugins: [react()],
          ssr: { noExternal: true },
          build: {
            ssr: 'src/prerender.tsx',
            emptyOutDir: true,
            outDir: join(dir, '.server'),
            copyPublicDir: false,
            assetsInlineLimit: 0,
            rolldownOptions: { output: { entryFileNames: 'pages-[hash].js' } },
          },
        });
      },
    },
  };
}

/**
 * The entry imports the list of all icons. But only lazy pages draw these icons, so they belong to the chunks
 * of those pages.
 */
const drawnElsewhere = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;

const entry = join(import.meta.dirname, 'src', 'main.tsx');
const home = join(import.meta.dirname, 'src', 'home');

/**
 * Puts everything that the entry imports statically into one file, with what the home page shares with other
 * pages. Otherwise, this code becomes two dozen small files, and a phone requests only six at a time.
 */
export function firstChunk(): Rolldown.OutputOptions {
  let first: Set<string> | undefined;
  return {
    // The first chunk lists the names of more than 150 files, so short names make it smaller.
    chunkFileNames: ({ name }) => `assets/${name.slice(0, 1)}-[hash].js`,
    codeSplitting: {
      groups: [
        {
          debugName: 'first',
          name(id, context) {
            first ??= findImported(
              [entry, join(home, 'HomePage.tsx')],
              (each) => context.getModuleInfo(each)?.importedIds ?? [],
            );
            const isFirst = first.has(id) && !id.startsWith(home) && !drawnElsewhere.test(id);
            return isFirst ? 'first' : null;
          },
        },
      ],
    },
  };
}

/** The direct and indirect imports of modules. */
function findImported(
  from: readonly string[],
  getImports: (id: string) => readonly string[],
): Set<string> {
  const found = new Set(from.flatMap((id) => [...getImports(id)]));
  for (const id of found) for (const imported of getImports(id)) found.add(imported);
  return found;
}
