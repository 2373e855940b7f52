import {
  type BankLine,
  mostReconciledDays,
  type SettlementRange,
} from '@sachet/shared/finance/contracts/admin-settlements';
import { useState } from 'react';
import { type Business, useBankLines, useSettlements } from '../../../api/admin-settlements';
import { api } from '../../../api/client';
import { revalidate } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { EmptyState } from '../../../ui/EmptyState';
import { SignedMoney } from '../../../ui/Money';
import { Section } from '../../../ui/Section';
import { AdminPage } from '../../admin/frame/AdminPage';
import { EventLink, Nothing } from '../../admin/frame/cells';
import { ReasonForm } from '../../admin/frame/confirm';
import { column } from '../../admin/frame/columns';
import type { Column } from '../../admin/frame/DataTable';
import { PagedList } from '../../admin/frame/PagedList';
import { useFilters } from '../../admin/frame/use-filters';
import { useView, ViewLinks } from '../../admin/frame/views';
import { findRangeFault, toDays, toRange } from '../../admin/frame/day-range';
import { DayRange } from '../../admin/frame/fields';
import { BankEntries } from './BankEntries';
import { FeeTerms } from './FeeTerms';
import { FileImport } from './FileImport';
import { Reconciliation } from './Reconciliation';
import { Imports } from './Imports';
import { getUnread, Reports, type Requested } from './Reports';
import { MonthView } from './MonthView';

const views = ['days', 'month', 'bank', 'fees'] as const;
const viewNames = {
  days: 'adminSettlements.days',
  month: 'adminSettlements.monthEnd',
  bank: 'adminSettlements.bankLines',
  fees: 'adminSettlements.fees',
} as const;

/** Compares the ledger with the gateway and the bank, and imports the data of both. */
export function SettlementsPage() {
  const { t } = useTranslation();
  const view = useView('view', views);
  // Kept here, because a view is unmounted while another one is shown.
  const [requested, setRequested] = useState<Requested | null>(null);
  return (
    <AdminPage
      page="settlements"
      view={view === 'days' ? undefined : t(viewNames[view])}
      actions={
        <span className="text-note">
          <EventLink to={paths.adminTrail}>{t('trail.fromUtr')}</EventLink>
        </span>
      }
    >
      <ViewLinks label={t('admin.settlements')} name="view" views={views}>
        {(each) => t(viewNames[each])}
      </ViewLinks>
      {view === 'days' && <Days requested={requested} onRequested={setRequested} />}
      {view === 'month' && (
        <section
          aria-label={t('adminSettlements.monthEnd')}
          className="grid grid-cols-1 gap-4 text-note"
        >
          <MonthView />
        </section>
      )}
      {view === 'bank' && (
        <>
          <Section className="mt-4" title={t('adminSettlements.bankLines')}>
            <BankLines onChanged={reload} />
          </Section>
          <Section className="mt-4" title={t('adminSettlements.entries')}>
            <BankEntries onChanged={reload} />
          </Section>
        </>
      )}
      {view === 'fees' && <FeeTerms />}
    </AdminPage>
  );
}

/** Reads all figures again, because an import or a decision may have changed them. */
const reload = () => void revalidate('/api/admin/settlements', '/api/admin/reconciliation');

/** The comparison of a range of days, and what it is computed from. */
function Days(requests: ReportRequests) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const { filters, setFilters, isFiltered, clear } = useFilters(['from', 'to']);
  const range = toRange(filters, now);
  const fault = findRangeFault(range, now);
  return (
    <>
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
      {!fault && <Comparison key={`${range.from} ${range.to}`} range={range} {...requests} />}
    </>
  );
}

interface ReportRequests {
  /** The reports that this page requested last. */
  requested: Requested | null;
  onRequested: (requested: Requested) => void;
}

