import { unlockImagesMax } from '@sachet/shared/contracts/generation';
import { toUrl } from '../url';

/** Photos in one go: what one press can buy. */
export const batchMax = unlockImagesMax;

/** The form for several photos, or their results, which survive a reload. */
export const toBatchUrl = (generationIds: readonly string[]) =>
  toUrl('/', { mode: 'edit_image', batch: generationIds.join(',') || 'new' });

/** Null if the address has no batch; none for its form. */
export function readBatch(params: URLSearchParams): string[] | null {
  const batch = params.get('batch');
  if (batch === null) return null;
  const ids = batch.split(',').filter((id) => id !== '' && id !== 'new');
  return [...new Set(ids)].slice(0, batchMax);
}
