import { exceptionNoteLength } from '@sachet/shared/contracts/admin-payments';
import { type FormEvent, type ReactNode, useState } from 'react';
import { toErrorMessage } from '../../api/errors';
import { ApiFailure } from '../../api/failure';
import { useActionError } from '../../app/use-action-error';
import { useLanguage } from '../../i18n/language';
import { type TFunction, useTranslation } from '../../i18n/translate';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { notify } from '../../ui/Toaster';
import { CompactField } from './fields';

type Step = {
  act: () => Promise<unknown>;
  /** The message when the server supplies none. */
  failed: string;
};

type Guarded = {
  /** What will happen, and to whom. */
  question: ReactNode;
  /** Run in order; the first failure stops the rest. */
  steps: Step[];
  /** The toast after the last step; a function if it depends on an answer. */
  done: string | (() => string);
  onDone?: () => void;
};

/**
 * Runs an action after 'Please confirm'. `ask` opens the question; render `dialog` anywhere and `error`
 * beside the button. `onSettled` reloads the data that the action may have changed.
 */
export function useGuarded(onSettled: () => Promise<unknown>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asked, setAsked] = useState<Guarded | null>(null);
  const [error, setError] = useActionError();

  async function confirm({ steps, done, onDone }: Guarded) {
    setError(null);
    for (const { act, failed } of steps) {
      try {
        await act();
      } catch (thrown) {
        setError(toAdminErrorMessage(t, language, thrown, failed));
        void onSettled();
        return;
      }
    }
    notify.success(typeof done === 'string' ? done : done());
    onDone?.();
    void onSettled();
  }

  return {
    ask: setAsked,
    error,
    dialog: asked && (
      <ConfirmDialog onConfirm={() => confirm(asked)} onClose={() => setAsked(null)}>
        {asked.question}
      </ConfirmDialog>
    ),
  };
}

/** An error that stays until the next attempt, unlike a toast. */
export function ErrorNote({ children }: { children: string | null }) {
  return (
    <p
      role="alert"
      className="rounded-lg bg-vermilion-wash px-3 py-2 text-note font-semibold wrap-anywhere text-vermilion empty:hidden"
    >
      {children}
    </p>
  );
}

/**
 * 'Please confirm' guards every action of an admin (docs/product.md, Screens). `onConfirm` reports its
 * own outcome; the dialog closes either way.
 */
export function ConfirmDialog({
  children,
  onConfirm,
  onClose,
}: {
  /** What will happen, to whom. */
  children: ReactNode;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    await onConfirm();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={t('admin.confirmTitle')}
      description={<div className="grid gap-2 text-body text-ink wrap-anywhere">{children}</div>}
      closeLabel={t('shell.close')}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button look="outline" disabled={busy} onClick={onClose}>
          {t('admin.cancel')}
        </Button>
        <Button busy={busy} onClick={() => void confirm()}>
          {t('admin.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * The server's message if it supplies one, else `fallback` (docs/product.md, Messages). In other
 * languages the server's English message follows the fallback.
 */
export function toAdminErrorMessage(
  t: TFunction,
  language: string,
  thrown: unknown,
  fallback: string,
): string {
  const message = toErrorMessage(t, thrown, { showsServerText: true });
  const isRefusal =
    thrown instanceof ApiFailure && thrown.serverText !== null && thrown.status < 500;
  if (!isRefusal) return `${fallback}. ${message}`;
  return language === 'en' ? message : `${fallback}: ${message}`;
}

/** An action that needs a recorded reason. */
export function ReasonForm({
  about,
  action,
  failed,
  done,
  onAct,
  onSettled,
  onClose,
}: {
  about: string;
  /** The button's label. */
  action: string;
  failed: string;
  done: string;
  onAct: (reason: string) => Promise<unknown>;
  onSettled: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useGuarded(onSettled);
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  const isReady = reason.length >= exceptionNoteLength.min;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    ask({
      question: (
        <>
          <p>
            {action}: {about}
          </p>
          <p className="font-semibold">{reason}</p>
        </>
      ),
      steps: [{ act: () => onAct(reason), failed }],
      done,
      onDone: onClose,
    });
  }

  return (
    <form
      noValidate
      aria-label={action}
      onSubmit={submit}
      className="grid gap-3 rounded-lg bg-sunk/50 p-3 text-note"
    >
      <p className="font-semibold wrap-anywhere">{about}</p>
      <CompactField
        label={t('adminPayments.reason')}
        hint={t('adminPayments.noteHint')}
        maxLength={exceptionNoteLength.max}
        value={typed}
        onChange={setTyped}
      />
      <ErrorNote>{error}</ErrorNote>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={!isReady}>
          {action}
        </Button>
        <Button size="compact" look="plain" onClick={onClose}>
          {t('admin.cancel')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}

/** docs/product.md, Numbers. Deductions count by their size. */
const largeAmountRupees = 5_000;

/** The question about an amount, with a warning for large ones (docs/product.md, Validation). */
export function MoneyWarning({
  rupees,
  reason,
  children,
}: {
  rupees: number;
  reason: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p>{children}</p>
      {Math.abs(rupees) > largeAmountRupees && (
        <p className="rounded-lg bg-vermilion-wash px-3 py-2 font-semibold text-vermilion">
          {t('adminUsers.largeAmount')}
        </p>
      )}
      <p className="text-note text-ink-soft">
        {t('adminUsers.reason')}: {reason}
      </p>
    </>
  );
}
