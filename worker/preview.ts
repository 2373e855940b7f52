import { advanceGeneration, loadGeneration } from '@sachet/db/generations';
import type { StoredFailure } from '@sachet/db/tables';
import { makePreview, measure } from '@sachet/images/processing';
import { imageKey } from '@sachet/images/store';
import { ourFailure, storedFailure, type Parts } from './parts.ts';

/** No image model draws smaller; the preview is our own reduction of it. */
const originalSize = 1024;

/** Makes a free preview: original from the provider, small and watermarked copy for the client. */
export async function makeGenerationPreview(parts: Parts, generationId: string): Promise<void> {
  const { db, images, providers, log } = parts;
  const generation = await loadGeneration(db, generationId);
  if (!generation || !(await advanceGeneration(db, generation, { status: 'running' }))) return;

  const fail = async (error: StoredFailure) => {
    await advanceGeneration(db, generation, { status: 'failed', error: JSON.stringify(error) });
  };
  const outcome = await providers[generation.provider].image({
    modelId: generation.model_id,
    prompt: generation.prompt,
    aspectRatio: generation.aspect_ratio,
    size: originalSize,
    quality: 'speed',
    signal: new AbortController().signal,
  });
  if (!outcome.ok) {
    log.info({ generationId, failure: outcome.failure }, 'the provider made no image');
    return fail(storedFailure(outcome.failure));
  }
  const { bytes } = outcome.value;
  // What the bytes are, not what the provider called them.
  const original = await measure(bytes);
  const preview = await makePreview(bytes, {
    maxSide: generation.preview_max,
    aspectRatio: generation.aspect_ratio,
  });
  if (!original.ok || !preview.ok) {
    log.warn({ generationId }, 'the provider sent no image we can read');
    return fail(ourFailure(generation.provider, 'unreadable_image'));
  }

  const originalKey = imageKey(generationId, 'original', original.mimeType);
  const previewKey = imageKey(generationId, 'preview', preview.mimeType);
  await images.put(originalKey, bytes, original.mimeType);
  await images.put(previewKey, preview.bytes, preview.mimeType);
  await advanceGeneration(db, generation, {
    status: 'ready',
    original_key: originalKey,
    preview_key: previewKey,
  });
}
