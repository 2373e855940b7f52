/** Every route of the API. A route that is not in this list is not served. */
import { adminRoutes } from './admin/routes.ts';
import { brandRoutes } from './brand/routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { moneyRoutes } from './money/routes.ts';
import { organizationsRoutes } from './organizations/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { studioRoutes } from './studio/routes.ts';
import type { Route } from './http/route.ts';

export const routes: readonly Route[] = [
  ...siteRoutes,
  ...studioRoutes,
  ...brandRoutes,
  ...identityRoutes,
  ...organizationsRoutes,
  ...adminRoutes,
  ...chatRoutes,
  ...moneyRoutes,
];
