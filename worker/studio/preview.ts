import { advanceGeneration, loadGeneration, type Generation } from '@sachet/db/studio/generations';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import { loadEditArea } from '@sachet/flows/studio/edit-area';
import { cutTo, inspectMade, toMarkText } from '@sachet/flows/studio/made-picture';
import { whenBack } from '@sachet/flows/when-back';
import { toLabel } from '@sachet/adapters/images/label';
import { processImage } from '@sachet/adapters/images/process-image';
import { StoreUnwritable } from '@sachet/adapters/images/store-state';
import { imageKey, type StoredImage } from '@sachet/adapters/images/store';
import { parseIdeas, withoutFence } from '@sachet/shared/studio/ideas';
import { isImageMode, tools, type TextMode } from '@sachet/shared/tools';
import { systemInstruction } from '@sachet/shared/studio/instructions';
import { ourFailure, storedFailure } from '@sachet/adapters/providers/stored-failure';
import {
  requireDrawing,
  type ProviderFailure,
  type TextAnswer,
} from '@sachet/adapters/providers/provider';
import {
  estimateImageUsage,
  estimateTextUsage,
  isUnbilled,
} from '@sachet/adapters/providers/usage-estimate';
import type { Dependencies } from '../dependencies.ts';
import { callProvider } from './provider-call.ts';

/** No image model draws a smaller picture; we scale the preview down ourselves. */
const originalSize = 1024;

/** The result: a text, or the keys of an image. */
type Made = { content: string } | MadeImage;
type MadeImage = { original_key: string; preview_key: string };

/** The reason why there is no result, and whether the attempt cost nothing. */
type Failed = { error: StoredFailure; isUnbilled: boolean };

const failed = (failure: ProviderFailure): Failed => ({
  error: storedFailure(failure),
  isUnbilled: isUnbilled(failure),
});

/** Makes the free preview: a text, or an image that the client sees as a small copy. */
export async function makeGenerationPreview(
  deps: Dependencies,
  generationId: string,
): Promise<void> {
  const { db } = deps;
  const generation = await loadGeneration(db, generationId);
  if (generation?.status !== 'queued' && generation?.status !== 'running') return;

  const asking = { hasAsked: false };
  // Another attempt would call, and pay, the provider again: the user decides about that.
  const failAfterwards = (error: unknown): Failed => {
    if (!asking.hasAsked) throw error;
    deps.log.error({ err: error, generationId }, 'preview failed after the provider was called');
    return { error: ourFailure(generation.provider, 'failed_afterwards'), isUnbilled: false };
  };
  const made = await make(deps, generation, asking).catch(failAfterwards);
  const isWanted = await whenBack(() => end(db, generation, made)).catch(async (error: unknown) => {
    await end(db, generation, failAfterwards(error));
    return false;
  });
  if (!isWanted && 'original_key' in made) await eraseUnwanted(deps, generationId, made);
}

/** False if the generation had already ended. */
function end(
  db: Dependencies['db'],
  generation: Generation,
  made: Made | Failed,
): Promise<boolean> {
  if (!('error' in made)) return advanceGeneration(db, generation, { status: 'ready', ...made });
  const failure = { status: 'failed', error: JSON.stringify(made.error) } as const;
  return advanceGeneration(db, generation, failure, made);
}

/** Called immediately before the provider: false if the generation was cancelled. */
const mayAsk =
  ({ db }: Dependencies, generation: Generation, asking: Asking) =>
  async (): Promise<boolean> => {
    const isWanted = await advanceGeneration(db, generation, { status: 'running' });
    asking.hasAsked ||= isWanted;
    return isWanted;
  };

/** Whether a provider has been called in this job. */
interface Asking {
  hasAsked: boolean;
}

/**
 * Erases images that arrived after their generation had ended, unless another worker stored the same images.
 */
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

async function make(
  deps: Dependencies,
  generation: Generation,
  asking: Asking,
): Promise<Made | Failed> {
  const { mode, input_key: inputKey } = generation;
  const input = inputKey === null ? null : await deps.images.get(inputKey);
  if (inputKey !== null && !input)
    return { error: ourFailure(generation.provider, 'input_missing'), isUnbilled: true };
  const inputs = input ? [input] : [];
  return isImageMode(mode)
    ? makeImage(deps, generation, { inputs, asking })
    : writeText(deps, { ...generation, mode }, { images: inputs, asking });
}

