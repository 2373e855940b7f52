import type { Route } from '../http/route.ts';
import { getProviderBalances, postProviderBalances, getAdminNotices } from './balances.ts';
import { getAdminModels, postAdminModels, postSyncNow } from './models.ts';

export const modelsRoutes: readonly Route[] = [
  getProviderBalances,
  postProviderBalances,
  getAdminNotices,
  getAdminModels,
  postAdminModels,
  postSyncNow,
];
