import type { AdminNotice } from '@sachet/shared/admin/contracts/admin-notices';
import type {
  AdminProposal,
  ProposalDecision,
} from '@sachet/shared/admin/contracts/admin-proposals';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import {
  confirm,
  long,
  question,
  signInAsSuperAdmin,
  someProposal,
  someRoleProposal,
} from '../../../testing/admin';
import { Live } from '../../../testing/live';
import { mount, see, seeGone } from '../../../testing/mount';
import { announce, answer, cutOff, keepBack, refuse, requestsTo } from '../../../testing/server';
import { AdminPage } from '../frame/AdminPage';
import { ApprovalsPage } from './ApprovalsPage';

let uid: string;
const card = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const sent = () =>
  requestsTo('POST /api/admin/proposals').map(({ body }) => body as ProposalDecision);

const makeNotice = (id: string, proposedBy: string): AdminNotice => ({
  id,
  subject: id,
  raisedAt: '2026-03-01T10:00:00.000Z',
  kind: 'proposal_waiting',
  data: {
    proposal: 'credits',
    proposalId: id,
    proposedBy,
    amount: 6000,
    expiresAt: '2026-03-02T10:00:00.000Z',
  },
});

async function show(proposals: AdminProposal[], query = '', settings = {}): Promise<void> {
  answer('GET /api/admin/proposals', { proposals });
  await mount(
    <Live>
      <ApprovalsPage />
    </Live>,
    { path: `/admin/approvals${query}`, ...settings },
  );
}

beforeEach(() => {
  uid = signInAsSuperAdmin();
  answer('POST /api/admin/proposals', someProposal());
});

describe("another admin's proposal", () => {
  test('a proposal shows its amount, wallet, reason, proposer and deadline', async () => {
    await show([someProposal()]);
    await see(page.getByRole('heading', { name: '+₹5,000.01 wallet of asha@people.test' }));
    for (const text of ['a campaign', 'another@sachet.test', 'Expires', 'Waiting']) {
      await see(card('a campaign').getByText(text));
    }
    await expect
      .element(page.getByRole('link', { name: 'See the user' }))
      .toHaveAttribute('href', '/admin/users?uid=asha&tab=wallet');
    await seeGone(page.getByRole('button', { name: 'Withdraw' }));
  });

  test('an admin can approve a proposal with the keyboard alone, after a confirmation', async () => {
    await show([someProposal()]);
    const approve = page.getByRole('button', { name: 'Approve' });
    await see(approve);
    (approve.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await see(question.getByText('This is a large amount (> ₹5000).'));
    await see(question.getByText('Reason: a campaign'));
    await see(question.getByText('Add ₹5,000.01 to the wallet of asha@people.test.'));
    await question.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByText('Approved. The credits are applied.'));
    expect(sent()).toEqual([{ proposalId: 'prop_1', decision: 'approve' }]);
  });

  test('a proposed refund names the wallet and links to the charge', async () => {
    const { kind: _, ...proposal } = someProposal({ reason: 'the reply was cut off' });
    await show([{ ...proposal, kind: 'refund', chargeSeq: 7 }]);
    await see(page.getByRole('heading', { name: 'Refund +₹5,000.01 wallet of asha@people.test' }));
    await expect
      .element(page.getByRole('link', { name: 'See the charge' }))
      .toHaveAttribute('href', '/admin/ledger/event?wallet=wal_asha&seq=7');
    await page.getByRole('button', { name: 'Approve' }).click();
    await see(question.getByText('Refund ₹5,000.01 of charge #7 to the wallet.'));
    await question.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByText('₹5,000.01 refunded to the wallet'));
  });

  test('the list shows the wallet of a proposed deduction', async () => {
    await show([
      someProposal({ amount: -6000, target: 'organization', organizationName: 'Chai & Co.' }),
    ]);
    await see(page.getByRole('heading', { name: '−₹6,000.00 organization wallet of Chai & Co.' }));
    await page.getByRole('button', { name: 'Approve' }).click();
    await see(question.getByText('Deduct ₹6,000.00 from the wallet of Chai & Co.'));
  });

  test.each([
    [{ email: null, phoneNumber: '+919812300045' }, 'wallet of +919812300045'],
    [{ email: null, uid: 'erased-uid' }, 'wallet of erased-uid'],
  ])(
    'the list names the owner of a wallet by the email address, else the phone number, else the uid: %o',
    async (given, words) => {
      await show([someProposal(given)]);
      await see(page.getByRole('heading', { name: words }));
    },
  );

  test('an admin refuses a proposal with a note, after a confirmation', async () => {
    await show([someProposal()]);
    await page.getByRole('button', { name: 'Refuse' }).click();
    const note = page.getByLabelText('Reason for refusal');
    const refusal = page.getByRole('button', { name: 'Refuse' });
    await expect.element(refusal).toBeDisabled();
    await note.fill('   ');
    await expect.element(refusal).toBeDisabled();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await seeGone(note);

    await page.getByRole('button', { name: 'Refuse' }).click();
    await note.fill(' No such campaign ');
    await userEvent.keyboard('{Enter}');
    await see(question.getByText('No such campaign'));
    await confirm('Refuse ₹5,000.01 for the wallet of asha@people.test. No money moves.');
    await expect
      .poll(sent)
      .toEqual([{ proposalId: 'prop_1', decision: 'refuse', note: 'No such campaign' }]);
  });

  test('the approvals page says when another admin has already decided a proposal, and reads the list again', async () => {
    await show([someProposal()]);
    refuse('POST /api/admin/proposals', 'wrong_state');
    const before = requestsTo('GET /api/admin/proposals').length;
    await page.getByRole('button', { name: 'Approve' }).click();
    await confirm(/^Add/);
    await see(page.getByRole('alert').getByText('Refused: wrong_state'));
    await expect.poll(() => requestsTo('GET /api/admin/proposals').length).toBeGreaterThan(before);
  });

  test('a proposal stays in the list when the server does not answer the decision', async () => {
    await show([someProposal()]);
    cutOff('POST /api/admin/proposals');
    await page.getByRole('button', { name: 'Approve' }).click();
    await confirm(/^Add/);
    await see(page.getByRole('alert').getByText(/^Action failed\. Couldn’t reach Sachet/));
  });
});

