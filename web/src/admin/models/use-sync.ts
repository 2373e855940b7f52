import type { SyncNowResponse } from '@sachet/shared/contracts/admin-models';
import { useState } from 'react';
import { useActionError } from '../../app/use-action-error';
import { revalidateNotices, syncModels } from '../../api/admin-models';
import { ApiFailure } from '../../api/failure';
import { useLanguage } from '../../i18n/language';
import { useTranslation } from '../../i18n/translate';
import { toAdminErrorMessage } from '../frame/confirm';

/** 'Sync now', and what came of it. `onDone` reads the catalogue again. */
export function useSync(onDone: () => Promise<unknown>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<SyncNowResponse | null>(null);
  const [error, setError] = useActionError();

  async function sync() {
    setBusy(true);
    setFound(null);
    setError(null);
    try {
      setFound(await syncModels());
    } catch (thrown) {
      const isAnswered = thrown instanceof ApiFailure && thrown.serverText !== null;
      const words = t(isAnswered ? 'adminModels.syncFailed' : 'adminModels.syncUnanswered');
      setError(toAdminErrorMessage(t, language, thrown, words));
    } finally {
      await Promise.allSettled([onDone(), revalidateNotices()]);
      setBusy(false);
    }
  }

  return { busy, found, error, sync };
}
