import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import { isPaidTextMode } from '@sachet/shared/tools';
import { saveTextDraft } from '../form/draft';
import { paths } from '../../../app/base/paths';
import { changeEditDraft } from '../photos/edit-draft';
import { parsePrompt, saveImageDraft } from '../pictures/image-prompt';

/**
 * Fills the form that the prompt came from. Returns null for a mode whose prompt differs from what the user
 * typed.
 */
export function fillForm({
  mode,
  prompt,
  aspectRatio,
  sourceGenerationId,
}: Pick<GenerationResult, 'mode' | 'prompt' | 'sourceGenerationId'> & {
  aspectRatio: AspectRatio;
}): { path: string; fill: () => void } | null {
  if (isPaidTextMode(mode)) {
    return { path: paths.form(mode), fill: () => saveTextDraft(mode, prompt) };
  }
  switch (mode) {
    case 'image':
      return {
        path: paths.mode(mode),
        fill: () => saveImageDraft({ ...parsePrompt(prompt), aspectRatio }),
      };
    case 'edit_image':
      return {
        path: paths.mode(mode),
        fill: () =>
          changeEditDraft({
            prompt,
            ...(sourceGenerationId && {
              source: { kind: 'result', generationId: sourceGenerationId } as const,
            }),
          }),
      };
    case 'instagram':
    case 'instagram_ideas':
      return null;
    default:
      return mode satisfies never;
  }
}
