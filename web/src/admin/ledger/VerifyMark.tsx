import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useVerification } from '../../api/admin-ledger';
import { withChange } from '../../url';
import { VerdictMark } from './VerificationEnd';

/** Beside the heading: how the last verification ended, and the way to it. */
export function VerifyMark() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { data } = useVerification();
  if (!data) return null;
  return (
    <Link
      to={`?${withChange(new URLSearchParams(search), { view: 'verification' })}`}
      className="inline-flex min-h-9 items-center text-note underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      <span className="sr-only">{t('adminLedger.verification')}: </span>
      {data.last ? <VerdictMark run={data.last} /> : t('adminLedger.neverVerified')}
    </Link>
  );
}
