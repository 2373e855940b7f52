import type { Route } from '../http/route.ts';
import { postRefundCharge } from './refund-charge.ts';
import { getStatement, getStatementCsv } from './statement.ts';
import { getWallet, getWalletEvents, getWalletUsage, patchOwnLimits } from './wallet.ts';

export const walletRoutes: readonly Route[] = [
  postRefundCharge,
  getStatement,
  getStatementCsv,
  getWallet,
  getWalletEvents,
  getWalletUsage,
  patchOwnLimits,
];