describe('a proposed role', () => {
  test('a proposed role names the user and the effect, and an admin approves it after a confirmation', async () => {
    await show([someRoleProposal()]);
    await see(page.getByRole('heading', { name: 'Admin of Chai & Co. for asha@people.test' }));
    await expect
      .element(page.getByRole('link', { name: 'See the user' }))
      .toHaveAttribute('href', '/admin/users?uid=asha&tab=account');
    await page.getByRole('button', { name: 'Approve' }).click();
    await confirm(
      'asha@people.test becomes an admin of Chai & Co. and spends from its wallet without a limit.',
    );
    await see(page.getByText('Approved. The role is assigned.'));
    expect(sent()).toEqual([{ proposalId: 'prop_1', decision: 'approve' }]);
  });

  test('an admin can refuse but not approve a role that another admin proposes for them', async () => {
    await show([someRoleProposal({ uid, email: null, role: 'user' })]);
    await see(page.getByRole('heading', { name: `Member of Chai & Co. for ${uid}` }));
    await see(page.getByText('This proposal is about you. Another super admin must approve it.'));
    await seeGone(page.getByRole('button', { name: 'Approve' }));
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByLabelText('Reason for refusal').fill('not me');
    await userEvent.keyboard('{Enter}');
    await confirm(`Refuse a role in Chai & Co. for ${uid}. Nothing changes.`);
    await expect.poll(sent).toHaveLength(1);
  });
});

test('an admin can only withdraw their own proposal', async () => {
  await show([someProposal({ proposedBy: { uid, email: null } })]);
  await see(page.getByText('You proposed this. Another super admin must decide.'));
  await seeGone(page.getByRole('button', { name: 'Approve' }));
  await seeGone(page.getByRole('button', { name: 'Refuse' }));
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await confirm('Withdraw ₹5,000.01 for the wallet of asha@people.test. No money moves.');
  await see(page.getByText('Withdrawn'));
  expect(sent()).toEqual([{ proposalId: 'prop_1', decision: 'withdraw' }]);
});

test('the only super admin approves their own proposal', async () => {
  answer('GET /api/admin/me', { isSuperAdmin: true, isFinance: true, decidesAlone: true });
  await show([someProposal({ proposedBy: { uid, email: null } })]);
  await see(page.getByText(/^You are the only super admin/));
  await page.getByRole('button', { name: 'Approve' }).click();
  await confirm(/^Add ₹5,000\.01/);
  await expect.poll(sent).toEqual([{ proposalId: 'prop_1', decision: 'approve' }]);
});

