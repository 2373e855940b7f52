import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Messages } from '../../../i18n/en';
import { useAction } from '../../../app/base/use-action';
import { useTranslation } from '../../../i18n/translate';
import { toAuthError, type AuthError, type AuthField } from './auth-errors';
import type { Invalid } from './validation';

type Errors = Partial<Record<AuthField, Invalid>>;

/**
 * Holds the state of a sign-in form: errors of its fields, whether an action is running, and the last
 * failure.
 */
export function useAuthForm() {
  const { t } = useTranslation();
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<AuthError | null>(null);

  /** Shows the errors and focuses the first invalid field. Returns true if there are no errors. */
  function check(form: HTMLFormElement, found: Errors): boolean {
    flushSync(() => {
      setErrors(found);
      setFailure(null);
    });
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return Object.keys(found).length === 0;
  }

  const { run: submit, busy } = useAction(
    async (work: () => Promise<void>, fallback: keyof Messages['error']) => {
      // Clears earlier errors here, because a complete code is sent without calling `check`.
      setErrors({});
      setFailure(null);
      await work().catch((thrown: unknown) => setFailure(toAuthError(t, thrown, fallback)));
    },
  );

  /** The error text of a field, or undefined. */
  function getError(field: AuthField): string | undefined {
    const error = errors[field];
    if (error) return t(`invalid.${error}`);
    return failure?.field === field ? failure.message : undefined;
  }

  return { busy, check, submit, getError };
}
