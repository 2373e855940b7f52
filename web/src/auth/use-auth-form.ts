import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { authFault, type AuthFault, type AuthField } from './auth-errors';
import type { Fault } from './validation';
import type { Messages } from '../i18n/en';

type Faults = Partial<Record<AuthField, Fault>>;

/** What a form's fields lack, one thing under way at a time, and what went wrong with the last one. */
export function useAuthForm() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<AuthFault | null>(null);

  /** Shows what was found and takes the focus to the first of it. True when there is nothing. */
  function check(form: HTMLFormElement, found: Faults): boolean {
    flushSync(() => {
      setFaults(found);
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
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      setFailure(authFault(t, thrown, fallback));
    } finally {
      setBusy(false);
    }
  }

  /** The words for one field, or undefined. */
  function getError(field: AuthField): string | undefined {
    const fault = faults[field];
    if (fault) return t(`invalid.${fault}`);
    return failure?.field === field ? failure.words : undefined;
  }

  return { busy, check, submit, getError };
}
