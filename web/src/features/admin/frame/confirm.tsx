import { exceptionNoteLength } from '@sachet/shared/payments/contracts/admin-payments';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { toErrorMessage } from '../../../api/errors';
import { ApiFailure } from '../../../api/failure';
import { useAction } from '../../../app/base/use-action';
import { useActionError } from '../../../app/base/use-action-error';
import { useLanguage } from '../../../i18n/language';
import { type TFunction, useTranslation } from '../../../i18n/translate';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Notice } from '../../../ui/Notice';
import { notify } from '../../../ui/Toaster';
import { CompactField } from './fields';

type Step = {
  act: () => Promise<unknown>;
  /** The message for an error for which the server sent no text. */
  failed: string;
};

type ConfirmedAction = {
  /** The effect of the action, and the user concerned. */
  question: ReactNode;
  /** The steps run in order, and the first failure stops the rest. */
  steps: Step[];
  /** The toast after the last step. It is a function if it depends on the server's answer. */
  done: string | (() => string);
  onDone?: () => void;
};

/**
 * Runs an action after 'Please confirm'. `ask` opens the question; render `dialog` anywhere and `error`
 * beside the button. `onSettled` reloads the data that the action may have changed.
 */
export function useConfirmedAction(onSettled: () => Promise<unknown>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [asked, setAsked] = useState<ConfirmedAction | null>(null);
  const [error, setError] = useActionError();

  async function confirm({ steps, done, onDone }: ConfirmedAction) {
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
      <PleaseConfirm onConfirm={() => confirm(asked)} onClose={() => setAsked(null)}>
        {asked.question}
      </PleaseConfirm>
    ),
  };
}

/**
 * Asks 'Please confirm' before an action of an admin (docs/product.md, Screens). Closes when `onConfirm`
 * ends.
 */
export function PleaseConfirm({
  children,
  onConfirm,
  onClose,
}: {
  /** The effect of the action, and the user concerned. */
  children: ReactNode;
  /** Has to report success and failure itself. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const confirm = useAction(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <ConfirmDialog
      title={t('admin.confirmTitle')}
      confirm={t('admin.confirm')}
      cancel={t('studioCommon.neverMind')}
      busy={confirm.busy}
      onConfirm={() => void confirm.run()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}

/**
 * `useAction` with the error messages of admin pages. `failed` is the message for an error without the
 * server's text.
 */
export function useAdminAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  failed: string,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  return useAction(action, {
    toMessage: (thrown) => toAdminErrorMessage(t, language, thrown, failed),
  });
}

/**
 * Returns the server's text, or `fallback` if there is none (docs/product.md, Messages). In other languages
 * than English, the server's text follows the fallback.
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

/**
 * A form for an action whose reason is recorded. If a button opens it, which may be far below it, the focus
 * moves to the form, and back when the form closes.
 */
export function ReasonForm({
  about,
  action,
  question,
  label,
  children,
  failed,
  done,
  onAct,
  onSettled,
  onClose,
}: {
  /** Names what the action applies to, if the form is not beside it. */
  about?: string;
  /** The button's label. */
  action: string;
  /** The question of 'Please confirm'. Default: the action and what it applies to. */
  question?: string;
  /** The field's label. Default: 'Reason'. */
  label?: string;
  /** Explains the effect of the action; may contain further fields. */
  children?: ReactNode;
  failed: string;
  /** The toast. It is a function if it depends on the answer to `onAct`. */
  done: string | (() => string);
  onAct: (reason: string) => Promise<unknown>;
  onSettled: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { ask, error, dialog } = useConfirmedAction(onSettled);
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  const isReady = reason.length >= exceptionNoteLength.min;
  const form = useRef<HTMLFormElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!(opener instanceof HTMLButtonElement)) return;
    form.current?.querySelector('input')?.focus();
    return () => opener.focus();
  }, [opener]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    ask({
      question: (
        <>
          <p>{question ?? `${action}: ${about}`}</p>
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
      ref={form}
      noValidate
      aria-label={action}
      onSubmit={submit}
      className="grid gap-3 rounded-lg bg-sunk/50 p-3 text-note"
    >
      {about && <p className="font-semibold wrap-anywhere">{about}</p>}
      {children}
      <CompactField
        label={label ?? t('studioCommon.reason')}
        hint={t('adminCommon.reasonHint')}
        maxLength={exceptionNoteLength.max}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The open row of the list, which Escape would close, stays open.
          event.preventDefault();
          onClose();
        }}
      />
      <Notice role="alert" tone="bad" compact>
        {error}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" type="submit" disabled={!isReady}>
          {action}
        </Button>
        <Button size="compact" look="plain" onClick={onClose}>
          {t('studioCommon.neverMind')}
        </Button>
      </div>
      {dialog}
    </form>
  );
}

/** Above this amount, added or deducted, the confirmation shows a warning (docs/product.md, Numbers). */
const largeAmountRupees = 5_000;

/** Asks about an amount, with a warning if it is large (docs/product.md, Validation). */
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
        {t('studioCommon.reason')}: {reason}
      </p>
    </>
  );
}
