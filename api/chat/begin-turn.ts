/** Turns a message into a turn that may be written: its limits, its price, its model, its row. */
import { createHash } from 'node:crypto';
import { endAbandonedTurns } from '@sachet/db/abandoned-turns';
import {
  beginTurn,
  beginTurnStatements,
  findOverLimit,
  findTurnByRequestKey,
  type NewTurn,
  type OverLimit,
} from '@sachet/db/chat-turns';
import { readConversation, readTurns, type Conversation } from '@sachet/db/conversations';
import { newId } from '@sachet/db/ids';
import { pickModel } from '@sachet/db/models';
import type { Profile } from '@sachet/db/people';
import type { TextMessage } from '@sachet/providers/provider';
import { ourFailure } from '@sachet/providers/stored-failure';
import { freeReplies, repliesMax, titleOf, turnAfter } from '@sachet/shared/chat';
import type { ChatRequest } from '@sachet/shared/contracts/chat';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { chatInstruction } from '@sachet/shared/instructions';
import { formatPrice, paiseFromRupees } from '@sachet/shared/money';
import { chatBlockPriceRupees, rateCard } from '@sachet/shared/rate-card';
import { refuseUnverifiedSpender } from '../access.ts';
import type { Parts } from '../parts.ts';
import { Refusal, refusalOfSpending } from '../refusal.ts';
import { contextOf, contextTurnsMax } from './context.ts';

/** A turn that has begun: its row stands, and its money is reserved where it costs any. */
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

/** How long the price of a block may stay reserved, milliseconds: longer than any reply may take. */
const holdLastsMs = 10 * 60 * 1000;

/** The id of the turn that the same key had begun before, if any. */
export async function findRepeated(
  { db }: Parts,
  uid: string,
  order: ChatRequest,
  key: string | null,
): Promise<string | null> {
  const again = key && (await findTurnByRequestKey(db, { uid, key }));
  if (!again) return null;
  if (!again.request_hash?.equals(hashOf(order))) throw keyConflict();
  return again.id;
}

export async function beginChatTurn(
  parts: Parts,
  profile: Profile,
  order: ChatRequest,
  key: string | null,
): Promise<BegunTurn> {
  const { db, ledger, settings } = parts;
  const conversation = await findConversation(parts, profile.uid, order);
  const number = conversation?.turn_count ?? 0;
  if (number >= repliesMax) {
    throw new Refusal('wrong_state', 'This conversation is full. Please start a new one.');
  }
  const { block, opensBlock } = turnAfter(number);
  const price = opensBlock ? chatBlockPriceRupees(order.provider) : null;
  if (price !== null) refuseBlock(profile, order, price);

  const tier = block > 0 ? 'quality' : 'speed';
  const model = await pickModel(db, {
    provider: order.provider,
    capability: 'text',
    tier,
    purpose: `text_${tier}`,
  });
  if (!model) throw new Refusal('unavailable', 'This provider has no model for that right now.');

  const id = newId('turn');
  const conversationId = conversation?.id ?? newId('con');
  const holdId = price === null ? null : id.replace('turn_', 'hold_');
  const written = { model_id: model.id, model_label: model.label };
  const seed = seedOf(order, { conversationId, uid: profile.uid, ...written });
  const earlier = conversation
    ? await readTurns(db, { conversationId, limit: contextTurnsMax })
    : [];
  const context = contextOf(seed ? [seed] : earlier, {
    turnId: id,
    prompt: order.prompt,
    hasEarlier: earlier.length === contextTurnsMax,
  });
  const turn = {
    id,
    conversation_id: conversationId,
    uid: profile.uid,
    number,
    prompt: order.prompt,
    ...written,
    hold_id: holdId,
    price_paise: price === null ? null : paiseFromRupees(price),
    rate_card_version: rateCard.version,
    kept_from_turn_id: context.keptFromTurnId,
    idempotency_key: key,
    request_hash: hashOf(order),
  };
  const title = conversation?.title ?? titleOf(order.seedPrompt ?? order.prompt);
  const fresh: NewTurn['conversation'] = conversation
    ? null
    : {
        id: conversationId,
        uid: profile.uid,
        provider: order.provider,
        language: order.language,
        title,
        ...written,
      };
  const limits = {
    perMinute: settings.CHAT_REPLIES_PER_MINUTE,
    freePerDay: settings.FREE_REPLIES_PER_DAY,
    atOnce: settings.CHAT_REPLIES_AT_ONCE,
  };
  const begun: NewTurn = { conversation: fresh, seed, turn };
  const given = { isFree: block === 0, freeReplies, limits };
  try {
    if (holdId === null) {
      refuseOverLimit(await beginTurn(db, begun, given));
    } else {
      refuseOverLimit(await findOverLimit(db, { uid: profile.uid, ...given }, limits));
      const outcome = await ledger.append(
        {
          type: 'PlaceHold',
          walletId: profile.wallet_id,
          idempotencyKey: `hold:${holdId}`,
          actor: `user:${profile.uid}`,
          holdId,
          amountPaise: turn.price_paise!,
          tool: 'chat',
          memberUid: profile.uid,
          conversationId,
          expiresAtMs: Date.now() + holdLastsMs,
        },
        beginTurnStatements(db, begun),
      );
      if (!outcome.ok) {
        throw refusalOfSpending(
          outcome.refusal,
          profile.account_type === 'organization' ? 'organization' : 'user',
        );
      }
    }
  } catch (error) {
    throw refusalOfSecond(error);
  }
  return {
    ...turn,
    provider: order.provider,
    title,
    walletId: profile.wallet_id,
    system: chatInstruction(order.language),
    messages: context.messages,
  };
}

