import { readTrialBalance, type TrialBalance } from '@sachet/db/finance/trial-balance';
import { toDate } from '@sachet/db/ledger/history/filter';
import type { AdminTrialBalance } from '@sachet/shared/ledger/contracts/admin-ledger';
import { rupeesFromPaise } from '@sachet/shared/money';
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
    return { account: name, events, opening: -opening, in: taken, out: added };
  });
  const sum = (pick: (row: (typeof accounts)[number]) => number) =>
    accounts.reduce((total, row) => total + pick(row), 0);
  const wallets = {
    account: 'wallets',
    events: sum(({ events }) => events),
    opening: sum(({ opening }) => opening),
    in: sum(({ added }) => added),
    out: sum(({ taken }) => taken),
  };
  const all = [wallets, ...counterAccounts];
  const sumAll = (pick: (row: typeof wallets) => number) =>
    all.reduce((total, row) => total + pick(row), 0);
  const opening = sumAll((row) => row.opening);
  const net = sumAll((row) => row.in - row.out);
  const difference = rowsBalancePaise - balancePaise;
  const heldDifference = rowsHeldPaise - heldPaise;
  const nameless = accounts.some(({ account }) => account === null);
  return {
    from: toTimestamp(period.from),
    to: toTimestamp(period.to),
    wallets: toRupees(wallets),
    counterAccounts: counterAccounts.map(toRupees),
    sums: {
      opening: rupeesFromPaise(opening),
      net: rupeesFromPaise(net),
      closing: rupeesFromPaise(opening + net),
    },
    walletRows: {
      balance: rupeesFromPaise(rowsBalancePaise),
      held: rupeesFromPaise(rowsHeldPaise),
      difference: rupeesFromPaise(difference),
      heldDifference: rupeesFromPaise(heldDifference),
    },
    isBalanced: opening === 0 && net === 0 && difference === 0 && heldDifference === 0 && !nameless,
  };
}

interface Row {
  readonly account: string;
  readonly events: number;
  readonly opening: number;
  readonly in: number;
  readonly out: number;
}

const toRupees = (row: Row) => ({
  account: row.account,
  events: row.events,
  // Adding 0 turns -0 into 0.
  opening: rupeesFromPaise(row.opening + 0),
  in: rupeesFromPaise(row.in),
  out: rupeesFromPaise(row.out),
  closing: rupeesFromPaise(row.opening + row.in - row.out),
});
