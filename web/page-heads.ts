/**
 * The head of each public page in each language. The API writes it into `index.html` for the
 * requested address (api/site/client-page.ts), because crawlers run no scripts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { pages, publicPages } from '../shared/pages.ts';
import { en, type Messages } from './src/i18n/en.ts';
import { hg } from './src/i18n/hg.ts';
import { hi } from './src/i18n/hi.ts';
import { policies as enPolicies, type Policies, type PolicyName } from './src/i18n/policies/en.ts';
import { policies as hgPolicies } from './src/i18n/policies/hg.ts';
import { policies as hiPolicies } from './src/i18n/policies/hi.ts';
import { getFirstFiles } from './first-load.ts';

export type PageHead = {
  /** The title of the tab and of a shared link. */
  title: string;
  description: string;
  /** Path of a preview image on this site, 1200 x 630 px. */
  image: string;
};

type PublicPath = (typeof publicPages)[number];

const dictionaries = {
  en: [en, enPolicies],
  hi: [hi, hiPolicies],
  hg: [hg, hgPolicies],
} as const satisfies Record<string, readonly [Messages, Policies]>;

const policyOf: Partial<Record<PublicPath, PolicyName>> = {
  [pages.about]: 'about',
  [pages.contact]: 'contact',
  [pages.privacy]: 'privacy',
  [pages.terms]: 'terms',
  [pages.contentPolicy]: 'content',
  [pages.billing]: 'billing',
};

function toWords(path: PublicPath, words: Messages, policies: Policies) {
  const policy = policyOf[path];
  if (policy) return { title: policies[policy].title, lead: policies[policy].lead };
  if (path === pages.prices) return words.prices;
  if (path === pages.verifyReceipt)
    return { title: words.proof.verify, lead: words.proof.verifyText };
  return words.home;
}

/** The heads by path, then by language. */
export const pageHeads = Object.fromEntries(
  publicPages.map((path) => [
    path,
    Object.fromEntries(
      Object.entries(dictionaries).map(([language, [words, policies]]): [string, PageHead] => {
        const { title, lead } = toWords(path, words, policies);
        return [
          language,
          {
            title: path === pages.home ? `Sachet · ${title}` : `${title} · Sachet`,
            description: lead,
            image: `/share/${path.slice(1) || 'home'}-${language}.png`,
          },
        ];
      }),
    ),
  ]),
);

/** The source files that the entry imports for an address: see src/routes.tsx. */
function listSources(path: PublicPath, language: string): string[] {
  const words = language === 'en' ? [] : [`src/i18n/${language}/first.ts`];
  if (policyOf[path]) {
    return ['src/policies/PolicyPage.tsx', `src/i18n/policies/${language}.ts`, ...words];
  }
  if (path === pages.home) return ['src/home/HomePage.tsx', ...words];
  const page = path === pages.prices ? 'prices/PricesPage' : 'proof/VerifyReceiptPage';
  return [`src/${page}.tsx`, `src/i18n/${language}/studio.ts`, ...words];
}

/** The scripts that the page needs and `index.html` does not name itself. */
function listScripts(build: string, path: PublicPath, language: string): string[] {
  const entry = new Set(getFirstFiles(build, 'index.html').scripts);
  const files = listSources(path, language).flatMap((each) => getFirstFiles(build, each).scripts);
  return [...new Set(files)].filter((file) => !entry.has(file)).map((file) => `/${file}`);
}

/**
 * Writes `heads.json`, with the scripts of each page, so that they load in parallel with the entry.
 */
export function heads(): Plugin {
  return {
    name: 'heads',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        const all = publicPages.map((path) => {
          const languages = Object.entries(pageHeads[path]!).map(([language, head]) => [
            language,
            { ...head, scripts: listScripts(dir, path, language) },
          ]);
          return [path, Object.fromEntries(languages)];
        });
        writeFileSync(join(dir, 'heads.json'), JSON.stringify(Object.fromEntries(all)));
      },
    },
  };
}
