import type { FeeTerm } from '@sachet/shared/finance/contracts/admin-settlements';
import { IndianDay } from '@sachet/shared/contracts/vocabulary';
import { type FeeMethod, feeMethods } from '@sachet/shared/finance/settlement/line';
import { formatPrice, formatRupees } from '@sachet/shared/money';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client';
import { useLanguage } from '../../../i18n/language';
import { formatIndianDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { DateField, SelectField } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { Section } from '../../../ui/Section';
import { Nothing } from '../../admin/frame/cells';
import { CompactField, useDraft } from '../../admin/frame/fields';
import { useConfirmedAction } from '../../admin/frame/confirm';

export const percent = (basisPoints: number) => `${basisPoints / 100} %`;

/** Returns basis points, or null unless the text is a percentage with at most two decimals. */
function parsePercent(text: string): number | null {
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(text.trim())) return null;
  const basisPoints = Math.round(Number(text) * 100);
  return basisPoints <= 10_000 ? basisPoints : null;
}

type Rate = Pick<FeeTerm, 'feeBasisPoints' | 'taxBasisPoints'>;

export const exampleRupees = 1_000;

/** The fee on the example amount, with its GST. */
export function toExample({ feeBasisPoints, taxBasisPoints }: Rate) {
  const fee = (exampleRupees * feeBasisPoints) / 10_000;
  const gst = (fee * taxBasisPoints) / 10_000;
  return { fee, gst, total: fee + gst };
}

/** The texts of the form, and what sets them. */
export function useTermForm(today: string, onSettled: () => Promise<unknown>) {
  const [method, setMethod] = useState<FeeMethod>('any');
  const { ask, error, dialog } = useConfirmedAction(onSettled);
  const draft = useDraft({ fromDay: today, fee: '', tax: '18' });
  return { method, setMethod, ask, error, dialog, ...draft };
}

/** Sets the fee of a method from a day on. */
export function FeeTermForm({
  method,
  setMethod,
  ask,
  error,
  dialog,
  draft,
  change,
  field,
}: ReturnType<typeof useTermForm>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const feeBasisPoints = parsePercent(draft.fee);
  const taxBasisPoints = parsePercent(draft.tax);
  const rate =
    feeBasisPoints === null || taxBasisPoints === null ? null : { feeBasisPoints, taxBasisPoints };
  const { fromDay } = draft;
  const isReady = rate !== null && IndianDay.safeParse(fromDay).success;
  const toFault = (text: string) =>
    text.trim() !== '' && parsePercent(text) === null ? t('adminSettlements.percentFault') : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    ask({
      question: (
        <p>
          {t('adminSettlements.confirmTerm', {
            method: t(`adminSettlements.methods.${method}`),
            day: formatIndianDay(fromDay, language),
            fee: percent(rate.feeBasisPoints),
            tax: percent(rate.taxBasisPoints),
          })}
        </p>
      ),
      steps: [
        {
          act: () => api('POST /api/admin/fee-terms', { body: { method, fromDay, ...rate } }),
          failed: t('adminSettlements.termFailed'),
        },
      ],
      done: t('adminSettlements.termSet'),
      onDone: () => change({ fee: '' }),
    });
  }

  return (
    <form noValidate aria-label={t('adminSettlements.setTerm')} onSubmit={submit}>
      <Section look="card" title={t('adminSettlements.setTerm')}>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <SelectField<FeeMethod>
            compact
            className="sm:col-span-2"
            label={t('adminSettlements.method')}
            value={method}
            onChange={setMethod}
            choices={feeMethods.map((value) => ({
              value,
              label: t(`adminSettlements.methods.${value}`),
            }))}
          />
          <DateField
            compact
            required
            className="sm:col-span-2"
            label={t('adminSettlements.since')}
            value={fromDay}
            onChange={(day) => change({ fromDay: day })}
          />
          <CompactField
            {...field('fee', t('adminSettlements.feePercent'))}
            inputMode="decimal"
            maxLength={6}
            placeholder="2"
            error={toFault(draft.fee)}
          />
          <CompactField
            {...field('tax', t('adminSettlements.taxPercent'))}
            inputMode="decimal"
            maxLength={6}
            error={toFault(draft.tax)}
          />
        </div>
        <Example rate={rate} />
        <Notice role="alert" tone="bad" compact>
          {error}
        </Notice>
        <Button size="compact" type="submit" disabled={!isReady}>
          {t('adminSettlements.setTerm')}
        </Button>
      </Section>
      {dialog}
    </form>
  );
}

/** Shows how much the gateway would keep of a payment. */
function Example({ rate }: { rate: Rate | null }) {
  const { t } = useTranslation();
  const example = rate && toExample(rate);
  return (
    <p className="flex justify-between gap-4 border-t border-fold pt-3 text-ink-soft tabular-nums">
      {t('adminSettlements.onExample', { amount: formatPrice(exampleRupees) })}
      {example ? (
        <span>
          {`${formatRupees(example.fee)} + ${formatRupees(example.gst)} = `}
          <strong className="text-ink">{formatRupees(example.total)}</strong>
        </span>
      ) : (
        <span>
          <Nothing />
        </span>
      )}
    </p>
  );
}
