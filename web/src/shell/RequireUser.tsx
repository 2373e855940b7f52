import type { ReactNode } from 'react';
import { Navigate } from '../browser/router';
import { paths } from '../paths';
import { useSession } from '../session/session';
import { PageLoading } from './PageLoading';

/** docs/product.md, Screens: 'Loading...' while authentication loads, home without a user. */
export function RequireUser({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'loading') return <PageLoading />;
  return session.status === 'signed-in' ? children : <Navigate to={paths.home} replace />;
}
