import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminMeResponse } from '@sachet/shared/admin/contracts/admin';
import { createKysely, createPool } from '@sachet/db/connect';
import { grantRole, listRoleHolders, revokeRole } from '@sachet/db/admin/roles';
import { changeAccount } from '../../dev/local/sign-in.ts';
import { signUpWithEmail, withFreshToken, type Person } from '../../dev/local/testing/people.ts';
import { asCustomer, createCustomer, send } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const listed = `Boss-${randomBytes(4).toString('hex')}@People.test`;
let open: OpenStack;
let owner: ReturnType<typeof createKysely>;
beforeAll(async () => {
  open = await openStack({
    withoutWorker: true,
    env: { SUPER_ADMIN_EMAILS: ` ${listed} , other@people.test` },
  });
  owner = createKysely(createPool(open.stack.database.ownerUrl, { max: 2 }));
});
afterAll(async () => {
  await owner?.destroy();
  await open?.stop();
});

const superRole = ({ email }: Person) => ({ email: email!, role: 'super-admin' }) as const;

const account = { accountType: 'individual', firstName: 'Dev', lastName: 'Patel' };

const isSuperAdmin = async (person: Person) => {
  const { status, body } = await send<{ isSuperAdmin: boolean }>(
    `${open.stack.apiUrl}/api/admin/me`,
    { headers: person.headers },
  );
  expect(status).toBe(200);
  return body.isSuperAdmin;
};

describe('super admin', () => {
  test('a user with a listed and verified address is a super admin from the first sign-in on', async () => {
    const { host, projectId } = open.stack.emulator;
    const person = await signUpWithEmail({ email: listed.toLowerCase(), verified: false });
    expect(await isSuperAdmin(person)).toBe(false);
    await changeAccount(host, projectId, person.uid, { emailVerified: true });
    expect(await isSuperAdmin(await withFreshToken(person))).toBe(true);
  });

  test('a phone number, a claim or a missing token makes no super admin', async () => {
    const { host, projectId } = open.stack.emulator;
    const person = await signUpWithEmail();
    await changeAccount(host, projectId, person.uid, {
      claims: { superAdmin: true, isSuperAdmin: true, admin: true },
    });
    expect(await isSuperAdmin(await withFreshToken(person))).toBe(false);
    expect(await isSuperAdmin(await createCustomer(open.stack))).toBe(false);
    const signedOut = await send(`${open.stack.apiUrl}/api/admin/me`);
    expectRefusal(signedOut, 'unauthenticated');
    expect(signedOut.body).toMatchObject({ error: 'Not signed in' });
  });

  test('the operator grants and revokes the super-admin role with immediate effect and on record', async () => {
    const person = await signUpWithEmail();
    const customer = asCustomer(open.stack, person);
    expect(await grantRole(owner, superRole(person))).toBe('nobody');
    await customer.send('/api/user', { json: account });
    expect(await grantRole(owner, superRole(person))).toBe('granted');
    expect(await grantRole(owner, superRole(person))).toBe('granted_before');
    expect(await listRoleHolders(owner, 'super-admin')).toMatchObject([
      { uid: person.uid, email: person.email },
    ]);
    expect(await isSuperAdmin(person)).toBe(true);

    await open.books.query('update user_profile set disabled_at = now() where uid = $1', [
      person.uid,
    ]);
    expectRefusal(await customer.send('/api/admin/me'), 'account_disabled');
    await open.books.query('update user_profile set disabled_at = null where uid = $1', [
      person.uid,
    ]);
    expect(await revokeRole(owner, superRole(person))).toBe(true);
    expect(await revokeRole(owner, superRole(person))).toBe(false);
    expect(await isSuperAdmin(person)).toBe(false);
    const trail = await open.books.query(
      'select actor, action, target_uid from admin_audit order by id',
    );
    expect(trail).toEqual([
      { actor: 'operator', action: 'grant-super-admin', target_uid: person.uid },
      { actor: 'operator', action: 'revoke-super-admin', target_uid: person.uid },
    ]);
    for (const change of ['delete from admin_audit', "update admin_audit set actor = 'x'"]) {
      await expect(open.books.query(change)).rejects.toThrow('admin_audit is append-only');
    }
  });

  test('the role finance opens the books, but does not make the user a super admin', async () => {
    const person = await signUpWithEmail();
    const customer = asCustomer(open.stack, person);
    await customer.send('/api/user', { json: account });
    const grant = { email: person.email!, role: 'finance' } as const;
    const may = async () => (await customer.send<AdminMeResponse>('/api/admin/me')).body;
    expect(await may()).toMatchObject({ isSuperAdmin: false, isFinance: false });
    expect(await grantRole(owner, grant)).toBe('granted');
    expect(await may()).toMatchObject({ isSuperAdmin: false, isFinance: true });
    expect((await customer.send('/api/admin/ledger')).status).toBe(200);
    expectRefusal(await customer.send('/api/admin/users'), 'forbidden');
    await open.books.query('update user_profile set disabled_at = now() where uid = $1', [
      person.uid,
    ]);
    expectRefusal(await customer.send('/api/admin/ledger'), 'account_disabled');
    await open.books.query('update user_profile set disabled_at = null where uid = $1', [
      person.uid,
    ]);
    expect(await revokeRole(owner, grant)).toBe(true);
    expectRefusal(await customer.send('/api/admin/ledger'), 'forbidden');
    const trail = await open.books.query(
      'select action from admin_audit where target_uid = $1 order by id',
      [person.uid],
    );
    expect(trail).toEqual([{ action: 'grant-finance' }, { action: 'revoke-finance' }]);
  });

  test('the role is not granted to an unverified address, nor by the API itself', async () => {
    const person = await signUpWithEmail({ verified: false });
    await asCustomer(open.stack, person).send('/api/user', { json: account });
    expect(await grantRole(owner, superRole(person))).toBe('unverified');
    const app = createKysely(createPool(open.stack.database.appUrl, { max: 1 }));
    try {
      await expect(
        app.insertInto('super_admin').values({ uid: person.uid }).execute(),
      ).rejects.toThrow('permission denied');
    } finally {
      await app.destroy();
    }
  });
});
