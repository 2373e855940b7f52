import { signUp } from '@sachet/flows/sign-up';
import { markRulesSeen } from '@sachet/db/people/profiles';
import { CreateUserRequest, CreateUserResponse, UserProfile } from '@sachet/shared/contracts/user';
import { findBrand } from '@sachet/shared/names';
import { findProfile, requireProfile } from './caller.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { toUserProfile } from './user-profile.ts';

export const getUser = route({
  method: 'get',
  path: '/api/user',
  access: 'signed-in',
  summary: "The caller's profile; 404 until it has been created.",
  answers: { 200: UserProfile },
  async handle({ deps, caller }) {
    const profile = await findProfile(deps, caller);
    if (!profile) throw new Refusal('not_found', 'This account has no profile yet.');
    return ok(toUserProfile(profile));
  },
});

/** An organisation's name appears in mails that we send. */
function refuseImitation(orgName: string): void {
  const brand = findBrand(orgName);
  if (!brand) return;
  throw new Refusal(
    'invalid',
    `This name could be mistaken for ${brand}. Choose another name or contact us.`,
    { field: 'orgName' },
  );
}

export const postUser = route({
  method: 'post',
  path: '/api/user',
  access: 'signed-in',
  summary:
    'Creates the profile, the wallet and the sign-up bonus; once, however often it is called. ' +
    'It joins no organization: an invitation is accepted on its own.',
  body: CreateUserRequest,
  answers: { 200: CreateUserResponse, 201: CreateUserResponse },
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
      ipAddress: request.ip ?? '',
      bonusLimits: {
        perDayPaise: settings.BONUS_RUPEES_PER_DAY * 100,
        perAddressBlock: settings.limits.bonusesPerAddressBlock,
      },
    });
    const profile = await requireProfile(deps, caller);
    return {
      status: createdProfile ? 201 : 200,
      body: { profile: toUserProfile(profile), createdProfile },
    };
  },
});

export const postRulesSeen = route({
  method: 'post',
  path: '/api/rules-seen',
  access: 'signed-in',
  summary:
    'Records that the caller has read the content rules. The next notice appears in about three months.',
  answers: { 200: UserProfile },
  async handle({ deps, caller }) {
    const { uid } = await requireProfile(deps, caller);
    await markRulesSeen(deps.db, uid);
    return ok(toUserProfile(await requireProfile(deps, caller)));
  },
});
