import type { ClientConfig } from '@sachet/shared/contracts/config';
import { Fragment, createElement, type ReactNode } from 'react';
import { useTranslation } from '../i18n/translate';
import { buttonClasses } from '../ui/Button';

/** What the texts of the static pages leave open. */
export type Facts = {
  company: ClientConfig['company'] | undefined;
  bonus: string;
  imageFrom: string;
  editFrom: string;
};

/** A text with its `{{…}}` filled in; an address can be written to. */
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
  const parts = text.split(/(\{\{\w+\}\})/).map((part) => filled(part, facts));
  return isParagraph
    ? createElement('p', { className: 'text-pretty' }, ...parts)
    : createElement(Fragment, null, ...parts);
}

function filled(part: string, { company, bonus, imageFrom, editFrom }: Facts): ReactNode {
  switch (part) {
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
    [t('shell.registration'), company.registrationId],
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
