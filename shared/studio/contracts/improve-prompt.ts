import { z } from 'zod';
import { improvablePromptMax, promptMaxCharacters } from '../../vocabulary.ts';
import { ImageMode, Language } from '../../contracts/vocabulary.ts';

export const ImprovePromptRequest = z
  .object({
    prompt: z.string().trim().min(1, 'Enter a prompt.').max(improvablePromptMax),
    mode: ImageMode,
    language: Language,
  })
  .meta({ id: 'ImprovePromptRequest' });
export type ImprovePromptRequest = z.infer<typeof ImprovePromptRequest>;

export const ImprovedPrompt = z
  .object({ prompt: z.string().min(1).max(promptMaxCharacters) })
  .meta({ id: 'ImprovedPrompt' });
export type ImprovedPrompt = z.infer<typeof ImprovedPrompt>;
