/**
 * Begins the turn of a message (`chat-turn.ts`, step 1): checks limits and price, chooses the model, and
 * inserts the rows, with the hold of the block that the reply opens.
 */
import {
  beginTurn,
  findOverLimit,
  type ChatLimits,
  type NewTurn,
  type OverLimit,
} from '@sachet/db/chat/turns';
import {
  readConversation,
  readTurns,
  type ChatTurn,
  type Conversation,
} from '@sachet/db/chat/conversations';
import { discardChatPictures } from '@sachet/db/chat/pictures';
import { violatedConstraint } from '@sachet/db/constraint';
import { newId } from '@sachet/db/ids';
import type { Ledger } from '@sachet/db/ledger/ledger';
import { pickModel } from '@sachet/db/models/selection';
import type { FreeWork } from '@sachet/db/studio/free-work';
import type { Profile } from '@sachet/db/people/profiles';
import type { FreeWorkShare } from '@sachet/db/tables';
import { freeReplies, repliesMax, toTitle, turnAfter } from '@sachet/shared/chat/chat';
import { isConfigured } from '@sachet/shared/configuration/configured-providers';
import type { ChatRequest } from '@sachet/shared/chat/contracts/chat';
import type { Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import { estimateCostMicrousd } from '@sachet/shared/studio/free-work';
import { chatInstruction } from '@sachet/shared/studio/instructions';
import type { RefusalCode } from '@sachet/shared/ledger/command';
import { paiseFromRupees } from '@sachet/shared/money';
import { chatBlockPriceRupees, rateCard } from '@sachet/shared/models/rate-card';
import { contextTurnsMax, toContext, type ContextMessage } from './chat-context.ts';
import { endAbandonedTurns, reserveBlock } from './chat-turn.ts';
import { prepareSeed, type SeedContext } from './chat-seed.ts';
import { isUnverifiedSpender, toFreeWork, type FreeWorkContext } from '../studio/free-work.ts';
import { isForbiddenPrompt, type PromptCheckContext } from '../moderation/prompt-check.ts';

interface Dependencies extends PromptCheckContext, SeedContext {
  readonly ledger: Ledger;
  readonly settings: FreeWorkContext['settings'] & PromptCheckContext['settings'];
  /** Stores copies of the uploads and returns their ids; null if an upload no longer exists. */
  copyUploads(uploadIds: readonly string[]): Promise<string[] | null>;
}

/** A turn that has begun: its row is inserted, and its price, if any, is reserved. */
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
  readonly wallet_id: string;
  readonly system: string;
  readonly messages: readonly ContextMessage[];
}

export type TurnRefusal =
  | 'no_conversation'
  | 'other_provider'
  /** The conversation has reached the maximum number of replies. */
  | 'full'
  | OverLimit
  | 'unverified'
  /** The block's price differs from the price that the caller was shown. */
  | { readonly priceRupees: number }
  | 'prompt_forbidden'
  | 'no_model'
  | 'no_generation'
  | 'no_text'
  | 'no_upload'
  /** The turn to replace is not the last counted one: another message came first. */
  | 'not_last'
  | { readonly usedUp: FreeWorkShare }
  /** Another request was first, from another tab or the same tab. */
  | 'turn_under_way'
  | 'key_reused'
  | { readonly ledger: RefusalCode };

export interface Message {
  readonly profile: Profile;
  readonly request: ChatRequest;
  readonly key: string | null;
  /** Detects whether a repeated key has the same request. */
  readonly requestHash: Buffer;
}

export async function beginChatTurn(
  deps: Dependencies,
  message: Message,
): Promise<{ readonly turn: BegunTurn } | { readonly refusal: TurnRefusal }> {
  const { db } = deps;
  const { profile, request } = message;
  const conversation = await findConversation(deps, profile.uid, request);
  if (typeof conversation === 'string') return { refusal: conversation };
  if (!isConfigured(deps.settings, request.provider)) return { refusal: 'no_model' };
  const number = conversation?.turn_count ?? 0;
  if (number >= repliesMax) return { refusal: 'full' };
  const { block, opensBlock } = turnAfter(number);
  // Checked before any work on the message; the statement that begins a free turn checks again under a lock.
  const sender = { uid: profile.uid, isFree: block === 0, freeReplies };
  const over = await findOverLimit(db, sender, toLimits(deps));
  if (over) return { refusal: over };
  const priceRupees = chatBlockPriceRupees(request.provider);
  if (opensBlock && isUnverifiedSpender(profile)) return { refusal: 'unverified' };
  // A request without a price pays the listed one.
  const shownRupees = request.blockPrice ?? priceRupees;
  if (opensBlock && shownRupees !== priceRupees) return { refusal: { priceRupees } };
  if (await isForbiddenPrompt(deps, request.prompt)) return { refusal: 'prompt_forbidden' };
  const prepared = await prepareRows(deps, message, {
    conversation,
    number,
    price: opensBlock ? priceRupees : null,
    tier: block > 0 ? 'quality' : 'speed',
  });
  if (typeof prepared === 'string') return { refusal: prepared };
  const { rows, messages, microusd } = prepared;
  const begin = async (): Promise<TurnRefusal | null> => {
    const work = { microusd, priceRupees };
    const freeWork = block === 0 ? await toFreeWork(deps, profile, work) : null;
    return insertRows(deps, profile, rows, freeWork).catch(toConflict);
  };
  const discard = () => discardChatPictures(db, rows.newPictures);
  const refusal = await begin().catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  if (refusal) {
    await discard();
    return { refusal };
  }
  const turn = {
    ...rows.turn,
    provider: request.provider,
    title: conversation?.title ?? rows.conversation!.title,
    wallet_id: profile.wallet_id,
    system: chatInstruction(request.language),
    messages,
  };
  return { turn };
}

