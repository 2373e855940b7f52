import type {
  AdminProposal,
  ProposalDecision,
} from '@sachet/shared/admin/contracts/admin-proposals';
import { formatCount, formatPrice, formatRupees } from '@sachet/shared/money';
import { type ReactNode, useState } from 'react';
import { api } from '../../../api/client';
import { useUid } from '../../../api/keys';
import { useApi } from '../../../api/use-api';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { DescriptionList } from '../../../ui/DescriptionList';
import { SignedMoney } from '../../../ui/Money';
import { Notice } from '../../../ui/Notice';
import { EventLink, Fact, MomentCell, StateMark } from '../frame/cells';
import { MoneyWarning, ReasonForm, useConfirmedAction } from '../frame/confirm';

/** Each proposal shows amount, wallet and reason above its buttons. */
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
        {proposal.kind === 'refund' && `${t('adminUsers.refund')} `}
        {isOfWallet(proposal) ? (
          <SignedMoney rupees={proposal.amount} className="text-lead max-sm:whitespace-normal" />
        ) : (
          <span className="text-lead">{toTitle(t, proposal)}</span>
        )}{' '}
        {'uid' in proposal && (
          <span className="font-semibold text-ink-soft max-sm:block">
            {isOfWallet(proposal)
              ? t(
                  proposal.target === 'organization'
                    ? 'adminApprovals.organizationWallet'
                    : 'adminApprovals.userWallet',
                  { owner: getOwner(proposal) },
                )
              : t('adminApprovals.forUser', { who: getWho(proposal) })}
          </span>
        )}
      </h2>
      <StateMark tone={status === 'approved' ? 'good' : status === 'refused' ? 'bad' : 'plain'}>
        {t(`adminApprovals.status.${status}`)}
      </StateMark>
    </div>
  );
}

function toTitle(t: TFunction, proposal: Exclude<AdminProposal, OfWallet>): string {
  if (proposal.kind === 'role') {
    const organization = getOrganization(proposal);
    return t(`adminApprovals.role.${proposal.role}`, { organization });
  }
  if (proposal.kind === 'campaign') return t('studioCommon.bringFriend');
  const { uses, amount } = proposal;
  return `${t('adminGrowth.gifts')}: ${uses} × ${formatPrice(amount)} = ${formatPrice(amount * uses)}`;
}

function CampaignFacts({ campaign }: Extract<AdminProposal, { kind: 'campaign' }>) {
  const { t } = useTranslation();
  return (
    <DescriptionList className="grid gap-x-8 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {campaignNumbers.map((name) => (
        <Fact key={name} name={t(`adminGrowth.${name}`)}>
          {formatCount(campaign[name])}
        </Fact>
      ))}
    </DescriptionList>
  );
}

const campaignNumbers = [
  'friendGets',
  'inviterGets',
  'minimumTopUp',
  'friendsAtMost',
  'dailyBudget',
] as const;

function Facts({ proposal }: { proposal: AdminProposal }) {
  const { t } = useTranslation();
  const { proposedBy, decidedBy, note, status } = proposal;
  return (
    <>
      <DescriptionList className="grid gap-x-8 gap-y-2 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Fact name={t('studioCommon.reason')}>{proposal.reason}</Fact>
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
      </DescriptionList>
      {proposal.kind === 'campaign' && <CampaignFacts {...proposal} />}
      <p className="flex flex-wrap gap-x-4 empty:hidden">
        {'uid' in proposal && (
          <EventLink
            to={`${paths.adminUser(proposal.uid)}&tab=${isOfWallet(proposal) ? 'wallet' : 'account'}`}
          >
            {t('adminApprovals.seeUser')}
          </EventLink>
        )}
        {proposal.kind === 'refund' && (
          <EventLink to={paths.ledgerEvent(proposal.walletId, proposal.chargeSeq)}>
            {t('adminApprovals.seeCharge')}
          </EventLink>
        )}
        {status === 'approved' && proposal.kind === 'credits' && (
          <EventLink to={paths.ledger({ wallet: proposal.walletId, kind: 'AdjustedByAdmin' })}>
            {t('adminUsers.seeEvents')}
          </EventLink>
        )}
      </p>
    </>
  );
}

