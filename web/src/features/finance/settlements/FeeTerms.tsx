import type { Language } from '@sachet/shared/contracts/vocabulary';
import type { FeeTerm } from '@sachet/shared/finance/contracts/admin-settlements';
import { type FeeMethod, feeMethods } from '@sachet/shared/finance/settlement/line';
import { findFeeTerm } from '@sachet/shared/finance/settlement/reconcile';
import { formatPrice, formatRupees } from '@sachet/shared/money';
import { istDay } from '@sachet/shared/time';
import { useState } from 'react';
import { useApi } from '../../../api/use-api';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay } from '../../../i18n/time';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { classes } from '../../../ui/classes';
import { DayCell, StateMark } from '../../admin/frame/cells';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { exampleRupees, FeeTermForm, percent, toExample, useTermForm } from './FeeTermForm';

interface Row {
  readonly method: FeeMethod;
  /** The fee of today's payments. Without an own term, it is the fee of all other payments. */
  readonly current: FeeTerm;
  readonly isOwn: boolean;
  readonly next: FeeTerm | null;
  /** Newest first. */
  readonly terms: readonly FeeTerm[];
}

function toRow(method: FeeMethod, all: readonly FeeTerm[], today: string): Row {
  const line =
    method === 'refund'
      ? ({ kind: 'refund', method: null } as const)
      : ({ kind: 'payment', method } as const);
  const current = findFeeTerm({ ...line, createdOn: today }, { fees: all });
  const terms = all
    .filter((term) => term.method === method)
    .toSorted((a, b) => b.fromDay.localeCompare(a.fromDay));
  const next = terms.findLast(({ fromDay }) => fromDay > today) ?? null;
  return { method, current, isOwn: terms.includes(current), next, terms };
}

/** The fees agreed with the gateway, by method of payment. The comparison reports any other fee. */
export function FeeTerms() {
  const { t } = useTranslation();
  const language = useLanguage();
  const read = useApi('GET /api/admin/fee-terms');
  const { data, mutate } = read;
  const [today] = useState(() => istDay(Date.now()));
  const [opened, setOpened] = useState<FeeMethod | null>(null);
  const form = useTermForm(today, () => mutate());
  return (
    <>
      <p className="text-note text-pretty text-ink-soft">{t('adminSettlements.termsAbout')}</p>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <DataTable
          label={t('adminSettlements.terms')}
          rows={data && feeMethods.map((method) => toRow(method, data.terms, today))}
          columns={getColumns(t, language)}
          getKey={({ method }) => method}
          details={{
            isOpen: ({ method }) => method === opened,
            onToggle({ method }) {
              setOpened(method === opened ? null : method);
              form.setMethod(method);
            },
            of: (row) => renderTerms(row, today),
          }}
          error={read.error}
          failed={t('adminSettlements.termsFailed')}
          onRetry={() => mutate()}
          empty={null}
        />
        <FeeTermForm {...form} />
      </div>
    </>
  );
}

const renderTerms = ({ terms }: Row, today: string) => <Terms terms={terms} today={today} />;

/** All fees of a method, newest first. */
function Terms({ terms, today }: Pick<Row, 'terms'> & { today: string }) {
  const { t } = useTranslation();
  if (terms.length === 0) return <p className="text-ink-soft">{t('adminSettlements.noOwnTerm')}</p>;
  const current = terms.find(({ fromDay }) => fromDay <= today);
  return (
    <ul className="grid max-w-xl">
      {terms.map((term) => (
        <li
          key={term.fromDay}
          className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-fold py-1.5 tabular-nums last:border-b-0"
        >
          <span className="min-w-28">
            <DayCell day={term.fromDay} />
          </span>
          <span className={classes('flex-1', term !== current && 'text-ink-soft')}>
            {t('adminSettlements.rate', {
              fee: percent(term.feeBasisPoints),
              tax: percent(term.taxBasisPoints),
            })}
          </span>
          {term === current && <StateMark tone="good">{t('adminSettlements.inForce')}</StateMark>}
          {term.fromDay > today && <StateMark>{t('adminSettlements.upcoming')}</StateMark>}
        </li>
      ))}
    </ul>
  );
}

function getColumns(t: TFunction, language: Language): Column<Row>[] {
  const toTone = ({ isOwn }: Row) => classes('tabular-nums', !isOwn && 'text-ink-soft');
  return [
    {
      head: t('adminSettlements.method'),
      isTitle: true,
      cell: ({ method }) => t(`adminSettlements.methods.${method}`),
    },
    {
      head: t('adminSettlements.since'),
      width: 'w-80',
      wraps: true,
      cell: ({ isOwn, current, next }) => (
        <span className="flex flex-wrap gap-x-2 tabular-nums">
          {isOwn ? (
            <DayCell day={current.fromDay} />
          ) : (
            <span className="text-ink-soft">{t('adminSettlements.usual')}</span>
          )}
          {next && (
            <span className="text-ink-soft">
              {t('adminSettlements.nextFee', {
                fee: percent(next.feeBasisPoints),
                day: formatIndianDay(next.fromDay, language),
              })}
            </span>
          )}
        </span>
      ),
    },
    {
      head: t('adminSettlements.feeAndGst'),
      align: 'end',
      inCorner: true,
      width: 'w-32',
      cell: (row) => (
        <span className={toTone(row)}>
          {`${percent(row.current.feeBasisPoints)} + ${percent(row.current.taxBasisPoints)}`}
        </span>
      ),
    },
    {
      head: t('adminSettlements.onExample', { amount: formatPrice(exampleRupees) }),
      align: 'end',
      width: 'w-28',
      cell: (row) => (
        <span className={toTone(row)}>{formatRupees(toExample(row.current).total)}</span>
      ),
    },
  ];
}
