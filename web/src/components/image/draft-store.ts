import { Quality } from '@sachet/shared/contracts/vocabulary';
import { storage } from '../../ui/storage';
import { emptyDraft, type ImageDraft } from './prompt';

const qualityKey = 'sachet.quality';
const draftKey = 'sachet.image-draft';

/** Specification, section 9: kept in the browser, `quality` until chosen otherwise. */
export function storedQuality(): Quality {
  return Quality.catch('quality').parse(storage.read(qualityKey));
}

export function keepQuality(quality: Quality): void {
  storage.write(qualityKey, quality);
}

/** What was asked last in this tab, so that 'Back to Edit' has it after a reload too. */
export function storedDraft(): ImageDraft {
  try {
    return { ...emptyDraft, ...JSON.parse(sessionStorage.getItem(draftKey) ?? '{}') };
  } catch {
    return emptyDraft;
  }
}

export function keepDraft(draft: ImageDraft): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft));
  } catch {
    // Then 'Back to Edit' after a reload begins with an empty form.
  }
}
