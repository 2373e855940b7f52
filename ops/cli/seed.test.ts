import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBooks } from '../../api/testing/books.ts';
import { demoPassword, demoPeople, demoSuperAdmins } from './demo-people.ts';
import { seed } from './seed.ts';
import { signInByEmail } from '../../dev/local/sign-in.ts';
import { startStack, type Stack } from '../../dev/local/testing/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    withoutWorker: true,
    env: { SUPER_ADMIN_EMAILS: demoSuperAdmins.join(',') },
  });
});
afterAll(() => stack?.stop());

async function read<Body>(email: string, path: string): Promise<Body> {
  const { token } = await signInByEmail(stack.emulator.host, email, demoPassword);
  const answer = await fetch(stack.apiUrl + path, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as Body;
}

test('the demo accounts have their roles, however often they are created', async () => {
  const { host: emulatorHost, projectId } = stack.emulator;
  const books = openBooks(stack.database);
  try {
    for (const times of [1, 2]) {
      await seed({ apiUrl: stack.apiUrl, projectId, emulatorHost });
      const seen: Record<string, object> = {};
      for (const { title, email } of demoPeople) {
        const { role, organizationName } = await read<Record<string, unknown>>(email, '/api/user');
        const { isSuperAdmin, isFinance } = await read<Record<string, unknown>>(
          email,
          '/api/admin/me',
        );
        seen[title] = { role, organizationName, isSuperAdmin, isFinance };
      }
      const organizationName = 'Chai & Co.';
      expect(seen, `after ${times}`).toEqual({
        Individual: { role: 'user', organizationName: null, isSuperAdmin: false, isFinance: false },
        'Organization admin': {
          role: 'admin',
          organizationName,
          isSuperAdmin: false,
          isFinance: false,
        },
        'Organization member': {
          role: 'user',
          organizationName,
          isSuperAdmin: false,
          isFinance: false,
        },
        'Super admin': {
          role: 'user',
          organizationName: null,
          isSuperAdmin: true,
          isFinance: true,
        },
        'Second super admin': {
          role: 'user',
          organizationName: null,
          isSuperAdmin: true,
          isFinance: true,
        },
      });
    }
    const events = await books.query('select kind from ledger_event');
    expect(events).toEqual(demoPeople.map(() => ({ kind: 'SignupBonusCredited' })));
    const invites = await books.query(
      'select accepted_by is null as open from organization_invite',
    );
    expect(invites).toEqual([{ open: false }]);
  } finally {
    await books.close();
  }
});

test('no demo account is created in a real project', async () => {
  const target = { apiUrl: stack.apiUrl, projectId: 'sachet', emulatorHost: 'sachet.example:443' };
  await expect(seed(target)).rejects.toThrow(
    'Demo accounts are for a local emulator only, not sachet.example:443.',
  );
});
