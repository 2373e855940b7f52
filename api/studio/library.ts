import { readGeneration } from '@sachet/db/studio/generations';
import { readProfile } from '@sachet/db/people/profiles';
import { countBought, listLibrary, readLibraryRows, setFavourite } from '@sachet/db/studio/library';
import { istMonth, minuteMs, startOfIstMonth } from '@sachet/shared/time';
import { requireProfile } from '../identity/caller.ts';
import { toGenerationResult } from './generation-result.ts';
import { getAddress } from '../http/address.ts';
import { isInZip, sendLibraryZip, toLibraryItem } from './library-answer.ts';
import { toApplicant } from '../limits/resources.ts';
import { AfterId, pageTokens } from '../http/page-token.ts';
import { found, Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

const tokens = pageTokens('library', AfterId);

export const getLibrary = route('GET /api/library', {
  async handle({ deps, caller, query }) {
    const { uid } = await requireProfile(deps, caller);
    const { after: token, limit, ...filter } = query;
    const after = tokens.read(token, filter);
    const { rows, next } = await listLibrary(deps.db, { uid, filter, after, limit });
    return ok({
      items: rows.map((row) => toLibraryItem(deps, row)),
      next: tokens.write(next, filter),
    });
  },
});

export const patchLibrary = route('PATCH /api/library', {
  async handle({ deps, caller, body }) {
    const { uid } = await requireProfile(deps, caller);
    const { generationId: id, favourite } = body;
    const isSet = await setFavourite(deps.db, { id, uid, favourite });
    const generation = isSet && (await readGeneration(deps.db, { id, uid }));
    if (!generation) throw new Refusal('not_found', 'Generation not found.');
    return ok(toGenerationResult(deps, generation));
  },
});

export const getLibraryMonth = route('GET /api/library/month', {
  async handle({ deps, caller }) {
    const { uid } = await requireProfile(deps, caller);
    const since = new Date(startOfIstMonth(istMonth(Date.now())));
    return ok(await countBought(deps.db, { uid, since }));
  },
});

const zipPath = '/api/library/zip';

/** How long the address of a zip is valid: the download begins immediately. */
const zipLastsMs = 5 * minuteMs;

/**
 * Neither an id nor a number contains a line break or a comma, so different claims never have the same text.
 */
const toSignedText = (claim: { uid: string; ids: string; expires: string }): string =>
  `${claim.uid}\n${claim.ids}\n${claim.expires}`;

export const postLibraryZip = route('POST /api/library/zip', {
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

export const getLibraryZip = route('GET /api/library/zip', {
  // A download sends no token: the signature names its user.
  countedBy: 'itself',
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
    const who = await toApplicant(deps, found(await readProfile(deps.db, uid), 'account'), request);
    await sendLibraryZip(deps, response, { who, rows: rows.filter(isInZip) });
  },
});
