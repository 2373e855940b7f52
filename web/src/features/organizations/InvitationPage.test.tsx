// Invitations as the invited person sees them, and leaving an organization.
import type { Invitation, Membership } from '@sachet/shared/organizations/contracts/invitation';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../testing/access';
import { button, see, seeGone } from '../../testing/mount';
import { answerFor, logIn, signIn } from '../../testing/people';
import { answer, keepBack, refuse, requestsTo } from '../../testing/server';
import { visit } from '../../testing/visit';

const secret = 'a-secret-of-a-mail-'.padEnd(43, '0');
const mailed = `/invitation#${secret}`;
const cards = page.getByRole('article');
const team = { organizationId: 'org_1', organizationName: 'Chai & Co.' };

const someInvitation = (given: Partial<Invitation> = {}): Invitation => ({
  id: '1',
  email: 'asha@people.test',
  organizationName: 'Chai & Co.',
  adminName: 'Imran Sheikh',
  invitedAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2026-03-08T10:00:00.000Z',
  ...given,
});

const membership: Membership = {
  ...team,
  role: 'user',
  admins: ['Imran Sheikh'],
  ownWalletBalance: 250,
};

const answersSent = () => requestsTo('POST /api/invitations').map(({ body }) => body);

describe('the invitation of an email', () => {
  test('an emailed invitation shows who invites and what accepting means, and links to a sign-up with the invited address', async () => {
    answer('POST /api/invitation', { invitation: someInvitation() });
    await visit(mailed, { phone: true });
    const card = cards.filter({ hasText: '“Chai & Co.”' });
    await see(card.getByText('“Imran Sheikh”, an admin there. Join only if you know them.'));
    await see(card.getByText(/^Sent to asha@people\.test\. Open until 8 Mar/));
    await expectToFit('an invitation');
    await expectAccess('an invitation');
    expect(requestsTo('POST /api/invitation')[0]?.body).toEqual({ action: 'read', secret });
    await button('Sign up or log in to accept').click();
    const address = page.getByRole('dialog').getByRole('textbox', { name: 'Email' });
    await expect.element(address).toHaveValue('asha@people.test');
  });

  test('an emailed invitation hides names that could impersonate another person', async () => {
    const nameless = { organizationName: null, adminName: null };
    answer('POST /api/invitation', { invitation: someInvitation(nameless) });
    await visit(mailed);
    await see(cards.getByRole('heading', { name: 'An organization' }));
    await see(cards.getByText('One of its admins. Join only if you know them.'));
  });

  test('the emailed invitation is not listed among the others while it is loading', async () => {
    signIn();
    answer('GET /api/invitations', { invitations: [someInvitation()] });
    const release = keepBack('POST /api/invitation');
    await visit(mailed);
    await expect.poll(() => requestsTo('GET /api/invitations').length).toBeGreaterThan(0);
    // Waits, because the first card that appears must be the final one.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(cards.elements()).toEqual([]);
    answer('POST /api/invitation', { invitation: someInvitation() });
    release();
    await see(cards);
    expect(cards.elements()).toHaveLength(1);
  });

  test('an expired invitation shows that it is over', async () => {
    refuse('POST /api/invitation', 'not_found');
    await visit(mailed);
    await see(page.getByRole('alert').getByText('This invitation is no longer open.'));
    expect(button('Try again').query()).toBeNull();
  });

  test('an invitation that cannot be loaded can be loaded again', async () => {
    refuse('POST /api/invitation', 'rate_limited');
    await visit(mailed);
    await see(page.getByRole('alert').getByText('Refused: rate_limited'));
    answer('POST /api/invitation', { invitation: someInvitation() });
    await button('Try again').click();
    await see(cards.getByText('Chai & Co.'));
  });

  test('accepting an invitation by its secret makes the organization pay from that moment on', async () => {
    signIn();
    answer('POST /api/invitation', { invitation: someInvitation() });
    await visit(mailed);
    answer('POST /api/invitations', () => {
      answerFor({ profile: { ...team, role: 'user', accountType: 'organization' } });
      answer('GET /api/membership', membership);
      refuse('GET /api/statement', 'unavailable');
      return membership;
    });
    await button('Accept').click();
    await see(page.getByText('You’ve joined. Chai & Co. now pays for what you keep.'));
    await see(page.getByRole('heading', { name: 'Wallet of Chai & Co.' }));
    await expect.poll(() => location.pathname).toBe('/wallet');
    expect(answersSent()).toEqual([{ action: 'accept', invitation: { secret } }]);
  });

  test('an invitation for another address offers to switch accounts', async () => {
    signIn({ profile: { email: 'ravi@people.test' } });
    answer('POST /api/invitation', { invitation: someInvitation() });
    await visit(mailed, { phone: true });
    await see(cards.getByText(/^This invitation is for asha@people\.test\. You’re logged in/));
    expect(button('Accept').query()).toBeNull();
    await expect.element(button('Decline')).toBeEnabled();
    await expectToFit('an invitation for another address');
    await expectAccess('an invitation for another address');
    await button('Log out and switch').click();
    await see(page.getByRole('dialog').getByRole('textbox', { name: 'Email' }));
  });

  test('an invitation for an unverified address cannot be accepted before the verification', async () => {
    signIn({ profile: { email: 'asha@people.test', emailVerified: false } });
    answer('POST /api/invitation', { invitation: someInvitation() });
    await visit(mailed);
    await see(cards.getByText('Verify your email to accept this invitation.'));
    await see(cards.getByRole('button', { name: 'Resend Email' }));
    await expect.element(button('Accept')).toBeDisabled();
  });

  test('a person can decline an invitation without signing in', async () => {
    answer('POST /api/invitation', { invitation: someInvitation() });
    await visit(mailed);
    await see(cards.getByText('Chai & Co.'));
    answer('POST /api/invitation', { invitation: null });
    await button('Decline').click();
    await see(page.getByText('Invitation declined.'));
    await seeGone(cards);
    expect(requestsTo('POST /api/invitation').at(-1)?.body).toEqual({ action: 'decline', secret });
    await see(page.getByText('Log in to see your invitations.'));
  });
});

