import { useRef, useState } from 'react';
import { toErrorMessage } from '../../api/errors';
import { useTranslation } from '../../i18n/translate';
import { notify } from '../../ui/Toaster';
import { useActionError } from './use-action-error';

/**
 * Runs an async action of the user, one at a time. A failure is returned as `error` until the next run
 * or a later success on the page; with `toast` it is shown as a toast instead.
 */
export function useAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  {
    toast = false,
    toMessage,
  }: {
    toast?: boolean;
    /** Converts the error to a text. Default: `toErrorMessage`. */
    toMessage?: (thrown: unknown) => string;
  } = {},
) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<Args | null>(null);
  const [failure, setFailure] = useActionError<{ thrown: unknown; message: string }>();
  const isRunning = useRef(false);

  /** Runs the action. Resolves to whether it succeeded, or to false if another run was still pending. */
  async function run(...args: Args): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setPending(args);
    setFailure(null);
    try {
      await action(...args);
      return true;
    } catch (thrown) {
      const message = toMessage ? toMessage(thrown) : toErrorMessage(t, thrown);
      if (toast) notify.error(message);
      else setFailure({ thrown, message });
      return false;
    } finally {
      isRunning.current = false;
      setPending(null);
    }
  }

  return {
    run,
    busy: pending !== null,
    /** The arguments of the pending run. They show which of several buttons is busy. */
    pending,
    error: failure?.message ?? null,
    /** The thrown error, for components that handle one kind of failure. */
    failure: failure?.thrown,
    clearError: () => setFailure(null),
  };
}
