import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router';
import { useSession } from '../auth/session';
import { paths } from '../paths';

/** docs/product.md, Screens: 'Loading...' while authentication loads, home without a user. */
export function RequireUser() {
  const session = useSession();
  if (session.status === 'loading') return <PageLoading />;
  return session.status === 'signed-in' ? <Outlet /> : <Navigate to={paths.home} replace />;
}

export function PageLoading() {
  const { t } = useTranslation();
  return (
    <p role="status" className="py-24 text-center text-ink-soft">
      {t('shell.loading')}
    </p>
  );
}
