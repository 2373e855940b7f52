import type { OrganizationMember } from '@sachet/shared/contracts/organization';
import { formatRupees } from '@sachet/shared/money';
import { useId, useRef, useState } from 'react';
import { useActionError } from '../app/use-action-error';
import { setMemberBudget } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { cacheMember } from '../api/organization';
import { isEnter } from '../browser/enter';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { classes } from '../ui/classes';
import { FieldError, inputClasses } from '../ui/Field';
import { notify } from '../ui/Toaster';
import { parseBudget } from './budget';

/** Without the arrows, whose single rupees are of no use. */
const plainNumber =
  'tabular-nums [appearance:textfield] md:text-right [&::-webkit-inner-spin-button]:appearance-none';

/**
 * Saved on leaving the field and on Enter. What is no budget is not saved: the field goes back to
 * what is stored (docs/product.md, Validation), as it does on Escape.
 */
export function BudgetField({ member, name }: { member: OrganizationMember; name: string }) {
  const { t } = useTranslation();
  const id = useId();
  const { draft, setDraft, isSaving, error, commit } = useBudget(member, name);
  const isAdmin = member.role === 'admin';
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-note font-semibold md:sr-only">
        {t('organization.budget')}
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        value={draft ?? String(member.budget)}
        disabled={isAdmin}
        readOnly={isSaving}
        aria-label={t('organization.budgetOf', { name })}
        aria-describedby={`${id}-hint`}
        aria-invalid={error !== null || undefined}
        aria-busy={isSaving || undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onWheel={(event) => event.currentTarget.blur()}
        onKeyDown={(event) => {
          if (isEnter(event)) commit();
          if (event.key === 'Escape') setDraft(null);
        }}
        className={classes(inputClasses, plainNumber, isSaving && 'opacity-60')}
      />
      <p
        id={`${id}-hint`}
        className={classes('text-note text-ink-soft', isAdmin ? 'md:text-right' : 'md:hidden')}
      >
        {t(isAdmin ? 'organization.budgetAdmin' : 'organization.budgetHint')}
      </p>
      <FieldError>{error}</FieldError>
    </div>
  );
}

function useBudget(member: OrganizationMember, name: string) {
  const { t } = useTranslation();
  const session = useSession();
  /** null while nothing else than what is stored stands in the field. */
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useActionError();
  // Enter and the loss of focus that may follow it are one commit.
  const saving = useRef(false);

  async function save(budget: number): Promise<void> {
    if (saving.current || session.status !== 'signed-in') return;
    saving.current = true;
    setSaving(true);
    setError(null);
    try {
      await cacheMember(session.uid, await setMemberBudget({ uid: member.uid, budget }));
      const words = budget === 0 ? 'organization.budgetLifted' : 'organization.budgetSaved';
      notify.success(t(words, { name, amount: formatRupees(budget) }), {
        label: t('organization.undo'),
        onClick: () => void save(member.budget),
      });
    } catch (thrown) {
      setError(`${t('organization.budgetFailed')} ${toErrorMessage(t, thrown)}`);
    } finally {
      saving.current = false;
      setSaving(false);
      setDraft(null);
    }
  }

  function commit() {
    if (draft === null || saving.current) return;
    const budget = parseBudget(draft);
    if (budget === null || budget === member.budget) setDraft(null);
    else void save(budget);
  }

  return { draft, setDraft, isSaving, error, commit };
}
