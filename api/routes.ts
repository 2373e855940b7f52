/** Every route of the API. A route that is not in this list is not served. */
import type { Route } from './http/route.ts';
import { adminRoutes } from './admin/routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { eventsRoutes } from './events/routes.ts';
import { financeRoutes } from './finance/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { modelsRoutes } from './models/routes.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { organizationsRoutes } from './organizations/routes.ts';
import { paymentsRoutes } from './payments/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { studioRoutes } from './studio/routes.ts';
import { taxRoutes } from './tax/routes.ts';
import { walletRoutes } from './wallet/routes.ts';

export const routes: readonly Route[] = [
  ...adminRoutes,
  ...chatRoutes,
  ...eventsRoutes,
  ...financeRoutes,
  ...ledgerRoutes,
  ...modelsRoutes,
  ...moderationRoutes,
  ...organizationsRoutes,
  ...paymentsRoutes,
  ...peopleRoutes,
  ...siteRoutes,
  ...studioRoutes,
  ...taxRoutes,
  ...walletRoutes,
];
