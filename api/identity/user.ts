import { signUp } from '@sachet/flows/sign-up';
import { markRulesSeen } from '@sachet/db/people/profiles';
import { findBrand } from '@sachet/shared/names';
import { findProfile, requireProfile } from './caller.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, reply, route } from '../http/route.ts';
import { toUserProfile } from './user-profile.ts';

export const getUser = route('GET /api/user', {
  async handle({ deps, caller }) {
    const profile = await findProfile(deps, caller);
    if (!profile) throw new Refusal('not_found', 'This account has no profile yet.');
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
    const { settings } = deps;
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
      ipAddress: request.ip ?? '',
      bonusLimits: {
        perDayPaise: settings.BONUS_RUPEES_PER_DAY * 100,
        perAddressBlock: settings.limits.bonusesPerAddressBlock,
      },
    });
    const profile = await requireProfile(deps, caller);
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
