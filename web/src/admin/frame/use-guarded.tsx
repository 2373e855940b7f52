import { useState, type ReactNode } from 'react';
import { useActionError } from '../../app/use-action-error';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { notify } from '../../ui/Toaster';
import { ConfirmDialog } from './ConfirmDialog';
import { toAdminErrorMessage } from './error-message';

type Step = {
  act: () => Promise<unknown>;
  /** For failures that the server says nothing of. */
  failed: string;
};

export type Guarded = {
  /** What will happen, to whom. */
  question: ReactNode;
  /** One after the other; the first that fails is the last. */
  steps: Step[];
  /** The toast when all are done; a function where it depends on what was answered. */
  done: string | (() => string);
  onDone?: () => void;
};

/**
 * Something that is done only after 'Please confirm'. Show `dialog` anywhere and `error` beside the
 * button; `ask` opens the question. `onSettled` reads again what it may have changed.
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

/** Stays until the next try: a toast would be gone before it is read. */
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
