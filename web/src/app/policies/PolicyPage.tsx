import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { formatPrice } from '@sachet/shared/money';
import { lowestPriceRupees } from '@sachet/shared/models/rate-card';
import { createElement, Fragment, use, useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useConfig } from '../../api/hooks';
import { advertisedBonusRupees } from '../base/bonus';
import { paths } from '../base/paths';
import { providerName, useProviders } from '../base/provider';
import { usePageTitle } from '../../browser/page-title';
import { useLanguage } from '../../i18n/language';
import { formatList } from '../../i18n/list';
import type { Policies, PolicyBody, PolicyName } from '../../i18n/policies/en';
import { useTranslation } from '../../i18n/translate';
import { buttonClasses } from '../../ui/Button';
import { classes } from '../../ui/classes';

/** The long texts are loaded for one language when the page is opened. */
const load: Record<Language, () => Promise<{ policies: Policies }>> = {
  en: () => import('../../i18n/policies/en'),
  hi: () => import('../../i18n/policies/hi'),
  hg: () => import('../../i18n/policies/hg'),
};
const loading = new Map<Language, Promise<Policies>>();

/** Loads the texts. The route waits for them, because React cannot hydrate a page that is not complete. */
export function loadPolicies(language: Language): Promise<Policies> {
  const known = loading.get(language);
  if (known) return known;
  const begun = load[language]().then(({ policies }) => policies);
  loading.set(language, begun);
  begun.then(
    // By this convention of React, `use` returns loaded texts without suspending.
    (value) => Object.assign(begun, { status: 'fulfilled', value }),
    () => loading.delete(language),
  );
  return begun;
}

/** Pages with at least this many sections have a list of them. */
const manySections = 5;

/** A static page: a heading and short sections of plain words. */
export function PolicyPage({ name }: { name: PolicyName }) {
  const language = useLanguage();
  const policies = use(loadPolicies(language));
  const { title, lead, sections } = policies[name];
  const isLong = sections.length >= manySections;
  const facts = useFacts();
  usePageTitle(title);
  const article = useRef<HTMLElement>(null);
  useScrollToHash(article);

  return (
    <article ref={article} className="mx-auto max-w-7xl px-4 pt-10 sm:px-6 md:pt-16">
      <h1 className="text-display font-extrabold tight">{title}</h1>
      <p className="mt-3 max-w-2xl text-lead text-pretty text-ink-soft">
        <PolicyText text={lead} facts={facts} />
      </p>
      <div
        className={classes(
          'mt-8 grid items-start gap-8 md:mt-12 lg:justify-between lg:gap-12',
          isLong
            ? 'lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,42rem)_15rem]'
            : 'lg:grid-cols-[minmax(0,45rem)_20rem]',
        )}
      >
        {isLong && <Contents headings={sections.map((section) => section.heading)} />}
        <div className="grid max-w-[45rem] min-w-0 gap-8 wrap-anywhere">
          {sections.map((section, index) => (
            <section
              key={section.heading}
              aria-labelledby={sectionId(index)}
              className="grid gap-3 border-t border-fold pt-5"
            >
              <h2 id={sectionId(index)} className="text-lead font-bold">
                {section.heading}
              </h2>
              <Body body={section.body} facts={facts} />
            </section>
          ))}
        </div>
        <Related
          name={name}
          mail={facts.company?.supportEmail}
          className={isLong ? 'lg:max-xl:hidden' : ''}
        />
      </div>
    </article>
  );
}

const related = [
  [paths.about, 'shell.about', 'about'],
  [paths.prices, 'common.prices', null],
  [paths.contact, 'common.contact', 'contact'],
  [paths.privacy, 'common.privacy', 'privacy'],
  [paths.terms, 'policy.terms', 'terms'],
  [paths.contentPolicy, 'policy.content', 'content'],
  [paths.billing, 'policy.billing', 'billing'],
  [paths.report, 'shell.report', null],
] as const;