/** Output tokens of a text; a text that does not fit is requested once more, with the larger limit. */
const roomOf = { ideas: [2_000, 4_000], captions: [2_000, 4_000], text: [4_000, 8_000] } as const;

async function writeText(
  deps: Dependencies,
  generation: Generation & { mode: TextMode },
  { images, asking }: { images: StoredImage[]; asking: Asking },
): Promise<Made | Failed> {
  const { mode, language, prompt, model_id: modelId, provider } = generation;
  const purpose = tools[mode].makes;
  const request = {
    modelId,
    purpose,
    system: systemInstruction(mode, language),
    messages: [{ role: 'user' as const, content: prompt, images }],
    json: purpose === 'ideas',
  };
  const call = {
    generation,
    cancelledBy: generation.id,
    purpose: 'preview',
    modelId,
    estimate: estimateTextUsage(request),
    estimateOf: ({ text }: TextAnswer) => estimateTextUsage(request, text),
    mayAsk: mayAsk(deps, generation, asking),
  } as const;
  for (const maxOutputTokens of roomOf[purpose]) {
    const outcome = await callProvider(deps, call, (adapter, terms) =>
      adapter.text({ ...request, maxOutputTokens, ...terms }),
    );
    if (!outcome.ok) return failed(outcome.failure);
    const { text, isCut } = outcome.value;
    if (!isCut) return purpose === 'ideas' ? toIdeas(provider, text) : { content: text };
  }
  return { error: ourFailure(provider, 'cut_short'), isUnbilled: false };
}

/** An answer without ideas is a failure, because the client can show nothing of it. */
function toIdeas(provider: Generation['provider'], text: string): Made | Failed {
  const content = withoutFence(text);
  const ideas = parseIdeas(content);
  if (Array.isArray(ideas)) return { content };
  const code = ideas === 'none' ? 'no_ideas' : 'unreadable_ideas';
  return { error: ourFailure(provider, code), isUnbilled: false };
}

async function makeImage(
  deps: Dependencies,
  generation: Generation,
  { inputs, asking }: { inputs: StoredImage[]; asking: Asking },
): Promise<Made | Failed> {
  const { id, model_id: modelId, provider } = generation;
  const drawing = requireDrawing(deps.providers[provider]);
  const area = await loadEditArea(deps, generation, drawing, inputs[0]);
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
  const estimate = estimateImageUsage(drawing, request);
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
        return mayAsk(deps, generation, asking)();
      },
    },
    (_adapter, terms) => drawing.image({ ...request, ...terms }),
  );
  if (!outcome.ok) return failed(outcome.failure);
  const { bytes } = outcome.value;
  const original = await inspectMade(bytes, null);
  const options = {
    maxSide: generation.preview_max,
    aspectRatio: cutTo(generation),
    label: toLabel(generation, { modelId, at: new Date() }, inputs[0]?.bytes ?? null),
    mark: toMarkText(deps, generation),
  };
  const preview = await processImage('makePreview', [bytes, options]);
  if (!original.ok || !preview.ok) {
    const defect = original.ok ? 'unreadable' : original.defect;
    deps.log.warn({ generationId: id, modelId, defect }, 'the provider sent no usable image');
    return { error: ourFailure(provider, 'unfit_picture'), isUnbilled: false };
  }
  const originalKey = imageKey(id, 'original', original.mimeType);
  const previewKey = imageKey(id, 'preview', preview.mimeType);
  try {
    await deps.images.put(originalKey, bytes, original.mimeType);
    await deps.images.put(previewKey, preview.bytes, preview.mimeType);
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    // The provider was called: only the user may start another attempt.
    deps.log.error({ err: error, generationId: id }, 'failed to store a preview');
    await deps.images.delete(originalKey).catch(() => {});
    return { error: ourFailure(provider, 'not_stored'), isUnbilled: false };
  }
  return { original_key: originalKey, preview_key: previewKey };
}
