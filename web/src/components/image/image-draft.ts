import { keepDraft, storedDraft } from '../form/draft';
import { emptyDraft, type ImageDraft } from './prompt';

const key = 'sachet.image-draft';

export const storedImageDraft = (): ImageDraft => storedDraft(key, emptyDraft);

export const keepImageDraft = (draft: ImageDraft): void => keepDraft(key, draft);
