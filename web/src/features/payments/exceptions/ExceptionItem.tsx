import type {
  BookExceptionResponse,
  PaymentException,
} from '@sachet/shared/payments/contracts/admin-payments';
import type { BankEntryAccount } from '@sachet/shared/finance/contracts/admin-settlements';
import { formatRupees, rupeesFromPaise } from '@sachet/shared/money';
import { bookableClasses } from '@sachet/shared/finance/exception';
import { useRef, useState } from 'react';
import { api } from '../../../api/client';
import { useTranslation } from '../../../i18n/translate';
import { paths } from '../../../app/base/paths';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { ActorName, CopyId, EventLink, MomentCell } from '../../admin/frame/cells';
import { ReasonForm } from '../../admin/frame/confirm';
import { CompactField } from '../../admin/frame/fields';
import { AssigneeAndNotes } from './AssigneeAndNotes';
import { parseEvidence, toExceptionLabel } from './exception-text';
import { EvidenceView } from './EvidenceView';

type FormName = 'resolve' | 'reopen' | 'book';

export function ExceptionItem({
  exception,
  isChosen,
  onChoose,
  onChanged,
}: {
  exception: PaymentException;
  isChosen: boolean;
  onChoose: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const [form, setForm] = useState<FormName | null>(null);
  const evidence = parseEvidence(exception);
  return (
    <li className="grid grid-cols-1 gap-3 rounded-lg border border-fold bg-packet p-4 text-note">
      <Heading
        exception={exception}
        form={form}
        onOpen={setForm}
        isChosen={isChosen}
        onChoose={onChoose}
      />
      <div className="grid items-start gap-x-8 gap-y-3 md:grid-cols-2">
        <Ids exception={exception} />
        {!evidence && <GatewayData detail={exception.detail} />}
      </div>
      {evidence && <EvidenceView evidence={evidence} />}
      {exception.resolvedAt && <Resolution exception={exception} />}
      {form === 'resolve' && !exception.resolvedAt && (
        <ResolveForm exception={exception} onChanged={onChanged} onClose={() => setForm(null)} />
      )}
      {form === 'reopen' && isReopenable(exception) && (
        <ReopenForm exception={exception} onChanged={onChanged} onClose={() => setForm(null)} />
      )}
      {form === 'book' && !exception.resolvedAt && (
        <BookForm exception={exception} onChanged={onChanged} onClose={() => setForm(null)} />
      )}
      <AssigneeAndNotes exception={exception} onChanged={onChanged} />
    </li>
  );
}

function Heading({
  exception,
  form,
  onOpen,
  isChosen,
  onChoose,
}: {
  exception: PaymentException;
  form: FormName | null;
  onOpen: (form: FormName) => void;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { id, kind, openedAt, resolvedAt } = exception;
  const { t } = useTranslation();
  const words = toExceptionLabel(t, kind);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      {!resolvedAt && (
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onChoose}
          aria-label={t('adminPayments.choose', { id, words })}
          className="mt-1 size-5 accent-vermilion"
        />
      )}
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-body font-bold wrap-anywhere">{words}</h2>
        <p className="text-ink-soft">
          <span className="font-mono">
            #{id} {kind}
          </span>{' '}
          · <MomentCell timestamp={openedAt} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isBookable(exception) && (
          <Button
            size="compact"
            look="outline"
            aria-expanded={form === 'book'}
            aria-label={t('adminPayments.bookThis', { id, words })}
            onClick={() => onOpen('book')}
          >
            {t('adminPayments.book')}
          </Button>
        )}
        {!resolvedAt && (
          <Button
            size="compact"
            look="outline"
            aria-expanded={form === 'resolve'}
            aria-label={t('adminPayments.resolveThis', { id, words })}
            onClick={() => onOpen('resolve')}
          >
            {t('adminPayments.resolve')}
          </Button>
        )}
        {isReopenable(exception) && (
          <Button
            size="compact"
            look="outline"
            aria-expanded={form === 'reopen'}
            aria-label={t('adminPayments.reopenThis', { id, words })}
            onClick={() => onOpen('reopen')}
          >
            {t('adminPayments.reopen')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows the ids of the exception. An id that the ledger has links to its events. */
function Ids({ exception }: { exception: PaymentException }) {
  const { t } = useTranslation();
  const { subject } = exception;
  // The subject of an exception from a comparison consists of the kind and the id.
  const isPayment = subject === `payment ${exception.paymentId}`;
  const ids = (['subject', 'paymentId', 'orderId', 'gatewayOrderId'] as const).filter((name) =>
    name === 'subject' ? !isPayment : exception[name] && exception[name] !== subject,
  );
  const { paymentId, orderId } = exception;
  return (
    <dl className="grid gap-2">
      {ids.map((name) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-soft">{t(`adminPayments.${name}`)}</dt>
          <dd className="flex flex-wrap items-center gap-x-4">
            <CopyId id={exception[name]!} />
            {[paymentId, orderId].includes(exception[name]) && (
              <EventLink to={paths.ledger({ reference: exception[name]! })}>
                {t('adminPayments.seeEvents')}
              </EventLink>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Resolution({
  exception: { resolvedAt, resolvedBy, note },
}: {
  exception: PaymentException;
}) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-0.5 border-l-2 border-leaf pl-3">
      <p className="font-semibold wrap-anywhere">{note}</p>
      <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
        {t('adminPayments.resolvedAt')} <MomentCell timestamp={resolvedAt} />
        {resolvedBy && <ActorName actor={resolvedBy} />}
      </p>
    </div>
  );
}

/** Shows the gateway's data under its own names, with paise as rupees. */
function GatewayData({ detail }: { detail: Record<string, unknown> }) {
  const { t } = useTranslation();
  const said = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
  if (said.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="text-ink-soft">{t('adminPayments.gatewaySaid')}</h3>
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-lg bg-sunk/50 p-3">
        {said.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-mono wrap-anywhere text-ink-soft">{name.replace(/Paise$/, '')}</dt>
            <dd className="font-mono wrap-anywhere tabular-nums">{getText(name, value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function getText(name: string, value: unknown): string {
  if (name.endsWith('Paise') && typeof value === 'number') {
    return formatRupees(rupeesFromPaise(value));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Kinds of differences between report and bank that an approved entry can explain. */
const explainable = ['bank_amount_differs', 'utr_unknown'];

const accounts = ['bank_charges', 'rounding', 'other_receipt', 'owed_by_bank'] as const;

const isBookable = ({ kind, paymentId, resolvedAt, foundOn }: PaymentException): boolean =>
  (explainable.includes(kind) || (isBookableClass(kind) && paymentId !== null)) &&
  resolvedAt === null &&
  foundOn !== null;

const isBookableClass = (kind: string) => bookableClasses.some((each) => each === kind);

/** The worker resolves what no longer exists; only a person can be mistaken. */
const isReopenable = ({ resolvedBy }: PaymentException): boolean =>
  resolvedBy !== null && resolvedBy !== 'worker';

interface FormProps {
  exception: PaymentException;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}

/** Books in the ledger what the gateway reports, or proposes an entry for a difference with the bank. */
function BookForm({ exception, onChanged, onClose }: FormProps) {
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
function ResolveForm({ exception: { id, kind, subject }, onChanged, onClose }: FormProps) {
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

/** Reopens an exception that a person resolved by mistake. */
function ReopenForm({ exception: { id, kind, subject }, onChanged, onClose }: FormProps) {
  const { t } = useTranslation();
  return (
    <ReasonForm
      action={t('adminPayments.reopen')}
      question={t('adminPayments.confirmReopen', {
        words: toExceptionLabel(t, kind),
        id: subject,
      })}
      failed={t('adminPayments.reopenFailed')}
      done={t('adminPayments.reopened')}
      onAct={(reason) => api('POST /api/admin/payment-exceptions/reopen', { body: { id, reason } })}
      onSettled={onChanged}
      onClose={onClose}
    />
  );
}
