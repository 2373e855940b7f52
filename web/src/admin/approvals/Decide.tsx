import type { AdminProposal, ProposalDecision } from '@sachet/shared/contracts/admin-proposals';
import { formatRupees } from '@sachet/shared/money';
import { type FormEvent, type ReactNode, useState } from 'react';
import { decideProposal } from '../../api/admin-proposals';
import { useUid } from '../../api/keys';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { CompactField } from '../frame/fields';
import { ErrorNote, MoneyWarning, useGuarded } from '../frame/confirm';
import { getOrganization, getOwner, getWho } from './owner';

/** Whoever proposed it can withdraw it; the others approve or refuse. */
export function Decide({
  proposal,
  onChanged,
}: {
  proposal: AdminProposal;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const uid = useUid();
  const { ask, error, dialog } = useGuarded(onChanged);
  const [refusing, setRefusing] = useState(false);
  const { proposalId, reason } = proposal;
  const words = toWords(t, proposal);
  const isOwn = proposal.proposedBy.uid === uid;
  const isAboutCaller = proposal.uid === uid;

  function decide(body: ProposalDecision, question: ReactNode) {
    ask({
      question,
      steps: [{ act: () => decideProposal(body), failed: t('adminUsers.actionFailed') }],
      done: body.decision === 'approve' ? words.done : t(`adminApprovals.done.${body.decision}`),
    });
  }

  function approve() {
    decide(
      { proposalId, decision: 'approve' },
      <MoneyWarning rupees={proposal.kind === 'credits' ? proposal.amount : 0} reason={reason}>
        {words.approve}
      </MoneyWarning>,
    );
  }

  return (
    <>
      <ErrorNote>{error}</ErrorNote>
      {isOwn ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            size="compact"
            look="outline"
            onClick={() => decide({ proposalId, decision: 'withdraw' }, <p>{words.withdraw}</p>)}
          >
            {t('adminApprovals.withdraw')}
          </Button>
          <span className="text-ink-soft">{t('adminApprovals.own')}</span>
        </div>
      ) : refusing ? (
        <Refuse
          onRefuse={(note) =>
            decide(
              { proposalId, decision: 'refuse', note },
              <>
                <p>{words.refuse}</p>
                <p className="font-semibold">{note}</p>
              </>,
            )
          }
          onClose={() => setRefusing(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {!isAboutCaller && (
            <Button size="compact" look="money" onClick={approve}>
              {t('adminApprovals.approve')}
            </Button>
          )}
          <Button size="compact" look="outline" onClick={() => setRefusing(true)}>
            {t('adminApprovals.refuse')}
          </Button>
          {isAboutCaller && <span className="text-ink-soft">{t('adminApprovals.aboutYou')}</span>}
        </div>
      )}
      {dialog}
    </>
  );
}

/** Texts of the confirmations and of the toast. */
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
  const { amount } = proposal;
  const words = { amount: formatRupees(Math.abs(amount)), owner: getOwner(proposal) };
  return {
    approve: t(amount > 0 ? 'adminUsers.confirmAdd' : 'adminUsers.confirmDeduct', words),
    refuse: t('adminApprovals.confirmRefuse', words),
    withdraw: t('adminApprovals.confirmWithdraw', words),
    done: t('adminApprovals.done.approve'),
  };
}

function Refuse({ onRefuse, onClose }: { onRefuse: (note: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const note = typed.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (note !== '') onRefuse(note);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 rounded-lg bg-sunk/50 p-3">
      <CompactField
        label={t('adminApprovals.whyRefused')}
        hint={t('adminApprovals.noteHint')}
        maxLength={500}
        value={typed}
        onChange={setTyped}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={note === ''}>
          {t('adminApprovals.refuse')}
        </Button>
        <Button size="compact" look="plain" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
      </div>
    </form>
  );
}
