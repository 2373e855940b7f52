import {
  ProviderBalancesResponse,
  type UpdateBalancesRequest,
} from '@sachet/shared/contracts/admin-balances';
import {
  AdminModelsResponse,
  SyncNowResponse,
  type UpdateModelsRequest,
} from '@sachet/shared/contracts/admin-models';
import type { z } from 'zod';
import { useAdminRead } from './admin';
import { callWith } from './client';
import { revalidate } from './keys';

export const useAdminModels = () => useAdminRead('/api/admin/models', AdminModelsResponse);

/** Saves all changes or none. */
export function saveModels(body: z.input<typeof UpdateModelsRequest>) {
  return callWith('/api/admin/models', AdminModelsResponse, { method: 'POST', body });
}

/** Resolves once the worker has asked both providers: up to 75 seconds. */
export function syncModels(): Promise<SyncNowResponse> {
  return callWith('/api/admin/sync-now', SyncNowResponse, { method: 'POST' });
}

export const useProviderBalances = () =>
  useAdminRead('/api/admin/provider-balances', ProviderBalancesResponse);

export function saveBalances(body: z.input<typeof UpdateBalancesRequest>) {
  return callWith('/api/admin/provider-balances', ProviderBalancesResponse, {
    method: 'POST',
    body,
  });
}

/** Saving and syncing models may raise or clear notices. */
export const revalidateNotices = (): Promise<void> => revalidate('/api/admin/notices');
