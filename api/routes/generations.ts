import { z } from 'zod';
import {
  findByRequestKey,
  insertGeneration,
  listGenerations,
  readGeneration,
  type Generation,
  type GenerationView,
} from '@sachet/db/generations';
import { newId } from '@sachet/db/ids';
import { pickModel } from '@sachet/db/models';
import type { Profile } from '@sachet/db/people';
import {
  GenerateRequest,
  GenerationList,
  GenerationResult,
} from '@sachet/shared/contracts/generation';
import { ImageMode } from '@sachet/shared/contracts/vocabulary';
import { imagePricesRupees, rateCard } from '@sachet/shared/rate-card';
import { refuseUnverifiedSpender } from '../access.ts';
import { profileOf } from '../caller.ts';
import { generationResult } from '../generation-result.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';
import { ok, route, type Reply } from '../route.ts';
import { prefersAsync, waitUntil } from '../waiting.ts';

/** A prompt, and an image in base64. */
const bodyLimit = 22 * 1024 * 1024;

export const postGenerate = route({
  method: 'post',
  path: '/api/generate',
  access: 'signed-in',
  summary: 'Makes a free preview. With `Prefer: respond-async` it answers at once.',
  body: GenerateRequest,
  bodyLimit,
  answers: { 200: GenerationResult, 202: GenerationResult, 502: GenerationResult },
  async handle({ parts, caller, body, request, response }) {
    const profile = await profileOf(parts, caller);
    if (ImageMode.safeParse(body.mode).success) refuseUnverifiedSpender(profile);
    if (body.mode !== 'image') {
      throw new Refusal('invalid', 'This tool is not open yet.', { field: 'mode' });
    }
    const generationId = await startGeneration(parts, profile, body, idempotencyKeyOf(request));
    const read = () => readOwn(parts, { id: generationId, uid: caller.uid });
    if (prefersAsync(request)) {
      return { status: 202, body: generationResult(parts, await read()) };
    }
    const generation = await waitUntil({
      live: parts.live,
      response,
      generationId,
      read,
      isDone: ({ status }) => status !== 'queued' && status !== 'running',
    });
    return finished(parts, generation);
  },
});

function finished(parts: Parts, generation: GenerationView): Reply {
  const body = generationResult(parts, generation);
  switch (generation.status) {
    case 'ready':
      return ok(body);
    case 'failed':
    case 'cancelled':
      // Specification, section 7: on error the body may itself be a result.
      return { status: 502, body: { ...body, code: 'generation_failed' } };
    default:
      return { status: 202, body };
  }
}

/** The generation's row is written before the queue hears of it: a sweep finds what was lost. */
async function startGeneration(
  parts: Parts,
  profile: Profile,
  order: GenerateRequest,
  key: string | null,
): Promise<string> {
  const { db, queue, log, settings } = parts;
  const again = key && (await findByRequestKey(db, { uid: profile.uid, key }));
  if (again) return sameRequest(again, order);

  const model = await pickModel(db, {
    provider: order.provider,
    capability: 'image',
    tier: 'speed',
    purpose: null,
  });
  if (!model) throw new Refusal('unavailable', 'This provider has no model for that right now.');
  const id = newId('gen');
  const row = {
    id,
    uid: profile.uid,
    wallet_id: profile.wallet_id,
    mode: order.mode,
    provider: order.provider,
    language: order.language,
    quality: order.quality,
    prompt: order.prompt,
    aspect_ratio: order.aspectRatio,
    preview_max: order.previewMax,
    model_id: model.id,
    model_label: model.label,
    status: 'queued',
    prices: JSON.stringify(
      imagePricesRupees({ mode: 'image', quality: order.quality, provider: order.provider }),
    ),
    rate_card_version: rateCard.version,
    idempotency_key: key,
  } as const;
  const inserted = await insertGeneration(db, row, {
    perMinute: settings.GENERATIONS_PER_MINUTE,
    perDay: settings.PREVIEWS_PER_DAY,
  });
  switch (inserted) {
    case 'inserted':
      break;
    case 'repeated':
      return sameRequest((await findByRequestKey(db, { uid: profile.uid, key: key! }))!, order);
    case 'over_minute':
      throw new Refusal('rate_limited', 'Too many generations at once. Please wait a minute.', {
        retryAfterSeconds: 60,
      });
    case 'over_day':
      throw new Refusal('rate_limited', "You have used today's free previews.", {
        retryAfterSeconds: 60 * 60,
      });
    default:
      throw inserted satisfies never;
  }
  await queue.add({ name: 'preview', generationId: id }).catch((error: unknown) => {
    log.error({ err: error, generationId: id }, 'the queue did not take a preview; a sweep will');
  });
  return id;
}

/** The same key brings back the same generation, and is refused for another one. */
function sameRequest(first: Generation, order: GenerateRequest): string {
  const same =
    first.prompt === order.prompt &&
    first.language === order.language &&
    first.provider === order.provider &&
    first.mode === order.mode &&
    first.quality === order.quality &&
    first.aspect_ratio === order.aspectRatio &&
    first.preview_max === order.previewMax;
  if (!same) {
    throw new Refusal('idempotency_conflict', 'This key was used for another request.');
  }
  return first.id;
}

async function readOwn({ db }: Parts, which: { id: string; uid: string }): Promise<GenerationView> {
  const generation = await readGeneration(db, which);
  if (!generation) throw new Refusal('not_found', 'There is no such generation.');
  return generation;
}

export const getGeneration = route({
  method: 'get',
  path: '/api/generation',
  access: 'signed-in',
  summary: "One of the caller's generations as it stands now.",
  query: z.object({ id: z.string().min(1).max(60) }),
  answers: { 200: GenerationResult },
  async handle({ parts, caller, query }) {
    const { uid } = await profileOf(parts, caller);
    return ok(generationResult(parts, await readOwn(parts, { id: query.id, uid })));
  },
});

export const getGenerations = route({
  method: 'get',
  path: '/api/generations',
  access: 'signed-in',
  summary: "The caller's generations, newest first.",
  query: z.object({
    after: z.string().min(1).max(60).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
  }),
  answers: { 200: GenerationList },
  async handle({ parts, caller, query }) {
    const { uid } = await profileOf(parts, caller);
    const page = await listGenerations(parts.db, {
      uid,
      after: query.after ?? null,
      limit: query.limit,
    });
    const next = page.length === query.limit ? page.at(-1)!.id : null;
    return ok({ generations: page.map((each) => generationResult(parts, each)), next });
  },
});
