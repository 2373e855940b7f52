import type { AdminUserAction, AdminUserDetail } from '@sachet/shared/admin/contracts/admin-users';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  confirm,
  question,
  signInAsSuperAdmin,
  someDetail,
  someRoleProposal,
  someUser,
} from '../../../testing/admin';
import { button, mount, see, seeGone, typeWithoutPause } from '../../../testing/mount';
import { answer, cutOff, keepBack, refuse, requestsTo } from '../../../testing/server';
import { AccountTab } from './AccountTab';

const asha = someUser('asha');
const field = (label: string) => page.getByLabelText(label, { exact: true });
const sent = () => requestsTo('POST /api/admin/users').map(({ body }) => body as AdminUserAction);

async function show(detail: AdminUserDetail = someDetail(asha), settings = {}) {
  const onChanged = vi.fn<() => Promise<undefined>>(async () => undefined);
  await mount(<AccountTab detail={detail} onChanged={onChanged} />, settings);
  return onChanged;
}

let caller: string;
beforeEach(() => {
  caller = signInAsSuperAdmin();
  answer('POST /api/admin/users', ({ body }) => {
    const { uid, action } = body as AdminUserAction;
    return { uid, action, walletBalance: null, proposal: null };
  });
});

describe("the account's sign-in", () => {
  test('the account tab asks before it disables a user, and Cancel changes nothing', async () => {
    const onChanged = await show();
    await expect.element(button('Enable')).toBeDisabled();
    await button('Disable').click();
    await see(question.getByText('asha@people.test is signed out immediately'));
    await button('Cancel').click();
    await seeGone(question);
    expect(sent()).toEqual([]);
    await expect.element(button('Disable')).toHaveFocus();

    await button('Disable').click();
    await confirm(/can’t sign in until enabled again\.$/);
    await see(page.getByText('User disabled'));
    expect(sent()).toEqual([{ uid: 'asha', action: 'disable' }]);
    expect(onChanged).toHaveBeenCalledOnce();
  });

  test('the confirmation before enabling a user names the best known contact', async () => {
    await show(someDetail({ ...asha, email: null, phoneNumber: '+919812300045', disabled: true }));
    await see(page.getByText('This user can’t sign in until you enable the account again.'));
    await expect.element(button('Disable')).toBeDisabled();
    await button('Enable').click();
    await confirm('+919812300045 can sign in again.');
    await see(page.getByText('User enabled'));
    expect(sent()).toEqual([{ uid: 'asha', action: 'enable' }]);
  });

  test('an admin can disable an account without a profile, but not a deleted one', async () => {
    await show(someDetail({ ...asha, profile: null }));
    await see(button('Disable'));
    await seeGone(button('Save profile'));
    await show(someDetail({ ...asha, deleted: true }));
    await see(page.getByText('This user was deleted.'));
    expect(page.getByRole('button').elements()).toEqual([]);
  });

  test("a refused change of the account keeps the state and shows the server's text", async () => {
    const onChanged = await show();
    refuse('POST /api/admin/users', 'wrong_state');
    await button('Disable').click();
    await confirm(/signed out immediately/);
    await see(page.getByRole('alert').getByText('Refused: wrong_state'));
    expect(page.getByText('User disabled').elements()).toEqual([]);
    expect(onChanged).toHaveBeenCalledOnce();
    cutOff('POST /api/admin/users');
    await button('Disable').click();
    await confirm(/signed out immediately/);
    await see(page.getByRole('alert').getByText(/^Failed to update user\. Couldn’t reach Sachet/));
  });

  test("in Hindi, an error shows the page's own text and then the server's", async () => {
    await show(someDetail(asha), { language: 'hi' });
    refuse('POST /api/admin/users', 'wrong_state');
    await page.getByRole('button', { name: 'बंद करें' }).click();
    const asked = page.getByRole('dialog', { name: 'पक्का करें' });
    await asked.getByRole('button', { name: 'हाँ, करें' }).click();
    await see(page.getByRole('alert').getByText(/: Refused: wrong_state$/));
  });

  test('a change is sent once, however often Confirm is pressed, and the dialog stays open until it is answered', async () => {
    await show();
    const release = keepBack('POST /api/admin/users');
    await button('Disable').click();
    await button('Confirm').click();
    await expect.element(button('Confirm')).toBeDisabled();
    await expect.element(button('Cancel')).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await see(question);
    release();
    await seeGone(question);
    expect(sent()).toHaveLength(1);
  });
});

