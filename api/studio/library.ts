import { z } from 'zod';
import { readGeneration } from '@sachet/db/studio/generations';
import { countBought, listLibrary, readLibraryRows, setFavourite } from '@sachet/db/studio/library';
import { GenerationResult } from '@sachet/shared/contracts/generation';
import {
  FavouriteRequest,
  LibraryMonth,
  LibraryPage,
  LibraryQuery,
  ZipRequest,
  ZipResponse,
} from '@sachet/shared/contracts/library';
import { istMonth, startOfIstDay } from '@sachet/shared/ledger/calendar';
import { requireProfile } from '../identity/caller.ts';
import { toGenerationResult } from './generation-result.ts';
import { getAddress } from '../http/address.ts';
import { isInZip, sendZip, toLibraryItem } from './library-answer.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

export const getLibrary = route({
  method: 'get',
  path: '/api/library',
  access: 'signed-in',
  summary: 'The caller’s pictures and texts, newest first.',
  query: LibraryQuery,
  answers: { 200: LibraryPage },
  async handle({ deps, caller, query }) {
    const { uid } = await requireProfile(deps, caller);
    const { after = null, limit, ...filter } = query;
    const { rows, next } = await listLibrary(deps.db, { uid, filter, after, limit });
    return ok({ items: rows.map((row) => toLibraryItem(deps, row)), next });
  },
});

export const patchLibrary = route({
  method: 'patch',
  path: '/api/library',
  access: 'signed-in',
  summary: 'Adds or removes a favorite.',
  body: FavouriteRequest,
  answers: { 200: GenerationResult },
  async handle({ deps, caller, body }) {
    const { uid } = await requireProfile(deps, caller);
    const { generationId: id, favourite } = body;
    const isSet = await setFavourite(deps.db, { id, uid, favourite });
    const generation = isSet && (await readGeneration(deps.db, { id, uid }));
    if (!generation) throw new Refusal('not_found', 'Generation not found.');
    return ok(toGenerationResult(deps, generation));
  },
});

export const getLibraryMonth = route({
  method: 'get',
  path: '/api/library/month',
  access: 'signed-in',
  summary: 'The caller’s purchases in the current calendar month (India).',
  answers: { 200: LibraryMonth },
  async handle({ deps, caller }) {
    const { uid } = await requireProfile(deps, caller);
    const since = new Date(startOfIstDay(`${istMonth(Date.now())}-01`));
    return ok(await countBought(deps.db, { uid, since }));
  },
});

const zipPath = '/api/library/zip';

/** How long the address of a zip is valid: the download begins immediately. */
const zipLastsMs = 5 * 60 * 1000;

/** Neither an id nor a number contains a line break or a comma, so no two claims share a text. */
const toSignedText = (claim: { uid: string; ids: string; expires: string }): string =>
  `${claim.uid}\n${claim.ids}\n${claim.expires}`;

export const postLibraryZip = route({
  method: 'post',
  path: zipPath,
  access: 'signed-in',
  summary: "Returns a link to a zip of the caller's pictures and texts.",
  body: ZipRequest,
  answers: { 200: ZipResponse },
  async handle({ deps, caller, body }) {
    const { uid } = await requireProfile(deps, caller);
    const wanted = [...new Set(body.generationIds)];
    const rows = await readLibraryRows(deps.db, { uid, ids: wanted });
    const there = rows.filter(isInZip).map(({ id }) => id);
    if (there.length === 0) throw new Refusal('not_found', 'Those items no longer exist.');
    const ids = there.join(',');
    const expires = String(Date.now() + zipLastsMs);
    const signature = deps.signers.libraryZip.sign(toSignedText({ uid, ids, expires }));
    const url = `${zipPath}?${new URLSearchParams({ uid, ids, expires, signature })}`;
    return ok({ url, files: there.length });
  },
});

export const getLibraryZip = route({
  method: 'get',
  path: zipPath,
  access: 'anyone',
  // A download sends no token: the signature names its user.
  countedBy: 'itself',
  summary: 'A zip, by a signed link that expires.',
  query: z.object({
    uid: z.string().min(1).max(128),
    ids: z.string().min(1).max(4_000),
    expires: z.string().regex(/^\d{1,15}$/),
    signature: z.string(),
  }),
  answers: { 200: null },
  async handle({ deps, query, request, response }) {
    const { uid, ids, expires, signature } = query;
    const isSigned = deps.signers.libraryZip.isSigned(
      toSignedText({ uid, ids, expires }),
      signature,
    );
    if (!isSigned || Date.now() >= Number(expires)) {
      await deps.limits.consume('anonymous', getAddress(request), response);
      throw new Refusal('forbidden', 'This link has expired. Select the items again.');
    }
    await deps.limits.consume('user', uid, response);
    const rows = await readLibraryRows(deps.db, { uid, ids: ids.split(',') });
    await sendZip(deps, response, { uid, rows: rows.filter(isInZip) });
  },
});
