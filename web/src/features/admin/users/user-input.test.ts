import { expect, test } from 'vitest';
import { type AccountForm, getChanges, toSearchText } from './user-input';

const before: AccountForm = {
  role: 'user',
  organizationId: '',
  firstName: 'Asha',
  lastName: 'Verma',
  phoneNumber: '+919812345678',
};
const changes = (change: Partial<AccountForm>) =>
  getChanges('u1', before, { ...before, ...change });

test('an unchanged account form sends nothing', () => {
  expect(changes({ firstName: ' Asha ' })).toEqual({ role: null, profile: null });
});

test('a changed name is sent alone', () => {
  expect(changes({ firstName: 'Usha' })).toEqual({
    role: null,
    profile: { uid: 'u1', action: 'update-profile', firstName: 'Usha' },
  });
});

test('an emptied phone number is sent as an empty text', () => {
  expect(changes({ phoneNumber: '' }).profile).toMatchObject({ phoneNumber: '' });
});

test('a changed role is sent without the organization', () => {
  expect(changes({ role: 'admin' }).role).toEqual({
    uid: 'u1',
    action: 'set-role',
    role: 'admin',
  });
});

test('joining an organization sends its id, leaving it sends null', () => {
  expect(changes({ organizationId: 'org_1' }).role?.organizationId).toBe('org_1');
  const member = { ...before, organizationId: 'org_1' };
  expect(getChanges('u1', member, before).role?.organizationId).toBeNull();
});

test.each([
  ['+91 98488 96734', '+919848896734'],
  ['09848896734', '+919848896734'],
  ['९८४८८ ९६७३४', '+919848896734'],
  ['98488 9', '984889'],
  ['+91 984', '91984'],
  ['asha@people.test', 'asha@people.test'],
  ['98488 asha', '98488 asha'],
  ['-', '-'],
  ['', ''],
])('a search for %j is sent as %j', (typed, query) => {
  expect(toSearchText(typed)).toBe(query);
});
