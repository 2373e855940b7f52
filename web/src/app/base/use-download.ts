import { useState } from 'react';
import { toErrorMessage } from '../../api/errors';
import { useTranslation } from '../../i18n/translate';
import { notify } from '../../ui/Toaster';

/**
 * Downloads one file at a time. `busy` is the name of the file, for its button. A failure is shown as a
 * toast.
 */
export function useDownload<Name extends string>() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<Name | null>(null);

  async function start(name: Name, download: () => Promise<void>): Promise<void> {
    setBusy(name);
    try {
      await download();
    } catch (thrown) {
      notify.error(toErrorMessage(t, thrown));
    } finally {
      setBusy(null);
    }
  }

  return { busy, start };
}
