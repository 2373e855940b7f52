import {
  cancelGeneration,
  deleteGeneration,
  listGenerations,
  readGeneration,
  restoreGeneration,
  type GenerationView,
} from '@sachet/db/studio/generations';
import type { Profile } from '@sachet/db/people/profiles';
import { cancelUnlock } from '@sachet/flows/studio/cancelling';
import { startGeneration, type StartRefusal } from '@sachet/flows/studio/start-generation';
import { failureText } from '@sachet/shared/studio/failure';
import { isImageMode } from '@sachet/shared/tools';
import { refuseUnverifiedSpender } from '../identity/access.ts';
import { requireProfile } from '../identity/caller.ts';
import { refuseWithoutFreeCancel } from '../limits/free-cancels.ts';
import { toGenerationResult } from './generation-result.ts';
import type { Dependencies } from '../dependencies.ts';
import { AfterId, pageTokens, splitPage } from '../http/page-token.ts';
import {
  found,
  keyConflict,
  noModel,
  promptRefused,
  toSpendingRefusal,
  Refusal,
} from '../http/refusal.ts';
import { ok, route, reply } from '../http/route.ts';
import { dropInputImage, storeInputImage } from './input-image.ts';
import { toFreeWorkRefusal } from '../limits/free-work.ts';
import { toApplicant } from '../limits/resources.ts';
import { toRequestHash } from '../http/request-hash.ts';
import { admitPhoto, announcedBytes, whenClosed } from '../limits/upload-admission.ts';
import { isAboutGeneration, waitUntil } from '../http/waiting.ts';

/** An image of 1 MiB in base64, and a prompt. Larger images are sent to `/api/upload`. */
const bodyLimit = 4 * Math.ceil((1024 * 1024) / 3) + 64 * 1024;
/** A body up to this size has no image, and needs no admission. */
const plainBytesMax = 64 * 1024;

export const postGenerate = route('POST /api/generate', {
  weight: 4,
  bodyLimit,
  async admitBody(given) {
    const bytes = announcedBytes(given.request);
    if (bytes !== null && bytes <= plainBytesMax) return () => {};
    return (await admitPhoto(given, 'jsonBodies', bodyLimit)).done;
  },
  async handle({ deps, caller, body, key, isAsync, request, response, bodyDone }) {
    const profile = await requireProfile(deps, caller);
    if (isImageMode(body.mode)) refuseUnverifiedSpender(profile);
    const { image, ...withoutImage } = body;
    const { wallet_id: walletId } = profile;
    const who = await toApplicant(deps, profile, request);
    const left = whenClosed(response);
    const started = await startGeneration(deps, {
      profile,
      class: who.class,
      request: body,
      key,
      requestHash: toRequestHash(withoutImage, image),
      storeInput: (generationId) =>
        storeInputImage(deps, { generationId, who, walletId, request: body, left }),
      dropInput: (input) => dropInputImage(deps, who.uid, input),
    });
    if ('refusal' in started) throw toStartRefusal(started.refusal, profile);
    const generationId = started.id;
    bodyDone();
    const read = () => requireGeneration(deps, { id: generationId, uid: caller.uid });
    if (isAsync) {
      return reply(202, toGenerationResult(deps, await read()));
    }
    const generation = await waitUntil({
      live: deps.live,
      response,
      isAbout: isAboutGeneration(generationId),
      read,
      isDone: ({ status }) => status !== 'queued' && status !== 'running',
    });
    return toReply(deps, generation);
  },
});

function toReply(deps: Dependencies, generation: GenerationView) {
  const body = toGenerationResult(deps, generation);
  switch (generation.status) {
    case 'ready':
      return ok(body);
    case 'cancelled':
      return reply(502, { ...body, error: failureText.cancelled, code: 'generation_failed' });
    case 'failed':
      // docs/product.md, API: the body of an error may also be a result.
      return reply(502, { ...body, code: 'generation_failed' });
    default:
      return reply(202, body);
  }
}

