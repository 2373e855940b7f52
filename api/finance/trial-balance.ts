import { readTrialBalance, type TrialBalance } from '@sachet/db/finance/trial-balance';
import { toDate } from '@sachet/db/ledger/history/filter';
import type { AdminTrialBalance } from '@sachet/shared/ledger/contracts/admin-ledger';
import { inRupees } from '@sachet/shared/money';
import { ok, route } from '../http/route.ts';
import { toTimestamp } from '../ledger/ledger-rows.ts';

export const getAdminTrialBalance = route('GET /api/admin/ledger/trial-balance', {
  async handle({ deps, query }) {
    const period = { from: toDate(query.from), to: toDate(query.to) };
    const db = await deps.reader.latest();
    return ok(toAdminTrialBalance(await readTrialBalance(db, period), period));
  },
});

/** Wallets and their counter accounts have opposite signs. */
function toAdminTrialBalance(
  found: TrialBalance,
  period: { from: Date | null; to: Date | null },
): AdminTrialBalance {
  const { accounts, balancePaise, heldPaise, rowsBalancePaise, rowsHeldPaise } = found;
  const counterAccounts = accounts.map(({ account, events, opening, added, taken }) => {
    const name = account ?? '(none)';
    return { account: name, events, openingPaise: -opening, inPaise: taken, outPaise: added };
  });
  const sum = (pick: (row: (typeof accounts)[number]) => number) =>
    accounts.reduce((total, row) => total + pick(row), 0);
  const wallets = {
    account: 'wallets',
    events: sum(({ events }) => events),
    openingPaise: sum(({ opening }) => opening),
    inPaise: sum(({ added }) => added),
    outPaise: sum(({ taken }) => taken),
  };
  const all = [wallets, ...counterAccounts];
  const sumAll = (pick: (row: typeof wallets) => number) =>
    all.reduce((total, row) => total + pick(row), 0);
  const openingPaise = sumAll((row) => row.openingPaise);
  const netPaise = sumAll((row) => row.inPaise - row.outPaise);
  const differencePaise = rowsBalancePaise - balancePaise;
  const heldDifferencePaise = rowsHeldPaise - heldPaise;
  const nameless = accounts.some(({ account }) => account === null);
  return {
    from: toTimestamp(period.from),
    to: toTimestamp(period.to),
    wallets: toRow(wallets),
    counterAccounts: counterAccounts.map(toRow),
    sums: inRupees({ openingPaise, netPaise, closingPaise: openingPaise + netPaise }),
    walletRows: inRupees({
      balancePaise: rowsBalancePaise,
      heldPaise: rowsHeldPaise,
      differencePaise,
      heldDifferencePaise,
    }),
    isBalanced:
      [openingPaise, netPaise, differencePaise, heldDifferencePaise].every((sum) => sum === 0) &&
      !nameless,
  };
}

interface Row {
  readonly account: string;
  readonly events: number;
  readonly openingPaise: number;
  readonly inPaise: number;
  readonly outPaise: number;
}

const toRow = (row: Row) =>
  inRupees({ ...row, closingPaise: row.openingPaise + row.inPaise - row.outPaise });
