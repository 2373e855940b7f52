import { z } from 'zod';
import { readWalletAsOf } from '@sachet/db/ledger-history/as-of';
import { readHistory, readWalletOwner } from '@sachet/db/ledger-history/read';
import { readTrialBalance } from '@sachet/db/ledger-history/trial-balance';
import {
  AdminLedgerAsOf,
  AdminLedgerAsOfQuery,
  AdminLedgerFilter,
  AdminLedgerPage,
  AdminTrialBalance,
  AdminTrialBalanceQuery,
  adminLedgerPageSize,
} from '@sachet/shared/contracts/admin-ledger';
import { rupeesFromPaise } from '@sachet/shared/money';
import { toDate, toHistoryFilter } from '@sachet/db/ledger-history/filter';
import { toAdminLedgerEvent } from '@sachet/flows/ledger-text';
import { refuseInverted, refuseLaterStart } from './ledger-filter.ts';
import { toAdminTrialBalance, toTimestamp, toWalletOwner } from '../money/ledger-rows.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

export const getAdminLedger = route({
  method: 'get',
  path: '/api/admin/ledger',
  access: 'finance',
  summary: "The ledger's events, newest first, optionally filtered.",
  query: AdminLedgerFilter.extend({
    before: z.coerce
      .number('Not a position in the list. Start again without `before`.')
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional(),
  }).superRefine(refuseInverted),
  answers: { 200: AdminLedgerPage },
  async handle({ deps, query }) {
    const place = { before: query.before ?? null, limit: adminLedgerPageSize };
    const found = await readHistory(deps.db, toHistoryFilter(query), place);
    const page: AdminLedgerPage = {
      events: found.events.map(toAdminLedgerEvent),
      nextBefore: found.nextBefore,
      searchedTo: toTimestamp(found.searchedTo),
    };
    return ok(page);
  },
});

export const getAdminLedgerAsOf = route({
  method: 'get',
  path: '/api/admin/ledger/as-of',
  access: 'finance',
  summary: 'A wallet as it was at any moment.',
  query: AdminLedgerAsOfQuery,
  answers: { 200: AdminLedgerAsOf },
  async handle({ deps, query }) {
    const { wallet: walletId, time } = query;
    const at = new Date(query.at);
    const [owner, found] = await Promise.all([
      readWalletOwner(deps.db, walletId),
      readWalletAsOf(deps.db, { walletId, at, time }),
    ]);
    if (!owner || !found) {
      throw new Refusal('not_found', 'Wallet not found.', { field: 'wallet' });
    }
    const asOf: AdminLedgerAsOf = {
      walletId,
      owner: toWalletOwner(owner),
      at: at.toISOString(),
      time,
      seq: found.seq,
      balance: rupeesFromPaise(found.balancePaise),
      held: rupeesFromPaise(found.heldPaise),
      available: rupeesFromPaise(found.balancePaise - found.heldPaise),
    };
    return ok(asOf);
  },
});

export const getAdminTrialBalance = route({
  method: 'get',
  path: '/api/admin/ledger/trial-balance',
  access: 'finance',
  summary: 'Trial balance: counter accounts against wallets, for a period and in total at its end.',
  query: AdminTrialBalanceQuery.superRefine((period, { addIssue }) =>
    refuseLaterStart(period, addIssue),
  ),
  answers: { 200: AdminTrialBalance },
  async handle({ deps, query }) {
    const period = { from: toDate(query.from), to: toDate(query.to) };
    return ok(toAdminTrialBalance(await readTrialBalance(deps.db, period), period));
  },
});
