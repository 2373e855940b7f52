/**
 * The head of each public page, and of the sign-up, in each language. The API writes it into `index.html` for the
 * requested address (api/site/client-page.ts), because crawlers run no scripts.
 */
import { createHash } from 'node:crypto';
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
import { listPageScripts } from './page-scripts.ts';

export type PageHead = {
  /** The title of the tab and of a shared link. */
  title: string;
  description: string;
  /** Path of a preview image on this site, 1200 x 630 px. */
  image: string;
};

/** Hashes the words on a share image, which stores the hash: a test finds an image with other words. */
export const hashShareWords = ({ title, description }: PageHead): string =>
  createHash('sha256').update(`${title}\n${description}`).digest('hex');

/** A shared link to the sign-up has a head, although search engines don't list it. */
const described = [...publicPages, pages.signUp] as const;

type DescribedPath = (typeof described)[number];

const dictionaries = {
  en: [en, enPolicies],
  hi: [hi, hiPolicies],
  hg: [hg, hgPolicies],
} as const satisfies Record<string, readonly [Messages, Policies]>;

const policyOf: Partial<Record<DescribedPath, PolicyName>> = {
  [pages.about]: 'about',
  [pages.contact]: 'contact',
  [pages.privacy]: 'privacy',
  [pages.terms]: 'terms',
  [pages.contentPolicy]: 'content',
  [pages.billing]: 'billing',
};

function toWords(path: DescribedPath, words: Messages, policies: Policies) {
  const policy = policyOf[path];
  if (policy) return { title: policies[policy].title, lead: policies[policy].lead };
  if (path === pages.prices) return { title: words.common.prices, lead: words.prices.lead };
  if (path === pages.verifyReceipt)
    return { title: words.common.checkReceipt, lead: words.proof.verifyText };
  if (path === pages.signUp) return { title: words.auth.signUpTitle, lead: words.home.lead };
  return words.home;
}

/** The heads by path, then by language. */
export const pageHeads = Object.fromEntries(
  described.map((path) => [
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

/** Writes `heads.json`, and `scripts.json` with the scripts of every page, by language and by address. */
export function heads(): Plugin {
  return {
    name: 'heads',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        const scripts = (['en', 'hi', 'hg'] as const).map((language) => [
          language,
          Object.fromEntries(listPageScripts(dir, language)),
        ]);
        writeFileSync(join(dir, 'heads.json'), JSON.stringify(pageHeads));
        writeFileSync(join(dir, 'scripts.json'), JSON.stringify(Object.fromEntries(scripts)));
      },
    },
  };
}
