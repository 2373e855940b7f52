import type { OrganizationMember } from '@sachet/shared/contracts/organization';
import { formatRupees } from '@sachet/shared/money';
import { useId, useRef, useState } from 'react';
import { removeMember, setMemberBudget } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { useUid } from '../api/keys';
import { cacheMember, revalidateOrganization } from '../api/organization';
import { useActionError } from '../app/use-action-error';
import { isEnter } from '../browser/enter';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { Button } from '../ui/Button';
import { classes } from '../ui/classes';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { EmptyState } from '../ui/EmptyState';
import { FieldError, inputClasses } from '../ui/Field';
import { notify } from '../ui/Toaster';
import { parseBudget } from './budget';
import { SpendMeter } from './SpendMeter';

const columns = 'md:grid md:grid-cols-[minmax(0,1fr)_9rem_13rem] md:gap-x-6';

export function Members({ members }: { members: OrganizationMember[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="members" className="grid min-w-0 gap-4">
      <div>
        <h2 id="members" className="text-lead font-bold">
          {t('organization.members')}{' '}
          <span className="font-normal text-ink-soft tabular-nums">{members.length}</span>
        </h2>
        <p className="text-note text-ink-soft">{t('organization.membersNote')}</p>
      </div>
      <div className="rounded-xl border border-fold bg-packet">
        <div
          aria-hidden
          className={`${columns} hidden border-b border-fold px-5 py-3 text-note font-semibold`}
        >
          <span>{t('organization.member')}</span>
          <span className="text-right">
            {t('organization.budget')}
            <span className="block font-normal text-ink-soft">{t('organization.budgetHint')}</span>
          </span>
          <span>{t('organization.spent')}</span>
        </div>
        <ul aria-labelledby="members">
          {members.map((member) => (
            <MemberRow key={member.uid} member={member} />
          ))}
        </ul>
      </div>
      {members.length === 1 && (
        <EmptyState title={t('organization.onlyYou')}>{t('organization.onlyYouText')}</EmptyState>
      )}
    </section>
  );
}

function MemberRow({ member }: { member: OrganizationMember }) {
  const { t } = useTranslation();
  const session = useSession();
  const isCaller = session.status === 'signed-in' && session.uid === member.uid;
  const name = `${member.firstName} ${member.lastName}`;
  return (
    <li
      className={`${columns} grid fit-columns-7.5 gap-x-5 gap-y-3 border-b border-fold px-4 py-4 last:border-b-0 sm:px-5`}
    >
      <div className="min-w-0 max-md:col-span-full">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold wrap-anywhere">
            {name}
            {isCaller && (
              <span className="font-normal text-ink-soft"> · {t('organization.you')}</span>
            )}
          </span>
          <span className="rounded-full bg-sunk px-2.5 text-note font-semibold">
            {t(member.role === 'admin' ? 'organization.admin' : 'organization.member')}
          </span>
        </p>
        <p className="text-note wrap-anywhere text-ink-soft">
          {member.email ?? member.phoneNumber}
        </p>
        {member.role === 'user' && <RemoveMember uid={member.uid} name={name} />}
      </div>
      <BudgetField member={member} name={name} />
      <div>
        <p className="mb-1 text-note font-semibold md:sr-only">{t('organization.spent')}</p>
        <SpendMeter name={name} spent={member.spentThisMonth} budget={member.budget} />
      </div>
    </li>
  );
}

/** Without the arrows, whose single rupees are of no use. */
const plainNumber =
  'tabular-nums [appearance:textfield] md:text-right [&::-webkit-inner-spin-button]:appearance-none';

/**
 * Saved on leaving the field and on Enter. What is no budget is not saved: the field goes back to
 * what is stored (docs/product.md, Validation), as it does on Escape.
 */
function BudgetField({ member, name }: { member: OrganizationMember; name: string }) {
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

/** The button, and the question it asks first. */
function RemoveMember({ uid, name }: { uid: string; name: string }) {
  const { t } = useTranslation();
  const adminUid = useUid();
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await removeMember(uid);
      notify.success(t('organization.removed', { name }));
    } catch (thrown) {
      notify.error(toErrorMessage(t, thrown));
    }
    setAsked(false);
    setBusy(false);
    if (adminUid) await revalidateOrganization(adminUid);
  }

  return (
    <>
      <Button
        look="plain"
        size="small"
        className="-ml-4"
        aria-label={t('organization.removeOf', { name })}
        onClick={() => setAsked(true)}
      >
        {t('organization.remove')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('organization.removeTitle')}
          cancel={t('organization.keepMember')}
          confirm={t('organization.removeConfirm')}
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        >
          <p className="wrap-anywhere">{t('organization.removeText', { name })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
