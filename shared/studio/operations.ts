import { ofPurchases } from '../operations/refusals.ts';
import { Brand, Overlay, OverlayQuery, SaveBrandRequest } from './contracts/brand.ts';
import {
  CancelGenerationRequest,
  GenerateRequest,
  GenerationList,
  GenerationResult,
  PictureModels,
  ProviderUses,
  RestoreGenerationRequest,
  UnlockImageRequest,
  UnlockImageResponse,
  UnlockImagesRequest,
  UnlockImagesResponse,
  UnlockRequest,
  UnlockResponse,
  Upload,
} from './contracts/generation.ts';
import { ImprovePromptRequest, ImprovedPrompt } from './contracts/improve-prompt.ts';
import {
  FavouriteRequest,
  LibraryMonth,
  LibraryPage,
  LibraryQuery,
  ZipRequest,
  ZipResponse,
} from './contracts/library.ts';
import { PictureVersion, PictureVersions, VersionRequest } from './contracts/version.ts';
import { z } from 'zod';
import { pageQuery } from '../contracts/page.ts';
import type { Operations } from '../operations/operation.ts';

const Id = z.string().min(1).max(60);

export const studioOperations = {
  'GET /api/picture-models': {
    access: 'anyone',
    summary: 'Models that draw purchased pictures, by tool, quality and provider.',
    answers: { 200: PictureModels },
  },
  'GET /api/providers': {
    access: 'anyone',
    summary: 'What each provider currently has a model for, and its largest picture size.',
    answers: { 200: ProviderUses },
  },
  'POST /api/upload': {
    access: 'signed-in',
    summary: 'Takes a photo, a PNG, JPEG or WebP of at most 20 MB and 24 megapixels, for a day.',
    bodyType: 'multipart',
    answers: { 201: Upload },
    refusals: ['request_timeout'],
  },
  'POST /api/generate': {
    access: 'signed-in',
    summary:
      'Makes a free text or a preview. With `Prefer: respond-async` it responds immediately.',
    body: GenerateRequest,
    idempotencyKey: 'optional',
    canRespondAsync: true,
    answers: { 200: GenerationResult, 202: GenerationResult, 502: GenerationResult },
    refusals: [
      'not_found',
      'request_timeout',
      'idempotency_conflict',
      'email_unverified',
      'prompt_refused',
      'free_used_up',
      'free_used_up_unpaid',
      'free_used_up_unverified',
    ],
  },
  'POST /api/improve-prompt': {
    access: 'signed-in',
    summary: 'Makes a prompt for a picture more vivid, with a speed model, for free.',
    body: ImprovePromptRequest,
    answers: { 200: ImprovedPrompt },
    refusals: [
      'generation_failed',
      'prompt_refused',
      'free_used_up',
      'free_used_up_unpaid',
      'free_used_up_unverified',
    ],
  },
  'GET /api/generation': {
    access: 'signed-in',
    summary: "One of the caller's generations in its current state.",
    query: z.object({ id: z.string().min(1).max(60) }),
    answers: { 200: GenerationResult },
    refusals: ['not_found'],
  },
  'GET /api/generations': {
    access: 'signed-in',
    summary: "The caller's generations, newest first.",
    query: z.object({
      ...pageQuery,
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answers: { 200: GenerationList },
  },
  'POST /api/cancel-generation': {
    access: 'signed-in',
    summary:
      'Stops what is being made. A paid image that is still awaited is not charged; once its provider ' +
      'was asked that takes one of the free cancels of the day.',
    body: CancelGenerationRequest,
    answers: { 200: GenerationResult },
    refusals: ['not_found', 'no_free_cancels'],
  },
  'DELETE /api/generation': {
    access: 'signed-in',
    summary:
      'Deletes a generation with its words and its images, bought ones too. For a while ' +
      '`/api/restore-generation` brings it back.',
    query: z.object({ id: z.string().min(1).max(60) }),
    answers: { 204: null },
    refusals: ['not_found'],
  },
  'POST /api/restore-generation': {
    access: 'signed-in',
    summary: 'Restores a recently deleted generation.',
    body: RestoreGenerationRequest,
    answers: { 200: GenerationResult },
    refusals: ['not_found'],
  },
  'GET /api/library': {
    access: 'signed-in',
    summary: 'The caller’s pictures and texts, newest first.',
    query: LibraryQuery,
    answers: { 200: LibraryPage },
  },
  'PATCH /api/library': {
    access: 'signed-in',
    summary: 'Adds or removes a favorite.',
    body: FavouriteRequest,
    answers: { 200: GenerationResult },
    refusals: ['not_found'],
  },
  'GET /api/library/month': {
    access: 'signed-in',
    summary: 'The caller’s purchases in the current calendar month (India).',
    answers: { 200: LibraryMonth },
  },
  'POST /api/library/zip': {
    access: 'signed-in',
    summary: "Returns a link to a zip of the caller's pictures and texts.",
    body: ZipRequest,
    answers: { 200: ZipResponse },
    refusals: ['not_found'],
  },
  'GET /api/library/zip': {
    access: 'anyone',
    summary: 'A zip, by a signed link that expires.',
    query: z.object({
      uid: z.string().min(1).max(128),
      ids: z.string().min(1).max(4_000),
      expires: z.string().regex(/^\d{1,15}$/),
      signature: z.string(),
    }),
    answers: { 200: null },
    refusals: ['forbidden'],
  },
  'POST /api/unlock': {
    access: 'signed-in',
    summary: 'Buys the whole text at the shown price. Unlocking twice charges once.',
    body: UnlockRequest,
    answers: { 200: UnlockResponse },
    refusals: [...ofPurchases, 'not_found'],
  },
  'POST /api/unlock-image': {
    access: 'signed-in',
    summary:
      'Buys the full image at the price that was shown, or a larger one for the difference. Unlocking ' +
      'twice charges once.',
    body: UnlockImageRequest,
    idempotencyKey: 'optional',
    canRespondAsync: true,
    answers: { 200: UnlockImageResponse, 202: GenerationResult, 502: GenerationResult },
    refusals: [...ofPurchases, 'offer_changed', 'not_found'],
  },
  'POST /api/unlock-images': {
    access: 'signed-in',
    summary:
      'Buys up to ten full images in one press, each with a hold and a charge of its own. If the money ' +
      'is not enough for all, none is bought. With the same `Idempotency-Key`, which is required, each ' +
      'is bought once.',
    body: UnlockImagesRequest,
    idempotencyKey: 'required',
    answers: { 200: UnlockImagesResponse },
    refusals: [...ofPurchases, 'offer_changed', 'not_found'],
  },
  'GET /api/images/{*key}': {
    access: 'anyone',
    summary: 'An image, by a signed link that expires.',
    query: z.object({
      expires: z.string(),
      signature: z.string(),
      download: z.literal('1').optional(),
    }),
    answers: { 200: null },
    refusals: ['forbidden', 'not_found'],
  },
  'GET /api/brand': {
    access: 'signed-in',
    summary: "The brand kit that the caller uses: their own, or their organization's.",
    answers: { 200: Brand },
  },
  'POST /api/brand': {
    access: 'signed-in',
    summary: 'Saves the brand kit. In an organization only its admins may.',
    body: SaveBrandRequest,
    answers: { 200: Brand },
    refusals: ['not_found', 'forbidden', 'request_timeout'],
  },
  'GET /api/brand/overlay': {
    access: 'signed-in',
    summary: 'The kit as an overlay for a picture of this shape, bought or not.',
    query: OverlayQuery,
    answers: { 200: Overlay },
    refusals: ['not_found'],
  },
  'GET /api/versions': {
    access: 'signed-in',
    summary: "The versions of one of the caller's bought pictures.",
    query: z.object({ generationId: Id }),
    answers: { 200: PictureVersions },
    refusals: ['not_found'],
  },
  'POST /api/version': {
    access: 'signed-in',
    summary:
      'Makes a version of a bought picture, for free. The same request returns the same version.',
    body: VersionRequest,
    answers: { 200: PictureVersion },
    refusals: ['not_found', 'request_timeout'],
  },
  'DELETE /api/version': {
    access: 'signed-in',
    summary: 'Deletes a version. The bought picture stays.',
    query: z.object({ id: Id }),
    answers: { 204: null },
    refusals: ['not_found'],
  },
} satisfies Operations;
