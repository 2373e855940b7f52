import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { useRef, useState } from 'react';
import { toErrorMessage } from '../api/errors';
import { useUid } from '../api/keys';
import { setFavourite, toLibraryItem, type Library } from '../api/library';
import { useDelete } from '../generation/use-delete';
import { useTranslation } from '../i18n/translate';
import { notify } from '../ui/Toaster';

/** The list that shows the changed result. */
export type ChangingLibrary = Pick<Library, 'put' | 'reload' | 'remove'>;

/** Marks a result as favourite and deletes it. Changes are sent one after the other, in their order. */
export function useItem(
  { generationId, favourite }: Pick<GenerationResult, 'generationId' | 'favourite'>,
  library: ChangingLibrary,
  onDeleted: () => void,
) {
  const { t } = useTranslation();
  const uid = useUid();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const newest = useRef(Promise.resolve());
  const marks = useRef(0);
  const deletion = useDelete(generationId, {
    onDeleted: () => {
      onDeleted();
      return library.remove(generationId);
    },
    onRestored: (generation) => library.put([toLibraryItem(generation)]),
  });

  async function mark(next: boolean): Promise<void> {
    if (!uid) return;
    setWanted(next);
    marks.current += 1;
    const turn = marks.current;
    newest.current = newest.current.then(() => save(uid, next));
    await newest.current;
    if (turn === marks.current) setWanted(null);
  }

  async function save(owner: string, next: boolean): Promise<void> {
    try {
      await setFavourite(owner, generationId, next);
      await library.reload(generationId);
    } catch (thrown) {
      notify.error(toErrorMessage(t, thrown));
    }
  }

  return {
    favourite: wanted ?? favourite,
    setFavourite: mark,
    remove: () => deletion.remove(newest.current),
    busy: deletion.busy,
  };
}
