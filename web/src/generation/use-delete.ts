import { useState } from 'react';
import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { deleteGeneration } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { evictGeneration } from '../api/hooks';
import { useUid } from '../api/keys';
import { restoreGeneration } from '../api/library';
import { useTranslation } from '../i18n/translate';
import { notify } from '../ui/Toaster';

/** Deletes a result without asking first. A toast offers to restore it. */
export function useDelete(
  generationId: string,
  {
    onDeleted,
    onRestored,
  }: {
    onDeleted: () => void | Promise<void>;
    onRestored: (generation: GenerationResult) => void | Promise<void>;
  },
): {
  /** @param after - earlier changes of the same result, which have to arrive before it is deleted */
  remove: (after?: Promise<void>) => Promise<void>;
  busy: boolean;
} {
  const { t } = useTranslation();
  const uid = useUid();
  const [busy, setBusy] = useState(false);

  async function remove(after?: Promise<void>): Promise<void> {
    if (!uid) return;
    setBusy(true);
    try {
      await after;
      await deleteGeneration(generationId).catch((thrown: unknown) => {
        // Another tab has deleted it already.
        if (!isFailure(thrown, 'not_found')) throw thrown;
      });
      await onDeleted();
      await evictGeneration(uid, generationId);
      notify.success(t('library.deleted'), {
        label: t('library.undo'),
        onClick: () => void undo(uid),
      });
    } catch (thrown) {
      if (isFailure(thrown, 'wrong_state')) notify.info(t('results.tooLate'));
      else notify.error(toErrorMessage(t, thrown));
    } finally {
      setBusy(false);
    }
  }

  async function undo(owner: string): Promise<void> {
    try {
      await onRestored(await restoreGeneration(owner, generationId));
    } catch (thrown) {
      notify.error(
        isFailure(thrown, 'not_found') ? t('library.erased') : toErrorMessage(t, thrown),
      );
    }
  }

  return { remove, busy };
}
