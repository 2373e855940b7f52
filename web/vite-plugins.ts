/** The plugins and the chunks of the client's build (`vite.config.ts`). */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, minify, type Plugin, type Rolldown } from 'vite';
import { escapeMarkup } from '@sachet/shared/text/escape-markup';
import { getFirstFiles } from './first-load.ts';
import { en, type Messages } from './src/i18n/en.ts';
import { hg } from './src/i18n/hg.ts';
import { hi } from './src/i18n/hi.ts';

const languages = { en, hi, hg };

/** Fills the texts of every language into index.html and offline.html. CSS shows only one language. */
export function staticWords(): Plugin {
  return { name: 'static-words', transformIndexHtml: { order: 'pre', handler: fillIn } };
}

/**
 * Writes `first-paint.js` into each page. In a build, it also loads the client's scripts, after the page is
 * painted; their names are in the page, the entry's first.
 */
export function paintFirst(): Plugin[] {
  const scripts =
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g;
  const place = '<!-- first-paint.js -->';
  return [
    {
      name: 'first-paint',
      transformIndexHtml: {
        order: 'pre',
        async handler(html) {
          const script = await readFirstPaint();
          return html.replace(place, () => `<script>${script}</script>`);
        },
      },
    },
    {
      name: 'scripts-last',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler(html) {
          const names = [...html.matchAll(scripts)].map(([, name]) => name);
          if (names.length === 0) return html;
          const list = `<meta name="scripts" content="${names.join(' ')}" />`;
          return html.replaceAll(scripts, '').replace('<script>', `${list}<script>`);
        },
      },
    },
  ];
}

async function readFirstPaint(): Promise<string> {
  const path = join(import.meta.dirname, 'first-paint.js');
  const { code, errors } = await minify(path, `(function(){${await readFile(path, 'utf8')}})()`);
  if (errors.length > 0) throw new Error(`first-paint.js: ${errors[0]!.message}`);
  return code.trim();
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
  return escapeMarkup(text);
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
  const { scripts, styles } = getFirstFiles(folder, 'src/features/studio/home/HomePage.tsx');
  const fonts = readdirSync(join(folder, 'assets')).filter((name) =>
    /^(?:inter-(?:latin|rupee)-wght.*\.woff2|fonts-.*\.css)$/.test(name),
  );
  const shell = ['offline.html', 'favicon.svg', 'icon-192.png'];
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
/** Smaller files save little. */
const leastBytes = 512;
/** The highest quality takes ten times as long and saves 8 %, so only the first files have it. */
const toBrotli = (bytes: Buffer, isFirst: boolean) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: isFirst ? 11 : 9 },
  });

