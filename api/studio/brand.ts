/** The brand kit: one's own, or the organization's, which its admins edit and its members use. */
import { randomBytes } from 'node:crypto';
import {
  readBrandKit,
  saveBrandKit,
  type BrandKitRow,
  type BrandOwner,
} from '@sachet/db/studio/brand-kits';
import { AccountEnded } from '@sachet/db/people/open-account';
import type { Profile } from '@sachet/db/people/profiles';
import { readUpload } from '@sachet/db/studio/uploads';
import { processImage } from '@sachet/adapters/images/process-image';
import { imageExpiry, signImagePath } from '@sachet/adapters/images/signed-url';
import { imageKey } from '@sachet/adapters/images/store';
import type { Applicant } from '@sachet/shared/admission';
import type { Brand, BrandKit } from '@sachet/shared/studio/contracts/brand';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { requireProfile } from '../identity/caller.ts';
import { toApplicant } from '../limits/resources.ts';
import { decodeInTurn, whenClosed } from '../limits/upload-admission.ts';
import { toUploadRefusal } from './input-image.ts';

export const toBrandOwner = ({ uid, organization_id: organizationId }: Profile): BrandOwner =>
  organizationId === null ? { uid } : { organizationId };

const mayEdit = ({ organization_id, role }: Profile): boolean =>
  organization_id === null || role === 'admin';

const notAnEditor = () =>
  new Refusal('forbidden', 'Only admins of the organization can change its brand.');

export const toKit = ({ signers }: Pick<Dependencies, 'signers'>, kit: BrandKitRow): BrandKit => ({
  name: kit.name,
  phone: kit.phone,
  address: kit.address,
  mainColor: kit.main_color,
  secondColor: kit.second_color,
  tone: kit.tone,
  logoUrl:
    kit.logo_key &&
    signImagePath({
      key: kit.logo_key,
      expiresAt: imageExpiry(Date.now()),
      signer: signers.imageUrl,
    }),
  updatedAt: kit.updated_at.toISOString(),
});

const toBrand = (
  deps: Pick<Dependencies, 'signers'>,
  profile: Profile,
  kit: BrandKitRow | undefined,
): Brand => ({
  kit: kit ? toKit(deps, kit) : null,
  organizationName: profile.organization_name,
  mayEdit: mayEdit(profile),
});

export const getBrand = route('GET /api/brand', {
  async handle({ deps, caller }) {
    const profile = await requireProfile(deps, caller);
    return ok(toBrand(deps, profile, await readBrandKit(deps.db, toBrandOwner(profile))));
  },
});

export const postBrand = route('POST /api/brand', {
  weight: 4,
  bodyLimit: 16 * 1024,
  async handle({ deps, caller, body, request, response }) {
    const { images } = deps;
    const profile = await requireProfile(deps, caller);
    if (!mayEdit(profile)) throw notAnEditor();
    const { logoUploadId, mainColor, secondColor, ...words } = body;
    const left = whenClosed(response);
    const who = await toApplicant(deps, profile, request);
    const logo = logoUploadId && (await readLogo(deps, { id: logoUploadId, who, left }));
    const change = { ...words, main_color: mainColor, second_color: secondColor };
    const saving = { owner: toBrandOwner(profile), uid: caller.uid, change };
    const saved = logo
      ? await saveWithLogo(deps, saving, logo)
      : await save(deps, { ...saving, logoKey: logoUploadId === null ? null : undefined });
    // A crash before this leaves a small file, which is deleted with the kit.
    if (saved.unusedLogo) await images.delete(saved.unusedLogo);
    return ok(toBrand(deps, profile, saved.kit));
  },
});

type Saving = Parameters<typeof saveBrandKit>[1];

async function save({ db }: Pick<Dependencies, 'db'>, saving: Saving) {
  const saved = await saveBrandKit(db, saving);
  if (!saved) throw notAnEditor();
  return saved;
}

/**
 * Stores the logo before the transaction that names it, because a store can be slow. The logo belongs to its
 * kit, which the first save creates without it. After a crash, it is deleted with the kit.
 */
async function saveWithLogo(
  deps: Pick<Dependencies, 'db' | 'images'>,
  saving: Saving,
  logo: Uint8Array,
) {
  const { db, images } = deps;
  const { id } = (await readBrandKit(db, saving.owner)) ?? (await save(deps, saving)).kit;
  // Its own name each time: a concurrent save may be deleting the same logo.
  const logoKey = imageKey(id, `logo-${randomBytes(8).toString('hex')}`, 'image/png');
  await images.put(logoKey, logo, 'image/png');
  return save(deps, { ...saving, logoKey }).catch(async (error: unknown) => {
    // Another error may hide a commit. The kit of an account that has ended may be deleted already.
    if (error instanceof Refusal || error instanceof AccountEnded) await images.delete(logoKey);
    throw error;
  });
}

async function readLogo(
  { db, images, resources }: Pick<Dependencies, 'db' | 'images' | 'resources'>,
  { id, who, left: signal }: { id: string; who: Applicant; left: AbortSignal },
): Promise<Uint8Array> {
  const field = 'logoUploadId';
  const upload = await readUpload(db, { id, uid: who.uid });
  const image = upload && (await images.get(upload.image_key));
  if (!image) throw new Refusal('not_found', 'Upload this picture again.', { field });
  const logo = await decodeInTurn({ resources }, { who, signal }, () =>
    processImage('makeLogo', [image.bytes], { signal }),
  );
  if (!logo.ok) throw toUploadRefusal(logo.reason, field);
  return logo.bytes;
}

export const noBrandYet = () => new Refusal('wrong_state', 'Set up your brand first.');

export const getOverlay = route('GET /api/brand/overlay', {
  weight: 4,
  async handle({ deps, caller, query, request, response }) {
    const profile = await requireProfile(deps, caller);
    const kit = await readBrandKit(deps.db, toBrandOwner(profile));
    if (!kit) throw noBrandYet();
    const who = await toApplicant(deps, profile, request);
    const signal = whenClosed(response);
    return ok({ image: await deps.overlays.read({ kit, query, who, signal }) });
  },
});
