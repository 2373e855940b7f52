import type { ReactNode } from 'react';
import { useAdminMe } from '../../api/hooks';
import { paths } from '../../paths';
import { EventLink } from './EventLink';

/** To somebody's dialog for those who may open it; for finance the words alone. */
export function PersonLink({ uid, children }: { uid: string; children: ReactNode }) {
  const { data: me } = useAdminMe();
  if (!me?.isSuperAdmin) return <span>{children}</span>;
  return <EventLink to={paths.adminUser(uid)}>{children}</EventLink>;
}
