import { findTurnByRequestKey, readTurn } from '@sachet/db/chat/turns';
import type { Profile } from '@sachet/db/people/profiles';
import type { GenerationView } from '@sachet/db/studio/generations';
import { beginChatTurn, type BegunTurn } from '@sachet/flows/chat/begin-turn';
import type { Applicant } from '@sachet/shared/admission';
import type { ChatRequest } from '@sachet/shared/chat/contracts/chat';
import type { Request, Response } from 'express';
import { requireProfile } from '../identity/caller.ts';
import { toGenerationResult } from '../studio/generation-result.ts';
import { copyUploads } from './pictures.ts';
import { toTurnRefusal } from './refusals.ts';
import type { Reply } from './replies.ts';
import { readReply, sendConversation } from './read-reply.ts';
import { stopReply } from './stop-reply.ts';
import { writeReply } from './write-reply.ts';
import { openEventStream, type EventStream } from '../http/event-stream.ts';
import { refuseOtherRequest, toRequestHash } from '../http/request-hash.ts';
import type { Dependencies } from '../dependencies.ts';
import { toApplicant } from '../limits/resources.ts';
import { whenClosed } from '../limits/upload-admission.ts';
import { found, Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';

export const postChat = route('POST /api/chat', {
  async handle({ deps, caller, body, key, request, response, placesDone }) {
    const profile = await requireProfile(deps, caller);
    const { uid } = profile;
    const who = await toApplicant(deps, profile, request);
    await deps.streams.enter(who, response);
    const repeated = await findRepeated(deps, uid, body, key);
    if (repeated) return resume(deps, { id: repeated, uid }, { request, response, placesDone });

    const begun = await begin(deps, profile, { body, key, who, left: whenClosed(response) });
    if (typeof begun === 'string') {
      return resume(deps, { id: begun, uid }, { request, response, placesDone });
    }
    const { turn, reply, leave } = begun;
    const stream = openEventStream(response);
    placesDone();
    deps.streams.keep({ kind: 'chat', uid, stream });
    // The client has already left, and the provider has not been called: nothing is charged.
    if (key === null && stream.isClosed) deps.replies.stop(turn.id);
    void writeReply(deps, turn, { reply, who }).finally(leave);
    if (key === null) stopWithConnection(deps, turn, stream);
    await sendConversation(stream, turn, turn);
    await readReply(deps, { id: turn.id, uid }, { stream, from: 0 });
  },
});

function stopWithConnection(deps: Dependencies, turn: BegunTurn, stream: EventStream): void {
  stream.closed.addEventListener('abort', () => {
    if (!deps.replies.find(turn.id)) return;
    stopReply(deps, turn).catch((error: unknown) => {
      // After a refusal, the reply is written to its end and stays in its conversation.
      if (!(error instanceof Refusal)) {
        deps.log.error({ err: error, turnId: turn.id }, 'a chat reply could not be stopped');
      }
    });
  });
}

/** The id of the turn that an earlier request with this key created, if any. */
async function findRepeated(
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

/**
 * Begins a turn and returns its id, or the id of the turn that the same request has just begun on another
 * connection.
 */
async function begin(
  deps: Dependencies,
  profile: Profile,
  {
    body,
    key,
    who,
    left,
  }: { body: ChatRequest; key: string | null; who: Applicant; left: AbortSignal },
): Promise<{ turn: BegunTurn; reply: Reply; leave: () => void } | string> {
  const { replies, resources } = deps;
  const leave = await resources.replies.enter(who);
  try {
    const message = { profile, request: body, key, requestHash: toRequestHash(body) };
    const getShownText = (generation: GenerationView) => {
      const { content, previewContent } = toGenerationResult(deps, generation);
      return content ?? previewContent;
    };
    const copy = (uploadIds: readonly string[]) => copyUploads(deps, { who, left }, uploadIds);
    const begun = await beginChatTurn({ ...deps, getShownText, copyUploads: copy }, message);
    if ('refusal' in begun) throw toTurnRefusal(begun.refusal, profile);
    return { turn: begun.turn, reply: replies.begin(begun.turn.id), leave };
  } catch (error) {
    leave();
    const first = await findRepeated(deps, profile.uid, body, key);
    if (!first) throw error;
    return first;
  }
}

export const getChat = route('GET /api/chat', {
  async handle({ deps, caller, query, request, response, placesDone }) {
    const profile = await requireProfile(deps, caller);
    await deps.streams.enter(await toApplicant(deps, profile, request), response);
    await resume(deps, { id: query.turn, uid: profile.uid }, { request, response, placesDone });
  },
});

async function resume(
  deps: Dependencies,
  which: { id: string; uid: string },
  {
    request,
    response,
    placesDone,
  }: { request: Request; response: Response; placesDone: () => void },
): Promise<void> {
  const from = parseLastEventId(request);
  const { turn, conversation } = found(await readTurn(deps.db, which), 'reply');
  const stream = openEventStream(response);
  placesDone();
  deps.streams.keep({ kind: 'chat', uid: which.uid, stream });
  await sendConversation(stream, turn, conversation);
  await readReply(deps, which, { stream, from });
}

function parseLastEventId(request: Request): number {
  const text = request.get('last-event-id') || '0';
  if (!/^\d{1,9}$/.test(text)) {
    throw new Refusal('invalid', 'Last-Event-ID must be the id of a chunk.', {
      field: 'Last-Event-ID',
    });
  }
  return Number(text);
}

export const postStopChat = route('POST /api/stop-chat', {
  async handle({ deps, caller, body, response }) {
    const { uid } = await requireProfile(deps, caller);
    const { turn } = found(await readTurn(deps.db, { id: body.turnId, uid }), 'reply');
    if (turn.status === 'streaming') await stopReply(deps, turn);
    // The turn has ended in the database, but this process may still be writing its reply.
    else deps.replies.stop(body.turnId);
    response.status(204).end();
  },
});
