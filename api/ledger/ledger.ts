import { readWalletAsOf } from '@sachet/db/ledger/history/as-of';
import { readHistory, readWalletOwner } from '@sachet/db/ledger/history/read';
import {
  adminLedgerPageSize,
  type AdminLedgerAsOf,
  type AdminLedgerPage,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { rupeesFromPaise } from '@sachet/shared/money';
import { toHistoryFilter } from '@sachet/db/ledger/history/filter';
import { toAdminLedgerEvent } from '@sachet/flows/ledger/ledger-text';
import { toTimestamp, toWalletOwner } from './ledger-rows.ts';
import { AfterNumber, pageTokens } from '../http/page-token.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

export const ledgerTokens = pageTokens('ledger', AfterNumber);

export const getAdminLedger = route('GET /api/admin/ledger', {
  async handle({ deps, query }) {
    const { after, ...filter } = query;
    const place = { before: ledgerTokens.read(after, filter), limit: adminLedgerPageSize };
    const db = await deps.reader.latest();
    const found = await readHistory(db, toHistoryFilter(filter), place);
    const page: AdminLedgerPage = {
      items: found.events.map(toAdminLedgerEvent),
      next: ledgerTokens.write(found.nextBefore, filter),
      searchedTo: toTimestamp(found.searchedTo),
    };
    return ok(page);
  },
});

export const getAdminLedgerAsOf = route('GET /api/admin/ledger/as-of', {
  async handle({ deps, query }) {
    const { wallet: walletId, time } = query;
    const at = new Date(query.at);
    const db = await deps.reader.latest();
    const [owner, found] = await Promise.all([
      readWalletOwner(db, walletId),
      readWalletAsOf(db, { walletId, at, time }),
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
      locked: rupeesFromPaise(found.lockedPaise),
      available: rupeesFromPaise(found.balancePaise - found.heldPaise),
    };
    return ok(asOf);
  },
});
