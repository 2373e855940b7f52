import type { AdminProposal } from '@sachet/shared/contracts/admin-proposals';
import { useTranslation } from '../../i18n/translate';
import { paths } from '../../paths';
import { SignedMoney } from '../../ui/Money';
import { EventLink, MomentCell, StateMark } from '../frame/cells';
import { Decide } from './Decide';
import { getOrganization, getOwner, getWho } from './owner';

/** Each says how much goes where and why before it asks for anything. */
export function ProposalList({
  proposals,
  onChanged,
}: {
  proposals: AdminProposal[];
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('admin.approvals')} className="grid gap-3">
      {proposals.map((proposal) => (
        <li
          key={proposal.proposalId}
          className="grid gap-3 rounded-lg border border-fold bg-packet p-4 text-note"
        >
          <Heading proposal={proposal} />
          <Facts proposal={proposal} />
          {proposal.status === 'waiting' && <Decide proposal={proposal} onChanged={onChanged} />}
        </li>
      ))}
    </ul>
  );
}

function Heading({ proposal }: { proposal: AdminProposal }) {
  const { t } = useTranslation();
  const { status } = proposal;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 className="min-w-0 text-body font-bold wrap-anywhere">
        {proposal.kind === 'credits' ? (
          <SignedMoney rupees={proposal.amount} className="text-lead max-sm:whitespace-normal" />
        ) : (
          <span className="text-lead">
            {t(`adminApprovals.role.${proposal.role}`, {
              organization: getOrganization(proposal),
            })}
          </span>
        )}{' '}
        <span className="font-semibold text-ink-soft max-sm:block">
          {proposal.kind === 'credits'
            ? t(
                proposal.target === 'organization'
                  ? 'adminApprovals.organizationWallet'
                  : 'adminApprovals.userWallet',
                { owner: getOwner(proposal) },
              )
            : t('adminApprovals.forUser', { who: getWho(proposal) })}
        </span>
      </h2>
      <StateMark tone={status === 'approved' ? 'good' : status === 'refused' ? 'bad' : 'plain'}>
        {t(`adminApprovals.status.${status}`)}
      </StateMark>
    </div>
  );
}

function Facts({ proposal }: { proposal: AdminProposal }) {
  const { t } = useTranslation();
  const { proposedBy, decidedBy, note, status } = proposal;
  return (
    <>
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Fact name={t('adminUsers.reason')}>{proposal.reason}</Fact>
        <Fact name={t('adminApprovals.proposedBy')}>
          {proposedBy.email ?? proposedBy.uid}
          <br />
          <MomentCell timestamp={proposal.proposedAt} />
        </Fact>
        {status === 'waiting' ? (
          <Fact name={t('adminApprovals.expires')}>
            <MomentCell timestamp={proposal.expiresAt} />
          </Fact>
        ) : (
          <Fact name={t('adminApprovals.decidedBy')}>
            {decidedBy ? (decidedBy.email ?? decidedBy.uid) : t('adminApprovals.nobody')}
            <br />
            <MomentCell timestamp={proposal.decidedAt ?? proposal.expiresAt} />
          </Fact>
        )}
        {note && <Fact name={t('adminApprovals.whyRefused')}>{note}</Fact>}
      </dl>
      <p className="flex flex-wrap gap-x-4">
        <EventLink
          to={`${paths.adminUser(proposal.uid)}&tab=${proposal.kind === 'credits' ? 'wallet' : 'account'}`}
        >
          {t('adminApprovals.seeUser')}
        </EventLink>
        {status === 'approved' && proposal.kind === 'credits' && (
          <EventLink to={paths.ledger({ wallet: proposal.walletId, kind: 'AdjustedByAdmin' })}>
            {t('adminUsers.seeEvents')}
          </EventLink>
        )}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