function toConflict(error: unknown): TurnRefusal {
  switch (violatedConstraint(error)) {
    case 'chat_turn_number':
      return 'turn_under_way';
    case 'chat_turn_request':
      return 'key_reused';
    // Deleted in the meantime.
    case 'conversation_there':
      return 'no_conversation';
    default:
      throw error;
  }
}

type Rows = NewTurn & { turn: Omit<BegunTurn, keyof NotInRow> };
type NotInRow = Pick<BegunTurn, 'provider' | 'title' | 'wallet_id' | 'system' | 'messages'>;
type Unprepared = 'no_model' | 'no_generation' | 'no_text' | 'no_upload' | 'not_last';

/** The rows to insert, the messages for the model, and the estimated cost of its reply. */
async function prepareRows(
  deps: Dependencies,
  { profile: { uid }, request, key, requestHash }: Message,
  given: {
    conversation: Conversation | null;
    number: number;
    price: number | null;
    tier: Quality;
  },
): Promise<{ rows: Rows; messages: ContextMessage[]; microusd: number } | Unprepared> {
  const { db } = deps;
  const { conversation, price, tier } = given;
  const id = newId('turn');
  const conversationId = conversation?.id ?? newId('con');
  const seed = await prepareSeed(deps, request, { conversationId, uid });
  if (typeof seed === 'string') return seed;
  const earlier = conversation
    ? await readTurns(db, { conversationId, limit: contextTurnsMax })
    : [];
  const replaced = findReplaced(earlier, request, given);
  if (replaced === 'not_last') return replaced;
  const newPictures = await deps.copyUploads(request.uploadIds);
  if (newPictures === null) return 'no_upload';
  const pictureIds = replaced?.picture_ids ?? newPictures;
  const context = toContext(
    seed ? [{ ...seed, replaces_turn_id: null, picture_ids: [] }] : earlier,
    {
      turnId: id,
      prompt: request.prompt,
      pictureIds,
      replacesTurnId: replaced?.id ?? null,
      hasEarlier: earlier.length === contextTurnsMax,
    },
  );
  const { messages } = context;
  const inputImages = messages.reduce((sum, message) => sum + message.pictureIds.length, 0);
  const capability = inputImages > 0 ? 'vision' : 'text';
  const model = await pickModel(db, {
    provider: request.provider,
    capability,
    tier,
    purpose: `${capability}_${tier}`,
  });
  if (!model) {
    await discardChatPictures(db, newPictures);
    return 'no_model';
  }
  const writer = { model_id: model.id, model_label: model.label };
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
    replaces_turn_id: replaced?.id ?? null,
    picture_ids: [...pictureIds],
    idempotency_key: key,
    request_hash: requestHash,
  };
  const title = toTitle(seed?.prompt || prompt);
  const fresh = { id: conversationId, uid, provider, language, title, ...writer };
  const rows = { conversation: conversation ? null : fresh, seed, turn, newPictures };
  const inputText = messages.map(({ content }) => content).join('');
  const call = { makes: 'text', inputText, inputImages } as const;
  return { rows, messages, microusd: estimateCostMicrousd(model, call) };
}

/**
 * The turn whose place the new one takes; null if the request names none. Only the last counted turn, or an
 * attempt that has failed after it, can be replaced, so a second press of the same button is refused once
 * the first one counts.
 */
function findReplaced(
  earlier: readonly ChatTurn[],
  { replacesTurnId }: ChatRequest,
  { number }: { number: number },
): ChatTurn | null | 'not_last' {
  if (!replacesTurnId) return null;
  const isLast = (turn: ChatTurn) =>
    turn.status === 'failed'
      ? turn.number === number
      : turn.number === number - 1 && (turn.status === 'done' || turn.status === 'stopped');
  return earlier.find((turn) => turn.id === replacesTurnId && isLast(turn)) ?? 'not_last';
}

/** A reply that opens a block is inserted in the transaction that reserves its price. */
async function insertRows(
  deps: Dependencies,
  profile: Profile,
  rows: Rows,
  /** Null in a paid block. */
  freeWork: FreeWork | null,
): Promise<TurnRefusal | null> {
  const { hold_id: holdId, price_paise: amountPaise } = rows.turn;
  if (holdId === null || amountPaise === null) {
    const limits = toLimits(deps);
    const begun = await beginTurn(deps.db, rows, { freeWork, freeReplies, limits });
    return begun === 'begun' ? null : begun;
  }
  const refusal = await reserveBlock(deps, profile, rows, { holdId, amountPaise });
  return refusal && { ledger: refusal };
}

const toLimits = ({ settings }: Dependencies): ChatLimits => ({
  perMinute: settings.limits.chatRepliesPerMinute,
  freePerDay: settings.limits.freeRepliesPerDay,
  atOnce: settings.limits.chatRepliesAtOnce,
});

async function findConversation(
  { db, ledger }: Dependencies,
  uid: string,
  { conversationId, provider }: ChatRequest,
): Promise<Conversation | null | 'no_conversation' | 'other_provider'> {
  if (!conversationId) return null;
  await endAbandonedTurns({ db, ledger }, { conversationId, limit: 1, actor: 'api' });
  const found = await readConversation(db, { id: conversationId, uid });
  if (!found) return 'no_conversation';
  return found.provider === provider ? found : 'other_provider';
}
