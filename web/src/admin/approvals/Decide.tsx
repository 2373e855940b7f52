import type { CreditDecision, CreditProposal } from '@sachet/shared/contracts/admin-credits';
import { formatRupees } from '@sachet/shared/money';
import { useState, type FormEvent, type ReactNode } from 'react';
import { decideCredits } from '../../api/admin-credits';
import { useUid } from '../../api/keys';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { CompactField } from '../frame/CompactField';
import { ErrorNote, useGuarded } from '../frame/use-guarded';
import { MoneyWarning } from '../users/MoneyWarning';
import { getOwner } from './owner';

/** Whoever proposed it can withdraw it; the others approve or refuse. */
export function Decide({
  proposal,
  onChanged,
}: {
  proposal: CreditProposal;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const uid = useUid();
  const { ask, error, dialog } = useGuarded(onChanged);
  const [refusing, setRefusing] = useState(false);
  const { proposalId, amount, reason } = proposal;
  const words = { amount: formatRupees(Math.abs(amount)), owner: getOwner(proposal) };
  const isOwn = proposal.proposedBy.uid === uid;

  function decide(body: CreditDecision, question: ReactNode) {
    ask({
      question,
      steps: [{ act: () => decideCredits(body), failed: t('adminUsers.actionFailed') }],
      done: t(`adminApprovals.done.${body.decision}`),
    });
  }

  function approve() {
    decide(
      { proposalId, decision: 'approve' },
      <MoneyWarning rupees={amount} reason={reason}>
        {t(amount > 0 ? 'adminUsers.confirmAdd' : 'adminUsers.confirmDeduct', words)}
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
            onClick={() =>
              decide(
                { proposalId, decision: 'withdraw' },
                <p>{t('adminApprovals.confirmWithdraw', words)}</p>,
              )
            }
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
                <p>{t('adminApprovals.confirmRefuse', words)}</p>
                <p className="font-semibold">{note}</p>
              </>,
            )
          }
          onClose={() => setRefusing(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="compact" look="money" onClick={approve}>
            {t('adminApprovals.approve')}
          </Button>
          <Button size="compact" look="outline" onClick={() => setRefusing(true)}>
            {t('adminApprovals.refuse')}
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
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
