import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Messages } from '../i18n/en';
import { useTranslation } from '../i18n/translate';
import { toAuthError, type AuthError, type AuthField } from './auth-errors';
import type { Invalid } from './validation';

type Errors = Partial<Record<AuthField, Invalid>>;

/** What a form's fields lack, one thing under way at a time, and what went wrong with the last one. */
export function useAuthForm() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<AuthError | null>(null);

  /** Shows what was found and takes the focus to the first of it. True when there is nothing. */
  function check(form: HTMLFormElement, found: Errors): boolean {
    flushSync(() => {
      setErrors(found);
      setFailure(null);
    });
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return Object.keys(found).length === 0;
  }

  async function submit(
    work: () => Promise<void>,
    fallback: keyof Messages['error'],
  ): Promise<void> {
    if (busy) return;
    setBusy(true);
    // What was found before is no more: a whole code is sent without another check.
    setErrors({});
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      setFailure(toAuthError(t, thrown, fallback));
    } finally {
      setBusy(false);
    }
  }

  /** The message for one field, or undefined. */
  function getError(field: AuthField): string | undefined {
    const error = errors[field];
    if (error) return t(`invalid.${error}`);
    return failure?.field === field ? failure.message : undefined;
  }

  return { busy, check, submit, getError };
}
