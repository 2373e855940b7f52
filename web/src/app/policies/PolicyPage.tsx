import type { Language } from '@sachet/shared/contracts/vocabulary';
import { Check } from 'lucide-react';
import { use, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../base/paths';
import { usePageTitle } from '../../browser/page-title';
import { firstExample } from '../../features/studio/examples/example';
import { Pair } from '../../features/studio/examples/Pair';
import { useLanguage } from '../../i18n/language';
import type { Policies, Policy, PolicyName, PolicyWords } from '../../i18n/policies/en';
import { formatIndianDay } from '../../i18n/time';
import { useTranslation } from '../../i18n/translate';
import { buttonClasses } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { Fold } from '../../ui/Fold';
import { Body, type Facts, PolicyText, useFacts } from './PolicyText';
import { Related } from './Related';

type Texts = { policies: Policies; words: PolicyWords };

/** The long texts are loaded for one language when the page is opened. */
const load: Record<Language, () => Promise<Texts>> = {
  en: () => import('../../i18n/policies/en'),
  hi: () => import('../../i18n/policies/hi'),
  hg: () => import('../../i18n/policies/hg'),
};
const loading = new Map<Language, Promise<Texts>>();

/** Loads the texts. The route waits for them, because React cannot hydrate a page that is not complete. */
export function loadPolicies(language: Language): Promise<Texts> {
  const known = loading.get(language);
  if (known) return known;
  const begun = load[language]();
  loading.set(language, begun);
  begun.then(
    // By this convention of React, `use` returns loaded texts without suspending.
    (value) => Object.assign(begun, { status: 'fulfilled', value }),
    () => loading.delete(language),
  );
  return begun;
}

/** The days on which these texts last changed. Change a day together with its text. */
const updatedOn: Partial<Record<PolicyName, string>> = {
  privacy: '2026-11-29',
  terms: '2026-11-29',
  content: '2026-11-29',
  billing: '2026-11-29',
};

/** A static page of plain words: a policy to read, or a page of cards. */
export function PolicyPage({ name }: { name: PolicyName }) {
  const language = useLanguage();
  const { words, policies } = use(loadPolicies(language));
  const policy = policies[name];
  const facts = useFacts(words);
  usePageTitle(policy.title);
  const article = useRef<HTMLElement>(null);
  useScrollToHash(article);
  const Layout = name === 'about' ? AboutLayout : name === 'contact' ? ContactLayout : LongLayout;
  return (
    <article ref={article} className="mx-auto max-w-7xl px-4 pt-8 sm:px-6 md:pt-14">
      <Layout name={name} policy={policy} facts={facts} />
    </article>
  );
}

type Given = { name: PolicyName; policy: Policy; facts: Facts };

function Heading({ policy: { title, lead }, facts }: Pick<Given, 'policy' | 'facts'>) {
  return (
    <>
      <h1 className="text-title font-extrabold tight md:text-display">{title}</h1>
      <p className="mt-2 max-w-2xl text-lead text-pretty text-ink-soft md:mt-3">
        <PolicyText text={lead} facts={facts} />
      </p>
    </>
  );
}

/** A policy: the list of sections, the text with its summary, and related pages. */
function LongLayout({ name, policy, facts }: Given) {
  const { words } = facts;
  const language = useLanguage();
  const updated = updatedOn[name];
  const { sections, short } = policy;
  return (
    <>
      <Heading {...{ policy, facts }} />
      {updated && (
        <p className="mt-2 text-note text-ink-soft">
          {`${words.updated} `}
          <time dateTime={updated}>{formatIndianDay(updated, language)}</time>
        </p>
      )}
      <div className="mt-6 grid items-start gap-8 md:mt-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-12 xl:grid-cols-[14rem_minmax(0,45rem)_minmax(0,1fr)]">
        <Contents headings={sections.map((section) => section.heading)} />
        <div className="grid max-w-[45rem] min-w-0 gap-8 wrap-anywhere">
          {short && <Short {...{ short, facts }} />}
          {sections.map((section, index) => (
            <Part
              key={section.heading}
              {...{ section, index, facts }}
              className="border-t border-fold pt-5"
            />
          ))}
        </div>
        <Related name={name} mail={facts.company?.supportEmail} className="lg:max-xl:hidden" />
      </div>
    </>
  );
}

/** The main points, in the words of the text below. */
function Short({ short, facts }: { short: string[]; facts: Facts }) {
  return (
    <aside aria-label={facts.words.short} className="rounded-xl border border-fold bg-packet p-5">
      <p className="font-bold">{facts.words.short}</p>
      <ul className="mt-3 grid gap-2.5">
        {short.map((point) => (
          <li key={point} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 text-pretty">
            <Check aria-hidden className="mt-1 size-4 text-leaf" />
            <span>
              <PolicyText text={point} facts={facts} />
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Begins with what is sold, and a link to try it. */
function AboutLayout({ policy, facts }: Given) {
  const { t } = useTranslation();
  return (
    <>
      <div className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
        <div>
          <h1 className="font-semibold text-ink-soft">{policy.title}</h1>
          <p className="mt-2 text-title font-extrabold tight text-balance md:text-display">
            <PolicyText text={policy.lead} facts={facts} />
          </p>
          <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
            <Link to={paths.mode('image')} className={buttonClasses({ size: 'large' })}>
              {facts.words.try}
            </Link>
            <Link to={paths.prices} className={buttonClasses({ look: 'outline', size: 'large' })}>
              {t('common.prices')}
            </Link>
          </div>
        </div>
        <Pair example={firstExample} />
      </div>
      <Cards {...{ policy, facts }} className="mt-10 md:mt-14 md:grid-cols-2 lg:grid-cols-3" />
    </>
  );
}

/** One card for each way to reach us. */
function ContactLayout({ name, policy, facts }: Given) {
  return (
    <>
      <Heading {...{ policy, facts }} />
      <div className="mt-6 grid items-start gap-8 md:mt-10 lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-12">
        <Cards {...{ policy, facts }} className="md:grid-cols-2 md:*:first:col-span-2" />
        <Related name={name} mail={undefined} />
      </div>
    </>
  );
}

function Cards({
  policy: { sections },
  facts,
  className,
}: Pick<Given, 'policy' | 'facts'> & { className: string }) {
  return (
    <div className={classes('grid gap-4 wrap-anywhere sm:gap-5', className)}>
      {sections.map((section, index) => (
        <Part
          key={section.heading}
          {...{ section, index, facts }}
          className="rounded-xl border border-fold bg-packet p-5 sm:p-6"
        />
      ))}
    </div>
  );
}

function Part({
  section: { heading, body },
  index,
  facts,
  className,
}: {
  section: Policy['sections'][number];
  index: number;
  facts: Facts;
  className: string;
}) {
  return (
    <section
      aria-labelledby={sectionId(index)}
      className={classes('grid content-start gap-3', className)}
    >
      <h2 id={sectionId(index)} className="text-lead font-bold">
        {heading}
      </h2>
      <Body body={body} facts={facts} />
    </section>
  );
}

/** The same in every language, so that a link to a section always works. */
const sectionId = (index: number) => `section-${index + 1}`;

/** The list of sections: collapsed on a phone, beside the text on wide screens. */
function Contents({ headings }: { headings: string[] }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const label = t('policy.contents');
  const list = (
    <ol className="mt-1 grid sm:max-lg:grid-cols-2">
      {headings.map((heading, index) => (
        <li key={heading}>
          <Link
            to={{ search, hash: sectionId(index) }}
            className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline lg:min-h-9"
          >
            {heading}
          </Link>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav aria-label={label} className="self-start max-lg:hidden lg:sticky lg:top-24">
        <p className="text-note font-semibold text-ink-soft">{label}</p>
        {list}
      </nav>
      <nav aria-label={label} className="lg:hidden">
        <Fold title={label}>
          <div className="px-4 pb-3">{list}</div>
        </Fold>
      </nav>
    </>
  );
}

/**
 * Scrolls to the section in the address once its text has loaded; the browser looks for it too
 * early.
 */
function useScrollToHash(article: React.RefObject<HTMLElement | null>): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash)
      article.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
  }, [hash, article]);
}
