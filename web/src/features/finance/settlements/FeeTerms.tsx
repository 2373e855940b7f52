import type { FeeTerm } from '@sachet/shared/finance/contracts/admin-settlements';
import { IndianDay } from '@sachet/shared/contracts/vocabulary';
import type { FormEvent } from 'react';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { Notice } from '../../../ui/Notice';
import { column } from '../../admin/frame/columns';
import { type Column, DataTable } from '../../admin/frame/DataTable';
import { CompactField, useDraft } from '../../admin/frame/fields';
import { useConfirmedAction } from '../../admin/frame/confirm';

const percent = (basisPoints: number) => `${basisPoints / 100} %`;

/** Returns basis points, or null unless the text is a percentage with at most two decimals. */
function parsePercent(text: string): number | null {
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(text.trim())) return null;
  const basisPoints = Math.round(Number(text) * 100);
  return basisPoints <= 10_000 ? basisPoints : null;
}

const isMethod = (text: string) => /^[a-z_]{2,30}$/.test(text);

/** Edits the fees agreed with the gateway. The comparison reports any other fee. */
export function FeeTerms() {
  const { t } = useTranslation();
  const { data, error: readError, mutate } = useApi('GET /api/admin/fee-terms');
  const { ask, error, dialog } = useConfirmedAction(() => mutate());
  const { draft, change, field } = useDraft({ method: '', fromDay: '', fee: '', tax: '18' });
  const term = {
    method: draft.method.trim().toLowerCase(),
    fromDay: draft.fromDay,
    feeBasisPoints: parsePercent(draft.fee),
    taxBasisPoints: parsePercent(draft.tax),
  };
  const isReady =
    isMethod(term.method) &&
    IndianDay.safeParse(term.fromDay).success &&
    term.feeBasisPoints !== null &&
    term.taxBasisPoints !== null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const body = term as FeeTerm;
    ask({
      question: (
        <p>
          {t('adminSettlements.confirmTerm', {
            method: body.method,
            day: body.fromDay,
            fee: percent(body.feeBasisPoints),
            tax: percent(body.taxBasisPoints),
          })}
        </p>
      ),
      steps: [
        {
          act: () => api('POST /api/admin/fee-terms', { body }),
          failed: t('adminSettlements.termFailed'),
        },
      ],
      done: t('adminSettlements.termSet'),
      onDone: () => change({ method: '', fee: '' }),
    });
  }

  return (
    <>
      <p className="text-note text-ink-soft">{t('adminSettlements.termsAbout')}</p>
      <DataTable
        label={t('adminSettlements.terms')}
        rows={data?.terms}
        columns={getColumns(t)}
        getKey={({ method: name, fromDay: day }) => `${name} ${day}`}
        error={readError}
        failed={t('adminSettlements.termsFailed')}
        onRetry={() => mutate()}
        empty={
          <EmptyState compact title={t('adminSettlements.noTerms')}>
            {t('adminSettlements.noTermsText')}
          </EmptyState>
        }
      />
      <form
        noValidate
        aria-label={t('adminSettlements.setTerm')}
        onSubmit={submit}
        className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-5"
      >
        <CompactField
          {...field('method', t('adminSettlements.method'))}
          placeholder="upi"
          maxLength={30}
        />
        <CompactField {...field('fromDay', t('adminSettlements.since'))} type="date" />
        <CompactField
          {...field('fee', t('adminSettlements.feePercent'))}
          inputMode="decimal"
          maxLength={6}
        />
        <CompactField
          {...field('tax', t('adminSettlements.taxPercent'))}
          inputMode="decimal"
          maxLength={6}
        />
        <Button size="compact" type="submit" className="self-end" disabled={!isReady}>
          {t('adminSettlements.setTerm')}
        </Button>
      </form>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      {dialog}
    </>
  );
}

function getColumns(t: TFunction): Column<FeeTerm>[] {
  return [
    { head: t('adminSettlements.method'), isTitle: true, cell: ({ method: name }) => name },
    column.day(t('adminSettlements.since'), ({ fromDay: day }) => day),
    getPercentColumn(t('adminSettlements.fees'), ({ feeBasisPoints }) => feeBasisPoints),
    getPercentColumn(t('adminSettlements.gst'), ({ taxBasisPoints }) => taxBasisPoints),
  ];
}

const getPercentColumn = (head: string, get: (term: FeeTerm) => number): Column<FeeTerm> => ({
  head,
  align: 'end',
  cell: (term) => percent(get(term)),
});
