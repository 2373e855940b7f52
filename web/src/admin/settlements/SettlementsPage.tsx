import {
  mostReconciledDays,
  type SettlementRange,
} from '@sachet/shared/contracts/admin-settlements';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useReconciliation, useSettlements } from '../../api/admin-settlements';
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
import { Identity } from './Reconciliation';
import { Imports } from './Imports';
import { getReportState, getUnread, Reports, type Requested } from './Reports';
import { MonthView } from './MonthView';

/** The ledger against the gateway and the bank, and what was imported of the latter two. */
export function SettlementsPage() {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters, isNarrowed, clear } = useFilters(['from', 'to']);
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
        // Both: else a day that follows from the other one would move with it.
        onChange={(change) => setFilters({ ...range, ...change })}
        onClear={isNarrowed ? clear : null}
      />
      {!fault && <Settlements key={`${range.from} ${range.to}`} range={range} />}
    </AdminPage>
  );
}

function Settlements({ range }: { range: SettlementRange }) {
  const { t } = useTranslation();
  const identity = useReconciliation(range);
  const { settlements, unread, setRequested } = useImports(range);
  const { data, error, mutate } = settlements;
  const newest = data && (data.imports[0]?.id ?? 0);
  const seen = useRef<number | undefined>(undefined);
  const compareAgain = identity.mutate;
  const again = () => void mutate();

  // Whatever was imported since may have changed every figure.
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== newest) void compareAgain();
    seen.current = newest;
  }, [newest, compareAgain]);

  return (
    <>
      <Identity read={identity} />
      <Part title={t('adminSettlements.reports')}>
        <Reports
          range={range}
          read={data}
          unread={unread}
          onRequested={() => {
            setRequested({ days: toDays(range), after: newest ?? 0 });
            again();
          }}
          error={error}
          onRetry={again}
        />
      </Part>
      <Part title={t('adminSettlements.fileImport')}>
        <FileImport onImported={again} />
      </Part>
      {data && (
        <Part title={t('adminSettlements.imports')}>
          <Imports imports={data.imports} onChanged={again} />
        </Part>
      )}
      <Part title={t('adminSettlements.monthEnd')}>
        <MonthView />
      </Part>
      <Part title={t('adminSettlements.bankLines')}>
        <BankLines onChanged={again} />
      </Part>
      <Part title={t('adminSettlements.entries')}>
        <BankEntries onChanged={again} />
      </Part>
      <Part title={t('adminSettlements.terms')}>
        <FeeTerms />
      </Part>
    </>
  );
}

/** What was imported, read again and again while an import is awaited. */
function useImports(range: SettlementRange) {
  const [requested, setRequested] = useState<Requested | null>(null);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const settlements = useSettlements(range, isUnderWay);
  const { data } = settlements;
  const unread = requested ? getUnread(requested, data?.imports ?? []) : [];
  const isReading =
    unread.length > 0 ||
    (data?.days.some((day) => getReportState(day, data.readAtMs, false) === 'reading') ?? false);
  if (isReading !== isUnderWay) setIsUnderWay(isReading);
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
