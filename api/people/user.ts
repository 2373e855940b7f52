import type { Request } from 'express';
import { signUp } from '@sachet/flows/people/sign-up';
import { markRulesSeen, setLanguage, type Profile } from '@sachet/db/people/profiles';
import { findBrand } from '@sachet/shared/people/names';
import { findProfile, requireProfile } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { readLanguage } from '../http/language.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { findAccount } from '../identity/sign-in-accounts.ts';
import { toUserProfile } from './user-profile.ts';

/** Mails have the language that was used last. */
async function keepLanguage(
  { db }: Pick<Dependencies, 'db'>,
  profile: Profile,
  request: Request,
): Promise<void> {
  const language = readLanguage(request);
  if (language === null || language === profile.language) return;
  await setLanguage(db, { uid: profile.uid, language });
}

export const getUser = route('GET /api/user', {
  async handle({ deps, caller, request }) {
    const profile = await findProfile(deps, caller);
    if (!profile) throw new Refusal('not_found', 'This account has no profile yet.');
    // The client asks for the profile when it starts.
    await keepLanguage(deps, profile, request);
    return ok(toUserProfile(profile));
  },
});

/** Throws if the name imitates a brand, because the name appears in mails that we send. */
function refuseImitation(orgName: string): void {
  const brand = findBrand(orgName);
  if (!brand) return;
  throw new Refusal(
    'invalid',
    `This name could be mistaken for ${brand}. Choose another name or contact us.`,
    { field: 'orgName' },
  );
}

export const postUser = route('POST /api/user', {
  async handle({ deps, caller, body, request }) {
    if (body.accountType === 'organization') refuseImitation(body.orgName);
    const { createdProfile } = await signUp(deps, {
      uid: caller.uid,
      phoneNumber: caller.phoneNumber,
      email: caller.email,
      emailVerified: caller.emailVerified,
      firstName: body.firstName,
      lastName: body.lastName,
      organizationName: body.accountType === 'organization' ? body.orgName : null,
      friendCode: body.friendCode,
      // An account that was deleted in the meantime is not older than anything.
      readAccountCreated: async () =>
        new Date((await findAccount(deps, caller.uid))?.metadata.creationTime ?? Date.now()),
    });
    const profile = await requireProfile(deps, caller);
    await keepLanguage(deps, profile, request);
    return reply(createdProfile ? 201 : 200, { profile: toUserProfile(profile), createdProfile });
  },
});

export const postRulesSeen = route('POST /api/rules-seen', {
  async handle({ deps, caller }) {
    const { uid } = await requireProfile(deps, caller);
    await markRulesSeen(deps.db, uid);
    return ok(toUserProfile(await requireProfile(deps, caller)));
  },
});
