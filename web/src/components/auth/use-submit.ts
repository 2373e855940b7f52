import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authFault, type AuthFault } from '../../auth/errors';
import type { Words } from '../../i18n/en';

/** One thing under way at a time, and what went wrong with the last one. */
export function useSubmit() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AuthFault | null>(null);

  async function submit(work: () => Promise<void>, fallback: keyof Words['error']): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFault(null);
    try {
      await work();
    } catch (thrown) {
      setFault(authFault(t, thrown, fallback));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    submit,
    /** The words for one field, or undefined. */
    faultOf: (field: AuthFault['field']) => (fault?.field === field ? fault.words : undefined),
  };
}