async function compressAll(folder: string): Promise<void> {
  const first = getFirstFiles(
    folder,
    'src/features/studio/home/HomePage.tsx',
    'src/features/people/auth/AuthModal.tsx',
    'src/features/studio/pictures/ImageTool.tsx',
    'en-words',
  );
  const isFirst = new Set([...first.scripts, ...first.styles]);
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      if (!isText.test(name) || (await stat(path)).size < leastBytes) return;
      const bytes = await readFile(path);
      await writeFile(`${path}.br`, await toBrotli(bytes, isFirst.has(name)));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

/** Bundles react-router without its warnings for developers. Its package exports only the files that have them. */
export function quietRouter(): Plugin {
  const toFile = (name: string) => ({
    find: new RegExp(`^${name}$`),
    replacement: fileURLToPath(import.meta.resolve(name)).replace(
      `${sep}development${sep}`,
      `${sep}production${sep}`,
    ),
  });
  return {
    name: 'quiet-router',
    apply: 'build',
    config: () => ({ resolve: { alias: ['react-router', 'react-router/dom'].map(toFile) } }),
  };
}

/** Bundles `src/app/prerender.tsx` into the build; the API renders the public pages with it. */
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
            ssr: 'src/app/prerender.tsx',
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

const source = join(import.meta.dirname, 'src');
const entry = join(source, 'app', 'main.tsx');
const home = join(source, 'features', 'studio', 'home');
const inSource = (...names: string[]) => names.map((name) => join(source, name));

/** The tools of the home page, whose code is mostly the same. */
const tools = inSource(
  'features/studio/pictures/',
  'features/studio/batch/',
  'features/studio/general/',
  'features/studio/instagram/',
);
/** The code that every page of a signed-in user loads beside the page. */
const session = inSource(
  'features/people/auth/firebase.ts',
  'app/shell/AvatarMenu.tsx',
  'app/shell/LowerNotices.tsx',
  'app/shell/RequireRole.tsx',
  'features/payments/top-up/TopUpWatch.tsx',
  'features/wallet/WalletPill.tsx',
);
const answers = inSource('api/answers.ts');
/** Parts that home loads after its first screen. */
const sheet = inSource(
  'features/people/auth/AuthModal.tsx',
  'features/studio/occasions/NextOccasions.tsx',
);
const imageTool = inSource('features/studio/pictures/ImageTool.tsx');
const startsWithAny = (id: string, folders: readonly string[]) =>
  folders.some((each) => id.startsWith(each));

/** The files for shared code. An earlier one takes a module before a later one does. */
const areas = ['first', 'answers', 'sheet', 'phone', 'session', 'picture', 'tool', 'page'] as const;
const wordGroups = ['hi-first', 'en-words', 'hi-words', 'hg-words'] as const;
const groupNames = [...areas, ...wordGroups];
type Group = (typeof groupNames)[number];

/**
 * Puts modules that several pages or parts share into one file for each area. Otherwise, a page becomes
 * dozens of small files, of which a phone requests only six at a time, and each of which costs a round trip.
 * A module that only one page or part uses is in the file of that page or part.
 */
export function groupChunks(): Rolldown.OutputOptions {
  let groups: Map<string, Group | null> | undefined;
  return {
    // The first chunk lists the names of all files, so short names make it smaller.
    chunkFileNames: ({ name }) => `assets/${name.slice(0, 1)}-[hash].js`,
    codeSplitting: {
      // Each module has its own group.
      includeDependenciesRecursively: false,
      groups: groupNames.map((group, index) => ({
        debugName: group,
        name: (id, context) => {
          groups ??= toGroups((each) => context.getModuleInfo(each));
          // An icon that is imported by another name is not found. There are few, all of them small.
          const isUnknown = !groups.has(id) && isIcon.test(id);
          const own = isUnknown || isRuntime.test(id) ? 'first' : groups.get(id);
          return own === group ? group : null;
        },
        priority: groupNames.length - index,
      })),
    },
  };
}

type GetModule = (id: string) => {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
} | null;

/** Modules that Rolldown adds to a build. */
const isRuntime = /^\0(?:rolldown|vite)/;
const isIcon = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;

/** Returns the group of each module; null for a module that only one page or part uses. */
function toGroups(getModule: GetModule): Map<string, Group | null> {
  const getImports = (id: string) => listImports(id, getModule);
  const first = findImported([entry, join(home, 'HomePage.tsx')], getImports);
  const users = new Map<string, Set<string>>();
  for (const part of findParts(getModule)) {
    for (const id of [part, ...findImported([part], getImports)]) {
      users.set(id, (users.get(id) ?? new Set()).add(part));
    }
  }
  const groups = new Map<string, Group | null>();
  for (const [id, parts] of users) {
    if (!id.endsWith('.css') && !id.startsWith(home)) groups.set(id, toGroup(id, [...parts]));
  }
  for (const id of first) if (!id.startsWith(home)) groups.set(id, 'first');
  return groups;
}

/** Packages of many independent modules, and the module of each name that a file imports from them. */
const collections = [
  { name: 'lucide-react', list: /lucide-react\.m?js$/, folder: 'icons' },
  { name: 'radix-ui', list: /[\\/]radix-ui[\\/]dist[\\/]index\.m?js$/, folder: null },
];

/**
 * The modules that a module imports. A module that imports an icon or a primitive also imports the list of all
 * of them, so those that it uses are found by their names.
 */
function listImports(id: string, getModule: GetModule): readonly string[] {
  const { importedIds = [], code } = getModule(id) ?? {};
  if (collections.some(({ list }) => list.test(id))) return [];
  const found = collections.flatMap(({ name, list, folder }) => {
    const listId = importedIds.find((each) => list.test(each));
    const import_ = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${name}["']`);
    const names = listId && code?.match(import_)?.[1];
    if (!listId || !names) return [];
    const all = getModule(listId)?.importedIds ?? [];
    return names.split(',').flatMap((each) => {
      const file = toKebab(each.trim().split(/\s/)[0]!);
      const own = folder ? [toIcon(listId, file)] : all.filter(isPrimitive(file));
      return own.filter((one) => getModule(one) !== null);
    });
  });
  return [...importedIds, ...found];
}

const toKebab = (name: string) =>
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=[0-9])/g, '-').toLowerCase();

const toIcon = (list: string, file: string) =>
  join(list, '..', 'icons', `${file}${list.slice(list.lastIndexOf('.'))}`);

const isPrimitive = (file: string) => (id: string) => id.includes(`${sep}react-${file}${sep}`);

const isAdminOperations = (part: string) => part.endsWith('/operations/admin-operations.ts');

function toGroup(id: string, parts: readonly string[]): Group | null {
  const isUsedBy = (folders: readonly string[]) =>
    parts.some((part) => startsWithAny(part, folders));
  const words = /\/i18n\/(\w+)\/(?:studio|shop|growth)\.ts$/.exec(id)?.[1];
  if (words) return `${words as 'en' | 'hi' | 'hg'}-words`;
  if (/\/i18n\/(?:hi\/first|devanagari)\.ts$/.test(id)) return 'hi-first';
  if (parts.every((part) => startsWithAny(part, session))) return 'session';
  if (parts.every(isAdminOperations)) return 'page';
  // Small modules without zod, which the forms use before any answer arrives.
  if (isUsedBy(answers)) return isUsedBy(imageTool) ? 'first' : 'answers';
  if (parts.length < 2) return null;
  if (/libphonenumber|\/base\/phone-number/.test(id)) return 'phone';
  if (isUsedBy(sheet)) return 'sheet';
  // The menus of a signed-in user are large, so the picture tool does not load their file.
  if (isUsedBy(session)) return isUsedBy(imageTool) ? 'sheet' : 'session';
  if (isUsedBy(imageTool)) return 'picture';
  return isUsedBy(tools) ? 'tool' : 'page';
}

/** All modules that are imported dynamically somewhere. */
function findParts(getModule: GetModule): Set<string> {
  const parts = new Set<string>();
  const seen = new Set([entry]);
  for (const id of seen) {
    const { importedIds = [], dynamicallyImportedIds = [] } = getModule(id) ?? {};
    for (const each of dynamicallyImportedIds) parts.add(each);
    for (const each of [...importedIds, ...dynamicallyImportedIds]) seen.add(each);
  }
  return parts;
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
