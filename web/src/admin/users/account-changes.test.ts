import { describe, expect, test } from 'vitest';
import { getChanges, type AccountForm } from './account-changes';

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
