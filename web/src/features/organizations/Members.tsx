import type {
  OrganizationMember,
  OrganizationUsage,
} from '@sachet/shared/organizations/contracts/organization';
import { formatRupees } from '@sachet/shared/money';
import { paidTools } from '@sachet/shared/sales';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../api/client';
import { toErrorMessage } from '../../api/errors';
import { revalidate, useUid } from '../../api/keys';
import { cacheMember } from '../../api/organization';
import { useApi } from '../../api/use-api';
import { useAction } from '../../app/base/use-action';
import { isEnter } from '../../browser/enter';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../app/base/paths';
import { useSession } from '../../app/session/session';
import { Button } from '../../ui/Button';
import { classes } from '../../ui/classes';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { FieldError, inputClasses } from '../../ui/Field';
import { Price } from '../../ui/Money';
import { notify } from '../../ui/Toaster';
import { Section } from '../../ui/Section';
import { parseBudget } from './budget';
import { SpendMeter } from './SpendMeter';

const columns = 'md:grid md:grid-cols-[minmax(0,1fr)_9rem_13rem] md:gap-x-6';

export function Members({ members }: { members: OrganizationMember[] }) {
  const { t } = useTranslation();
  const { data: usage } = useApi('GET /api/organization/usage');
  const findUsage = (uid: string) => usage?.members.find((member) => member.uid === uid);
  return (
    <Section
      title={
        <>
          {t('organization.members')}{' '}
          <span className="font-normal text-ink-soft tabular-nums">{members.length}</span>
        </>
      }
      text={t('organization.membersNote')}
    >
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
        <ul aria-label={t('organization.members')}>
          {members.map((member) => (
            <MemberRow key={member.uid} member={member} usage={findUsage(member.uid)} />
          ))}
        </ul>
      </div>
      {members.length === 1 && (
        <EmptyState title={t('organization.onlyYou')}>{t('organization.onlyYouText')}</EmptyState>
      )}
    </Section>
  );
}

type Usage = OrganizationUsage['members'][number];

function MemberRow({ member, usage }: { member: OrganizationMember; usage: Usage | undefined }) {
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
              <span className="font-normal text-ink-soft"> · {t('studioCommon.you')}</span>
            )}
          </span>
          <span className="rounded-full bg-sunk px-2.5 text-note font-semibold">
            {t(member.role === 'admin' ? 'studioCommon.admin' : 'organization.member')}
          </span>
        </p>
        <p className="text-note wrap-anywhere text-ink-soft">
          {member.email ?? member.phoneNumber}
        </p>
        {member.role === 'user' && (
          <div className="-ml-4 flex flex-wrap">
            <AppointAdmin uid={member.uid} name={name} />
            <RemoveMember uid={member.uid} name={name} />
          </div>
        )}
      </div>
      <BudgetField member={member} name={name} />
      <div>
        <p className="mb-1 text-note font-semibold md:sr-only">{t('organization.spent')}</p>
        <SpendMeter name={name} spent={member.spentThisMonth} budget={member.budget} />
        {usage && <UsageByTool name={name} usage={usage} />}
      </div>
    </li>
  );
}

/** How many results of each tool this member bought and for how much, and a link to their purchases. */
function UsageByTool({ name, usage: { uid, spent, bought } }: { name: string; usage: Usage }) {
  const { t } = useTranslation();
  const tools = paidTools.filter((tool) => spent[tool]);
  return (
    <>
      <ul
        aria-label={t('organization.boughtBy', { name })}
        className="mt-2 grid gap-1 text-note text-ink-soft"
      >
        {tools.map((tool) => (
          <li key={tool} className="flex items-baseline justify-between gap-x-3">
            <span className="tabular-nums">
              {t(`sold.${tool}.count`, { count: bought[tool] ?? 0 })}
            </span>
            <Price rupees={spent[tool] ?? 0} />
          </li>
        ))}
      </ul>
      <Link
        to={paths.memberStatement(uid)}
        aria-label={t('organization.statementOf', { name })}
        className="inline-flex min-h-11 items-center text-note font-semibold underline decoration-edge underline-offset-4"
      >
        {t('studioCommon.statement')}
      </Link>
    </>
  );
}

/** Hides the arrows of the number field, because steps of one rupee are useless. */
const plainNumber =
  'tabular-nums [appearance:textfield] md:text-right [&::-webkit-inner-spin-button]:appearance-none';

/**
 * Saves on blur and on Enter. An invalid budget is not saved, and the field shows the stored one again
 * (docs/product.md, Validation). Escape also restores the stored one.
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
  const adminUid = useUid();
  /** null while the field shows the stored budget. */
  const [draft, setDraft] = useState<string | null>(null);
  const save = useAction(
    async (budget: number) => {
      if (!adminUid) return;
      const body = { uid: member.uid, budget };
      await cacheMember(adminUid, await api('PATCH /api/organization/member', { body }));
    },
    { toMessage: (thrown) => `${t('organization.budgetFailed')} ${toErrorMessage(t, thrown)}` },
  );

  async function saveAndNotify(budget: number): Promise<void> {
    const isSaved = await save.run(budget);
    setDraft(null);
    if (!isSaved) return;
    const words = budget === 0 ? 'organization.budgetLifted' : 'organization.budgetSaved';
    notify.success(t(words, { name, amount: formatRupees(budget) }), {
      action: { label: t('organization.undo'), onClick: () => void saveAndNotify(member.budget) },
    });
  }

  function commit() {
    // Enter may also blur the field. The budget is still saved only once.
    if (draft === null || save.busy) return;
    const budget = parseBudget(draft);
    if (budget === null || budget === member.budget) setDraft(null);
    else void saveAndNotify(budget);
  }

  return { draft, setDraft, isSaving: save.busy, error: save.error, commit };
}

/** Makes a member an admin. After that, the only admin so far can leave or close the account. */
function AppointAdmin({ uid, name }: { uid: string; name: string }) {
  const { t } = useTranslation();
  const adminUid = useUid();
  const [isAsked, setAsked] = useState(false);
  const appoint = useAction(
    async () => {
      const appointed = await api('POST /api/organization/admin', { body: { uid } });
      if (adminUid) await cacheMember(adminUid, appointed);
      notify.success(t('organization.appointed', { name }));
      setAsked(false);
    },
    { toast: true },
  );

  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-label={t('organization.appointOf', { name })}
        onClick={() => setAsked(true)}
      >
        {t('organization.appoint')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('organization.appointTitle', { name })}
          cancel={t('studioCommon.cancel')}
          confirm={t('organization.appoint')}
          busy={appoint.busy}
          onConfirm={() => void appoint.run()}
          onClose={() => setAsked(false)}
        >
          {t('organization.appointText')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The button that removes a member after a confirmation. */
function RemoveMember({ uid, name }: { uid: string; name: string }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const remove = useAction(
    async () => {
      try {
        await api('DELETE /api/organization/member', { query: { uid } });
        notify.success(t('organization.removed', { name }));
      } finally {
        setAsked(false);
        void revalidate('/api/organization');
      }
    },
    { toast: true },
  );

  return (
    <>
      <Button
        look="plain"
        size="small"
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
          busy={remove.busy}
          onConfirm={() => void remove.run()}
          onClose={() => setAsked(false)}
        >
          {t('organization.removeText', { name })}
        </ConfirmDialog>
      )}
    </>
  );
}
