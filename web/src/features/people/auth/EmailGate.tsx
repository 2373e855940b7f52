import { Link } from 'react-router-dom';
import { useConfig } from '../../../api/hooks';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Notice } from '../../../ui/Notice';
import { UnverifiedEmail } from './UnverifiedEmail';

/**
 * Shown instead of a paid tool until the email address is verified (docs/product.md, Validation and Accounts
 * and roles).
 */
export function EmailGate({ email }: { email: string }) {
  const { t } = useTranslation();
  const { data: config } = useConfig();
  return (
    <div className="grid max-w-xl gap-4 py-12 md:py-16">
      <p className="font-semibold text-ink-soft">{t('gate.title')}</p>
      <h1 className="text-title font-bold">{t('error.email_unverified')}</h1>
      <Notice role="alert" tone="bad" className="font-semibold">
        {t('gate.warning')}
      </Notice>
      <UnverifiedEmail
        text={t('gate.text', { email })}
        inboxUrl={config?.inboxUrl}
        onVerified={() => undefined}
      />
      <p className="text-note text-ink-soft">
        {t('gate.free')}{' '}
        <Link to={paths.home} className="font-semibold underline underline-offset-2">
          {t('gate.back')}
        </Link>
      </p>
    </div>
  );
}
