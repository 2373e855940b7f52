import { useTranslation } from 'react-i18next';
import { Navigate, Outlet } from 'react-router';
import { useSession } from '../auth/session';
import { paths } from '../paths';

/** Specification, section 2: 'Loading...' while authentication loads, home without a user. */
export function RequireUser() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status === 'loading') {
    return (
      <p role="status" className="py-24 text-center text-ink-soft">
        {t('shell.loading')}
      </p>
    );
  }
  return session.status === 'signed-in' ? <Outlet /> : <Navigate to={paths.home} replace />;
}
