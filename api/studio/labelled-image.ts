/** Reads stored pictures to send them. All code that sends a stored picture must read it here. */
import { loadGeneration } from '@sachet/db/studio/generations';
import { readUnlocks } from '@sachet/db/studio/unlocks';
import { isLabelled, toLabel, toXmp, type AiLabel } from '@sachet/adapters/images/label';
import type { StoredImage } from '@sachet/adapters/images/store';
import { embedXmp } from '@sachet/adapters/images/xmp';
import type { Dependencies } from '../dependencies.ts';

/**
 * The picture with its AI label. A picture that was stored before labels existed gets its label here, each
 * time, so that nothing has to be rewritten. Null when there is no such picture.
 */
export async function readLabelledImage(
  { db, images }: Pick<Dependencies, 'db' | 'images'>,
  key: string,
): Promise<StoredImage | null> {
  const image = await images.get(key);
  if (!image || isLabelled(image.bytes)) return image;
  const label = await findLabel(db, key);
  if (!label) return image;
  return { ...image, bytes: embedXmp(image.bytes, image.mimeType, toXmp(label)) };
}

/** The first part of the file name of each version. */
export const versionPrefix = 'version-';

/** The AI label of a stored picture; null for a photo that a user sent. */
export async function findLabel(db: Dependencies['db'], key: string): Promise<AiLabel | null> {
  const [id = '', file = ''] = key.split('/');
  const generation = await loadGeneration(db, id);
  if (!generation) return null;
  if (file.startsWith('input.')) {
    const sourceId = generation.source_generation_id;
    const source = sourceId === null ? undefined : await loadGeneration(db, sourceId);
    return source
      ? toLabel(source, { modelId: source.model_id, at: source.created_at }, null)
      : null;
  }
  const unlocks = await readUnlocks(db, id);
  // A version is of the newest copy that was bought.
  const unlock = file.startsWith(versionPrefix)
    ? unlocks.findLast(({ status }) => status === 'done')
    : unlocks.find(({ image_key }) => image_key === key);
  const { model_id: modelId, created_at: at } = unlock ?? generation;
  return toLabel(generation, { modelId, at }, null);
}
