import type { AdminGrowth, GiftCode } from '@sachet/shared/people/contracts/growth';
import { formatPrice } from '@sachet/shared/money';
import { useState, type FormEvent } from 'react';
import { api } from '../../../api/client';
import { useLanguage } from '../../../i18n/language';
import { formatDay } from '../../../i18n/time';
import { useTranslation } from '../../../i18n/translate';
import { CopyButton } from '../../studio/text/CopyButton';
import { Button } from '../../../ui/Button';
import { classes } from '../../../ui/classes';
import { Dialog } from '../../../ui/Dialog';
import { FieldError } from '../../../ui/Field';
import { Section } from '../../../ui/Section';
import { useConfirmedAction } from '../../admin/frame/confirm';
import { NoRows } from '../../admin/frame/DataTable';
import { KeptFocus } from '../../admin/frame/KeptFocus';
import { CompactField, useDraft } from '../../admin/frame/fields';

/** Makes gift codes, which are shown once, and ends them. */
export function GiftCodes({
  data: { giftCodes, giftLimit },
  onSettled,
}: {
  data: AdminGrowth;
  onSettled: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onSettled);
  return (
    <Section
      title={t('adminGrowth.gifts')}
      text={t('adminGrowth.giftsText', { left: formatPrice(giftLimit) })}
    >
      <MakeCode onSettled={onSettled} />
      <FieldError>{error}</FieldError>
      {giftCodes.length === 0 ? (
        <NoRows>{t('adminGrowth.none')}</NoRows>
      ) : (
        <KeptFocus>
          <ul className="rounded-lg border border-fold bg-packet">
            {giftCodes.map((code) => (
              <Row
                key={code.id}
                code={code}
                onEnd={() =>
                  ask({
                    question: t('adminGrowth.endText', { note: code.note }),
                    steps: [
                      {
                        act: () => api('POST /api/admin/gift-codes/end', { body: { id: code.id } }),
                        failed: t('adminGrowth.endFailed'),
                      },
                    ],
                    done: t('adminCommon.saved'),
                  })
                }
              />
            ))}
          </ul>
        </KeptFocus>
      )}
      {dialog}
    </Section>
  );
}

function Row({ code, onEnd }: { code: GiftCode; onEnd: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { amount, uses, used, note, expiresAt, state } = code;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-fold px-3 py-1.5 last:border-b-0">
      <span className="money w-20 shrink-0 font-bold">{formatPrice(amount)}</span>
      <div className="min-w-0 flex-1 basis-48 text-note">
        <p className="font-semibold wrap-anywhere">{note}</p>
        <p className="text-ink-soft tabular-nums">
          {t('adminGrowth.used', { used, uses })}
          {' · '}
          {t('adminGrowth.until', { day: formatDay(expiresAt, language) })}
        </p>
      </div>
      <span
        className={classes(
          'rounded-full px-2.5 py-0.5 text-note font-semibold',
          state === 'open' ? 'bg-leaf-wash text-leaf' : 'bg-sunk text-ink-soft',
        )}
      >
        {t(`adminGrowth.state.${state}`)}
      </span>
      {state === 'open' && (
        <Button
          size="compact"
          look="outline"
          aria-label={`${t('adminGrowth.end')}: ${note}`}
          onClick={onEnd}
        >
          {t('adminGrowth.end')}
        </Button>
      )}
    </li>
  );
}

const empty = { amount: '', uses: '1', days: '30', note: '' };

function MakeCode({ onSettled }: { onSettled: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const { draft, change, field } = useDraft(empty);
  const [made, setMade] = useState<{ code: string; waits: boolean } | null>(null);
  const { ask, error, dialog } = useConfirmedAction(onSettled);
  const [amount, uses, days] = [draft.amount, draft.uses, draft.days].map(Number) as [
    number,
    number,
    number,
  ];
  const note = draft.note.trim();
  const isValid = amount > 0 && uses > 0 && days > 0 && note !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    ask({
      question: `${note}: ${uses} × ${formatPrice(amount)} = ${formatPrice(amount * uses)}`,
      steps: [
        {
          act: async () => {
            const body = { amount, uses, days, note };
            const { code, giftCode } = await api('POST /api/admin/gift-codes', { body });
            setMade({ code, waits: giftCode === null });
            change(empty);
          },
          failed: t('adminGrowth.makeFailed'),
        },
      ],
      done: t('adminCommon.saved'),
    });
  }

  return (
    <>
      <form className="grid gap-3" onSubmit={submit}>
        <div className="grid grid-cols-3 items-end gap-3 md:grid-cols-4">
          <CompactField {...field('amount', t('adminCommon.amountInRupees'))} inputMode="decimal" />
          <CompactField {...field('uses', t('adminGrowth.uses'))} inputMode="numeric" />
          <CompactField {...field('days', t('adminGrowth.days'))} inputMode="numeric" />
          <CompactField
            {...field('note', t('adminCommon.note'))}
            className="max-md:col-span-full"
            placeholder={t('adminGrowth.noteHint')}
            maxLength={200}
          />
        </div>
        <FieldError>{error}</FieldError>
        <Button type="submit" size="compact" className="justify-self-start" disabled={!isValid}>
          {t('adminGrowth.make')}
        </Button>
      </form>
      {dialog}
      {made !== null && (
        <Dialog
          open
          onClose={() => setMade(null)}
          title={t('adminGrowth.made')}
          description={t(made.waits ? 'adminGrowth.madeWaiting' : 'adminGrowth.madeText')}
          closeLabel={t('common.close')}
        >
          <div className="grid gap-4">
            <p className="rounded-lg bg-sunk px-4 py-3 text-center text-lead font-bold tracking-wide wrap-anywhere select-all">
              {made.code}
            </p>
            <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
              <CopyButton text={made.code} />
              <Button onClick={() => setMade(null)}>{t('studioCommon.done')}</Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
