import type { OrganizationMember } from '@sachet/shared/organizations/contracts/organization';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount, readTexts, see } from '../../testing/mount';
import { founder, signIn } from '../../testing/people';
import { answer, cutOff, failWith, requestsTo } from '../../testing/server';
import { OrganizationPage } from './OrganizationPage';

const member: OrganizationMember = {
  ...founder,
  uid: 'member',
  firstName: 'Meera',
  lastName: 'Nair',
  role: 'user',
  budget: 250,
};

const parseBudget = (name: string) =>
  page.getByRole('spinbutton', { name: `Monthly Budget (₹) of ${name}` });
const budget = parseBudget('Meera Nair');
const saved = () =>
  requestsTo('PATCH /api/organization/member').map(
    ({ body }) => (body as { budget: number }).budget,
  );

/** Replaces the field's text and leaves the field. */
async function typeInto(typed: string): Promise<void> {
  await budget.clear();
  await budget.click();
  if (typed) await userEvent.keyboard(typed);
  await userEvent.tab();
}

beforeEach(async () => {
  signIn({
    profile: { accountType: 'organization', role: 'admin', organizationName: 'Chai & Co.' },
  });
  answer('GET /api/organization', {
    id: 'org_1',
    name: 'Chai & Co.',
    walletBalance: 250,
    members: [founder, member],
    invites: [],
  });
  answer('PATCH /api/organization/member', ({ body }) => ({
    ...member,
    ...(body as { budget: number }),
  }));
  answer('GET /api/organization/usage', {
    members: [{ uid: 'member', spent: { image: 1_500, chat: 15 }, bought: { image: 20, chat: 1 } }],
  });
  await mount(<OrganizationPage />);
});

test('each member shows what they bought this month by tool, and leads to their statement', async () => {
  const tools = page.getByRole('list', { name: 'Bought this month by Meera Nair' });
  await expect
    .poll(() => readTexts(tools.getByRole('listitem')))
    .toEqual(['20 pictures₹1,500', '1 chat block₹15']);
  await expect
    .element(page.getByRole('link', { name: 'Statement of Meera Nair' }))
    .toHaveAttribute('href', '/wallet?member=member');
  expect(page.getByRole('link', { name: /^Statement of/ }).elements()).toHaveLength(1);
});

test('an admin cannot set their own budget', async () => {
  await expect.element(parseBudget('Imran Sheikh')).toBeDisabled();
});

test('an invalid budget is not sent, and the stored one stays', async () => {
  await typeInto('-5');
  await expect.element(budget).toHaveValue(250);
  expect(saved()).toEqual([]);
});

test('a budget is saved when its field loses the focus, and can be undone', async () => {
  await typeInto('99.5');
  await see(page.getByText('Budget of Meera Nair: ₹99.50 a month.'));
  await expect.element(budget).toHaveValue(99.5);

  await typeInto('0');
  await see(page.getByText('Budget of Meera Nair: unlimited.'));
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(saved).toEqual([99.5, 0, 99.5]);
  await expect.element(budget).toHaveValue(99.5);
});

test('a budget that cannot be saved shows the error and the stored value', async () => {
  cutOff('PATCH /api/organization/member');
  await typeInto('300');
  await see(page.getByText('Error updating budget.'));
  await expect.element(budget).toHaveValue(250);

  failWith('PATCH /api/organization/member', 409, { error: 'Meera left a minute ago.' });
  await typeInto('300');
  await see(page.getByText('Error updating budget. Meera left a minute ago.'));
});

test("making a member an admin asks first and removes the member's budget", async () => {
  answer('POST /api/organization/admin', { ...member, role: 'admin', budget: 0 });
  await page.getByRole('button', { name: 'Make admin: Meera Nair' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Meera Nair an admin?' });
  await dialog.getByRole('button', { name: 'Make admin' }).click();
  await see(page.getByText('Meera Nair is now an admin.'));
  expect(requestsTo('POST /api/organization/admin').map(({ body }) => body)).toEqual([
    { uid: 'member' },
  ]);
  await expect.element(budget).toBeDisabled();
});
