import type { AdminTrialBalance } from '@sachet/shared/ledger/contracts/admin-ledger';
import { formatRupees, sumRupees } from '@sachet/shared/money';
import { useApi } from '../../../api/use-api';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Money, SignedMoney } from '../../../ui/Money';
import { EventLink, Nothing, StateMark } from '../../admin/frame/cells';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { FilterBar } from '../../admin/frame/FilterBar';
import { useFilters } from '../../admin/frame/use-filters';
import { PeriodFields } from './fields';

type Period = { from: string; to: string };

/** Compares counter accounts with wallets for the period in the page's address. */
export function TrialBalance() {
  const { t } = useTranslation();
  const filters = useFilters(['from', 'to']);
  const period = filters.filters;
  const { data, error, mutate } = useApi('GET /api/admin/ledger/trial-balance', period);
  return (
    <>
      <FilterBar fields={[]} filters={filters}>
        <PeriodFields period={period} onChange={filters.setFilters} />
      </FilterBar>
      {data && <Verdict balance={data} />}
      <p className="text-note text-ink-soft">{t('adminLedger.trialTax')}</p>
      <DataTable
        label={t('adminLedger.view.trial-balance')}
        rows={data && toTrialRows(data)}
        columns={getColumns(t, period)}
        getKey={({ account }) => account}
        error={error}
        failed={t('adminLedger.loadFailed')}
        onRetry={() => mutate()}
        empty={t('adminLedger.noEvents')}
      />
    </>
  );
}

function Verdict({ balance: { isBalanced, walletRows } }: { balance: AdminTrialBalance }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-note">
      <StateMark tone={isBalanced ? 'good' : 'bad'}>
        {t(isBalanced ? 'adminLedger.balanced' : 'adminLedger.unbalanced')}
      </StateMark>
      <span className="tabular-nums">
        {t('adminLedger.walletRows', {
          balance: formatRupees(walletRows.balance),
          difference: formatRupees(walletRows.difference),
          held: formatRupees(walletRows.held),
          heldDifference: formatRupees(walletRows.heldDifference),
        })}
      </span>
    </p>
  );
}

function getColumns(t: TFunction, period: Period): Column<TrialRow>[] {
  const money = (key: 'opening' | 'in' | 'out' | 'closing'): Column<TrialRow> => ({
    head: t(`adminLedger.${key}`),
    align: 'end',
    cell: ({ [key]: rupees, isSum }) =>
      rupees === null ? (
        <Nothing />
      ) : (
        <Money rupees={rupees} className={isSum ? 'font-bold' : undefined} />
      ),
  });
  return [
    {
      head: t('adminLedger.account'),
      isTitle: true,
      cell: (row) => <Account row={row} period={period} />,
    },
    column.count(t('adminCommon.events'), ({ events }) => events, { width: 'w-24', from: 'lg' }),
    money('opening'),
    { ...money('in'), from: 'lg' },
    { ...money('out'), from: 'lg' },
    {
      head: t('adminLedger.net'),
      align: 'end',
      cell: ({ net, isSum }) => (
        <SignedMoney rupees={net} className={isSum ? 'font-bold' : undefined} />
      ),
    },
    money('closing'),
  ];
}

function Account({
  row: { account, isSum, isWallets },
  period,
}: {
  row: TrialRow;
  period: Period;
}) {
  const { t } = useTranslation();
  if (isSum) return t('adminLedger.sum');
  if (isWallets) {
    return <EventLink to={paths.ledger(period)}>{t('adminLedger.allWallets')}</EventLink>;
  }
  return (
    <EventLink to={paths.ledger({ counterAccount: account, ...period })}>
      <span className="font-mono">{account}</span>
    </EventLink>
  );
}

/** Amounts are in rupees. They are null where a sum would be meaningless. */
interface TrialRow {
  account: string;
  events: number | null;
  opening: number;
  in: number | null;
  out: number | null;
  net: number;
  closing: number;
  isWallets: boolean;
  isSum: boolean;
}

/** Returns the wallets, then their counter accounts, then the sum. */
function toTrialRows({ wallets, counterAccounts, sums }: AdminTrialBalance): TrialRow[] {
  const toRow = (row: AdminTrialBalance['wallets'], isWallets: boolean): TrialRow => ({
    ...row,
    net: sumRupees([row.in, -row.out]),
    isWallets,
    isSum: false,
  });
  return [
    toRow(wallets, true),
    ...counterAccounts.map((row) => toRow(row, false)),
    { account: '', events: null, in: null, out: null, ...sums, isWallets: false, isSum: true },
  ];
}
