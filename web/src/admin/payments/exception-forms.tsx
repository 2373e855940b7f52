import {
  type BookExceptionResponse,
  exceptionNoteLength,
  type PaymentException,
} from '@sachet/shared/contracts/admin-payments';
import type { BankEntryAccount } from '@sachet/shared/contracts/admin-settlements';
import { type FormEvent, useState } from 'react';
import { bookException, resolveException } from '../../api/admin-payments';
import { proposeBankEntry } from '../../api/admin-settlements';
import { useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { useConfirmedAction } from '../frame/confirm';
import { CompactField } from '../frame/fields';
import { toExceptionLabel } from './exception-text';

/** Differences between report and ledger that a booking resolves. */
const bookable = ['missing_in_ledger', 'missing_at_gateway', 'amount_differs', 'duplicate'];
/** Differences between report and bank that an entry by two admins explains. */
const explainable = ['bank_amount_differs', 'utr_unknown'];

const accounts = ['bank_charges', 'rounding', 'other_receipt', 'owed_by_bank'] as const;

export const isBookable = ({ kind, paymentId, resolvedAt, foundOn }: PaymentException): boolean =>
  (explainable.includes(kind) || (bookable.includes(kind) && paymentId !== null)) &&
  resolvedAt === null &&
  foundOn !== null;

/** Books in the ledger what the gateway has, or proposes an entry for a difference with the bank. */
export function BookForm({
  exception: { id, kind, subject },
  onChanged,
  onClose,
}: {
  exception: PaymentException;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const [reason, setReason] = useState('');
  const [walletId, setWalletId] = useState('');
  const [account, setAccount] = useState<BankEntryAccount>('bank_charges');
  const isBankEntry = explainable.includes(kind);
  const isReady = reason.trim().length >= exceptionNoteLength.min;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    let done: BookExceptionResponse['done'] = 'booked';
    const act = async () => {
      if (isBankEntry) {
        await proposeBankEntry({ exceptionId: id, account, reason: reason.trim() });
        return;
      }
      const wallet = walletId.trim();
      const request = { id, reason: reason.trim(), ...(wallet ? { walletId: wallet } : {}) };
      ({ done } = await bookException(request));
    };
    ask({
      question: (
        <>
          <p>
            {t(isBankEntry ? 'adminPayments.confirmEntry' : 'adminPayments.confirmBook', {
              id: subject,
            })}
          </p>
          <p className="font-semibold">{reason.trim()}</p>
        </>
      ),
      steps: [{ act, failed: t('adminPayments.bookFailed') }],
      done: () =>
        isBankEntry ? t('adminPayments.entryProposed') : t(`adminPayments.bookDone.${done}`),
      onDone: onClose,
    });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 rounded-lg bg-sunk/50 p-3">
      <p>{t(isBankEntry ? 'adminPayments.entryAbout' : 'adminPayments.bookAbout')}</p>
      {isBankEntry && (
        <SelectField
          compact
          label={t('adminPayments.entryAccount')}
          value={account}
          onChange={setAccount}
          choices={accounts.map((value) => ({
            value,
            label: t(`adminPayments.account.${value}`),
          }))}
        />
      )}
      <CompactField
        label={t('adminPayments.reason')}
        hint={t('adminPayments.noteHint')}
        maxLength={exceptionNoteLength.max}
        value={reason}
        onChange={setReason}
      />
      {kind === 'missing_in_ledger' && (
        <CompactField
          label={t('adminPayments.bookWallet')}
          hint={t('adminPayments.bookWalletHint')}
          maxLength={64}
          value={walletId}
          onChange={setWalletId}
        />
      )}
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={!isReady}>
          {t('adminPayments.book')}
        </Button>
        <Button size="compact" look="plain" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}

/** Resolves an exception with a note. */
export function ResolveForm({
  exception: { id, kind, subject },
  onChanged,
  onClose,
}: {
  exception: PaymentException;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onChanged);
  const [typed, setTyped] = useState('');
  const note = typed.trim();
  const isReady = note.length >= exceptionNoteLength.min;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    ask({
      question: (
        <>
          <p>
            {t('adminPayments.confirmResolve', { words: toExceptionLabel(t, kind), id: subject })}
          </p>
          <p className="font-semibold">{note}</p>
        </>
      ),
      steps: [
        { act: () => resolveException({ id, note }), failed: t('adminPayments.resolveFailed') },
      ],
      done: t('adminPayments.resolved'),
      onDone: onClose,
    });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 rounded-lg bg-sunk/50 p-3">
      <CompactField
        label={t('adminPayments.note')}
        hint={t('adminPayments.noteHint')}
        maxLength={exceptionNoteLength.max}
        value={typed}
        onChange={setTyped}
      />
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={!isReady}>
          {t('adminPayments.resolve')}
        </Button>
        <Button size="compact" look="plain" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
