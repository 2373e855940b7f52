import type { AdminUserAction } from '@sachet/shared/admin/contracts/admin-users';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess } from '../../../testing/access';
import {
  confirm,
  question,
  signInAsSuperAdmin,
  someDetail,
  someUser,
} from '../../../testing/admin';
import { button, mount, see, seeGone } from '../../../testing/mount';
import { answer, refuse, requestsTo } from '../../../testing/server';
import { SecurityTab } from './SecurityTab';

const asha = someUser('asha');
const sent = () => requestsTo('POST /api/admin/users').map(({ body }) => body as AdminUserAction);

async function show(detail = someDetail(asha)) {
  const onDeleted = vi.fn<() => void>();
  await mount(
    <SecurityTab detail={detail} onChanged={async () => undefined} onDeleted={onDeleted} />,
  );
  return onDeleted;
}

beforeEach(() => {
  signInAsSuperAdmin();
  answer('POST /api/admin/users', { uid: 'asha', action: '', walletBalance: null, proposal: null });
});

test("an admin resets a user's claims after a confirmation", async () => {
  const onDeleted = await show();
  await see(page.getByText('Superadmin: No'));
  await button('Reset claims').click();
  await confirm('Removes all custom claims of asha@people.test.');
  await see(page.getByText('Custom claims reset'));
  expect(sent()).toEqual([{ uid: 'asha', action: 'reset-claims' }]);
  expect(onDeleted).not.toHaveBeenCalled();
});

test('an admin deletes a user after a confirmation, and the dialog is notified', async () => {
  const onDeleted = await show();
  await button('Delete user').click();
  await expectAccess('the question');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await seeGone(question);
  expect(sent()).toEqual([]);
  await button('Delete user').click();
  await confirm('asha@people.test will be permanently deleted. This can’t be undone.');
  await see(page.getByText('User deleted'));
  expect(sent()).toEqual([{ uid: 'asha', action: 'delete' }]);
  expect(onDeleted).toHaveBeenCalledOnce();
});

test('a refused deletion of a user shows the reason, and the dialog is not notified', async () => {
  const onDeleted = await show(someDetail(asha, { isTargetSuper: true }));
  await see(page.getByText('Superadmin: Yes'));
  refuse('POST /api/admin/users', 'wrong_state');
  await button('Delete user').click();
  await confirm(/can’t be undone/);
  await see(page.getByRole('alert').getByText('Refused: wrong_state'));
  expect(onDeleted).not.toHaveBeenCalled();
});

test('the security tab of a deleted user has no actions', async () => {
  await show(someDetail({ ...asha, deleted: true }));
  await see(page.getByText(/^This user was deleted\./));
  expect(page.getByRole('button').elements()).toEqual([]);
});
