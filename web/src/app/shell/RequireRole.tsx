import { Link, Outlet } from 'react-router-dom';
import { toErrorMessage } from '../../api/errors';
import { useProfile } from '../../api/profile';
import { useApi } from '../../api/use-api';
import { usePageTitle } from '../../browser/page-title';
import { adminVerdict, organizationAdminVerdict, type Verdict } from '../base/role-verdict';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../base/paths';
import { Button, buttonClasses } from '../../ui/Button';
import { OtherPages } from '../base/OtherPages';
import { PageLoading } from './PageLoading';

/** Used inside `RequireUser`. Other users see 'Access Denied. You are not an admin.' */
export function RequireOrganizationAdmin() {
  const profile = useProfile();
  return <Gate verdict={organizationAdminVerdict(profile)} read={profile} />;
}

/** Used inside `RequireUser`. Other users see 'Forbidden' or 'Unauthorized'. */
export function RequireSuperAdmin() {
  const me = useApi('GET /api/admin/me');
  return <Gate verdict={adminVerdict(me, 'isSuperAdmin')} read={me} />;
}

/**
 * Used inside `RequireUser` for pages that finance may read, too. Other users see 'Forbidden' or
 * 'Unauthorized'.
 */
export function RequireFinance() {
  const me = useApi('GET /api/admin/me');
  return <Gate verdict={adminVerdict(me, 'isFinance')} read={me} />;
}

type GateProps = {
  verdict: Verdict;
  read: { error: unknown; mutate: () => Promise<unknown> };
};

function Gate({ verdict, read }: GateProps) {
  if (verdict === 'allowed') return <Outlet />;
  if (verdict === 'loading') return <PageLoading />;
  return <Refusal verdict={verdict} read={read} />;
}

function Refusal({
  verdict,
  read,
}: GateProps & { verdict: Exclude<Verdict, 'allowed' | 'loading'> }) {
  const { t } = useTranslation();
  usePageTitle(t(`access.${verdict}`));
  return (
    <div className="mx-auto grid max-w-7xl gap-x-14 gap-y-10 px-4 pt-12 sm:px-6 md:pt-24 lg:grid-cols-[minmax(0,30rem)_minmax(0,30rem)]">
      <div role="alert" className="grid content-start justify-items-start gap-3">
        <h1 className="text-title font-bold">{t(`access.${verdict}`)}</h1>
        <p className="text-lead text-ink-soft">
          {verdict === 'failed' ? toErrorMessage(t, read.error) : t(`access.${verdict}Text`)}
        </p>
        {verdict === 'failed' ? (
          <Button className="mt-3" onClick={() => void read.mutate()}>
            {t('common.tryAgain')}
          </Button>
        ) : (
          <Link to={paths.home} className={buttonClasses({ className: 'mt-3' })}>
            {t('access.home')}
          </Link>
        )}
      </div>
      {verdict !== 'failed' && (
        <OtherPages
          links={[
            [paths.mode('image'), t('tool.image')],
            [paths.library, t('library.title')],
            [paths.wallet, t('studioCommon.wallet')],
            [paths.account, t('account.title')],
          ]}
        />
      )}
    </div>
  );
}
