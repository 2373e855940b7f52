import type { ClientConfig } from '@sachet/shared/contracts/config';
import { formatPrice } from '@sachet/shared/money';
import { lowestPriceRupees } from '@sachet/shared/models/rate-card';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useConfig } from '../../api/hooks';
import { advertisedBonusRupees } from '../base/bonus';
import { paths } from '../base/paths';
import { providerName, useProviders } from '../base/provider';
import { useLanguage } from '../../i18n/language';
import { formatList } from '../../i18n/list';
import type { PolicyBody, PolicyWords } from '../../i18n/policies/en';
import { useTranslation } from '../../i18n/translate';
import { buttonClasses } from '../../ui/Button';

/** Paragraphs and lists of a section. */
export function Body({ body, facts }: { body: PolicyBody; facts: Facts }) {
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

export function useFacts(words: PolicyWords): Facts {
  const { data: config } = useConfig();
  const language = useLanguage();
  const names = useProviders().map((provider) => providerName[provider]);
  return {
    words,
    providers: formatList(language, names),
    anyProvider: formatList(language, names, 'disjunction'),
    company: config?.company,
    bonus: formatPrice(config?.signupBonus ?? advertisedBonusRupees),
    imageFrom: formatPrice(lowestPriceRupees('image')),
    editFrom: formatPrice(lowestPriceRupees('edit_image')),
  };
}

/** Values for the placeholders in the texts. */
export type Facts = {
  words: PolicyWords;
  company: ClientConfig['company'] | undefined;
  /** All providers that a prompt may reach here: "Google and OpenAI", "Google or OpenAI". */
  providers: string;
  anyProvider: string;
  bonus: string;
  imageFrom: string;
  editFrom: string;
};

/** Fills the `{{…}}` of a text in; an email address becomes a link. */
export function PolicyText({
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
  if (text === '{{grievance}}') {
    return (
      <MailButton email={facts.company?.supportEmail} subject="Grievance">
        {facts.words.complain}
      </MailButton>
    );
  }
  if (text === '{{report}}') return <ReportButton />;
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

function MailButton({
  email,
  subject,
  children,
}: {
  email: string | undefined;
  subject?: string;
  /** Shown instead of the address. */
  children?: string;
}) {
  const look = subject ? 'outline' : 'ink';
  return (
    <a
      href={email && `mailto:${email}${subject ? `?subject=${subject}` : ''}`}
      className={buttonClasses({ look, className: 'w-fit max-w-full break-all' })}
    >
      {children ?? (email || '…')}
    </a>
  );
}

function ReportButton() {
  const { t } = useTranslation();
  return (
    <Link to={paths.report} className={buttonClasses({ look: 'outline', className: 'w-fit' })}>
      {t('shell.report')}
    </Link>
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
    <dl className="grid gap-2 text-note">
      {rows.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
