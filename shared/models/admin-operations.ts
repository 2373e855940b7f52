import { ProviderBalancesResponse, UpdateBalancesRequest } from './contracts/admin-balances.ts';
import {
  AdminModelsResponse,
  SyncNowResponse,
  SyncRequested,
  UpdateModelsRequest,
} from './contracts/admin-models.ts';
import type { Operations } from '../operations/operation.ts';

export const modelsAdminOperations = {
  'GET /api/admin/models': {
    access: 'super-admin',
    summary: 'The model catalog and the defaults.',
    answers: { 200: AdminModelsResponse },
  },
  'POST /api/admin/models': {
    access: 'super-admin',
    summary: 'Changes models and defaults atomically.',
    body: UpdateModelsRequest,
    answers: { 200: AdminModelsResponse },
    refusals: ['wrong_state', 'not_found'],
  },
  'POST /api/admin/sync-now': {
    access: 'super-admin',
    summary:
      "Syncs the catalog with the providers' model lists and waits for the result. With " +
      '`Prefer: respond-async` it answers immediately, and `GET /api/events` announces the end.',
    canRespondAsync: true,
    answers: { 200: SyncNowResponse, 202: SyncRequested },
  },
  'GET /api/admin/provider-balances': {
    access: 'super-admin',
    summary: 'Provider balances: entered manually, reduced by the cost of calls.',
    answers: { 200: ProviderBalancesResponse },
  },
  'POST /api/admin/provider-balances': {
    access: 'super-admin',
    summary: 'Saves balances, thresholds and notes.',
    body: UpdateBalancesRequest,
    answers: { 200: ProviderBalancesResponse },
  },
} satisfies Operations;
