import type { ErrorCode } from '@sachet/shared/contracts/error';
import type { UserProfile } from '@sachet/shared/people/contracts/user';
import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../api/failure';
import { adminVerdict, organizationAdminVerdict } from './role-verdict';

const refused = (code: ErrorCode, status: number) =>
  new ApiFailure({ message: 'Sent by the server', code, status });

function profile(some: Partial<UserProfile>): UserProfile {
  return {
    uid: 'uid',
    accountType: 'individual',
    role: 'user',
    organizationId: null,
    organizationName: null,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: null,
    email: null,
    emailVerified: false,
    walletBalance: 0,
    budget: 0,
    lifetimeSpent: 0,
    ...some,
  } as UserProfile;
}

describe('the organisation page', () => {
  test.each([
    ['loading', { data: undefined, error: undefined }],
    ['failed', { data: undefined, error: refused('unavailable', 503) }],
    ['denied', { data: null, error: undefined }],
    ['denied', { data: profile({ role: 'admin' }), error: undefined }],
    ['denied', { data: profile({ accountType: 'organization' }), error: undefined }],
    [
      'allowed',
      { data: profile({ accountType: 'organization', role: 'admin' }), error: undefined },
    ],
  ] as const)('the organization page is %s for %o', (verdict, read) => {
    expect(organizationAdminVerdict(read)).toBe(verdict);
  });
});

describe('the admin pages', () => {
  test.each([
    ['loading', { data: undefined, error: undefined }],
    ['failed', { data: undefined, error: refused('internal', 500) }],
    ['unauthorized', { data: undefined, error: refused('unauthenticated', 401) }],
    ['forbidden', { data: undefined, error: refused('forbidden', 403) }],
    [
      'forbidden',
      { data: { isSuperAdmin: false, isFinance: true, decidesAlone: false }, error: undefined },
    ],
    [
      'allowed',
      { data: { isSuperAdmin: true, isFinance: true, decidesAlone: false }, error: undefined },
    ],
    // A refusal by the server overrides cached data.
    [
      'unauthorized',
      {
        data: { isSuperAdmin: true, isFinance: true, decidesAlone: false },
        error: refused('unauthenticated', 401),
      },
    ],
    // A short outage keeps access that the server had allowed.
    [
      'allowed',
      {
        data: { isSuperAdmin: true, isFinance: true, decidesAlone: false },
        error: refused('unavailable', 503),
      },
    ],
  ] as const)('an admin page is %s for %o', (verdict, read) => {
    expect(adminVerdict(read, 'isSuperAdmin')).toBe(verdict);
  });

  test('an admin with the role finance may open the finance pages', () => {
    const read = {
      data: { isSuperAdmin: false, isFinance: true, decidesAlone: false },
      error: undefined,
    };
    expect(adminVerdict(read, 'isFinance')).toBe('allowed');
  });
});
