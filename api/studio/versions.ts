/**
 * Versions of bought pictures, for free: with the brand on them, or fitted to a format. They are made from the
 * buyer's copy without a visible AI label, which is drawn on each version again.
 *
 * | crash                | what happens next                                                 |
 * | -------------------- | ----------------------------------------------------------------- |
 * | after the row        | the same request makes the file; the row counts against the day   |
 * | after the file       | the same request replaces the file and finishes the row           |
 */
import { createHash } from 'node:crypto';
import { readBrandKit, type BrandKitRow } from '@sachet/db/studio/brand-kits';
import { readGeneration, type GenerationView } from '@sachet/db/studio/generations';
import * as stored from '@sachet/db/studio/versions';
import { toMarkText } from '@sachet/flows/studio/made-picture';
import { processImage } from '@sachet/adapters/images/process-image';
import { imageExpiry, signImagePath } from '@sachet/adapters/images/signed-url';
import { deletePicture, imageKey, readUnmarked } from '@sachet/adapters/images/store';
import type { Refusal as Unusable, Picture } from '@sachet/adapters/images/engine';
import type { PictureVersion, VersionRecipe } from '@sachet/shared/studio/contracts/version';
import { formatShapes } from '@sachet/shared/studio/formats';
import { largestCopy } from '@sachet/shared/models/picture-prices';
import type { Dependencies } from '../dependencies.ts';
import { found, Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { requireProfile } from '../identity/caller.ts';
import { toApplicant } from '../limits/resources.ts';
import { decodeInTurn, whenClosed } from '../limits/upload-admission.ts';
import { findLabel, versionPrefix } from './labelled-image.ts';
import { toThumbnails } from './thumbnails.ts';
import { noBrandYet, toBrandOwner } from './brand.ts';
import { toDrawnBrand } from './drawn-brand.ts';

const perPicture = 30;

export function toPictureVersion(
  deps: Pick<Dependencies, 'signers'>,
  row: stored.MadeVersion,
): PictureVersion {
  const { image_key: key, width, height, bytes } = row;
  const expiresAt = imageExpiry(Date.now());
  return {
    versionId: row.id,
    ...row.recipe,
    imageUrl: signImagePath({ key, expiresAt, signer: deps.signers.imageUrl }),
    thumbnails: toThumbnails(deps, key),
    width,
    height,
    bytes,
    createdAt: row.created_at.toISOString(),
  };
}

export const getVersions = route('GET /api/versions', {
  async handle({ deps, caller, query }) {
    const { uid } = await requireProfile(deps, caller);
    const which = { id: query.generationId, uid };
    found(await readGeneration(deps.db, which), 'generation');
    const rows = await stored.listVersions(deps.db, { generationId: which.id, uid });
    return ok({ versions: rows.map((row) => toPictureVersion(deps, row)) });
  },
});

export const postVersion = route('POST /api/version', {
  weight: 5,
  bodyLimit: 16 * 1024,
  async handle({ deps, caller, body, request, response }) {
    const profile = await requireProfile(deps, caller);
    const { uid } = profile;
    const { generationId, ...recipe } = body;
    const generation = found(
      await readGeneration(deps.db, { id: generationId, uid }),
      'generation',
    );
    const boughtKey = largestCopy(generation.purchases)?.imageKey;
    if (!boughtKey) throw new Refusal('wrong_state', 'Unlock this picture first.');
    const kit = recipe.brand ? await readBrandKit(deps.db, toBrandOwner(profile)) : undefined;
    if (recipe.brand && !kit) throw noBrandYet();
    await deps.images.requireWritable();
    const row = await stored.reserveVersion(
      deps.db,
      { generationId, uid, digest: toDigest(boughtKey, recipe, kit), recipe },
      { perDay: deps.settings.limits.versionsPerDay, perPicture },
    );
    if ('over' in row) throw toLimitRefusal(row.over);
    if (row.image_key !== null) return ok(toPictureVersion(deps, row as stored.MadeVersion));
    const signal = whenClosed(response);
    const who = await toApplicant(deps, profile, request);
    const picture = await decodeInTurn(deps, { who, signal }, () =>
      render(deps, { generation, boughtKey, recipe, kit, signal }),
    );
    if (!picture.ok) throw new Refusal('invalid', 'This picture can’t be read.');
    const key = imageKey(generationId, `${versionPrefix}${row.id}`, picture.mimeType);
    await deps.images.put(key, picture.bytes, picture.mimeType);
    const { width, height, bytes } = picture;
    const file = { imageKey: key, width, height, bytes: bytes.length };
    if (!(await stored.finishVersion(deps.db, row.id, file))) {
      await deps.images.delete(key);
      throw new Refusal('not_found', 'This picture was deleted.');
    }
    const made = { ...row, image_key: key, width, height, bytes: bytes.length };
    return ok(toPictureVersion(deps, made));
  },
});

/** The same picture, request and kit are the same version. */
function toDigest(boughtKey: string, recipe: VersionRecipe, kit: BrandKitRow | undefined): Buffer {
  const parts = [
    boughtKey,
    recipe.format,
    recipe.format && recipe.fit,
    recipe.brand?.corner,
    recipe.brand?.logo,
    recipe.brand?.strip,
    kit && [kit.name, kit.phone, kit.address, kit.main_color, kit.second_color, kit.logo_key],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

async function render(
  deps: Dependencies,
  given: {
    generation: GenerationView;
    boughtKey: string;
    recipe: VersionRecipe;
    kit: BrandKitRow | undefined;
    signal: AbortSignal;
  },
): Promise<Picture | Unusable> {
  const { generation, boughtKey, recipe, kit, signal } = given;
  const { format, fit, brand } = recipe;
  const [bought, label] = await Promise.all([
    readUnmarked(deps.images, boughtKey),
    findLabel(deps.db, boughtKey),
  ]);
  if (!bought || !label) throw new Refusal('not_found', 'This picture was deleted.');
  const options = {
    shape: format && formatShapes[format],
    fit,
    brand: kit && brand ? { kit: await toDrawnBrand(deps, kit), placing: brand } : null,
    label,
    mark: toMarkText({ aiMark: deps.settings.AI_MARK }, generation),
  };
  return processImage('renderVersion', [bought.bytes, options], { signal });
}

function toLimitRefusal(over: 'day' | 'picture'): Refusal {
  if (over === 'picture') {
    return new Refusal(
      'wrong_state',
      `A picture can have ${perPicture} versions. Delete one to make another.`,
    );
  }
  return new Refusal('rate_limited', 'You’ve made all versions for today. Try again tomorrow.', {
    retryAfterSeconds: 60 * 60,
  });
}

export const deleteVersion = route('DELETE /api/version', {
  async handle({ deps, caller, query, response }) {
    const { uid } = await requireProfile(deps, caller);
    const key = await stored.removeVersion(deps.db, { id: query.id, uid });
    if (key === undefined) throw new Refusal('not_found', 'Version not found.');
    // A crash before this leaves a file that is erased with its picture.
    if (key !== null) await deletePicture(deps.images, key);
    response.status(204).end();
  },
});
