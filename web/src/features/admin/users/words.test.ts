import { expect, test } from 'vitest';
import { en } from '../../../i18n/en';

test('the promised messages of the users page are unchanged (docs/product.md, Messages)', () => {
  const { admin, adminCommon, adminUsers, studioCommon } = en;
  expect(admin).toMatchObject({ confirmTitle: 'Please confirm', confirm: 'Confirm' });
  expect(studioCommon).toMatchObject({ cancel: 'Cancel', loadMore: 'Load more' });
  expect(adminCommon).toMatchObject({ actionFailed: 'Action failed' });
  expect(adminUsers).toMatchObject({
    noMore: 'No more users.',
    noAudit: 'No recent admin actions.',
    saveProfile: 'Save profile',
    applyCredits: 'Apply credits',
    resetClaims: 'Reset claims',
    deleteUser: 'Delete user',
    largeAmount: 'This is a large amount (> ₹5000).',
    userDisabled: 'User disabled',
    userEnabled: 'User enabled',
    userDeleted: 'User deleted',
    creditsApplied: 'Credits applied',
    claimsReset: 'Custom claims reset',
    profileSaved: 'Profile saved',
    listFailed: 'Failed to list users',
    detailFailed: 'Failed to load detail',
    auditFailed: 'Failed to load audit',
    updateFailed: 'Failed to update user',
    roleFailed: 'Failed to save role',
    profileFailed: 'Failed to save profile',
  });
});
