/** Users as super admins see them: the list and one user. Actions on users are in user-actions.ts. */
import { z } from 'zod';
import type { UserIdentifier, UserRecord } from 'firebase-admin/auth';
import { findWallet, storeDisabled, listUsers, type OwnedWallet } from '@sachet/db/admin/users';
import { readAdjustableAlone, spendsFrom } from '@sachet/db/admin/proposals';
import { readProfile, readProfiles, type Profile } from '@sachet/db/people/profiles';
import {
  adminUsersPageSize,
  type AdminUserDetail,
  type AdminUser,
  type AdminUserWallet,
} from '@sachet/shared/admin/contracts/admin-users';
import { adminActor } from '@sachet/shared/ledger/event';
import { rupeesFromPaise } from '@sachet/shared/money';
import { isSuperAccount } from '../identity/access.ts';
import { toAdminUser } from './user-view.ts';
import type { Caller } from '../identity/caller.ts';
import { AfterId, pageTokens } from '../http/page-token.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { toUserProfile } from '../people/user-profile.ts';
import { findAccount, findAccounts } from '../identity/sign-in-accounts.ts';

const tokens = pageTokens(
  'users',
  z.object({ createdAtUs: z.int().min(0), uid: AfterId }),
  'pageToken',
);

export const getAdminUsers = route('GET /api/admin/users', {
  async handle({ deps, query }) {
    const { pageToken, ...filter } = query;
    const after = tokens.read(pageToken, filter);
    const [page, unlisted] = await Promise.all([
      listUsers(deps.db, filter, { after, limit: adminUsersPageSize }),
      after === null && !filter.account ? findUnlisted(deps, filter.q) : [],
    ]);
    const listed = await withAccounts(deps, page.profiles);
    const users = [...unlisted, ...listed].filter(
      ({ disabled }) => !filter.status || disabled === (filter.status === 'disabled'),
    );
    return ok({ users, nextPageToken: tokens.write(page.next, filter) });
  },
});

/** Joins the sign-in accounts, and updates our `disabled_at` from them. */
async function withAccounts(
  deps: Dependencies,
  profiles: readonly Profile[],
): Promise<AdminUser[]> {
  const accounts = await findAccounts(
    deps,
    profiles.map(({ uid }) => ({ uid })),
  );
  const byUid = new Map(accounts.map((account) => [account.uid, account]));
  await syncDisabled(deps, profiles, byUid);
  return profiles.map((profile) =>
    toAdminUser(profile.uid, byUid.get(profile.uid) ?? null, profile),
  );
}

async function syncDisabled(
  { db }: Dependencies,
  profiles: readonly Profile[],
  accounts: ReadonlyMap<string, UserRecord>,
): Promise<void> {
  const found = profiles.flatMap(({ uid, disabled_at }) => {
    const account = accounts.get(uid);
    return account
      ? [{ uid, wasDisabled: disabled_at !== null, isDisabled: account.disabled }]
      : [];
  });
  await storeDisabled(db, found);
}

/**
 * Users that the list does not contain: erased users by uid, and accounts without a profile by uid, address
 * or number.
 */
async function findUnlisted(deps: Dependencies, q: string): Promise<AdminUser[]> {
  if (q === '') return [];
  const [profile, accounts] = await Promise.all([
    readProfile(deps.db, q),
    findAccounts(deps, toIdentifiers(q)),
  ]);
  const erased = profile?.deleted_at ? [toAdminUser(q, null, profile)] : [];
  const uids = accounts.map(({ uid }) => uid);
  const known = new Set((await readProfiles(deps.db, uids)).map(({ uid }) => uid));
  const unfinished = accounts.filter(({ uid }) => !known.has(uid));
  return [...erased, ...unfinished.map((account) => toAdminUser(account.uid, account, undefined))];
}

function toIdentifiers(q: string): UserIdentifier[] {
  return [
    ...(q.length <= 128 ? [{ uid: q }] : []),
    ...(/^[^@\s]+@[^@\s]+$/.test(q) ? [{ email: q }] : []),
    ...(/^\+\d{6,15}$/.test(q) ? [{ phoneNumber: q }] : []),
  ];
}

export const getAdminUserDetail = route('GET /api/admin/user-detail', {
  async handle({ deps, caller, query: { uid } }) {
    const profile = await readProfile(deps.db, uid);
    const account = profile?.deleted_at ? null : await findAccount(deps, uid);
    if (!profile && !account) throw new Refusal('not_found', 'User not found.');
    if (profile && account) await syncDisabled(deps, [profile], new Map([[uid, account]]));
    return ok({
      user: toAdminUser(uid, account, profile),
      profile: profile ? toUserProfile(profile) : null,
      isTargetSuper: await isSuperAccount(deps, { uid, account, profile }),
      ...(profile
        ? await readBelongings(deps, profile, caller)
        : { organization: null, wallet: null }),
    });
  },
});

async function readBelongings(
  { db }: Dependencies,
  profile: Profile,
  caller: Caller,
): Promise<Pick<AdminUserDetail, 'organization' | 'wallet'>> {
  const { organization_id: id, organization_name: name } = profile;
  const [own, shared] = await Promise.all([
    findWallet(db, { kind: 'user', id: profile.uid }),
    id === null ? undefined : findWallet(db, { kind: 'organization', id }),
  ]);
  const isCallers = (wallet: OwnedWallet | undefined) =>
    wallet !== undefined && spendsFrom(db, { uid: caller.uid, walletId: wallet.id });
  const [adjustable, ownsUser, ownsShared] = await Promise.all([
    readAdjustableAlone(db, adminActor(caller.uid)),
    profile.uid === caller.uid || isCallers(own),
    profile.uid === caller.uid || isCallers(shared),
  ]);
  return {
    organization:
      id === null
        ? null
        : { id, name: name!, walletBalance: shared ? rupeesFromPaise(shared.balance_paise) : 0 },
    wallet: {
      paysFrom: profile.wallet_id === own?.id ? 'user' : 'organization',
      balance: rupeesFromPaise(profile.balance_paise),
      held: rupeesFromPaise(profile.held_paise),
      lifetimeSpent: rupeesFromPaise(profile.lifetime_spent_paise),
      user: toAdminUserWallet(own),
      organization: toAdminUserWallet(shared),
      withoutApproval: rupeesFromPaise(adjustable),
      ownWallets: [
        ...(ownsUser ? (['user'] as const) : []),
        ...(ownsShared ? (['organization'] as const) : []),
      ],
    },
  };
}

function toAdminUserWallet(wallet: OwnedWallet | undefined): AdminUserWallet | null {
  return wallet
    ? {
        id: wallet.id,
        balance: rupeesFromPaise(wallet.balance_paise),
        held: rupeesFromPaise(wallet.held_paise),
      }
    : null;
}
