/** Begins a turn for a message: checks limits and price, chooses the model, inserts the rows. */
import {
  beginTurn,
  findOverLimit,
  findTurnByRequestKey,
  type NewTurn,
} from '@sachet/db/chat/turns';
import {
  readConversation,
  readTurns,
  type ChatTurn,
  type Conversation,
} from '@sachet/db/chat/conversations';
import type { FreeWork } from '@sachet/db/people/free-work';
import { readGeneration } from '@sachet/db/studio/generations';
import { newId } from '@sachet/db/ids';
import { pickModel } from '@sachet/db/models/selection';
import type { Profile } from '@sachet/db/people/profiles';
import { endAbandonedTurns, reserveBlock } from '@sachet/flows/chat-turn';
import type { TextMessage } from '@sachet/providers/provider';
import { freeReplies, repliesMax, toTitle, turnAfter } from '@sachet/shared/chat';
import { seedMaxCharacters, type ChatRequest } from '@sachet/shared/contracts/chat';
import type { Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import { estimateCostMicrousd } from '@sachet/shared/free-work';
import { chatInstruction } from '@sachet/shared/instructions';
import { paiseFromRupees } from '@sachet/shared/money';
import { chatBlockPriceRupees, rateCard } from '@sachet/shared/rate-card';
import { toFreeWork, toFreeWorkRefusal } from '../limits/free-work.ts';
import { toGenerationResult } from '../studio/generation-result.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal, toPurchaseRefusal } from '../http/refusal.ts';
import { refuseForbiddenPrompt } from '../studio/prompt-check.ts';
import { refuseOtherRequest, toRequestHash } from '../http/request-hash.ts';
import { toContext, contextTurnsMax } from './context.ts';
import { toConflictRefusal, refuseBlock, refuseOverLimit } from './refusals.ts';

/** A turn that has begun: its row is inserted, and its price reserved where it has one. */
export interface BegunTurn {
  readonly id: string;
  readonly uid: string;
  readonly conversation_id: string;
  readonly number: number;
  readonly hold_id: string | null;
  readonly price_paise: number | null;
  readonly model_id: string;
  readonly model_label: string;
  readonly kept_from_turn_id: string | null;
  readonly provider: Provider;
  readonly title: string;
  readonly walletId: string;
  readonly system: string;
  readonly messages: TextMessage[];
}

/** The id of the turn that the same key had begun before, if any. */
export async function findRepeated(
  { db }: Dependencies,
  uid: string,
  request: ChatRequest,
  key: string | null,
): Promise<string | null> {
  const earlier = key && (await findTurnByRequestKey(db, { uid, key }));
  if (!earlier) return null;
  refuseOtherRequest(earlier, toRequestHash(request));
  return earlier.id;
}

export async function beginChatTurn(
  deps: Dependencies,
  profile: Profile,
  request: ChatRequest,
  key: string | null,
): Promise<BegunTurn> {
  const conversation = await findConversation(deps, profile.uid, request);
  const number = conversation?.turn_count ?? 0;
  if (number >= repliesMax) {
    throw new Refusal('wrong_state', 'This conversation is full. Start a new one.');
  }
  const { block, opensBlock } = turnAfter(number);
  const limits = toLimits(deps);
  // Before any work on the message; the statement that begins a free turn checks again under a lock.
  refuseOverLimit(
    await findOverLimit(deps.db, { uid: profile.uid, isFree: block === 0, freeReplies }, limits),
  );
  const price = opensBlock ? chatBlockPriceRupees(request.provider) : null;
  if (price !== null) refuseBlock(profile, request.blockPrice, price);
  await refuseForbiddenPrompt(deps, request.prompt);
  const { rows, messages, microusd } = await prepareRows(deps, profile, request, {
    conversation,
    number,
    price,
    tier: block > 0 ? 'quality' : 'speed',
    key,
  });
  const priceRupees = chatBlockPriceRupees(request.provider);
  const freeWork = block === 0 ? await toFreeWork(deps, profile, { microusd, priceRupees }) : null;
  try {
    await insertRows(deps, profile, rows, freeWork);
  } catch (error) {
    throw toConflictRefusal(error);
  }
  return {
    ...rows.turn,
    provider: request.provider,
    title: conversation?.title ?? rows.conversation!.title,
    walletId: profile.wallet_id,
    system: chatInstruction(request.language),
    messages,
  };
}

type Rows = NewTurn & { turn: Omit<BegunTurn, keyof NotInRow> };
type NotInRow = Pick<BegunTurn, 'provider' | 'title' | 'walletId' | 'system' | 'messages'>;

/** The rows to insert, the messages for the model, and the estimated cost of its reply. */
async function prepareRows(
  deps: Dependencies,
  { uid }: Profile,
  request: ChatRequest,
  given: {
    conversation: Conversation | null;
    number: number;
    price: number | null;
    tier: Quality;
    key: string | null;
  },
): Promise<{ rows: Rows; messages: TextMessage[]; microusd: number }> {
  const { db } = deps;
  const { conversation, price, tier } = given;
  const model = await pickModel(db, {
    provider: request.provider,
    capability: 'text',
    tier,
    purpose: `text_${tier}`,
  });
  if (!model)
    throw new Refusal(
      'unavailable',
      'This provider has no suitable model right now. Try the other one.',
    );

  const id = newId('turn');
  const conversationId = conversation?.id ?? newId('con');
  const writer = { model_id: model.id, model_label: model.label };
  const seed = await prepareSeed(deps, request, { conversationId, uid });
  const earlier = conversation
    ? await readTurns(db, { conversationId, limit: contextTurnsMax })
    : [];
  const context = toContext(seed ? [seed] : earlier, {
    turnId: id,
    prompt: request.prompt,
    hasEarlier: earlier.length === contextTurnsMax,
  });
  const { provider, language, prompt } = request;
  const turn = {
    id,
    conversation_id: conversationId,
    uid,
    number: given.number,
    prompt,
    ...writer,
    hold_id: price === null ? null : id.replace('turn_', 'hold_'),
    price_paise: price === null ? null : paiseFromRupees(price),
    rate_card_version: rateCard.version,
    kept_from_turn_id: context.keptFromTurnId,
    idempotency_key: given.key,
    request_hash: toRequestHash(request),
  };
  const title = toTitle(seed?.prompt || prompt);
  const fresh = { id: conversationId, uid, provider, language, title, ...writer };
  const rows = { conversation: conversation ? null : fresh, seed, turn };
  const { messages } = context;
  const inputText = messages.map(({ content }) => content).join('');
  const call = { makes: 'text', inputText, inputImages: 0 } as const;
  return { rows, messages, microusd: estimateCostMicrousd(model, call) };
}

/** A reply that opens a block is inserted in the transaction that reserves its price. */
async function insertRows(
  deps: Dependencies,
  profile: Profile,
  rows: Rows,
  /** Null in a paid block. */
  freeWork: FreeWork | null,
): Promise<void> {
  const { hold_id: holdId, price_paise: amountPaise } = rows.turn;
  if (holdId === null || amountPaise === null) {
    const limits = toLimits(deps);
    const begun = await beginTurn(deps.db, rows, { freeWork, freeReplies, limits });
    if (typeof begun === 'object') throw toFreeWorkRefusal(profile, begun.usedUp);
    return refuseOverLimit(begun);
  }
  const refusal = await reserveBlock(deps, profile, rows, { holdId, amountPaise });
  if (refusal) throw toPurchaseRefusal(refusal, profile);
}

const toLimits = ({ settings }: Dependencies) => ({
  perMinute: settings.limits.chatRepliesPerMinute,
  freePerDay: settings.limits.freeRepliesPerDay,
  atOnce: settings.limits.chatRepliesAtOnce,
});

async function findConversation(
  { db, ledger }: Dependencies,
  uid: string,
  { conversationId, provider }: ChatRequest,
): Promise<Conversation | null> {
  if (!conversationId) return null;
  const which = { conversationId, limit: 1, actor: 'api' };
  await endAbandonedTurns({ db, ledger }, which);
  const found = await readConversation(db, { id: conversationId, uid });
  if (!found) throw new Refusal('not_found', 'Conversation not found.');
  if (found.provider !== provider) {
    throw new Refusal('invalid', 'This conversation belongs to the other provider.', {
      field: 'provider',
    });
  }
  return found;
}

/** The row of the result that the conversation continues from. */
async function prepareSeed(
  deps: Dependencies,
  request: ChatRequest,
  { conversationId, uid }: { conversationId: string; uid: string },
) {
  const seed = await findSeed(deps, request, uid);
  return (
    seed && {
      ...seed,
      id: newId('turn'),
      conversation_id: conversationId,
      uid,
      number: null,
      status: 'seed' as const,
      rate_card_version: rateCard.version,
    }
  );
}

type Seed = Pick<ChatTurn, 'prompt' | 'content' | 'model_id' | 'model_label'>;

async function findSeed(
  deps: Dependencies,
  { seedGenerationId, seedAssistant, seedPrompt }: ChatRequest,
  uid: string,
): Promise<Seed | null> {
  if (seedGenerationId) {
    const generation = await readGeneration(deps.db, { id: seedGenerationId, uid });
    if (!generation) throw new Refusal('not_found', 'Generation not found.');
    const { prompt, content, previewContent } = toGenerationResult(deps, generation);
    const shown = content ?? previewContent;
    if (shown === null)
      throw new Refusal('wrong_state', 'This result has no text to continue from.');
    const { model_id, model_label } = generation;
    return { prompt, content: shown.slice(0, seedMaxCharacters), model_id, model_label };
  }
  if (!seedAssistant) return null;
  const unknown = { model_id: null, model_label: null };
  return { prompt: seedPrompt || null, content: seedAssistant, ...unknown };
}
