/** Checks whether a provider's picture matches the order, and decides how it is cut and marked. */
import type { Generation } from '@sachet/db/studio/generations';
import type { MarkText } from '@sachet/adapters/images/mark';
import { processImage } from '@sachet/adapters/images/process-image';
import type { ImageMimeType } from '@sachet/adapters/images/store';
import type { ImageRequest } from '@sachet/adapters/providers/provider';
import { isEdit } from '@sachet/shared/tools';
import type { WorkerEnvironment } from '@sachet/shared/configuration/environment';

/** A provider's nearest size may be somewhat smaller than the ordered size. */
const sizeShareMin = 0.9;
/**
 * Standard ratios differ from the ordered ratio by less than this factor, such as 3:2 from 16:9; then the
 * picture is cropped.
 */
const ratioFactorMax = 1.4;
/** No provider draws smaller pictures; anything smaller is a broken result. */
const sideMin = 256;

export type MadePicture =
  | { ok: true; mimeType: ImageMimeType; width: number; height: number }
  | { ok: false; defect: 'unreadable' | 'empty' | 'small' | 'other_ratio' };

/**
 * The type is read from the bytes because the label may be wrong. `ordered` is null for a preview, which may
 * have any size.
 */
export async function inspectMade(
  bytes: Uint8Array,
  ordered: Pick<ImageRequest, 'aspectRatio' | 'size'> | null,
): Promise<MadePicture> {
  const found = await processImage('inspect', [bytes]);
  if (!found.ok) return { ok: false, defect: 'unreadable' };
  const { width, height, mimeType } = found;
  if (found.isEmpty) return { ok: false, defect: 'empty' };
  const longestSide = Math.max(width, height);
  const leastSide = ordered ? Math.max(sideMin, sizeShareMin * ordered.size) : sideMin;
  if (longestSide < leastSide) return { ok: false, defect: 'small' };
  if (ordered && differs(ordered.aspectRatio, width / height)) {
    return { ok: false, defect: 'other_ratio' };
  }
  return { ok: true, mimeType, width, height };
}

function differs(ordered: string, ratio: number): boolean {
  const [across, down] = ordered.split(':').map(Number) as [number, number];
  const factor = across / down / ratio;
  return Math.max(factor, 1 / factor) > ratioFactorMax;
}

/** The text of the visible label on a picture for this person; null for no label. */
export function toMarkText(
  { aiMark }: { readonly aiMark: WorkerEnvironment['AI_MARK'] },
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
  return isEdit(mode) ? undefined : aspect_ratio;
}
