import type { OrganizationMember } from '@sachet/shared/contracts/organization';
import { useTranslation } from '../i18n/translate';
import { useSession } from '../session/session';
import { EmptyState } from '../ui/EmptyState';
import { BudgetField } from './BudgetField';
import { RemoveMember } from './RemoveMember';
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