async function findConversation(
  { db, ledger }: Parts,
  uid: string,
  { conversationId, provider }: ChatRequest,
): Promise<Conversation | null> {
  if (!conversationId) return null;
  const which = { conversationId, limit: 1, actor: 'api' };
  await endAbandonedTurns({ db, ledger }, which, (turn) =>
    ourFailure(turn.provider, 'interrupted'),
  );
  const found = await readConversation(db, { id: conversationId, uid });
  if (!found) throw new Refusal('not_found', 'There is no such conversation.');
  if (found.provider !== provider) {
    throw new Refusal('invalid', 'This conversation is with the other provider.', {
      field: 'provider',
    });
  }
  return found;
}

function refuseBlock(profile: Profile, { blockPrice }: ChatRequest, price: number): void {
  refuseUnverifiedSpender(profile);
  if (blockPrice != null && blockPrice !== price) {
    throw new Refusal('wrong_state', `The next 5 replies cost ${formatPrice(price)}.`);
  }
}

function seedOf(
  { seedAssistant, seedPrompt }: ChatRequest,
  given: { conversationId: string; uid: string; model_id: string; model_label: string },
) {
  if (!seedAssistant) return null;
  const { conversationId, ...rest } = given;
  return {
    id: newId('turn'),
    conversation_id: conversationId,
    ...rest,
    number: null,
    status: 'seed' as const,
    prompt: seedPrompt || null,
    content: seedAssistant,
    rate_card_version: rateCard.version,
  };
}

function refuseOverLimit(over: OverLimit | 'begun' | null): void {
  switch (over) {
    case null:
    case 'begun':
      return;
    case 'over_at_once':
      throw new Refusal('rate_limited', 'Please wait until your other replies are written.', {
        retryAfterSeconds: 5,
      });
    case 'over_minute':
      throw new Refusal('rate_limited', 'Too many messages at once. Please wait a minute.', {
        retryAfterSeconds: 60,
      });
    case 'over_day':
      throw new Refusal('rate_limited', "You have used today's free replies.", {
        retryAfterSeconds: 60 * 60,
      });
    default:
      throw over satisfies never;
  }
}

/** Somebody was quicker: another tab with this reply, or the same request. */
function refusalOfSecond(error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  if (code !== '23505') return error;
  if (constraint === 'chat_turn_number') {
    return new Refusal('wrong_state', 'A reply is being written in this conversation already.');
  }
  return keyConflict();
}

const keyConflict = () =>
  new Refusal('idempotency_conflict', 'This key was used for another request.');

function hashOf(order: ChatRequest): Buffer {
  return createHash('sha256').update(JSON.stringify(order)).digest();
}