test('a decided proposal shows the decision, the admin and the reason, and links to the ledger events', async () => {
  const decided = {
    decidedBy: { uid: 'second', email: 'second@sachet.test' },
    decidedAt: '2026-03-01T12:00:00.000Z',
  };
  await show(
    [
      someProposal({ proposalId: '1', reason: 'one', status: 'approved', ...decided }),
      someProposal({ proposalId: '2', reason: 'two', status: 'refused', note: 'no', ...decided }),
      someProposal({ proposalId: '3', reason: 'three', status: 'withdrawn', ...decided }),
      someProposal({ proposalId: '4', reason: 'four', status: 'expired' }),
    ],
    '?state=decided',
  );
  await see(card('one').getByText('Approved'));
  await see(card('one').getByText('second@sachet.test'));
  await expect
    .element(card('one').getByRole('link', { name: 'See the ledger events' }))
    .toHaveAttribute('href', '/admin/ledger?wallet=wal_asha&kind=AdjustedByAdmin');
  await see(card('two').getByText('Reason for refusal'));
  await see(card('three').getByText('Withdrawn'));
  await see(card('four').getByText('No decision in time'));
  expect(page.getByRole('button', { name: 'Approve' }).elements()).toEqual([]);
  expect(page.getByRole('link', { name: 'See the ledger events' }).elements()).toHaveLength(1);
});

describe('the list', () => {
  test('the address chooses whether the page lists open or decided proposals', async () => {
    await show([]);
    await see(page.getByText('No proposals are waiting'));
    await page.getByRole('link', { name: 'Decided' }).click();
    await see(page.getByText('No decisions yet'));
    await expect.poll(() => location.search).toBe('?state=decided');
    const asked = requestsTo('GET /api/admin/proposals').at(-1);
    expect(asked?.search.get('state')).toBe('decided');
    await expect
      .element(page.getByRole('link', { name: 'Decided' }))
      .toHaveAttribute('aria-current', 'page');
  });

  test('the list shows that it is loading, or why it could not be loaded', async () => {
    answer('GET /api/admin/proposals', { proposals: [] });
    const release = keepBack('GET /api/admin/proposals');
    await mount(<ApprovalsPage />, { path: '/admin/approvals' });
    await see(page.getByRole('heading', { name: 'Approvals' }));
    await seeGone(page.getByText('No proposals are waiting'));
    refuse('GET /api/admin/proposals', 'internal');
    release();
    await see(page.getByRole('alert').getByText('Failed to list proposals'));
    answer('GET /api/admin/proposals', { proposals: [someProposal()] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(card('a campaign'));
  });
});

test('the decision of another admin is shown as soon as it is announced', async () => {
  await show([someProposal()]);
  await see(page.getByText('a campaign'));
  answer('GET /api/admin/proposals', { proposals: [] });
  await announce({ event: 'changed', id: 'proposals' });
  await see(page.getByText('No proposals are waiting'));
});

describe('waiting proposals in the admin navigation', () => {
  const menu = (name: RegExp) =>
    page.getByRole('navigation', { name: 'Admin pages' }).getByRole('button', { name });

  test('the admin navigation shows the number of proposals from other admins', async () => {
    answer('GET /api/admin/notices', {
      notices: [makeNotice('1', 'another'), makeNotice('2', 'another'), makeNotice('3', uid)],
    });
    await show([]);
    await menu(/^Approvals ?2 waiting for you$/).click();
    await see(page.getByRole('menuitem', { name: /^Approvals ?2 waiting for you$/ }));
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Notices: 1' }).click();
    await see(page.getByText('Proposals waiting for your approval: 2.'));
  });

  test('the number is not shown beside the name of another page', async () => {
    answer('GET /api/admin/notices', { notices: [makeNotice('1', 'another')] });
    await mount(<AdminPage page="exports">{null}</AdminPage>, { path: '/admin/exports' });
    await see(page.getByRole('button', { name: 'Notices: 1' }));
    await menu(/^Exports$/).click();
    await see(page.getByRole('menuitem', { name: /^Approvals ?1 waiting for you$/ }));
  });

  test("the admin navigation does not count an admin's own proposals", async () => {
    answer('GET /api/admin/notices', { notices: [makeNotice('3', uid)] });
    await show([]);
    await see(page.getByText('No proposals are waiting'));
    await see(menu(/^Approvals$/));
    await seeGone(page.getByRole('button', { name: /Notices/ }));
  });
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the approvals page is accessible and fits the screen: %o', async (settings) => {
  const endless = { email: long.email, reason: long.name, amount: long.rupees };
  const organizationName = long.name;
  await show(
    [someProposal(endless), someRoleProposal({ proposalId: '2', organizationName })],
    '',
    settings,
  );
  await see(page.getByRole('heading', { level: 2 }).first());
  await page.getByRole('listitem').getByRole('button').nth(1).click();
  await expectToFit('approvals');
  await expectAccess('approvals');
});
