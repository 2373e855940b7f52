import { describe, expect, test } from 'vitest';
import { type AccountForm, getChanges, parseAmount, toSearchText } from './user-input';

const before: AccountForm = {
  role: 'user',
  organizationId: '',
  firstName: 'Asha',
  lastName: 'Verma',
  phoneNumber: '+919812345678',
};
const changes = (change: Partial<AccountForm>) =>
  getChanges('u1', before, { ...before, ...change });

describe('given the account form', () => {
  test('when nothing is other than it was, then nothing is sent', () => {
    expect(changes({ firstName: ' Asha ' })).toEqual({ role: null, profile: null });
  });

  test('when a name changes, then only that name is sent', () => {
    expect(changes({ firstName: 'Usha' })).toEqual({
      role: null,
      profile: { uid: 'u1', action: 'update-profile', firstName: 'Usha' },
    });
  });

  test('when the number is emptied, then it is sent as empty', () => {
    expect(changes({ phoneNumber: '' }).profile).toMatchObject({ phoneNumber: '' });
  });

  test('when only the role changes, then the organisation stays out of it', () => {
    expect(changes({ role: 'admin' }).role).toEqual({
      uid: 'u1',
      action: 'set-role',
      role: 'admin',
    });
  });

  test('when somebody moves into an organisation, then it is named; out of it, it is null', () => {
    expect(changes({ organizationId: 'org_1' }).role?.organizationId).toBe('org_1');
    const member = { ...before, organizationId: 'org_1' };
    expect(getChanges('u1', member, before).role?.organizationId).toBeNull();
  });
});

describe('given what was typed as credits', () => {
  test.each([
    ['100', 100],
    ['+100', 100],
    ['-12.50', -12.5],
    ['\u221212.5', -12.5],
    ['.5', 0.5],
    ['₹1,00,000', 100_000],
    [' 5 000.01 ', 5000.01],
    ['10000000', 10_000_000],
  ])('%j, then it is %d rupees', (typed, rupees) => expect(parseAmount(typed)).toBe(rupees));

  test.each([
    '',
    '0',
    '-0.00',
    '1.001',
    'NaN',
    'Infinity',
    '1e5',
    '12-',
    '--1',
    '10000000.01',
    '.',
  ])('%j, then it is no amount', (typed) => expect(parseAmount(typed)).toBeNull());
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
])('a search for %j asks for %j', (typed, asked) => {
  expect(toSearchText(typed)).toBe(asked);
});
