import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cancelGeneration, deleteGeneration } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { evictGeneration, cacheGeneration, revalidateWallet } from '../api/hooks';
import { useUid } from '../api/keys';
import { restoreGeneration } from '../api/library';
import { whileBusy } from '../app/busy';
import { useTranslation } from '../i18n/translate';
import { paths } from '../paths';
import { notify } from '../ui/Toaster';

/** Stops a preview that is being made, or gives up a picture that is being bought. */
export function useCancel(generationId: string): { cancel: () => Promise<void>; busy: boolean } {
  const { busy, run } = useRun();
  const cancel = (uid: string) => async () => {
    try {
      await cacheGeneration(uid, await cancelGeneration(generationId));
    } finally {
      // How many free cancels are left stands there, too.
      await revalidateWallet(uid);
    }
  };
  return { cancel: () => run(cancel), busy };
}

/** Gone at once; a toast brings it back for as long as it is there, and shows it. */
export function useDelete(
  generationId: string,
  onDeleted: () => void,
): { remove: () => Promise<void>; busy: boolean } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run } = useRun();
  const remove = (uid: string) => async () => {
    await deleteGeneration(generationId).catch((thrown: unknown) => {
      // Deleted in another tab: that is what was wanted.
      if (!isFailure(thrown, 'not_found')) throw thrown;
    });
    onDeleted();
    await evictGeneration(uid, generationId);
    notify.success(t('library.deleted'), {
      label: t('library.undo'),
      onClick: () => void undo(uid),
    });
  };
  async function undo(owner: string): Promise<void> {
    try {
      await restoreGeneration(owner, generationId);
      await navigate(paths.libraryItem(generationId));
    } catch (thrown) {
      notify.error(
        isFailure(thrown, 'not_found') ? t('library.erased') : toErrorMessage(t, thrown),
      );
    }
  }
  return { remove: () => run(remove), busy };
}

function useRun() {
  const { t } = useTranslation();
  const uid = useUid();
  const [busy, setBusy] = useState(false);
  async function run(change: (uid: string) => () => Promise<void>): Promise<void> {
    if (!uid) return;
    setBusy(true);
    try {
      await whileBusy(change(uid), { isShown: true });
    } catch (thrown) {
      // It came to its end a moment before: the card shows by itself how.
      if (isFailure(thrown, 'wrong_state')) notify.info(t('results.tooLate'));
      else if (isFailure(thrown, 'no_free_cancels')) notify.info(toErrorMessage(t, thrown));
      else notify.error(toErrorMessage(t, thrown));
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
