import {
  mostReconciledDays,
  type SettlementRange,
} from '@sachet/shared/contracts/admin-settlements';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSettlements } from '../../api/admin-settlements';
import { useApi } from '../../api/use-api';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { AdminPage } from '../frame/AdminPage';
import { EventLink } from '../frame/cells';
import { useFilters } from '../frame/use-filters';
import { findRangeFault, toDays, toRange } from '../frame/day-range';
import { DayRange } from '../frame/fields';
import { BankEntries } from './BankEntries';
import { BankLines } from './BankLines';
import { FeeTerms } from './FeeTerms';
import { FileImport } from './FileImport';
import { Reconciliation } from './Reconciliation';
import { Imports } from './Imports';
import { getReportState, getUnread, Reports, type Requested } from './Reports';
import { MonthView } from './MonthView';

/** Compares the ledger with the gateway and the bank, and imports the data of both. */
export function SettlementsPage() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters, isFiltered, clear } = useFilters(['from', 'to']);
  const range = toRange(filters, now);
  const fault = findRangeFault(range, now);
  return (
    <AdminPage
      page="settlements"
      actions={<EventLink to={paths.adminTrail}>{t('trail.fromUtr')}</EventLink>}
    >
      <p className="text-note text-ink-soft">{t('adminSettlements.about')}</p>
      <DayRange
        range={range}
        fault={fault}
        most={mostReconciledDays}
        lastDays={t('adminSettlements.lastDays')}
        // Sets both ends, because the default start depends on the end.
        onChange={(change) => setFilters({ ...range, ...change })}
        onClear={isFiltered ? clear : null}
      />
      {!fault && <Settlements key={`${range.from} ${range.to}`} range={range} />}
    </AdminPage>
  );
}

function Settlements({ range }: { range: SettlementRange }) {
  const { t } = useTranslation();
  const reconciliation = useApi('GET /api/admin/reconciliation', range);
  const { settlements, unread, setRequested } = useImports(range);
  const { data, error, mutate } = settlements;
  const newest = data && (data.imports[0]?.id ?? 0);
  const seen = useRef<number | undefined>(undefined);
  const compareAgain = reconciliation.mutate;
  const reload = () => void mutate();

  // Reads the figures again, because each import may have changed all of them.
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== newest) void compareAgain();
    seen.current = newest;
  }, [newest, compareAgain]);

  return (
    <>
      <Reconciliation read={reconciliation} />
      <Part title={t('adminSettlements.reports')}>
        <Reports
          range={range}
          read={data}
          unread={unread}
          onRequested={() => {
            setRequested({ days: toDays(range), after: newest ?? 0 });
            reload();
          }}
          error={error}
          onRetry={() => mutate()}
        />
      </Part>
      <Part title={t('adminSettlements.fileImport')}>
        <FileImport onImported={reload} />
      </Part>
      {data && (
        <Part title={t('adminSettlements.imports')}>
          <Imports imports={data.imports} onChanged={reload} />
        </Part>
      )}
      <Part title={t('adminSettlements.monthEnd')}>
        <MonthView />
      </Part>
      <Part title={t('adminSettlements.bankLines')}>
        <BankLines onChanged={reload} />
      </Part>
      <Part title={t('adminSettlements.entries')}>
        <BankEntries onChanged={reload} />
      </Part>
      <Part title={t('adminSettlements.terms')}>
        <FeeTerms />
      </Part>
    </>
  );
}

/** The imports, polled while one is pending. */
function useImports(range: SettlementRange) {
  const [requested, setRequested] = useState<Requested | null>(null);
  const [isPolling, setIsPolling] = useState(false);
  const settlements = useSettlements(range, isPolling);
  const { data } = settlements;
  const unread = requested ? getUnread(requested, data?.imports ?? []) : [];
  const isReading =
    unread.length > 0 ||
    (data?.days.some((day) => getReportState(day, data.readAtMs, false) === 'reading') ?? false);
  if (isReading !== isPolling) setIsPolling(isReading);
  return { settlements, unread, setRequested };
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