/** The proposer can withdraw a proposal, and approve it if they are the only super admin; others decide it. */
function Decide({
  proposal,
  onChanged,
}: {
  proposal: AdminProposal;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const uid = useUid();
  const { data: me } = useApi('GET /api/admin/me');
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const [refusing, setRefusing] = useState(false);
  const { proposalId, reason } = proposal;
  const words = toWords(t, proposal);
  const isOwn = proposal.proposedBy.uid === uid;
  const isAboutCaller = 'uid' in proposal && proposal.uid === uid;

  function decide(body: ProposalDecision, question: ReactNode) {
    ask({
      question,
      steps: [
        {
          act: () => send(body),
          failed: t('adminCommon.actionFailed'),
        },
      ],
      done: body.decision === 'approve' ? words.done : t(`adminApprovals.done.${body.decision}`),
    });
  }

  function approve() {
    decide(
      { proposalId, decision: 'approve' },
      <MoneyWarning rupees={isOfWallet(proposal) ? proposal.amount : 0} reason={reason}>
        {words.approve}
      </MoneyWarning>,
    );
  }

  return (
    <>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      {isOwn ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {me?.decidesAlone && (
            <Button size="compact" look="money" onClick={approve}>
              {t('adminCommon.approve')}
            </Button>
          )}
          <Button
            size="compact"
            look="outline"
            onClick={() => decide({ proposalId, decision: 'withdraw' }, <p>{words.withdraw}</p>)}
          >
            {t('adminCommon.withdraw')}
          </Button>
          <span className="text-ink-soft">
            {t(me?.decidesAlone ? 'adminUsers.decidedAlone' : 'adminApprovals.own')}
          </span>
        </div>
      ) : refusing ? (
        <ReasonForm
          label={t('adminApprovals.whyRefused')}
          action={t('adminCommon.refuse')}
          question={words.refuse}
          failed={t('adminCommon.actionFailed')}
          done={t('adminApprovals.done.refuse')}
          onAct={(note) => send({ proposalId, decision: 'refuse', note })}
          onSettled={onChanged}
          onClose={() => setRefusing(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {!isAboutCaller && (
            <Button size="compact" look="money" onClick={approve}>
              {t('adminCommon.approve')}
            </Button>
          )}
          <Button size="compact" look="outline" onClick={() => setRefusing(true)}>
            {t('adminCommon.refuse')}
          </Button>
          {isAboutCaller && <span className="text-ink-soft">{t('adminApprovals.aboutYou')}</span>}
        </div>
      )}
      {dialog}
    </>
  );
}

const send = (body: ProposalDecision) => api('POST /api/admin/proposals', { body });

/** The texts of the confirmations and of the toast. */
function toWords(t: TFunction, proposal: AdminProposal) {
  if (proposal.kind === 'role') {
    const words = { who: getWho(proposal), organization: getOrganization(proposal) };
    return {
      approve: t(`adminApprovals.confirmRole.${proposal.role}`, words),
      refuse: t('adminApprovals.confirmRefuseRole', words),
      withdraw: t('adminApprovals.confirmWithdrawRole', words),
      done: t('adminApprovals.roleGiven'),
    };
  }
  if (!isOfWallet(proposal)) {
    const words = { what: toTitle(t, proposal) };
    return {
      approve: t('adminApprovals.confirmGrowth', words),
      refuse: t('adminApprovals.confirmRefuseGrowth', words),
      withdraw: t('adminApprovals.confirmWithdrawGrowth', words),
      done: t('adminApprovals.status.approved'),
    };
  }
  const { amount } = proposal;
  const words = { amount: formatRupees(Math.abs(amount)), owner: getOwner(proposal) };
  return {
    approve:
      proposal.kind === 'refund'
        ? t('adminLedger.confirmRefundCharge', { ...words, seq: proposal.chargeSeq })
        : t(amount > 0 ? 'adminUsers.confirmAdd' : 'adminUsers.confirmDeduct', words),
    refuse: t('adminApprovals.confirmRefuse', words),
    withdraw: t('adminApprovals.confirmWithdraw', words),
    done:
      proposal.kind === 'refund'
        ? t('adminLedger.chargeRefunded', words)
        : t('adminApprovals.done.approve'),
  };
}

/** Credits, or the refund of a charge. */
type OfWallet = Extract<AdminProposal, { walletId: string }>;

const isOfWallet = (proposal: AdminProposal): proposal is OfWallet => 'walletId' in proposal;

/** The user's email address, else the phone number, else the uid. */
const getWho = ({ email, phoneNumber, uid }: Extract<AdminProposal, { uid: string }>): string =>
  email ?? phoneNumber ?? uid;

/** The name of the wallet's owner. */
function getOwner(proposal: OfWallet): string {
  const { target, organizationName } = proposal;
  return (target === 'organization' ? organizationName : null) ?? getWho(proposal);
}

const getOrganization = (proposal: Extract<AdminProposal, { kind: 'role' }>): string =>
  proposal.organizationName ?? proposal.organizationId;
