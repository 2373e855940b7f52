import { saveDraft, storedDraft, useDraft } from '../form/draft';
import { emptyDraft, type ImageDraft } from './image-prompt';

const key = 'sachet.image-draft';

export const storedImageDraft = (): ImageDraft => storedDraft(key, emptyDraft);

export const saveImageDraft = (draft: ImageDraft): void => saveDraft(key, draft);

export const useImageDraft = () => useDraft(key, emptyDraft);
