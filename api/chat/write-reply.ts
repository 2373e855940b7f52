/** Calls the provider, collects its text, and ends the turn with its hold. */
import { noteRefusal } from '@sachet/db/admin/notices';
import { markFirstWords, type TurnEnd } from '@sachet/db/chat/turns';
import { whenDatabaseIsBack } from '@sachet/db/connect';
import { readProfile } from '@sachet/db/people/profiles';
import type { BegunTurn } from '@sachet/flows/chat/begin-turn';
import { bookAttempts } from '@sachet/flows/models/book-call';
import { finishTurn, type BrokenReply } from '@sachet/flows/chat/chat-turn';
import { toFreeWork } from '@sachet/flows/studio/free-work';
import type { Attempt, ProviderFailure, Usage } from '@sachet/adapters/providers/provider';
import { ourFailure, storedFailure } from '@sachet/adapters/providers/stored-failure';
import { estimateTextUsage, isUnbilled } from '@sachet/adapters/providers/usage-estimate';
import { toUserDigest } from '@sachet/adapters/providers/user-digest';
import type { Applicant } from '@sachet/shared/admission';
import { freeBrokenRepliesPerDay, isInPaidBlock } from '@sachet/shared/chat/chat';
import { minuteMs } from '@sachet/shared/time';
import type { Dependencies } from '../dependencies.ts';
import { loadPictures } from './pictures.ts';
import { shutdown, type Reply } from './replies.ts';

/** A reply that takes longer fails, milliseconds. */
const replyAtMostMs = 5 * minuteMs;
const outputTokensMax = 4096;

/** How long ending a turn is retried, milliseconds: its lease has expired by then, and its hold will soon. */
const finishWithinMs = 2 * minuteMs;

/** Never rejects: in every case the reply ends and its readers are woken. */
export async function writeReply(
  deps: Dependencies,
  turn: BegunTurn,
  { reply, who }: { reply: Reply; who: Applicant },
): Promise<void> {
  try {
    // Stopped before the provider was called: nothing is charged.
    if (reply.signal.aborted) {
      const end = { ...toStoppedEnd(turn, reply), isUnbilled: true };
      return await finishTurn(deps, turn, end);
    }
    const hasPictures = turn.messages.some(({ pictureIds }) => pictureIds.length > 0);
    const ask = () => askProvider(deps, turn, reply);
    const { end, call } = await (hasPictures
      ? deps.resources.picturedReplies.run(who, undefined, ask)
      : ask());
    // A failure to record our cost must not keep the reply and its hold from ending.
    const recording = recordCall(deps, turn, call).catch((error: unknown) => {
      deps.log.error({ err: error, turnId: turn.id }, 'failed to record a provider call');
      return 0;
    });
    const finish = isBrokenOff(end, reply)
      ? async () => finishTurn(deps, turn, end, await toBrokenReply(deps, turn, await recording))
      : () => finishTurn(deps, turn, end);
    // The reply is complete: ending it waits for the database. Each statement can be repeated safely.
    await whenDatabaseIsBack(finish, {
      withinMs: finishWithinMs,
      signal: deps.replies.closing,
    });
    await recording;
  } catch (error) {
    // The lease expires, and then the next message or the sweep releases the hold.
    deps.log.error({ err: error, turnId: turn.id }, 'failed to finish a chat reply');
  } finally {
    reply.ended = true;
    reply.changed();
  }
}

/** False when this process was asked to stop: users cannot provoke that, so such a reply is always free. */
const isBrokenOff = (end: TurnEnd, { signal }: Reply): boolean =>
  end.status === 'failed' && end.content !== '' && signal.reason !== shutdown;

async function toBrokenReply(
  deps: Dependencies,
  turn: BegunTurn,
  microusd: number,
): Promise<BrokenReply> {
  const allowed = freeBrokenRepliesPerDay;
  if (!isInPaidBlock(turn.number)) return { allowed, freeWork: null };
  const profile = await readProfile(deps.db, turn.uid);
  return { allowed, freeWork: await toFreeWork(deps, profile!, { microusd, priceRupees: null }) };
}

interface Call {
  readonly attempts: readonly Attempt[];
  /** Estimated from the length of the text that arrived. */
  readonly estimate: Usage;
}

async function askProvider(
  { db, images, log, providers }: Dependencies,
  turn: BegunTurn,
  reply: Reply,
): Promise<{ end: TurnEnd; call: Call }> {
  const tooLong = AbortSignal.timeout(replyAtMostMs);
  const attempts: Attempt[] = [];
  let failure: ProviderFailure | null = null;
  let isCut = false;
  const messages = await loadPictures({ images }, turn.messages);
  const request = { modelId: turn.model_id, system: turn.system, messages };
  const stream = providers[turn.provider].streamText({
    ...request,
    purpose: 'chat',
    maxOutputTokens: outputTokensMax,
    signal: AbortSignal.any([reply.signal, tooLong]),
    userDigest: toUserDigest(turn.uid),
    onAttempt: (attempt) => attempts.push(attempt),
  });
  for await (const part of stream) {
    if (part.type === 'chunk') {
      if (reply.text === '' && isInPaidBlock(turn.number)) {
        markFirstWords(db, turn.id).catch((error: unknown) => {
          log.warn({ err: error, turnId: turn.id }, 'failed to record the first words of a reply');
        });
      }
      reply.text += part.text;
      reply.changed();
    } else if (part.type === 'failed') failure = part.failure;
    else isCut = part.isCut;
  }
  const estimate = estimateTextUsage(request, reply.text);
  return { end: toTurnEnd(turn, reply, { failure, isCut }), call: { attempts, estimate } };
}

function toTurnEnd(
  turn: BegunTurn,
  reply: Reply,
  { failure, isCut }: { failure: ProviderFailure | null; isCut: boolean },
): TurnEnd {
  const content = reply.text;
  if (!failure) return { status: 'done', content, isCut };
  if (failure.category === 'cancelled') return toStoppedEnd(turn, reply);
  // A chat shows no words in place of a reply.
  const { said: _, ...error } = storedFailure(failure);
  return { status: 'failed', content, error, isUnbilled: content === '' && isUnbilled(failure) };
}

function toStoppedEnd(turn: BegunTurn, { text: content, signal }: Reply): TurnEnd {
  if (signal.aborted && signal.reason !== shutdown) {
    return content === '' ? { status: 'cancelled' } : { status: 'stopped', content };
  }
  return { status: 'failed', content, error: ourFailure(turn.provider, 'interrupted') };
}

/** Resolves to the cost of the call in microusd. */
async function recordCall(
  { db, log }: Dependencies,
  turn: BegunTurn,
  { attempts, estimate }: Call,
): Promise<number> {
  const failure = attempts.at(-1)?.failure ?? null;
  if (failure && failure.category !== 'cancelled') {
    log[failure.cause !== null ? 'error' : 'info'](
      { turnId: turn.id, failure },
      'incomplete answer of the provider',
    );
  }
  const { provider, model_id: modelId, id: chatTurnId } = turn;
  const hasArrived = estimate.outputTokens > 0;
  const booked = { provider, modelId, purpose: 'chat', chatTurnId, estimate, hasArrived } as const;
  const microusd = await bookAttempts(db, booked, attempts);
  if (failure) await noteRefusal(db, { ...failure, modelId });
  return microusd;
}
