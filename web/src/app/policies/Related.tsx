import { Link } from 'react-router-dom';
import type { PolicyName } from '../../i18n/policies/en';
import { useTranslation } from '../../i18n/translate';
import { classes } from '../../ui/classes';
import { paths } from '../base/paths';

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
export function Related({
  name,
  mail,
  className,
}: {
  name: PolicyName;
  mail: string | undefined;
  className?: string;
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
                  className="flex min-h-11 items-center font-medium underline-offset-4 hover:underline lg:min-h-9"
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
            className="flex min-h-11 items-center font-semibold wrap-anywhere underline underline-offset-2 lg:min-h-9"
          >
            {mail || '…'}
          </a>
        </div>
      )}
    </aside>
  );
}
