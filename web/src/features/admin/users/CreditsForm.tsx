import type { AdminUserDetail, AdminUserWallet } from '@sachet/shared/admin/contracts/admin-users';
import { formatRupees } from '@sachet/shared/money';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { api } from '../../../api/client';
import { useApi } from '../../../api/use-api';
import { useIdempotentSend } from '../../../api/idempotent-send';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { Money } from '../../../ui/Money';
import { Notice } from '../../../ui/Notice';
import { CompactField, useDraft } from '../frame/fields';
import { CopyId } from '../frame/cells';
import { MoneyWarning, useConfirmedAction } from '../frame/confirm';
import { parseAmount } from '../frame/amount';
import type { Wallet } from './UserDialog';
import { getContact } from './user-labels';

type Target = 'user' | 'organization';

/** Adds credits to a wallet or deducts them, with a reason ('credits +/−'). */
export function CreditsForm({
  detail,
  wallet,
  onChanged,
}: {
  detail: AdminUserDetail;
  wallet: Wallet;
  onChanged: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { data: me } = useApi('GET /api/admin/me');
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const send = useIdempotentSend();
  const [target, setTarget] = useState<Target>(wallet.paysFrom);
  const { draft, change, field } = useDraft({ amount: '', reason: '' });
  const reason = draft.reason.trim();
  const { user, organization } = detail;
  const balances = { user: wallet.user, organization: wallet.organization };
  const chosen = balances[target];
  const amount = parseAmount(draft.amount);
  const alone = wallet.withoutApproval;
  const isOwn = wallet.ownWallets.includes(target);
  const isAbove = amount !== null && Math.abs(amount) > alone;
  const needsSecond = isAbove && me?.decidesAlone === false;
  const owner = target === 'organization' && organization ? organization.name : getContact(user);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOwn || amount === null || reason === '') return;
    const body = {
      uid: user.uid,
      action: 'add-credits',
      amount,
      reason,
      target,
    } as const;
    const words = { amount: formatRupees(Math.abs(amount)), owner };
    const after = (chosen?.balance ?? 0) + amount;
    // The server decides, because another tab may have used up the limit without approval.
    let wasProposed = false;
    ask({
      question: (
        <MoneyWarning rupees={amount} reason={body.reason}>
          {t(amount > 0 ? 'adminUsers.confirmAdd' : 'adminUsers.confirmDeduct', words)}{' '}
          {needsSecond
            ? t('adminUsers.needsSecond')
            : after >= 0 && t('adminUsers.afterwards', { amount: formatRupees(after) })}
        </MoneyWarning>
      ),
      steps: [
        {
          act: async () => {
            const answer = await send(body, (idempotencyKey) =>
              api('POST /api/admin/users', { body, idempotencyKey }),
            );
            wasProposed = answer.proposal !== null;
          },
          failed: t('adminCommon.actionFailed'),
        },
      ],
      done: () => t(wasProposed ? 'adminUsers.creditsProposed' : 'adminUsers.creditsApplied'),
      onDone: () => change({ amount: '', reason: '' }),
    });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {chosen && <Balance wallet={chosen} />}
      <div className="grid gap-3 sm:grid-cols-[14rem_10rem_minmax(0,1fr)]">
        <SelectField
          compact
          label={t('adminUsers.target')}
          value={target}
          onChange={setTarget}
          choices={[
            ...(organization
              ? [{ value: 'organization' as const, label: t('common.organization') }]
              : []),
            { value: 'user' as const, label: t('adminUsers.user') },
          ]}
        />
        <CompactField
          {...field('amount', t('adminUsers.credits'))}
          inputMode="text"
          placeholder="-100.00"
          error={
            draft.amount.trim() !== '' && amount === null ? t('adminUsers.amountInvalid') : null
          }
        />
        <CompactField
          {...field('reason', t('studioCommon.reason'))}
          hint={t('adminUsers.reasonHint')}
          maxLength={500}
        />
      </div>
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-note">
        <Button
          size="compact"
          look="money"
          type="submit"
          disabled={isOwn || amount === null || reason === ''}
        >
          {t(needsSecond && !isOwn ? 'adminUsers.proposeCredits' : 'adminUsers.applyCredits')}
        </Button>
        {(isOwn || isAbove) && (
          <span role="status" className="min-w-0 flex-1 basis-60 font-semibold">
            {isOwn
              ? t('adminUsers.callerSpends')
              : needsSecond
                ? t('adminUsers.aboveAlone', { amount: formatRupees(alone) })
                : t('adminUsers.decidedAlone')}
          </span>
        )}
        {!chosen && <span className="text-ink-soft">{t('adminUsers.walletOpens')}</span>}
      </div>
      {dialog}
    </form>
  );
}

function Balance({ wallet }: { wallet: AdminUserWallet }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-1 text-note">
      <p>
        <span className="block text-ink-soft">{t('studioCommon.balance')}</span>
        <Money
          rupees={wallet.balance}
          className="text-lead font-bold max-sm:wrap-anywhere max-sm:whitespace-normal"
        />
        {wallet.held > 0 && (
          <span className="text-ink-soft">
            {' '}
            {t('studioCommon.heldOfIt', { amount: formatRupees(wallet.held) })}
          </span>
        )}
      </p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3">
        <CopyId id={wallet.id} className="text-ink-soft" />
        <Link
          to={paths.ledger({ wallet: wallet.id })}
          className="inline-flex items-center font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {t('adminUsers.seeEvents')}
        </Link>
      </p>
    </div>
  );
}