async function requireGeneration(
  { db }: Dependencies,
  which: { id: string; uid: string },
): Promise<GenerationView> {
  const generation = found(await readGeneration(db, which), 'generation');
  return generation;
}

export const getGeneration = route('GET /api/generation', {
  async handle({ deps, caller, query }) {
    const { uid } = await requireProfile(deps, caller);
    return ok(toGenerationResult(deps, await requireGeneration(deps, { id: query.id, uid })));
  },
});

export const postCancelGeneration = route('POST /api/cancel-generation', {
  async handle({ deps, caller, body }) {
    const { uid } = await requireProfile(deps, caller);
    const which = { id: body.generationId, uid };
    const generation = await requireGeneration(deps, which);
    const cancelled =
      generation.unlock_status === 'pending'
        ? await cancelPendingUnlock(deps, generation)
        : await cancelGeneration(deps.db, which);
    if (!cancelled) throw new Refusal('wrong_state', 'There is nothing left to cancel.');
    return ok(toGenerationResult(deps, await requireGeneration(deps, which)));
  },
});

async function cancelPendingUnlock(
  { db, ledger, settings }: Dependencies,
  { unlock_hold_id: holdId, uid, provider }: GenerationView,
): Promise<boolean> {
  const allowed = settings.limits.freeCancelsPerDay;
  const outcome = await cancelUnlock({ db, ledger }, { holdId: holdId!, uid, provider, allowed });
  switch (outcome) {
    case 'cancelled':
      return true;
    case 'hold_already_resolved':
      return false;
    case 'no_free_cancels':
      return refuseWithoutFreeCancel('made', allowed);
    default:
      throw toSpendingRefusal(outcome, 'user');
  }
}

export const removeGeneration = route('DELETE /api/generation', {
  async handle({ deps, caller, query, response }) {
    const { uid } = await requireProfile(deps, caller);
    const which = { id: query.id, uid };
    const undoMs = deps.settings.limits.undoDeleteMs;
    if (!(await deleteGeneration(deps.db, which, { undoMs }))) {
      await requireGeneration(deps, which);
      throw new Refusal('wrong_state', 'This is still being made. Cancel it first.');
    }
    response.status(204).end();
  },
});

export const postRestoreGeneration = route('POST /api/restore-generation', {
  async handle({ deps, caller, body }) {
    const { uid } = await requireProfile(deps, caller);
    const which = { id: body.generationId, uid };
    // Also succeeds for generations that are not deleted, or were restored earlier.
    await restoreGeneration(deps.db, which);
    return ok(toGenerationResult(deps, await requireGeneration(deps, which)));
  },
});

const tokens = pageTokens('generations', AfterId);

export const getGenerations = route('GET /api/generations', {
  weight: 3,
  async handle({ deps, caller, query }) {
    const { uid } = await requireProfile(deps, caller);
    const rows = await listGenerations(deps.db, {
      uid,
      after: tokens.read(query.after, {}),
      limit: query.limit + 1,
    });
    const { page, last } = splitPage(rows, query.limit);
    return ok({
      items: page.map((each) => toGenerationResult(deps, each)),
      next: tokens.write(last && last.id, {}),
    });
  },
});

function toStartRefusal(refusal: StartRefusal, profile: Profile): Refusal {
  if (typeof refusal === 'object') return toFreeWorkRefusal(profile, refusal.usedUp);
  switch (refusal) {
    case 'key_reused':
      return keyConflict();
    case 'no_model':
      return noModel();
    case 'prompt_forbidden':
      return promptRefused();
    case 'over_minute':
      return new Refusal('rate_limited', 'Too many generations. Wait a minute and try again.', {
        retryAfterSeconds: 60,
      });
    case 'over_day':
      return new Refusal('rate_limited', "You've used today's free previews.", {
        retryAfterSeconds: 60 * 60,
      });
    default:
      return refusal satisfies never;
  }
}
