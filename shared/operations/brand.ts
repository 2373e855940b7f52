import { z } from 'zod';
import { Brand, Overlay, OverlayQuery, SaveBrandRequest } from '../contracts/brand.ts';
import { PictureVersion, PictureVersions, VersionRequest } from '../contracts/version.ts';
import type { Operations } from './operation.ts';

const Id = z.string().min(1).max(60);

export const brandOperations = {
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
