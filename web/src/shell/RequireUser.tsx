import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '../paths';
import { useSession } from '../session/session';
import { PageLoading } from './PageLoading';

/** docs/product.md, Screens: 'Loading...' while authentication loads, home without a user. */
export function RequireUser() {
  const session = useSession();
  if (session.status === 'loading') return <PageLoading />;
  return session.status === 'signed-in' ? <Outlet /> : <Navigate to={paths.home} replace />;
}
