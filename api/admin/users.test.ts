import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AdminMetrics,
  AdminOrganizationsResponse,
  AdminUserDetail,
  AdminUsersResponse,
  adminUsersPageSize,
} from '@sachet/shared/admin/contracts/admin-users';
import { changeAccount } from '../../dev/local/sign-in.ts';
import { signUpByPhone, signUpWithEmail } from '../../dev/local/testing/people.ts';
import { createCustomer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
beforeAll(async () => {
  open = await openAdministeredStack();
});
afterAll(() => open?.stop());

const toUids = (users: readonly { uid: string }[]) => users.map(({ uid }) => uid);

/** Profiles without sign-in accounts; groups of three have the same creation time. */
async function seedProfiles(prefix: string, count: number): Promise<string[]> {
  const rows = await open.books.query<{ uid: string }>(
    `with made as (
       select $1 || lpad(i::text, 4, '0') as uid, i,
              timestamptz '2020-01-01' + (i / 3) * interval '1 second 1 microsecond' as at
         from generate_series(1, $2::int) as i
     ), wallets as (
       insert into wallet (id, owner_kind, owner_id) select 'wal_' || uid, 'user', uid from made
     )
     insert into user_profile (uid, account_type, wallet_id, first_name, last_name, email,
                               phone_number, created_at, disabled_at)
     select uid, 'individual', 'wal_' || uid, 'Seeded', 'Person', uid || '@Seed_100%.test',
            '+9177' || lpad(i::text, 8, '0'), at, case when i % 10 = 0 then at end
       from made returning uid`,
    [prefix, count],
  );
  return rows.map(({ uid }) => uid);
}

describe('the list of users', () => {
  test('the list of users has every user once, newest first, while others sign up', async () => {
    const seeded = await seedProfiles('every-page', 130);
    const first = await open.users('q=every-page0');
    expect(AdminUsersResponse.parse(first)).toEqual(first);
    expect(first.users).toHaveLength(adminUsersPageSize);
    const newcomer = await createCustomer(open.stack);
    const found = toUids(await open.everyone('q=every-page0'));
    expect(found).toEqual(seeded.toSorted().reverse());
    const everyone = toUids(await open.everyone());
    expect(new Set(everyone).size).toBe(everyone.length);
    expect(everyone).toEqual(expect.arrayContaining([...seeded, newcomer.uid]));
    expect(everyone[0]).toBe(newcomer.uid);
  });

  test('the list of users finds any part of a uid, address or number, literally and in any case', async () => {
    const [uid] = await seedProfiles('Find', 1);
    for (const q of [
      uid!,
      'ind00',
      'FIND0001@seed',
      'd0001@seed_100%.TEST',
      '+917700000001',
      '7700000001',
    ]) {
      const { users } = await open.users(`q=${encodeURIComponent(q)}&account=individual`);
      expect(toUids(users), q).toContain(uid);
    }
    for (const q of ['f%d0001', 'find_001', 'find0001\n', 'nobody-at-all', '\\']) {
      const { users } = await open.users(`q=${encodeURIComponent(q)}`);
      expect(
        toUids(users).filter((found) => found === uid),
        q,
      ).toEqual(q === 'find0001\n' ? [uid] : []);
    }
  });

  test('the list of users is filtered by account and status', async () => {
    const seeded = await seedProfiles('narrow', 20);
    const founder = await foundOrganization(open.stack);
    const disabled = await open.users('q=narrow&status=disabled');
    expect(toUids(disabled.users)).toEqual(['narrow0020', 'narrow0010']);
    const enabled = await open.users('q=narrow&status=enabled&account=individual');
    expect(enabled.users).toHaveLength(seeded.length - 2);
    expect((await open.users('q=narrow&account=organization')).users).toEqual([]);
    const organizations = await open.everyone('account=organization');
    expect(organizations.map(({ profile }) => profile!.accountType)).not.toContain('individual');
    expect(toUids(organizations)).toContain(founder.uid);
  });

  test("the list of users has the sign-in provider's data, and marks users without an account there", async () => {
    const customer = await createCustomer(open.stack);
    const { users } = await open.users(`q=${customer.uid}`);
    expect(users).toMatchObject([
      {
        uid: customer.uid,
        email: null,
        phoneNumber: customer.phoneNumber,
        disabled: false,
        hasSignIn: true,
        deleted: false,
        providerData: [{ providerId: 'phone' }],
        metadata: {
          creationTime: expect.stringMatching(/Z$/),
          lastSignInTime: expect.stringMatching(/Z$/),
        },
        profile: { accountType: 'individual', walletBalance: 250, firstName: 'Test' },
      },
    ]);
    const [seeded] = await seedProfiles('nosignin', 1);
    const [unknown] = (await open.users(`q=${seeded}`)).users;
    expect(unknown).toMatchObject({ hasSignIn: false, providerData: [], profile: { uid: seeded } });
  });

  test('the list of users finds an account without a profile by its whole uid, address or number', async () => {
    const byMail = await signUpWithEmail();
    const byPhone = await signUpByPhone();
    for (const [q, uid] of [
      [byMail.uid, byMail.uid],
      [byMail.email!, byMail.uid],
      [byPhone.phoneNumber!, byPhone.uid],
    ] as const) {
      const { users } = await open.users(`q=${encodeURIComponent(q)}`);
      expect(users, q).toMatchObject([{ uid, profile: null, hasSignIn: true }]);
    }
    expect((await open.detail(byMail.uid)).profile).toBeNull();
    expect((await open.users(`q=${byMail.uid}&status=disabled`)).users).toEqual([]);
  });

  test('the list of users marks users whom the sign-in provider has disabled, and their next request is refused', async () => {
    const { host, projectId } = open.stack.emulator;
    const customer = await createCustomer(open.stack);
    await changeAccount(host, projectId, customer.uid, { disableUser: true });
    const { users } = await open.users(`q=${customer.uid}`);
    expect(users).toMatchObject([{ disabled: true }]);
    expect((await open.users(`q=${customer.uid}&status=disabled`)).users).toHaveLength(1);
    expect((await open.users(`q=${customer.uid}&status=enabled`)).users).toEqual([]);
    expectRefusal(await customer.send('/api/wallet'), 'account_disabled');

    await changeAccount(host, projectId, customer.uid, { disableUser: false });
    expect((await open.detail(customer.uid)).user.disabled).toBe(false);
    expect((await open.users(`q=${customer.uid}&status=enabled`)).users).toHaveLength(1);
  });

  test('the list of users refuses the page token of another search, and an invalid token', async () => {
    await seedProfiles('token', 60);
    const { nextPageToken } = await open.users('q=token0');
    const [admin] = open.admins;
    const tokens = {
      'another search': `q=token&pageToken=${nextPageToken}`,
      'another filter': `q=token0&status=enabled&pageToken=${nextPageToken}`,
      'no token': 'q=token0&pageToken=next',
    };
    for (const [name, query] of Object.entries(tokens)) {
      const answer = await admin.send(`/api/admin/users?${query}`);
      expectRefusal(answer, 'invalid', 'pageToken');
      expect(answer.body.error, name).toBe('This list has changed. Reload it.');
    }
    expectRefusal(await admin.send('/api/admin/users?status=gone'), 'invalid', 'status');
    expect((await open.users(`q=token0&pageToken=${nextPageToken}`)).users).toHaveLength(10);
  });
});

describe('one user', () => {
  test('the details of a user have their organization and both wallets', async () => {
    const founder = await foundOrganization(open.stack, 'Diya & Sons');
    const member = await addMember(open.stack, founder);
    const detail = await open.detail(member.uid);
    expect(AdminUserDetail.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({
      user: { uid: member.uid, email: member.email },
      profile: { role: 'user', organizationName: 'Diya & Sons' },
      organization: { id: founder.organizationId, name: 'Diya & Sons', walletBalance: 250 },
      isTargetSuper: false,
      wallet: {
        paysFrom: 'organization',
        balance: 250,
        held: 0,
        lifetimeSpent: 0,
        user: { balance: 250, held: 0 },
        organization: { balance: 250, held: 0 },
      },
    });
    const individual = await createCustomer(open.stack);
    expect(await open.detail(individual.uid)).toMatchObject({
      organization: null,
      wallet: { paysFrom: 'user', user: { balance: 250 }, organization: null },
    });
    expect((await open.detail(open.admins[1].uid)).isTargetSuper).toBe(true);
    const [admin] = open.admins;
    expectRefusal(await admin.send('/api/admin/user-detail?uid=nobody'), 'not_found');
    expectRefusal(await admin.send('/api/admin/user-detail'), 'invalid', 'uid');
  });
});

describe('metrics and organisations', () => {
  test('metrics count enabled people and the money of active wallets', async () => {
    const read = async () =>
      AdminMetrics.parse((await open.admins[0].send('/api/admin/metrics')).body);
    const before = await read();
    const founder = await foundOrganization(open.stack);
    await addMember(open.stack, founder);
    const gone = await createCustomer(open.stack);
    await createCustomer(open.stack);
    await open.done({ uid: gone.uid, action: 'disable' });
    const after = await read();
    expect(after).toEqual({
      enabledUserCount: before.enabledUserCount + 3,
      enabledIndividualCount: before.enabledIndividualCount + 1,
      enabledOrgUserCount: before.enabledOrgUserCount + 2,
      individualWalletSumEnabled: before.individualWalletSumEnabled + 250,
      orgWalletSum: before.orgWalletSum + 250,
      totalWalletSum: before.totalWalletSum + 500,
      auditFindingCount: expect.any(Number),
    });
  });

  test('organizations are found by part of the name or by id', async () => {
    // Among all organizations of the shared stack, it is on the first page.
    const name = '00 Zari 100% Silk_House';
    const founder = await foundOrganization(open.stack, name);
    const find = async (q: string) => {
      const { body } = await open.admins[0].send(
        `/api/admin/organizations?q=${encodeURIComponent(q)}`,
      );
      return AdminOrganizationsResponse.parse(body).organizations;
    };
    const found = { id: founder.organizationId, name, walletBalance: 250 };
    for (const q of ['zari', '100% silk', 'k_h', founder.organizationId]) {
      expect(await find(q), q).toEqual([found]);
    }
    expect(await find('100_')).toEqual([]);
    expect(await find('')).toContainEqual(found);
  });
});
