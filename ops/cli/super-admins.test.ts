import { expect, test } from 'vitest';
import { demoSuperAdmins } from './demo-people.ts';
import { listSuperAdmins } from './super-admins.ts';

const standIn = { hasSignInStandIn: true };

test.each([[' Boss@People.test, ,dev@people.test '], ['boss@people.test,dev@people.test']])(
  'super admins are the addresses of SUPER_ADMIN_EMAILS: %j',
  (SUPER_ADMIN_EMAILS) => {
    const emails = ['boss@people.test', 'dev@people.test'];
    expect(listSuperAdmins({ SUPER_ADMIN_EMAILS }, standIn)).toEqual({ emails, isDemo: false });
  },
);

test("without a list of super admins, the demo's super admins apply while a stand-in signs people in", () => {
  expect(listSuperAdmins({}, standIn)).toEqual({ emails: demoSuperAdmins, isDemo: true });
  expect(listSuperAdmins({ SUPER_ADMIN_EMAILS: ' ' }, standIn).isDemo).toBe(true);
  const real = { hasSignInStandIn: false };
  expect(listSuperAdmins({}, real)).toEqual({ emails: [], isDemo: false });
});