function Comparison({
  range,
  requested,
  onRequested,
}: ReportRequests & { range: SettlementRange }) {
  const { t } = useTranslation();
  const reconciliation = useApi('GET /api/admin/reconciliation', range);
  const { data, error, mutate } = useSettlements(range);
  const days = toDays(range);
  const unread = requested
    ? getUnread(requested, data?.imports ?? []).filter((day) => days.includes(day))
    : [];

  const isAbove = (reconciliation.data ?? reconciliation.error) && (data ?? error);
  return (
    <>
      <Reconciliation read={reconciliation} />
      {/* These parts would move while the height of those above is unknown. */}
      <div className={classes('contents', !isAbove && 'invisible')}>
        <Section className="mt-4" title={t('adminSettlements.reports')}>
          <Reports
            range={range}
            read={data}
            unread={unread}
            onRequested={() => {
              onRequested({ days, after: data?.imports[0]?.id ?? 0 });
              reload();
            }}
            error={error}
            onRetry={() => mutate()}
          />
        </Section>
        <Section className="mt-4" title={t('adminSettlements.fileImport')}>
          <FileImport onImported={reload} />
        </Section>
        {data && (
          <Section className="mt-4" title={t('adminSettlements.imports')}>
            <Imports imports={data.imports} onChanged={reload} />
          </Section>
        )}
      </div>
    </>
  );
}

/** Lists the lines of bank statements. Finance can correct how the rules classified a line. */
function BankLines({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const { filters, setFilters } = useFilters(['business'], { business: ['other'] });
  const business: Business = filters.business || 'gateway';
  const [marking, setMarking] = useState<BankLine | null>(null);
  const read = useBankLines(business);
  return (
    <>
      <div
        role="group"
        aria-label={t('adminSettlements.whichLines')}
        className="flex flex-wrap gap-2"
      >
        {(['gateway', 'other'] as const).map((value) => (
          <Button
            key={value}
            size="compact"
            look={value === business ? 'outline' : 'plain'}
            aria-pressed={value === business}
            onClick={() => {
              setFilters({ business: value === 'gateway' ? '' : value });
              setMarking(null);
            }}
          >
            {t(`adminSettlements.business.${value}`)}
          </Button>
        ))}
      </div>
      {marking && (
        <ReasonForm
          key={marking.id}
          about={marking.text}
          action={t(
            marking.isGateway ? 'adminSettlements.markOther' : 'adminSettlements.markGateway',
          )}
          failed={t('adminSettlements.markFailed')}
          done={t('adminSettlements.marked')}
          onAct={(note) =>
            api('POST /api/admin/bank-lines', {
              body: { id: marking.id, isGateway: !marking.isGateway, note },
            })
          }
          onSettled={async () => {
            onChanged();
            await read.revalidate();
          }}
          onClose={() => setMarking(null)}
        />
      )}
      <PagedList
        list={read}
        failed={t('adminSettlements.bankLinesFailed')}
        empty={
          <EmptyState compact title={t('adminSettlements.noBankLines')}>
            <p>{t('adminSettlements.noBankLinesText')}</p>
            <span className="text-ink">
              <EventLink to={paths.adminSettlements}>
                {t('adminSettlements.importStatement')}
              </EventLink>
            </span>
          </EmptyState>
        }
        label={t('adminSettlements.bankLines')}
        columns={getBankLineColumns(t, setMarking)}
        getKey={({ id }) => String(id)}
      />
    </>
  );
}

function getBankLineColumns(t: TFunction, onMark: (line: BankLine) => void): Column<BankLine>[] {
  return [
    { head: t('adminSettlements.role.text'), isTitle: true, wraps: true, cell: ({ text }) => text },
    column.day(t('adminCommon.day'), ({ day }) => day, { width: 'w-32' }),
    {
      head: t('studioCommon.amount'),
      width: 'w-36',
      align: 'end',
      cell: ({ amount }) => <SignedMoney rupees={amount} />,
    },
    {
      head: 'UTR',
      width: 'w-52',
      from: 'lg',
      cell: ({ settlementUtr }) => settlementUtr ?? <Nothing />,
    },
    {
      head: t('adminSettlements.change'),
      width: 'w-52',
      cell: (line) => (
        <Button
          size="compact"
          look="plain"
          className="-ml-3 underline"
          onClick={() => onMark(line)}
        >
          {t(line.isGateway ? 'adminSettlements.markOther' : 'adminSettlements.markGateway')}
        </Button>
      ),
    },
  ];
}
