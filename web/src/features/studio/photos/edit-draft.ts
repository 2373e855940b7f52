import { type Photo, readPhoto, savePhoto } from '../../../browser/photo-store';
import { randomKey } from '../../../browser/random-key';
import { tabStorage } from '../../../browser/storage';
import { createStore } from '../../../browser/store';
import type { Marked } from '../marking/marks';
import { onWorkCleared } from '../../../app/session/work';

/** The picture to edit. It is an uploaded photo or one of the user's results. */
export type EditSource =
  { kind: 'upload'; photo: Photo } | { kind: 'result'; generationId: string };

export type EditDraft = {
  source: EditSource | null;
  /** The part of the picture to change; null for the whole picture. */
  marked: Marked | null;
  prompt: string;
  /** Whether a reload has lost the photo. */
  isPhotoLost: boolean;
};

const noDraft: EditDraft = { source: null, marked: null, prompt: '', isPhotoLost: false };
const storageKey = 'sachet.edit-draft';

/** The draft as it is stored. It contains the id of the photo instead of the photo. */
type Written = {
  prompt: string;
  generationId?: string;
  photoId?: string;
  marked?: Marked;
};

/** The draft is a store, because the Edit button of a result sets it from another page. */
export const editDraft = createStore<EditDraft>(restoreDraft());

let photoId: string | null = null;

onWorkCleared(() => {
  photoId = null;
  editDraft.set(noDraft);
});

export function changeEditDraft(part: Partial<Omit<EditDraft, 'isPhotoLost'>>): void {
  if ('source' in part) {
    photoId = part.source?.kind === 'upload' ? randomKey() : null;
    if (photoId && part.source?.kind === 'upload') void savePhoto(photoId, part.source.photo);
  }
  editDraft.set((draft) => ({
    ...draft,
    // Removes the marks, which belong to the previous picture.
    ...('source' in part && { marked: null }),
    ...part,
    isPhotoLost: draft.isPhotoLost && !('source' in part),
  }));
  write();
}

function write(): void {
  const { prompt, source, marked } = editDraft.get();
  const written: Written = {
    prompt,
    ...(marked && { marked }),
    ...(source?.kind === 'result' && { generationId: source.generationId }),
    ...(photoId && { photoId }),
  };
  tabStorage.write(storageKey, JSON.stringify(written));
}

/** Restores the draft of this tab after a reload. The photo is added later, once it has been read. */
function restoreDraft(): EditDraft {
  const written = readWritten();
  if (written.photoId) void restorePhoto(written.photoId);
  const source: EditSource | null = written.generationId
    ? { kind: 'result', generationId: written.generationId }
    : null;
  return { ...noDraft, prompt: written.prompt, source, marked: written.marked ?? null };
}

function readWritten(): Written {
  try {
    const written = JSON.parse(tabStorage.read(storageKey) ?? '{}');
    const { prompt, generationId, photoId: id, marked } = written;
    return {
      prompt: typeof prompt === 'string' ? prompt : '',
      ...(typeof generationId === 'string' && { generationId }),
      ...(typeof id === 'string' && { photoId: id }),
      ...(Array.isArray(marked?.marks) && { marked }),
    };
  } catch {
    return { prompt: '' };
  }
}

async function restorePhoto(id: string): Promise<void> {
  const photo = await readPhoto(id);
  if (editDraft.get().source) return;
  if (!photo) return editDraft.set((draft) => ({ ...draft, marked: null, isPhotoLost: true }));
  photoId = id;
  editDraft.set((draft) => ({ ...draft, source: { kind: 'upload', photo } }));
}
