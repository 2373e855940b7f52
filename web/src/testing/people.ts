/** The API's answers for a user who has just signed up. They have defaults that a test can override. */
import type { BillingDetails } from '@sachet/shared/tax/contracts/documents';
import type { Friends, FriendTerms } from '@sachet/shared/people/contracts/growth';
import type { OrganizationMember } from '@sachet/shared/organizations/contracts/organization';
import type { CreateUserRequest, UserProfile } from '@sachet/shared/people/contracts/user';
import type { WalletFigures, WalletSummary } from '@sachet/shared/wallet/contracts/wallet';
import { signInWithEmail } from '../features/people/auth/sign-in';
import { sessionStore } from '../app/session/session';
import { allAccounts, haveAccount, type Account } from './firebase';
import { answer, refuse } from './server';

let people = 0;

interface Given {
  profile?: Partial<UserProfile>;
  wallet?: Partial<WalletSummary>;
}

/** The founder of an organization, as listed among the members. */
export const founder: OrganizationMember = {
  uid: 'founder',
  firstName: 'Imran',
  lastName: 'Sheikh',
  email: 'imran@people.test',
  phoneNumber: null,
  role: 'admin',
  budget: 0,
  spentThisMonth: 0,
};

/** Signs in a user, prepares answers with the profile and the wallet, and returns the uid. */
export function signIn(given: Given = {}): string {
  const { uid, email, emailVerified } = answerFor(given);
  sessionStore.set({ status: 'signed-in', uid, email, emailVerified });
  return uid;
}

/** Prepares the API's answers for this user. */
export function answerFor(given: Given = {}): UserProfile {
  people += 1;
  // Each user has a new uid, so that no cached data of the previous user is shown.
  const profile = someProfile({ uid: `user-${people}`, ...given.profile });
  answer('GET /api/user', profile);
  answer('GET /api/admin/me', { isSuperAdmin: false, isFinance: false, decidesAlone: false });
  answer('GET /api/conversations', { conversations: [] });
  answer('GET /api/generations', { items: [], next: null });
  answer('GET /api/library', { items: [], next: null });
  answer('GET /api/library/month', { pictures: 0, texts: 0, chatBlocks: 0 });
  answer('GET /api/invitations', { invitations: [] });
  newestWallet = someWallet({ walletId: `wal_${people}`, ...given.wallet });
  answer('GET /api/wallet', newestWallet);
  answer('GET /api/wallet/usage', { months: [] });
  answer('GET /api/friends', someFriends());
  answer('GET /api/documents', {
    items: [],
    isIssuing: false,
    supplier: 'none',
    years: [],
    next: null,
  });
  answer('GET /api/billing-profile', someBillingDetails());
  return profile;
}

/** Nothing was entered yet, and Sachet issues no bills. */
export const someBillingDetails = (given: Partial<BillingDetails> = {}): BillingDetails => ({
  profile: {
    name: '',
    address: '',
    pin: null,
    stateCode: null,
    gstin: null,
    country: null,
    isSez: false,
  },
  isTaxed: false,
  asksForState: false,
  mail: { address: 'asha@people.test', isOn: true },
  ...given,
});

export const someTerms: FriendTerms = {
  isOn: true,
  friendGets: 50,
  inviterGets: 50,
  minimumTopUp: 200,
  windowDays: 14,
  friendsAtMost: 10,
};

export const someFriends = (given: Partial<Friends> = {}): Friends => ({
  code: '7kq2m4xd0a',
  terms: someTerms,
  earned: { friends: 0, amount: 0 },
  friends: [],
  broughtBy: null,
  ...given,
});

export const someProfile = (given: Partial<UserProfile> = {}): UserProfile => ({
  uid: 'user',
  accountType: 'individual',
  role: 'user',
  organizationId: null,
  organizationName: null,
  firstName: 'Asha',
  lastName: 'Verma',
  phoneNumber: null,
  email: 'asha@people.test',
  emailVerified: true,
  walletBalance: 250,
  budget: 0,
  lifetimeSpent: 0,
  spentThisMonth: 0,
  bonusWithheld: null,
  lowBalance: 0,
  rulesSeenAt: new Date().toISOString(),
  ...given,
});

/** The wallet in the first answer for the newest user. */
let newestWallet: WalletSummary | null = null;

/** Returns the wallet figures of the newest user after the balance has changed by `rupees`. */
export function figuresAfter(rupees: number): WalletFigures {
  const { freeCancels: _, ...figures } = newestWallet ?? someWallet();
  const { seq, walletBalance, available } = figures;
  return {
    ...figures,
    seq: seq + Number(rupees !== 0),
    walletBalance: walletBalance + rupees,
    available: available + rupees,
  };
}

/** A wallet that contains only the bonus of ₹250. */
export const someWallet = (given: Partial<WalletSummary> = {}): WalletSummary => ({
  walletId: 'wal_1',
  seq: 1,
  walletBalance: 250,
  held: 0,
  available: 250,
  locked: 0,
  freeCancels: { left: 3, perDay: 3 },
  ...given,
});

/** Prepares an API without a profile. The newest Firebase account can create one. */
export function answerNewcomer(given: Partial<UserProfile> = {}): { profile: () => UserProfile } {
  const profile = (names: Partial<UserProfile> = {}) => {
    const { uid = '', email = null, phoneNumber = null } = allAccounts().at(-1) ?? {};
    return answerFor({ profile: { uid, email, phoneNumber, ...names, ...given } });
  };
  answerFor();
  refuse('GET /api/user', 'not_found');
  refuse('GET /api/wallet', 'wrong_state');
  answer('POST /api/user', ({ body }) => {
    const { accountType, firstName, lastName } = body as CreateUserRequest;
    return { profile: profile({ accountType, firstName, lastName }), createdProfile: true };
  });
  return { profile };
}

/** Signs in a user with a Firebase account whose email address is not verified. */
export async function logIn(given: Given = {}): Promise<Account & { verify: () => void }> {
  const account = haveAccount();
  const { uid, email, password } = account;
  const answerWith = (emailVerified: boolean) =>
    answerFor({ ...given, profile: { uid, email, emailVerified, ...given.profile } });
  answerWith(false);
  await signInWithEmail(email!, password!);
  return {
    ...account,
    verify() {
      account.emailVerified = true;
      answerWith(true);
    },
  };
}
