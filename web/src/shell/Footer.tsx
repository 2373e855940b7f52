import { Link } from 'react-router-dom';
import { askConsentAgain } from '../analytics/consent';
import { useConfig } from '../api/hooks';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';

export function Footer() {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  const company = config?.company;
  const links = [
    [paths.prices, t('shell.prices')],
    [paths.privacy, t('policy.privacy')],
    [paths.terms, t('policy.terms')],
    [paths.contentPolicy, t('policy.content')],
    [paths.billing, t('policy.billing')],
    [paths.verifyReceipt, t('shell.checkReceipt')],
    [paths.report, t('shell.report')],
  ] as const;
  const more = [
    [paths.about, t('shell.about')],
    [paths.contact, t('shell.contact')],
  ] as const;
  const ids = company
    ? [
        company.registrationId && `${t('shell.registration')} ${company.registrationId}`,
        company.taxId && `${t('shell.taxId')} ${company.taxId}`,
      ].filter(Boolean)
    : [];
  return (
    <footer className="mt-16 border-t border-fold pb-(--consent-above-tools) text-note text-ink-soft">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-6 sm:px-6">
        <div className="min-h-10 min-w-0 wrap-anywhere">
          {company && (
            <>
              <p className="font-semibold text-ink">{company.name}</p>
              <p>{ids.join(' · ')}</p>
            </>
          )}
        </div>
        <nav aria-label={t('shell.policies')} className="-mx-2 flex flex-wrap">
          {links.map(([to, label]) => (
            <Link key={to} to={to} className="grid min-h-11 items-center px-2 hover:text-ink">
              {label}
            </Link>
          ))}
          {more.map(([to, label]) => (
            <Link
              key={to}
              to={to}
              className="grid min-h-11 items-center px-2 hover:text-ink lg:hidden"
            >
              {label}
            </Link>
          ))}
          <button type="button" onClick={askConsentAgain} className="min-h-11 px-2 hover:text-ink">
            {t('consent.change')}
          </button>
        </nav>
        {config?.standIns && <p className="w-full">{t('shell.standIns')}</p>}
      </div>
    </footer>
  );
}