/** The other pages of this kind, and the address for questions. */
function Related({
  name,
  mail,
  className,
}: {
  name: PolicyName;
  mail: string | undefined;
  className: string;
}) {
  const { t } = useTranslation();
  return (
    <aside
      className={classes(
        'grid gap-4 rounded-xl border border-fold bg-packet px-5 py-4 lg:sticky lg:top-24',
        className,
      )}
    >
      <nav aria-label={t('policy.related')}>
        <p className="text-note font-semibold text-ink-soft">{t('policy.related')}</p>
        <ul className="mt-1 grid sm:max-lg:grid-cols-2">
          {related
            .filter(([, , page]) => page !== name)
            .map(([to, label]) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline lg:min-h-9"
                >
                  {t(label)}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      {name !== 'contact' && (
        <div className="grid gap-1 border-t border-dashed border-edge pt-3">
          <p className="text-note font-semibold text-ink-soft">{t('policy.questions')}</p>
          <a
            href={mail && `mailto:${mail}`}
            className="font-semibold wrap-anywhere underline underline-offset-2"
          >
            {mail || '…'}
          </a>
        </div>
      )}
    </aside>
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
        <details className="rounded-xl bg-sunk/60 px-4">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{label}</summary>
          <div className="pb-3">{list}</div>
        </details>
      </nav>
    </>
  );
}

function Body({ body, facts }: { body: PolicyBody; facts: Facts }) {
  return body.map((part) =>
    typeof part === 'string' ? (
      <PolicyText key={part} text={part} facts={facts} isParagraph />
    ) : (
      <ul key={part.join()} className="grid list-disc gap-2 pl-5 marker:text-ink-soft">
        {part.map((item) => (
          <li key={item} className="text-pretty">
            <PolicyText text={item} facts={facts} />
          </li>
        ))}
      </ul>
    ),
  );
}

function useFacts(): Facts {
  const { data: config } = useConfig();
  const language = useLanguage();
  const names = useProviders().map((provider) => providerName[provider]);
  return {
    providers: formatList(language, names),
    anyProvider: formatList(language, names, 'disjunction'),
    company: config?.company,
    bonus: formatPrice(config?.signupBonus ?? advertisedBonusRupees),
    imageFrom: formatPrice(lowestPriceRupees('image')),
    editFrom: formatPrice(lowestPriceRupees('edit_image')),
  };
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

/** Values for the placeholders in the texts. */
type Facts = {
  company: ClientConfig['company'] | undefined;
  /** All providers that a prompt may reach here: "Google and OpenAI", "Google or OpenAI". */
  providers: string;
  anyProvider: string;
  bonus: string;
  imageFrom: string;
  editFrom: string;
};

/** Fills the `{{…}}` of a text in; an email address becomes a link. */
function PolicyText({
  text,
  facts,
  isParagraph = false,
}: {
  text: string;
  facts: Facts;
  isParagraph?: boolean;
}) {
  if (text === '{{facts}}') return <CompanyFacts company={facts.company} />;
  if (text === '{{email}}') return <MailButton email={facts.company?.supportEmail} />;
  const parts = text.split(/(\{\{\w+\}\})/).map((part) => filled(part, facts));
  return isParagraph
    ? createElement('p', { className: 'text-pretty' }, ...parts)
    : createElement(Fragment, null, ...parts);
}

function filled(part: string, facts: Facts): ReactNode {
  const { company, bonus, imageFrom, editFrom } = facts;
  switch (part) {
    case '{{providers}}':
      return facts.providers;
    case '{{anyProvider}}':
      return facts.anyProvider;
    case '{{company}}':
      return company?.name ?? '…';
    case '{{place}}':
      return company ? toPlace(company) : '…';
    case '{{email}}':
      return company?.supportEmail ? (
        <a
          href={`mailto:${company.supportEmail}`}
          className="font-semibold underline underline-offset-2"
        >
          {company.supportEmail}
        </a>
      ) : (
        '…'
      );
    case '{{bonus}}':
      return <span className="money">{bonus}</span>;
    case '{{imageFrom}}':
      return <span className="money">{imageFrom}</span>;
    case '{{editFrom}}':
      return <span className="money">{editFrom}</span>;
    default:
      return part;
  }
}

function toPlace({ city, state, country }: ClientConfig['company']): string {
  return [city, state, country].filter(Boolean).join(', ');
}

function MailButton({ email }: { email: string | undefined }) {
  return (
    <a
      href={email && `mailto:${email}`}
      className={buttonClasses({ look: 'outline', className: 'w-fit max-w-full break-all' })}
    >
      {email || '…'}
    </a>
  );
}

function CompanyFacts({ company }: { company: ClientConfig['company'] | undefined }) {
  const { t } = useTranslation();
  if (!company) return <p>…</p>;
  const rows = [
    [t('policy.company'), company.name],
    [t('common.registration'), company.registrationId],
    [t('shell.taxId'), company.taxId],
    [t('policy.place'), toPlace(company)],
  ].filter(([, value]) => value);
  return (
    <dl className="grid gap-2">
      {rows.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
