import type {
  BookExceptionResponse,
  PaymentException,
} from '@sachet/shared/contracts/admin-payments';
import type { BankEntryAccount } from '@sachet/shared/contracts/admin-settlements';
import { bookableClasses } from '@sachet/shared/payment';
import { useRef, useState } from 'react';
import { api } from '../../api/client';
import { useTranslation } from '../../i18n/translate';
import { SelectField } from '../../ui/Field';
import { ReasonForm } from '../frame/confirm';
import { CompactField } from '../frame/fields';
import { toExceptionLabel } from './exception-text';

/** Kinds of differences between report and bank that an approved entry can explain. */
const explainable = ['bank_amount_differs', 'utr_unknown'];

const accounts = ['bank_charges', 'rounding', 'other_receipt', 'owed_by_bank'] as const;

export const isBookable = ({ kind, paymentId, resolvedAt, foundOn }: PaymentException): boolean =>
  (explainable.includes(kind) || (isBookableClass(kind) && paymentId !== null)) &&
  resolvedAt === null &&
  foundOn !== null;

const isBookableClass = (kind: string) => bookableClasses.some((each) => each === kind);

interface FormProps {
  exception: PaymentException;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

/** Books in the ledger what the gateway reports, or proposes an entry for a difference with the bank. */
export function BookForm({ exception, onChanged, onClose }: FormProps) {
  const Form = explainable.includes(exception.kind) ? BankEntryForm : CorrectionForm;
  return <Form exception={exception} onChanged={onChanged} onClose={onClose} />;
}

function CorrectionForm({ exception: { id, kind, subject }, onChanged, onClose }: FormProps) {
  const { t } = useTranslation();
  const [walletId, setWalletId] = useState('');
  const done = useRef<BookExceptionResponse['done']>('booked');

  async function book(reason: string) {
    const wallet = walletId.trim();
    const body = { id, reason, ...(wallet ? { walletId: wallet } : {}) };
    done.current = (await api('POST /api/admin/payment-exceptions/book', { body })).done;
  }

  return (
    <ReasonForm
      action={t('adminPayments.book')}
      question={t('adminPayments.confirmBook', { id: subject })}
      failed={t('adminPayments.bookFailed')}
      done={() => t(`adminPayments.bookDone.${done.current}`)}
      onAct={book}
      onSettled={onChanged}
      onClose={onClose}
    >
      <p>{t('adminPayments.bookAbout')}</p>
      {kind === 'missing_in_ledger' && (
        <CompactField
          label={t('adminPayments.bookWallet')}
          hint={t('adminPayments.bookWalletHint')}
          maxLength={64}
          value={walletId}
          onChange={setWalletId}
        />
      )}
    </ReasonForm>
  );
}

function BankEntryForm({ exception: { id, subject }, onChanged, onClose }: FormProps) {
  const { t } = useTranslation();
  const [account, setAccount] = useState<BankEntryAccount>('bank_charges');
  return (
    <ReasonForm
      action={t('adminPayments.book')}
      question={t('adminPayments.confirmEntry', { id: subject })}
      failed={t('adminPayments.bookFailed')}
      done={t('adminPayments.entryProposed')}
      onAct={(reason) =>
        api('POST /api/admin/bank-entries', { body: { exceptionId: id, account, reason } })
      }
      onSettled={onChanged}
      onClose={onClose}
    >
      <p>{t('adminPayments.entryAbout')}</p>
      <SelectField
        compact
        label={t('adminPayments.entryAccount')}
        value={account}
        onChange={setAccount}
        choices={accounts.map((value) => ({ value, label: t(`adminPayments.account.${value}`) }))}
      />
    </ReasonForm>
  );
}

/** Resolves an exception with a note. */
export function ResolveForm({ exception: { id, kind, subject }, onChanged, onClose }: FormProps) {
  const { t } = useTranslation();
  return (
    <ReasonForm
      action={t('adminPayments.resolve')}
      label={t('adminPayments.note')}
      question={t('adminPayments.confirmResolve', {
        words: toExceptionLabel(t, kind),
        id: subject,
      })}
      failed={t('adminPayments.resolveFailed')}
      done={t('adminPayments.resolved')}
      onAct={(note) => api('POST /api/admin/payment-exceptions', { body: { id, note } })}
      onSettled={onChanged}
      onClose={onClose}
    />
  );
}
