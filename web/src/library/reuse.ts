import type { GenerationResult } from '@sachet/shared/contracts/generation';
import type { AspectRatio } from '@sachet/shared/contracts/vocabulary';
import { saveAskDraft } from '../general/ask-draft';
import { paths } from '../paths';
import { changeEditDraft } from '../photos/edit-draft';
import { saveImageDraft } from '../pictures/image-draft';
import { parsePrompt } from '../pictures/image-prompt';

/** The form that its prompt belongs into, filled in; null where a prompt is not what was typed. */
export function fillForm({
  mode,
  prompt,
  aspectRatio,
  sourceGenerationId,
}: Pick<GenerationResult, 'mode' | 'prompt' | 'sourceGenerationId'> & {
  aspectRatio: AspectRatio;
}): { path: string; fill: () => void } | null {
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
    case 'general':
      return { path: paths.askBoth, fill: () => saveAskDraft(prompt) };
    default:
      return null;
  }
}
