import { readProfile, type Profile } from '@sachet/db/people';
import { signUp } from '@sachet/db/sign-up';
import { CreateUserRequest, CreateUserResponse, UserProfile } from '@sachet/shared/contracts/user';
import { rupeesFromPaise } from '@sachet/shared/money';
import { Refusal } from '../refusal.ts';
import { ok, route } from '../route.ts';

function userProfile(profile: Profile): UserProfile {
  return {
    uid: profile.uid,
    accountType: profile.account_type,
    role: profile.role,
    organizationId: profile.organization_id,
    organizationName: profile.organization_name,
    firstName: profile.first_name,
    lastName: profile.last_name,
    phoneNumber: profile.phone_number,
    email: profile.email,
    emailVerified: profile.email_verified,
    walletBalance: rupeesFromPaise(profile.balance_paise),
    budget: rupeesFromPaise(profile.budget_paise),
    lifetimeSpent: rupeesFromPaise(profile.lifetime_spent_paise),
  };
}

export const getUser = route({
  method: 'get',
  path: '/api/user',
  access: 'signed-in',
  summary: "The caller's profile; 404 until it has been created.",
  answers: { 200: UserProfile },
  async handle({ parts, caller }) {
    const profile = await readProfile(parts.db, caller.uid);
    if (!profile) throw new Refusal('not_found', 'There is no profile yet.');
    if (profile.disabled_at) throw new Refusal('account_disabled', 'This account is disabled.');
    return ok(userProfile(profile));
  },
});

export const postUser = route({
  method: 'post',
  path: '/api/user',
  access: 'signed-in',
  summary:
    'Creates the profile, the wallet and the sign-up bonus; once, however often it is called.',
  body: CreateUserRequest,
  answers: { 200: CreateUserResponse, 201: CreateUserResponse },
  async handle({ parts, caller, body }) {
    const { profile, createdProfile } = await signUp(parts, {
      uid: caller.uid,
      phoneNumber: caller.phoneNumber,
      email: caller.email,
      emailVerified: caller.emailVerified,
      firstName: body.firstName,
      lastName: body.lastName,
      organizationName: body.accountType === 'organization' ? body.orgName : null,
    });
    if (profile.disabled_at) throw new Refusal('account_disabled', 'This account is disabled.');
    return {
      status: createdProfile ? 201 : 200,
      body: { profile: userProfile(profile), createdProfile },
    };
  },
});
