import type {
  OrganizationInvite,
  OrganizationRequest,
} from '@sachet/shared/organizations/contracts/organization';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Live } from '../../testing/live';
import { mount, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { announce, answer, cutOff, keepBack, refuse, requestsTo } from '../../testing/server';
import { OrganizationPage } from './OrganizationPage';

const invitation = (
  email: string,
  given: Partial<OrganizationInvite> = {},
): OrganizationInvite => ({
  email,
  invitedAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2099-03-08T10:00:00.000Z',
  mailStatus: 'sent',
  budget: 1000,
  ...given,
});
const field = page.getByRole('textbox', { name: 'Email' });
const budget = page.getByRole('spinbutton', { name: 'Monthly Budget (₹)', exact: true });
const send = page.getByRole('button', { name: 'Send Invite' });
const row = (email: string) =>
  page
    .getByRole('list', { name: /^Pending invites/ })
    .getByRole('listitem')
    .filter({ hasText: email });
const sent = () =>
  requestsTo('POST /api/organization').map(({ body }) => body as OrganizationRequest);

function answerWith(...invites: OrganizationInvite[]): void {
  answer('GET /api/organization', {
    id: 'org_1',
    name: 'Chai & Co.',
    walletBalance: 250,
    members: [],
    invites,
  });
}

async function show(...invites: OrganizationInvite[]): Promise<void> {
  answerWith(...invites);
  await mount(
    <Live>
      <OrganizationPage />
    </Live>,
  );
  await see(field);
}

beforeEach(() => {
  signIn({
    profile: { accountType: 'organization', role: 'admin', organizationName: 'Chai & Co.' },
  });
});

describe('the invitation form', () => {
  test('the invite form shows an error for an invalid address and does not send it', async () => {
    await show();
    await expect.element(send).toBeDisabled();
    await field.fill('meera@chai');
    await see(page.getByText('Invalid email format.'));
    await expect.element(send).toBeDisabled();
    await field.click();
    await userEvent.keyboard('{Enter}');
    expect(sent()).toEqual([]);
  });

  test('an invitation is sent and listed, and the admin can type the next one immediately', async () => {
    await show();
    answer('POST /api/organization', {
      email: 'meera@chai.test',
      invites: [invitation('meera@chai.test', { mailStatus: 'queued' })],
    });
    await field.fill('meera@chai.test');
    answerWith(invitation('meera@chai.test'));
    await send.click();
    await see(
      page.getByText('Invite sent to meera@chai.test. They need to sign up with this email.'),
    );
    expect(sent()).toEqual([
      { action: 'invite', email: 'meera@chai.test', organizationId: 'org_1', budget: 1000 },
    ]);
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();
    await announce({ event: 'changed', id: 'organization' });
    await see(row('meera@chai.test').getByText('Email sent'));
    await field.fill('r');
    await seeGone(page.getByText('Invite sent to'));
  });

  test('an invitation includes the typed budget, where 0 is unlimited; an invalid budget is not sent', async () => {
    await show();
    await expect.element(budget).toHaveValue(1000);
    await field.fill('meera@chai.test');
    for (const typed of ['', '-5']) {
      await budget.fill(typed);
      await see(page.getByText('Enter 0 or more.'));
      await expect.element(send).toBeDisabled();
    }
    await budget.fill('0');
    answer('POST /api/organization', {
      email: 'meera@chai.test',
      invites: [
        invitation('meera@chai.test', { budget: 0 }),
        invitation('ravi@chai.test', { budget: 249.5 }),
      ],
    });
    await send.click();
    await see(row('meera@chai.test').getByText('Unlimited budget'));
    await see(row('ravi@chai.test').getByText('Budget ₹249.50 a month'));
    expect(sent().map((each) => each.budget)).toEqual([0]);
    await expect.element(budget).toHaveValue(1000);
  });

  test('a refused invitation shows the reason and keeps the address', async () => {
    await show();
    await field.fill('late@people.test');
    cutOff('POST /api/organization');
    await send.click();
    await see(page.getByRole('alert').getByText(/^Error: Couldn’t reach Sachet/));
    refuse('POST /api/organization', 'rate_limited');
    await send.click();
    await see(page.getByRole('alert').getByText('Error: Refused: rate_limited'));
    await expect.element(field).toHaveValue('late@people.test');
    await field.fill('late@people.tests');
    await seeGone(page.getByText(/^Error: /));
  });

  test('resending an invitation removes an earlier error', async () => {
    await show(invitation('meera@chai.test'));
    await field.fill('late@people.test');
    refuse('POST /api/organization', 'rate_limited');
    await send.click();
    await see(page.getByText(/^Error: /));
    answer('POST /api/organization', {
      email: 'meera@chai.test',
      invites: [invitation('meera@chai.test')],
    });
    await row('meera@chai.test')
      .getByRole('button', { name: /^Resend/ })
      .click();
    await seeGone(page.getByText(/^Error: /));
  });

  test('an invitation is sent once, however often the admin presses the button', async () => {
    await show();
    answer('POST /api/organization', { email: 'a@b.test', invites: [] });
    const release = keepBack('POST /api/organization');
    await field.fill('a@b.test');
    await send.click();
    await userEvent.keyboard('{Enter}');
    release();
    await see(page.getByText('Invite sent to a@b.test.'));
    expect(sent()).toHaveLength(1);
  });
});

describe('an open invitation', () => {
  const open = invitation('meera@chai.test');

  test.each([
    ['queued', 'Email on its way'],
    ['sent', 'Email sent'],
    ['failed', 'Email not delivered'],
  ] as const)('an invitation whose email is %s shows "%s"', async (mailStatus, words) => {
    await show(invitation('meera@chai.test', { mailStatus }));
    await see(row('meera@chai.test').getByText(words));
  });

  test('an expired invitation says what to do', async () => {
    await show(invitation('meera@chai.test', { expiresAt: '2026-03-02T10:00:00.000Z' }));
    await see(row('meera@chai.test').getByText('expired, resend it'));
  });

  test('an admin cancels an invitation after a confirmation, and keeping it changes nothing', async () => {
    await show(open);
    const cancel = page.getByRole('button', { name: 'Cancel the invite to meera@chai.test' });
    const dialog = page.getByRole('dialog', { name: 'Cancel this invite?' });
    await cancel.click();
    await dialog.getByRole('button', { name: 'Keep invite' }).click();
    await seeGone(dialog);
    await see(row('meera@chai.test'));
    expect(sent()).toEqual([]);

    answer('POST /api/organization', { email: 'meera@chai.test', invites: [] });
    await cancel.click();
    await dialog.getByRole('button', { name: 'Cancel invite' }).click();
    await see(page.getByText('Invite to meera@chai.test cancelled.'));
    await seeGone(row('meera@chai.test'));
    expect(sent()).toEqual([
      { action: 'cancel-invite', email: 'meera@chai.test', organizationId: 'org_1' },
    ]);
  });

  test('an admin can email an invitation again, unless it has just been emailed', async () => {
    await show(open);
    const resend = page.getByRole('button', { name: 'Resend the invite to meera@chai.test' });
    answer('POST /api/organization', { email: 'meera@chai.test', invites: [open] });
    await resend.click();
    await see(page.getByText('We just emailed meera@chai.test.'));
    const queued = invitation('meera@chai.test', { mailStatus: 'queued' });
    answer('POST /api/organization', { email: 'meera@chai.test', invites: [queued] });
    await resend.click();
    await see(page.getByText('Invite sent again to meera@chai.test.'));
    refuse('POST /api/organization', 'wrong_state');
    await resend.click();
    await see(page.getByText('Error: Refused: wrong_state'));
  });
});
