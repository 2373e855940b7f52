import {
  FinanceResponse,
  RestatementResponse,
  type FinanceRange,
} from '@sachet/shared/contracts/admin-finance';
import { toUrl } from '../url';
import { useAdminRead } from './admin';

const againMs = 60_000;

/** Polls once a minute, which is how often the worker updates the figures. */
export const useFinance = (range: FinanceRange) =>
  useAdminRead(toUrl('/api/admin/finance', range), FinanceResponse, { refreshInterval: againMs });

export const useRestatement = (day: string) =>
  useAdminRead(toUrl('/api/admin/finance/day', { day }), RestatementResponse);