describe('an invitation for a new account', () => {
  test('it opens when the address was verified in another tab, and one tap joins', async () => {
    const account = await logIn();
    await visit('/about');
    expect(requestsTo('GET /api/invitations')).toEqual([]);
    account.verify();
    answer('GET /api/invitations', { invitations: [someInvitation({ email: account.email! })] });
    const dialog = page.getByRole('dialog', { name: 'You have an invitation' });
    // The page listens once its notices have loaded.
    const comeBack = () => {
      if (!dialog.query()) window.dispatchEvent(new Event('focus'));
      return dialog.query();
    };
    await expect.poll(comeBack).not.toBeNull();
    await see(dialog.getByText('“Imran Sheikh”, an admin there. Join only if you know them.'));
    answer('POST /api/invitations', () => {
      answerFor({ profile: { ...team, uid: account.uid, accountType: 'organization' } });
      answer('GET /api/membership', membership);
      refuse('GET /api/statement', 'unavailable');
      return membership;
    });
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await see(page.getByText('You’ve joined. Chai & Co. now pays for what you keep.'));
    await seeGone(dialog);
    expect(answersSent()).toEqual([{ action: 'accept', invitation: { id: '1' } }]);
  });

  test('it opens once for a user, and declining it closes the dialog', async () => {
    signIn();
    answer('GET /api/invitations', { invitations: [someInvitation()] });
    await visit('/about');
    const dialog = page.getByRole('dialog', { name: 'You have an invitation' });
    answer('POST /api/invitations', () => {
      answer('GET /api/invitations', { invitations: [] });
      return null;
    });
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await see(page.getByText('Invitation declined.'));
    await seeGone(dialog);
    expect(location.pathname).toBe('/about');
  });
});

