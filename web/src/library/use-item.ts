import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { useRef, useState } from 'react';
import { deleteGeneration } from '../api/actions';
import { toErrorMessage } from '../api/errors';
import { isFailure } from '../api/failure';
import { evictGeneration } from '../api/hooks';
import { useUid } from '../api/keys';
import { restoreGeneration, setFavourite, toLibraryItem, type Library } from '../api/library';
import { useTranslation } from '../i18n/translate';
import { notify } from '../ui/Toaster';

/** The list that shows what is changed. */
export type ChangingLibrary = Pick<Library, 'put' | 'reload' | 'remove'>;

/** Favourite and delete, each seen at once; what was deleted can be brought back for a while. */
export function useItem(
  { generationId, favourite }: Pick<GenerationResult, 'generationId' | 'favourite'>,
  library: ChangingLibrary,
  onDeleted: () => void,
) {
  const { t } = useTranslation();
  const uid = useUid();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  const newest = useRef(Promise.resolve());
  const marks = useRef(0);

  /** Each change waits for the one before: two that are under way at once may arrive in either order. */
  function inOrder(change: () => Promise<void>): Promise<void> {
    newest.current = newest.current.then(change);
    return newest.current;
  }

  async function mark(next: boolean): Promise<void> {
    if (!uid) return;
    setWanted(next);
    marks.current += 1;
    const turn = marks.current;
    await inOrder(async () => {
      try {
        await setFavourite(uid, generationId, next);
        await library.reload(generationId);
      } catch (thrown) {
        notify.error(toErrorMessage(t, thrown));
      }
    });
    if (turn === marks.current) setWanted(null);
  }

  async function remove(): Promise<void> {
    if (!uid) return;
    setBusy(true);
    await inOrder(() => removeFrom(uid));
    setBusy(false);
  }

  async function removeFrom(owner: string): Promise<void> {
    try {
      await deleteGeneration(generationId).catch((thrown: unknown) => {
        // Deleted in another tab: that is what was wanted.
        if (!isFailure(thrown, 'not_found')) throw thrown;
      });
      onDeleted();
      await library.remove(generationId);
      await evictGeneration(owner, generationId);
      notify.success(t('library.deleted'), {
        label: t('library.undo'),
        onClick: () => void undo(owner),
      });
    } catch (thrown) {
      if (isFailure(thrown, 'wrong_state')) notify.info(t('results.tooLate'));
      else notify.error(toErrorMessage(t, thrown));
    }
  }

  async function undo(owner: string): Promise<void> {
    try {
      await library.put([toLibraryItem(await restoreGeneration(owner, generationId))]);
    } catch (thrown) {
      notify.error(
        isFailure(thrown, 'not_found') ? t('library.erased') : toErrorMessage(t, thrown),
      );
    }
  }

  return { favourite: wanted ?? favourite, setFavourite: mark, remove, busy };
}
