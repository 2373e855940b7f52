/** The result that a conversation continues from, as its first turn. */
import type { Kysely } from 'kysely';
import type { ChatTurn } from '@sachet/db/chat/conversations';
import { newId } from '@sachet/db/ids';
import { readGeneration, type GenerationView } from '@sachet/db/studio/generations';
import type { Database } from '@sachet/db/tables';
import { seedMaxCharacters, type ChatRequest } from '@sachet/shared/chat/contracts/chat';
import { rateCard } from '@sachet/shared/models/rate-card';

export interface SeedContext {
  readonly db: Kysely<Database>;
  /** The text of a generation that its owner may read; null if it has no text. */
  getShownText(generation: GenerationView): string | null;
}

/** The row of the result that the conversation continues from. */
export async function prepareSeed(
  deps: SeedContext,
  request: ChatRequest,
  { conversationId, uid }: { conversationId: string; uid: string },
) {
  const seed = await findSeed(deps, request, uid);
  if (seed === null || typeof seed === 'string') return seed;
  return {
    ...seed,
    id: newId('turn'),
    conversation_id: conversationId,
    uid,
    number: null,
    status: 'seed' as const,
    rate_card_version: rateCard.version,
  };
}

type Seed = Pick<ChatTurn, 'prompt' | 'content' | 'model_id' | 'model_label'>;

async function findSeed(
  deps: SeedContext,
  { seedGenerationId, seedAssistant, seedPrompt }: ChatRequest,
  uid: string,
): Promise<Seed | null | 'no_generation' | 'no_text'> {
  if (seedGenerationId) {
    const generation = await readGeneration(deps.db, { id: seedGenerationId, uid });
    if (!generation) return 'no_generation';
    const shown = deps.getShownText(generation);
    if (shown === null) return 'no_text';
    const { prompt, model_id, model_label } = generation;
    return { prompt, content: shown.slice(0, seedMaxCharacters), model_id, model_label };
  }
  if (!seedAssistant) return null;
  const unknown = { model_id: null, model_label: null };
  return { prompt: seedPrompt || null, content: seedAssistant, ...unknown };
}