describe('invitations in the studio', () => {
  beforeEach(() => {
    signIn();
    answer('GET /api/invitations', {
      invitations: [someInvitation(), someInvitation({ id: '2', organizationName: 'Kites' })],
    });
  });

  test('invitations are shown on every page, and the user can decline one', async () => {
    await visit('/about');
    const opened = page.getByRole('dialog', { name: 'You have an invitation' });
    await opened.getByRole('button', { name: 'Close' }).click();
    await seeGone(opened);
    await page.getByRole('link', { name: '“Chai & Co.” invites you to join.' }).click();
    await expect.poll(() => cards.elements().length).toBe(2);
    answer('POST /api/invitations', () => {
      answer('GET /api/invitations', { invitations: [someInvitation()] });
      return null;
    });
    await cards.filter({ hasText: 'Kites' }).getByRole('button', { name: 'Decline' }).click();
    await see(page.getByText('Invitation declined.'));
    await expect.poll(() => cards.elements().length).toBe(1);
    expect(answersSent()).toEqual([{ action: 'decline', invitation: { id: '2' } }]);
  });

  test('a person reports an invitation after a confirmation', async () => {
    answer('GET /api/invitations', { invitations: [someInvitation()] });
    await visit('/invitation');
    await button('Report').click();
    const question = page.getByRole('dialog', { name: 'Report this invitation?' });
    await question.getByRole('button', { name: 'Go back' }).click();
    await seeGone(question);
    expect(answersSent()).toEqual([]);
    answer('POST /api/invitations', () => {
      answer('GET /api/invitations', { invitations: [] });
      return null;
    });
    await button('Report').click();
    await question.getByRole('button', { name: 'Report' }).click();
    await see(page.getByText('Thank you. We’ll look into it.'));
    await see(page.getByText('You have no invitations.'));
    expect(answersSent()).toEqual([{ action: 'report', invitation: { id: '1' } }]);
  });

  test('an invitation that has ended in the meantime says that it is over', async () => {
    await visit('/invitation');
    refuse('POST /api/invitations', 'not_found');
    await cards.first().getByRole('button', { name: 'Accept' }).click();
    await see(page.getByText('This invitation is no longer open.'));
  });

  test('a member has to leave the current organization before accepting', async () => {
    answer('GET /api/user', {
      ...answerFor({ profile: { ...team, accountType: 'organization' } }),
    });
    answer('GET /api/invitations', {
      invitations: [someInvitation({ organizationName: 'Kites' })],
    });
    await visit('/invitation');
    await see(page.getByText('You’re a member of Chai & Co. Leave it first'));
    await expect.element(button('Accept')).toBeDisabled();
    await expect.element(button('Decline')).toBeEnabled();
  });

  test('a user without invitations sees which address they would arrive at, and what joining means', async () => {
    signIn();
    answer('GET /api/invitations', { invitations: [] });
    await visit('/invitation', { phone: true });
    await see(page.getByText('You have no invitations.'));
    await see(page.getByText('An invitation to asha@people.test also appears here.'));
    await see(page.getByRole('definition').getByText('It stays yours with all its money'));
    await expectToFit('no invitations');
    await expectAccess('no invitations');
  });

  test('a user without an email address reads how to see an invitation', async () => {
    signIn({ profile: { email: null, emailVerified: false, phoneNumber: '+919876543210' } });
    await visit('/invitation');
    await see(page.getByText('Log in with the invited address to see the invitation.'));
    expect(requestsTo('GET /api/invitations')).toEqual([]);
  });

  test('a user with an unverified address cannot accept invitations before the verification', async () => {
    signIn({ profile: { emailVerified: false } });
    await visit('/invitation');
    await see(page.getByText('Please verify your email to see the invitations sent to it.'));
    await see(button('Resend Email'));
  });
});

describe('unwanted invitation emails', () => {
  test('one button stops invitation emails, and opening its page changes nothing', async () => {
    await visit(`/invitation/stop#${secret}`);
    await see(page.getByRole('heading', { name: 'Stop invitation emails' }));
    await expectAccess('stopping mails');
    expect(requestsTo('POST /api/invitation')).toEqual([]);
    answer('POST /api/invitation', { invitation: null });
    await button('Stop all invitations').click();
    await see(page.getByText('Done. We won’t email invitations to this address anymore.'));
    expect(requestsTo('POST /api/invitation')[0]?.body).toEqual({ action: 'stop', secret });
  });

  test.each([
    ['not_found', 'This link has expired or is incomplete. Use the one in the latest email.'],
    ['rate_limited', 'Refused: rate_limited'],
  ] as const)(
    'a refused request to stop invitations (%s) shows the reason and can be retried',
    async (code, words) => {
      refuse('POST /api/invitation', code);
      await visit(`/invitation/stop#${secret}`);
      await button('Stop all invitations').click();
      await see(page.getByRole('alert').getByText(words));
      await expect.element(button('Stop all invitations')).toBeEnabled();
    },
  );
});

describe('leaving an organization', () => {
  const question = page.getByRole('dialog', { name: 'Leave the organization?' });

  beforeEach(async () => {
    signIn({ profile: { ...team, role: 'user', accountType: 'organization' } });
    answer('GET /api/membership', membership);
    refuse('GET /api/statement', 'unavailable');
    await visit('/wallet');
    await see(page.getByText('You have ₹250.00 in your own wallet.'));
    await button('Leave Chai & Co.').click();
    await see(question.getByText('Your own wallet pays again: ₹250.00.'));
  });

  test("leaving an organization asks for confirmation, and then the user's own wallet pays again", async () => {
    await question.getByRole('button', { name: 'Stay' }).click();
    await seeGone(question);
    expect(requestsTo('POST /api/membership/leave')).toEqual([]);
    await button('Leave Chai & Co.').click();
    answer('POST /api/membership/leave', () => answerFor());
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await see(page.getByText('You’ve left Chai & Co., and your own wallet pays again.'));
    expect(requestsTo('POST /api/membership/leave')[0]?.body).toEqual({ organizationId: 'org_1' });
  });

  test('a refused request to leave the organization shows the reason', async () => {
    refuse('POST /api/membership/leave', 'wrong_state');
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await see(page.getByText('Refused: wrong_state'));
    await seeGone(question);
    await see(page.getByRole('heading', { name: 'Wallet of Chai & Co.' }));
  });
});
