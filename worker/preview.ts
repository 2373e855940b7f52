import { advanceGeneration, loadGeneration, type Generation } from '@sachet/db/studio/generations';
import type { StoredFailure } from '@sachet/shared/failure';
import { toLabel } from '@sachet/images/label';
import type { MarkText } from '@sachet/images/mark';
import { processImage } from '@sachet/images/process-image';
import { StoreUnwritable } from '@sachet/images/store-state';
import { imageKey, type StoredImage } from '@sachet/images/store';
import { systemInstruction } from '@sachet/shared/instructions';
import { ourFailure, storedFailure } from '@sachet/providers/stored-failure';
import type { ProviderFailure } from '@sachet/providers/provider';
import {
  estimateImageUsage,
  estimateTextUsage,
  isUnbilled,
} from '@sachet/providers/usage-estimate';
import type { Dependencies } from './dependencies.ts';
import { loadEditArea } from './edit-area.ts';
import { callProvider } from './provider-call.ts';

/** No image model draws smaller; we scale the preview down ourselves. */
const originalSize = 1024;

/** What was made: a text, or the keys of an image. */
type Made = { content: string } | MadeImage;
type MadeImage = { original_key: string; preview_key: string };

/** Why nothing was made, and whether that cost nothing. */
type Failed = { error: StoredFailure; isUnbilled: boolean };

const failed = (failure: ProviderFailure): Failed => ({
  error: storedFailure(failure),
  isUnbilled: isUnbilled(failure),
});

/** Makes the free preview: a text, or an image of which the client sees a small copy. */
export async function makeGenerationPreview(
  deps: Dependencies,
  generationId: string,
): Promise<void> {
  const { db } = deps;
  const generation = await loadGeneration(db, generationId);
  if (generation?.status !== 'queued' && generation?.status !== 'running') return;

  const made = await make(deps, generation);
  const isWanted =
    'error' in made
      ? await advanceGeneration(
          db,
          generation,
          { status: 'failed', error: JSON.stringify(made.error) },
          made,
        )
      : await advanceGeneration(db, generation, { status: 'ready', ...made });
  if (!isWanted && 'original_key' in made) await eraseUnwanted(deps, generationId, made);
}

/** Right before its provider is asked: false when it was cancelled. */
const mayAsk =
  ({ db }: Dependencies, generation: Generation) =>
  () =>
    advanceGeneration(db, generation, { status: 'running' });

/** Erases images that arrived after their generation had ended, unless another worker stored the same. */
async function eraseUnwanted(
  { db, images }: Dependencies,
  generationId: string,
  { original_key, preview_key }: MadeImage,
): Promise<void> {
  const generation = await loadGeneration(db, generationId);
  if (generation?.original_key === original_key) return;
  await images.delete(original_key);
  await images.delete(preview_key);
}

async function make(deps: Dependencies, generation: Generation): Promise<Made | Failed> {
  const { mode, input_key: inputKey } = generation;
  const input = inputKey === null ? null : await deps.images.get(inputKey);
  if (inputKey !== null && !input)
    return { error: ourFailure(generation.provider, 'input_missing'), isUnbilled: true };
  const inputs = input ? [input] : [];
  return mode === 'image' || mode === 'edit_image'
    ? makeImage(deps, generation, inputs)
    : writeText(deps, { ...generation, mode }, inputs);
}

const purposeOf = {
  instagram_ideas: 'ideas',
  instagram: 'captions',
  general: 'text',
} as const;

async function writeText(
  deps: Dependencies,
  generation: Generation & { mode: Parameters<typeof systemInstruction>[0] },
  images: StoredImage[],
): Promise<Made | Failed> {
  const { mode, language, prompt, model_id: modelId } = generation;
  const request = {
    modelId,
    purpose: purposeOf[mode],
    system: systemInstruction(mode, language),
    messages: [{ role: 'user' as const, content: prompt, images }],
    json: mode === 'instagram_ideas',
  };
  const estimate = estimateTextUsage(request);
  const outcome = await callProvider(
    deps,
    {
      generation,
      cancelledBy: generation.id,
      purpose: 'preview',
      modelId,
      estimate,
      mayAsk: mayAsk(deps, generation),
    },
    (adapter, terms) => adapter.text({ ...request, ...terms }),
  );
  return outcome.ok ? { content: outcome.value.text } : failed(outcome.failure);
}

async function makeImage(
  deps: Dependencies,
  generation: Generation,
  inputs: StoredImage[],
): Promise<Made | Failed> {
  const { id, model_id: modelId, provider } = generation;
  const area = await loadEditArea(deps, generation, inputs[0]);
  if (area === null) return { error: ourFailure(provider, 'input_missing'), isUnbilled: true };
  const request = {
    modelId,
    prompt: generation.prompt,
    aspectRatio: generation.aspect_ratio,
    size: originalSize,
    quality: 'speed' as const,
    inputs,
    ...(area && { area }),
  };
  const estimate = estimateImageUsage(provider, request);
  const outcome = await callProvider(
    deps,
    {
      generation,
      cancelledBy: generation.id,
      purpose: 'preview',
      modelId,
      estimate,
      async mayAsk() {
        await deps.images.requireWritable();
        return mayAsk(deps, generation)();
      },
    },
    (adapter, terms) => adapter.image({ ...request, ...terms }),
  );
  if (!outcome.ok) return failed(outcome.failure);
  const { bytes } = outcome.value;
  // By the bytes, not by the type that the provider gave.
  const original = await processImage('measure', [bytes]);
  const options = {
    maxSide: generation.preview_max,
    aspectRatio: cutTo(generation),
    label: toLabel(generation, { modelId, at: new Date() }, inputs[0]?.bytes ?? null),
    mark: toMarkText(deps, generation),
  };
  const preview = await processImage('makePreview', [bytes, options]);
  if (!original.ok || !preview.ok) {
    deps.log.warn({ generationId: id }, 'the provider sent no image we can read');
    return { error: ourFailure(provider, 'unreadable_image'), isUnbilled: false };
  }
  const originalKey = imageKey(id, 'original', original.mimeType);
  const previewKey = imageKey(id, 'preview', preview.mimeType);
  try {
    await deps.images.put(originalKey, bytes, original.mimeType);
    await deps.images.put(previewKey, preview.bytes, preview.mimeType);
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    // The provider was asked: another attempt is for the user to begin.
    deps.log.error({ err: error, generationId: id }, 'a preview could not be stored');
    await deps.images.delete(originalKey).catch(() => {});
    return { error: ourFailure(provider, 'not_stored'), isUnbilled: false };
  }
  return { original_key: originalKey, preview_key: previewKey };
}

/** What is written on a picture that is made for this person; null where nothing is. */
export function toMarkText(
  { aiMark }: Pick<Dependencies, 'aiMark'>,
  { language }: Pick<Generation, 'language'>,
): MarkText | null {
  switch (aiMark) {
    case 'words':
      return language;
    case 'short':
      return 'short';
    case 'off':
      return null;
    default:
      return aiMark satisfies never;
  }
}

/** A generated image is cropped to the requested ratio; a person's photo is not. */
export function cutTo({ mode, aspect_ratio }: Pick<Generation, 'mode' | 'aspect_ratio'>) {
  return mode === 'edit_image' ? undefined : aspect_ratio;
}