describe('the profile', () => {
  test('an admin can save or discard changes of a profile', async () => {
    await show();
    await expect.element(button('Save profile')).toBeDisabled();
    await field('First name').fill('Usha');
    await expect.element(button('Save profile')).toBeEnabled();
    await field('First name').fill('  Asha ');
    await expect.element(button('Save profile')).toBeDisabled();
    await field('Phone').fill('+919812300045');
    await button('Discard changes').click();
    await expect.element(field('Phone')).toHaveValue('');
    await expect.element(button('Discard changes')).toBeDisabled();
  });

  test('saving a profile shows the old and new values and sends only the changes', async () => {
    await show();
    await field('First name').fill('Usha');
    await field('Phone').fill('+919812300045');
    await button('Save profile').click();
    await see(question.getByText('Changes for asha@people.test:'));
    await see(question.getByText('Asha', { exact: true }));
    await see(question.getByText('Usha', { exact: true }));
    await see(question.getByText('None'));
    await confirm('+919812300045');
    await see(page.getByText('Profile saved'));
    expect(sent()).toEqual([
      { uid: 'asha', action: 'update-profile', firstName: 'Usha', phoneNumber: '+919812300045' },
    ]);
  });

  test.each(['+91 98123 00045', '09812300045', '919812300045', '९८१२३ ०००४५'])(
    'a phone number typed as %s is saved in its normal form',
    async (typed) => {
      await show();
      await field('Phone').fill(typed);
      await button('Save profile').click();
      await confirm('+919812300045');
      await see(page.getByText('Profile saved'));
      expect(sent()).toEqual([
        { uid: 'asha', action: 'update-profile', phoneNumber: '+919812300045' },
      ]);
    },
  );

  test("a refused change of a profile stays in the form, and the server's text is shown", async () => {
    await show();
    refuse('POST /api/admin/users', 'invalid', 'phoneNumber');
    await field('Phone').fill('+12025550123');
    await field('Phone').click();
    await userEvent.keyboard('{Enter}');
    await confirm('+12025550123');
    await see(page.getByRole('alert').getByText('Refused: invalid'));
    await expect.element(field('Phone')).toHaveValue('+12025550123');
    await expect.element(button('Save profile')).toBeEnabled();
  });

  test('saving a profile sends role and organization first, and the rest only if that succeeds', async () => {
    await show();
    await userEvent.selectOptions(field('Role'), 'Admin');
    await field('Organization ID').fill('org_1');
    await field('Last name').fill('Nair');
    await expect.element(button('Save profile')).toBeDisabled();
    await field('Reason').fill(' asked by phone ');
    refuse('POST /api/admin/users', 'not_found');
    await button('Save profile').click();
    await confirm('org_1');
    await see(page.getByRole('alert').getByText('Refused: not_found'));
    const role = {
      uid: 'asha',
      action: 'set-role',
      role: 'admin',
      organizationId: 'org_1',
      reason: 'asked by phone',
    };
    expect(sent()).toEqual([role]);

    cutOff('POST /api/admin/users');
    await button('Save profile').click();
    await confirm('org_1');
    await see(page.getByRole('alert').getByText(/^Failed to save role\. Couldn’t reach Sachet/));

    answer('POST /api/admin/users', {
      uid: 'asha',
      action: '',
      walletBalance: null,
      proposal: null,
    });
    await button('Save profile').click();
    await confirm('org_1');
    await see(page.getByText('Profile saved'));
    expect(sent().slice(2)).toEqual([
      role,
      { uid: 'asha', action: 'update-profile', lastName: 'Nair' },
    ]);
  });

  test('a move into an organization needs a reason and is proposed to a second super admin', async () => {
    await show();
    await field('Organization ID').fill('org_1');
    await see(page.getByText(/^A second super admin must approve this move\./));
    await expect.element(button('Propose')).toBeDisabled();
    await field('Reason').fill('asked by phone');
    answer('POST /api/admin/users', {
      uid: 'asha',
      action: 'set-role',
      walletBalance: null,
      proposal: someRoleProposal(),
    });
    await button('Propose').click();
    await confirm('A second super admin must approve it within 24 hours.');
    await see(page.getByText('Proposed. A second super admin must approve it.'));
    await expect.element(field('Organization ID')).toHaveValue('');
    expect(sent()).toMatchObject([{ organizationId: 'org_1', reason: 'asked by phone' }]);
  });

  test('an admin cannot change their own role', async () => {
    await show(someDetail(someUser(caller)));
    await see(page.getByText('Only another super admin can change your role and organization.'));
    await expect.element(field('Role')).toBeDisabled();
    await expect.element(field('Organization ID')).toBeDisabled();
    await seeGone(field('Find an organization'));
    await expect.element(field('First name')).toBeEnabled();
  });

  test('an empty organization field makes the user an individual', async () => {
    const profile = { ...asha.profile!, organizationId: 'org_1', role: 'admin' as const };
    await show(someDetail({ ...asha, profile }));
    await userEvent.selectOptions(field('Role'), 'User');
    await field('Organization ID').clear();
    await button('Save profile').click();
    await confirm('None');
    await expect
      .poll(sent)
      .toEqual([{ uid: 'asha', action: 'set-role', role: 'user', organizationId: null }]);
  });
});

describe('the search for an organization', () => {
  const found = page.getByRole('list', { name: 'Find an organization' });
  const chai = { id: 'org_chai', name: 'Chai & Co.', walletBalance: 280 };

  beforeEach(() => answer('GET /api/admin/organizations', { organizations: [chai] }));

  test('choosing an organization from the search fills in its id', async () => {
    await show();
    await field('Find an organization').fill('chai');
    await found.getByRole('button', { name: 'Chai & Co. ₹280.00' }).click();
    await expect.element(field('Organization ID')).toHaveValue('org_chai');
    await expect.element(field('Find an organization')).toHaveValue('');
    await seeGone(found);
    expect(requestsTo('GET /api/admin/organizations').at(-1)?.search.get('q')).toBe('chai');
  });

  test('the search for an organization waits until typing pauses, and Enter saves nothing', async () => {
    await show();
    await field('First name').fill('Usha');
    typeWithoutPause(field('Find an organization'), 'cha');
    await userEvent.keyboard('{Enter}');
    await see(page.getByRole('status').getByText('Found: 1'));
    await seeGone(question);
    const asked = requestsTo('GET /api/admin/organizations').map(({ search }) => search.get('q'));
    expect(new Set(asked)).toEqual(new Set(['cha']));
  });

  test('the search for an organization says when nothing matches, and shows no error when it fails', async () => {
    await show();
    cutOff('GET /api/admin/organizations');
    await field('Find an organization').fill('cha');
    await expect.poll(() => requestsTo('GET /api/admin/organizations').length).toBeGreaterThan(0);
    expect(page.getByRole('alert').getByText(/./).elements()).toEqual([]);
    answer('GET /api/admin/organizations', { organizations: [] });
    await field('Find an organization').fill('nobody');
    await see(page.getByText('No organization matches.'));
  });
});
