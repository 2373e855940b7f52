import type { UserProfile } from '@sachet/shared/people/contracts/user';
import type { OwnLimitsRequest } from '@sachet/shared/wallet/contracts/wallet';
import { formatPrice } from '@sachet/shared/money';
import { useId, useState } from 'react';
import { api } from '../../api/client';
import { cacheProfile, useProfile } from '../../api/profile';
import { useAction } from '../../app/base/use-action';
import { isEnter } from '../../browser/enter';
import { useTranslation } from '../../i18n/translate';
import { parseBudget } from '../organizations/budget';
import { SpendMeter } from '../organizations/SpendMeter';
import { classes } from '../../ui/classes';
import { FieldError, inputClasses } from '../../ui/Field';
import { notify } from '../../ui/Toaster';
import { Section } from '../../ui/Section';

const setLimits = (body: OwnLimitsRequest) => api('PATCH /api/wallet/limits', { body });

/** The user's own limits: a monthly cap, and the balance below which the page warns. */
export function OwnLimits() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  if (!profile) return null;
  const { budget, lowBalance, spentThisMonth, firstName, lastName } = profile;
  return (
    <Section id="limits" title={t('limits.title')} className="scroll-mt-24">
      {profile.accountType === 'individual' && (
        <div className="grid gap-2">
          <Amount
            label={t('limits.cap')}
            hint={t('limits.capHint')}
            none={t('limits.none')}
            stored={budget}
            onSave={(monthlyCap) => setLimits({ monthlyCap })}
            toSaved={(amount) =>
              amount === 0
                ? t('limits.capLifted')
                : t('limits.capSaved', { amount: formatPrice(amount) })
            }
          />
          {budget > 0 && (
            <SpendMeter name={`${firstName} ${lastName}`} spent={spentThisMonth} budget={budget} />
          )}
        </div>
      )}
      <Amount
        label={t('limits.low')}
        hint={t('limits.lowHint')}
        none={t('limits.never')}
        stored={lowBalance}
        onSave={(amount) => setLimits({ lowBalance: amount })}
        toSaved={(amount) =>
          amount === 0
            ? t('limits.lowLifted')
            : t('limits.lowSaved', { amount: formatPrice(amount) })
        }
      />
    </Section>
  );
}

/**
 * A field for an amount in rupees; empty means none. The amount is saved on Enter or when the field loses
 * focus, like a member's budget.
 */
function Amount({
  label,
  hint,
  none,
  stored,
  onSave,
  toSaved,
}: {
  label: string;
  hint: string;
  none: string;
  stored: number;
  onSave: (rupees: number) => Promise<UserProfile>;
  toSaved: (rupees: number) => string;
}) {
  const id = useId();
  /** Null while the field shows the stored amount. */
  const [draft, setDraft] = useState<string | null>(null);
  const save = useAction(async (rupees: number) => {
    const profile = await onSave(rupees);
    await cacheProfile(profile.uid, profile);
    setDraft(null);
    notify.success(toSaved(rupees));
  });

  function commit() {
    // Enter may also blur the field. The amount is still saved only once.
    if (draft === null || save.busy) return;
    const rupees = draft.trim() === '' ? 0 : parseBudget(draft);
    if (rupees === null || rupees === stored) setDraft(null);
    else void save.run(rupees);
  }

  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-note font-semibold">
        {label}
      </label>
      <div className="relative">
        <span
          aria-hidden
          className="absolute inset-y-0 left-3.5 grid place-items-center text-ink-soft"
        >
          ₹
        </span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          placeholder={none}
          value={draft ?? (stored === 0 ? '' : String(stored))}
          readOnly={save.busy}
          aria-busy={save.busy || undefined}
          aria-describedby={`${id}-hint`}
          aria-invalid={save.error ? true : undefined}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (isEnter(event)) commit();
            if (event.key === 'Escape') setDraft(null);
          }}
          className={classes(
            inputClasses,
            'pl-8 font-semibold tabular-nums',
            save.busy && 'opacity-60',
          )}
        />
      </div>
      <p id={`${id}-hint`} className="text-note text-pretty text-ink-soft">
        {hint}
      </p>
      <FieldError>{save.error}</FieldError>
    </div>
  );
}
