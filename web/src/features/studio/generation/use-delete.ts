import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { api } from '../../../api/client';
import { toErrorMessage } from '../../../api/errors';
import { isFailure } from '../../../api/failure';
import { evictGeneration } from '../../../api/hooks';
import { useUid } from '../../../api/keys';
import { restoreGeneration } from '../../../api/library';
import { useAction } from '../../../app/base/use-action';
import { useTranslation } from '../../../i18n/translate';
import { notify } from '../../../ui/Toaster';

/** Deletes a result without asking first. The toast afterwards offers to restore it. */
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
  /** @param after - earlier changes of the same result, which must be sent before the deletion */
  remove: (after?: Promise<void>) => Promise<boolean>;
  busy: boolean;
} {
  const { t } = useTranslation();
  const uid = useUid();
  const { run, busy } = useAction(
    async (after?: Promise<void>) => {
      if (!uid) return;
      await after;
      try {
        await api('DELETE /api/generation', { query: { id: generationId } });
      } catch (thrown) {
        if (isFailure(thrown, 'wrong_state')) return notify.info(t('results.tooLate'));
        // Another tab has already deleted it.
        if (!isFailure(thrown, 'not_found')) throw thrown;
      }
      await onDeleted();
      await evictGeneration(uid, generationId);
      notify.success(t('library.deleted'), {
        action: { label: t('studioCommon.undo'), onClick: () => void undo(uid) },
      });
    },
    { toast: true },
  );

  async function undo(owner: string): Promise<void> {
    try {
      await onRestored(await restoreGeneration(owner, generationId));
    } catch (thrown) {
      notify.error(
        isFailure(thrown, 'not_found') ? t('library.erased') : toErrorMessage(t, thrown),
      );
    }
  }

  return { remove: run, busy };
}
