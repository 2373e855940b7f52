/** Every bounded resource of an API process (docs/security.md lists them). */
import type { Request } from 'express';
import type { Profile } from '@sachet/db/people/profiles';
import { findClass } from '@sachet/flows/studio/free-work';
import {
  createResource,
  type Resource,
  type ResourceOptions,
} from '@sachet/adapters/operations/resource';
import type { Applicant } from '@sachet/shared/admission';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import type { Dependencies } from '../dependencies.ts';
import { getNetwork } from '../http/address.ts';
import { Refusal } from '../http/refusal.ts';
import type { Caller } from '../identity/caller.ts';

const veryBusy = 'We’re very busy right now. Try again in a moment.';

/** One user has one place; what a user asks for concurrently waits. */
const oneEach = { placesPerUser: 1, waitingPerUser: 2 };

/** JSON bodies in memory; each takes a few megabytes. */
const jsonBodies = 4;
/** Replies with pictures in memory: at most some 2 MB each, and twice that while they are sent. */
const picturedReplies = 32;

export function createResources({ limits }: Pick<ApiEnvironment, 'limits'>) {
  const { uploadsAtOnce, decodesAtOnce, eventStreams, chatStreams } = limits;
  const pictures = 'Upload one picture at a time. Try again in a moment.';
  const body = { ...oneEach, waiting: uploadsAtOnce, waitMs: 10_000 };
  const busyDownloads = 'Too many downloads right now. Try again in a moment.';
  const download = { placesPerUser: 1, waiting: 32, waitingPerUser: 1, waitMs: 20_000 };
  return {
    uploads: create('uploads', { ...body, places: uploadsAtOnce }, pictures),
    jsonBodies: create('json bodies', { ...body, places: jsonBodies }, pictures),
    /** Decoding of uploads and drawing of versions. */
    decodes: create(
      'decodes',
      // Each upload may wait, and two decodes of a user in addition.
      {
        places: decodesAtOnce,
        placesPerUser: 1,
        waiting: 2 * uploadsAtOnce,
        waitingPerUser: 4,
        waitMs: 30_000,
      },
      pictures,
    ),
    /** Drawing of overlays that are not cached. */
    overlays: create(
      'overlays',
      { places: 1, placesPerUser: 1, waiting: 32, waitingPerUser: 4, waitMs: 20_000 },
      veryBusy,
    ),
    /** Zips of pictures and of documents; each holds a few files in memory. */
    zips: create('zips', { ...download, places: 8 }, busyDownloads, 10),
    /** Texts that are read from the database as fast as their reader accepts them. */
    exports: create('exports', { ...download, places: 32 }, busyDownloads, 10),
    documents: create(
      'documents',
      { places: 2, placesPerUser: 1, waiting: 64, waitingPerUser: 4, waitMs: 20_000 },
      veryBusy,
    ),
    /** Verification of tokens that this process does not know yet. */
    tokens: create(
      'tokens',
      { places: 64, placesPerUser: 64, waiting: 1_000, waitingPerUser: 1_000, waitMs: 5_000 },
      veryBusy,
      1,
    ),
    /** Finance's files: each import uses a connection to the database and locks the settlement lines. */
    files: create(
      'files',
      { places: 1, placesPerUser: 1, waiting: 0, waitingPerUser: 0, waitMs: 0 },
      'Another file is being imported. Try again in a moment.',
    ),
    streams: create(
      'streams',
      {
        places: eventStreams,
        placesPerUser: eventStreams,
        waiting: 64,
        waitingPerUser: 1,
        waitMs: 5_000,
      },
      veryBusy,
      5,
    ),
    replies: create(
      'replies',
      { places: chatStreams, placesPerUser: chatStreams, waiting: 0, waitingPerUser: 0, waitMs: 0 },
      veryBusy,
      5,
    ),
    picturedReplies: create(
      'pictured replies',
      // Begun replies may be paid for, so none of them is refused.
      {
        places: picturedReplies,
        placesPerUser: 2,
        waiting: chatStreams,
        waitingPerUser: chatStreams,
        waitMs: Infinity,
      },
      veryBusy,
    ),
  };
}

export type Resources = ReturnType<typeof createResources>;

function create(
  name: string,
  size: Omit<ResourceOptions, 'name' | 'busy'>,
  message: string,
  unavailableForSeconds?: number,
): Resource {
  const busy = () =>
    unavailableForSeconds === undefined
      ? new Refusal('rate_limited', message, { retryAfterSeconds: 2 })
      : new Refusal('unavailable', message, { retryAfterSeconds: unavailableForSeconds });
  return createResource({ name, ...size, busy });
}

/** The user of a request, as the resources know them. */
export async function toApplicant(
  { db }: Pick<Dependencies, 'db'>,
  profile: Profile,
  request: Request,
): Promise<Applicant & { class: 'customer' | 'other' }> {
  return { uid: profile.uid, network: getNetwork(request), class: await findClass(db, profile) };
}

/** An admin, who may have no profile. */
export const toAdminApplicant = ({ uid }: Caller, request: Request): Applicant => ({
  uid,
  network: getNetwork(request),
  class: 'customer',
});
