import type { AdminLedgerEventDetail } from '@sachet/shared/ledger/contracts/admin-ledger';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import {
  confirm,
  findFact,
  long,
  signInAsFinance,
  signInAsSuperAdmin,
  someEvent,
  someProposal,
} from '../../../testing/admin';
import { mount, see, seeGone } from '../../../testing/mount';
import { answer, keepBack, refuse, requestsTo } from '../../../testing/server';
import { LedgerEventPage } from './LedgerEventPage';

const moment = '2026-03-01T10:00:00.000Z';
const hash = 'ab'.repeat(32);
const charged: AdminLedgerEventDetail = {
  event: someEvent(),
  postings: [
    { account: 'wallet:wal_asha', amount: -90 },
    { account: 'revenue:image', amount: 90 },
  ],
  balanceBefore: 340,
  heldBefore: 0,
  hash,
  previousHash: 'cd'.repeat(32),
  requestHash: 'ef'.repeat(32),
  idempotencyKey: 'charge:gen_1',
  encodingVersion: 1,
  budgetMonth: null,
  holdExpiresAt: null,
  actorPerson: null,
  member: null,
  generation: null,
  conversation: null,
  order: null,
  payment: null,
  hold: null,
  reverses: null,
  upgrades: null,
  upgradedBy: [],
  reversedBy: [],
  refundable: 90,
  adminAction: null,
};
const behind = page.getByRole('region', { name: 'Related records' });
const link = (name: string) => page.getByRole('link', { name, exact: true });

async function show(
  detail: AdminLedgerEventDetail = charged,
  query = '?wallet=wal_asha&seq=3',
  settings = {},
): Promise<void> {
  answer('GET /api/admin/ledger/event', detail);
  await mount(<LedgerEventPage />, { path: `/admin/ledger/event${query}`, ...settings });
}

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/provenance/event', { funding: null, use: null });
});

describe('a refund of the charge', () => {
  const form = page.getByRole('form', { name: 'Refund this charge' });
  const openForm = () => page.getByRole('button', { name: 'Refund this charge' }).click();

  test('an admin refunds a part of a charge with a reason, after a confirmation', async () => {
    answer('POST /api/admin/ledger/refund-charge', { refundable: 65, proposal: null });
    await show();
    await openForm();
    await expect.element(form.getByLabelText('Amount (₹)')).toHaveValue('90');
    await form.getByLabelText('Amount (₹)').fill('90.01');
    await see(form.getByText('Enter at least ₹0.01 and at most ₹90.00.'));
    await form.getByLabelText('Reason').fill('cut off');
    await form.getByLabelText('Amount (₹)').fill('0.4');
    await expect.element(form.getByRole('button', { name: 'Refund this amount' })).toBeEnabled();
    await form.getByLabelText('Amount (₹)').fill('25');
    await form.getByRole('button', { name: 'Refund this amount' }).click();
    answer('GET /api/admin/ledger/event', { ...charged, refundable: 65 });
    await confirm('Refund ₹25.00 of charge #3 to the wallet.');
    await see(page.getByText('₹25.00 refunded to the wallet'));
    await see(page.getByText('₹65.00 of ₹90.00 can still be refunded.'));
    expect(requestsTo('POST /api/admin/ledger/refund-charge')[0]!.body).toEqual({
      wallet: 'wal_asha',
      seq: 3,
      amount: 25,
      reason: 'cut off',
    });
  });

  test('a refund that a second super admin must approve says so', async () => {
    const { kind: _, ...proposal } = someProposal({ amount: 90 });
    answer('POST /api/admin/ledger/refund-charge', {
      refundable: 90,
      proposal: { ...proposal, kind: 'refund', chargeSeq: 3 },
    });
    await show();
    await openForm();
    await form.getByLabelText('Reason').fill('cut off');
    await form.getByRole('button', { name: 'Refund this amount' }).click();
    await confirm('Reason: cut off');
    await see(page.getByText('Proposed. A second super admin must approve it.'));
  });

  test('only a charge that was not refunded in full can be refunded', async () => {
    await show({ ...charged, refundable: 0 });
    await see(page.getByText('₹90.00 was refunded in full.'));
    await seeGone(page.getByRole('button', { name: 'Refund this charge' }));
  });
});

describe('what it did', () => {
  test('an event shows the balance before and after, and postings that add up to zero', async () => {
    await show();
    await see(page.getByRole('heading', { name: 'Charged #3' }));
    await see(page.getByRole('row', { name: /Balance ₹340\.00 −₹90\.00 ₹250\.00/ }));
    const postings = page.getByRole('table', { name: 'Postings' });
    await see(postings.getByRole('row', { name: /revenue:image \+₹90\.00/ }));
    await see(postings.getByRole('row', { name: /Sum ₹0\.00/ }));
    await expect
      .element(postings.getByRole('link', { name: 'revenue:image' }))
      .toHaveAttribute('href', '/admin/ledger?counterAccount=revenue%3Aimage');
    const { search } = requestsTo('GET /api/admin/ledger/event')[0]!;
    expect(Object.fromEntries(search)).toEqual({ wallet: 'wal_asha', seq: '3' });
  });

  test('postings with odd amounts of paise add up to zero', async () => {
    const amounts = [-0.3, 0.1, 0.2];
    const postings = amounts.map((amount, index) => ({ account: `account:${index}`, amount }));
    await show({ ...charged, postings });
    await see(page.getByRole('row', { name: /Sum ₹0\.00/ }));
  });

  test('a hold shows the held amount and no postings', async () => {
    const event = someEvent({ kind: 'HoldPlaced', amount: 0, held: 75, heldAfter: 75, seq: 2 });
    await show({ ...charged, event, postings: [], balanceBefore: 250, holdExpiresAt: moment });
    await see(page.getByText('A hold moves no money: there are no postings.'));
    await see(page.getByRole('row', { name: /Held ₹0\.00 \+₹75\.00 ₹75\.00/ }));
    expect(findFact('Hold expires')).toContain('1 Mar 2026');
  });
});

describe('who and when', () => {
  test('an event links to its owner, its actor and the member who spent the money', async () => {
    await show({
      ...charged,
      event: someEvent({ reason: 'a mistake', actor: 'admin:meera' }),
      actorPerson: { uid: 'meera', name: 'Meera Nair', email: null },
      member: { uid: 'ravi', name: null },
      budgetMonth: '2026-03',
    });
    await expect.element(link('Asha Verma')).toHaveAttribute('href', '/admin/users?uid=asha');
    await expect.element(link('Meera Nair')).toHaveAttribute('href', '/admin/users?uid=meera');
    await expect.element(link('ravi')).toHaveAttribute('href', '/admin/users?uid=ravi');
    expect(findFact('Reason')).toBe('a mistake');
    expect(findFact('Position')).toBe('103');
    await see(page.getByText('Counts against the budget of 2026-03'));
    expect(findFact('Recorded')).toContain(moment);
  });

  test("an organization's event has an id to copy, and the wallet of an erased user has no link", async () => {
    const owner = { kind: 'organization', id: 'org_1', name: 'Chai & Co.' } as const;
    await show({ ...charged, event: someEvent({ owner }) });
    await see(page.getByRole('button', { name: 'Copy org_1' }));
    await show({ ...charged, event: someEvent({ owner: null, seq: 4 }) }, '?wallet=w&seq=4');
    await expect.poll(() => findFact('Owner')).toContain('None');
  });
});

describe('its place in the chain', () => {
  test("the event's page shows each hash in full with a copy button, and links to the previous event of the chain", async () => {
    await show();
    await see(page.getByText(hash));
    await see(page.getByRole('button', { name: 'Copy: Hash' }));
    await see(page.getByRole('button', { name: 'Copy: Idempotency key' }));
    await expect
      .element(link('Previous event: #2'))
      .toHaveAttribute('href', '/admin/ledger/event?wallet=wal_asha&seq=2');
  });

  test('the first event begins the chain, and the previous event of any other may be erased', async () => {
    await show({ ...charged, event: someEvent({ seq: 1 }), previousHash: null });
    await see(page.getByRole('heading', { name: 'Charged #1' }));
    await seeGone(page.getByRole('link', { name: /^Previous event/ }));
    expect(findFact('Previous hash')).toContain('None');
  });
});

test('the link back leads to the filtered list, even after the admin has opened several events', async () => {
  const back = '?wallet=wal_asha&kind=Charged';
  await show(charged, `?wallet=wal_asha&seq=3&back=${encodeURIComponent(back)}`);
  await expect.element(link('Back to the list')).toHaveAttribute('href', `/admin/ledger${back}`);
  await link('Previous event: #2').click();
  expect(new URLSearchParams(location.search).get('back')).toBe(back);
  await expect.element(link('Back to the list')).toHaveAttribute('href', `/admin/ledger${back}`);
});

describe('what is behind it', () => {
  test("the event's page says when an event has no related records", async () => {
    await show();
    await see(behind.getByText('No related records.'));
  });

  test('a top-up shows its order, payment and owner', async () => {
    await show({
      ...charged,
      event: someEvent({
        kind: 'TopUpCredited',
        amount: 500,
        orderId: 'ord_1',
        paymentId: 'pay_1',
      }),
      order: {
        id: 'ord_1',
        gatewayOrderId: 'order_gateway',
        uid: 'asha',
        amount: 500,
        status: 'paid',
        createdAt: moment,
      },
      payment: { id: 'pay_1', orderId: 'ord_1', credited: 500, refunded: 120.5, disputed: 0 },
    });
    await see(behind.getByText('Credited ₹500.00 · refunded ₹120.50 · disputed ₹0.00'));
    await see(behind.getByText('paid · order_gateway'));
    await expect
      .element(behind.getByRole('link', { name: 'Owner' }))
      .toHaveAttribute('href', '/admin/users?uid=asha&tab=wallet');
    await expect
      .element(behind.getByRole('link', { name: 'All related events' }).nth(1))
      .toHaveAttribute('href', '/admin/ledger?reference=pay_1');
  });

  test('a charge links to its picture or conversation, or says that it was deleted', async () => {
    await show({
      ...charged,
      event: someEvent({ generationId: 'gen_1', conversationId: 'conv_1' }),
      generation: {
        id: 'gen_1',
        uid: 'asha',
        mode: 'image',
        provider: 'google',
        modelLabel: 'Gemini Image',
        status: 'ready',
        createdAt: moment,
      },
    });
    await see(behind.getByText(/Google · Gemini Image · ready$/));
    await see(behind.getByText('No longer available.'));
  });

  test.each([
    ['reverses', 'Refund of'],
    ['upgrades', 'Charge for the smaller size'],
  ] as const)('an event shows the other event that it %s', async (name, words) => {
    await show({ ...charged, [name]: someEvent({ seq: 2, amount: -75 }) });
    await see(behind.getByText(words));
    await see(behind.getByText('−₹75.00'));
    await expect
      .element(behind.getByRole('link', { name: 'Charged #2' }))
      .toHaveAttribute('href', '/admin/ledger/event?wallet=wal_asha&seq=2');
  });

  test('an event shows the other events of its hold, its refunds and its upgrades', async () => {
    await show({
      ...charged,
      event: someEvent({ holdId: 'hold_1' }),
      hold: {
        id: 'hold_1',
        amount: 75,
        status: 'captured',
        expiresAt: moment,
        otherEvents: [someEvent({ kind: 'HoldPlaced', seq: 2, amount: 0, held: 75 })],
      },
      reversedBy: [someEvent({ kind: 'ChargeRefunded', seq: 5, amount: 40 })],
      upgradedBy: [someEvent({ kind: 'HoldPlaced', seq: 6, amount: 0, held: 25 })],
    });
    await see(behind.getByText('Captured'));
    for (const words of ['Hold placed #2', 'Charge refunded #5', 'Hold placed #6']) {
      await see(behind.getByRole('link', { name: words }));
    }
    for (const words of ['+₹75.00', '+₹40.00', '+₹25.00']) await see(behind.getByText(words));
  });

  test("an admin's action links to the admin's audit trail", async () => {
    const adminAction = {
      id: 1,
      at: moment,
      actor: 'user:meera',
      action: 'add-credits',
      targetUid: 'asha',
    };
    await show({ ...charged, adminAction });
    await see(behind.getByText('add-credits'));
    await expect
      .element(behind.getByRole('link', { name: 'See the audit trail' }))
      .toHaveAttribute('href', '/admin/users?uid=asha&tab=audit');
  });
});

test('a finance user sees names without links to pages of super admins', async () => {
  signInAsFinance();
  await show({
    ...charged,
    actorPerson: { uid: 'meera', name: 'Meera Nair', email: null },
    adminAction: { id: 1, at: moment, actor: 'user:meera', action: 'credit', targetUid: 'asha' },
  });
  await see(page.getByText('Asha Verma'));
  await see(page.getByText('Meera Nair'));
  expect(document.querySelectorAll('[href*="/admin/users"]')).toHaveLength(0);
});

test('the event page says when the event is loading, does not exist or cannot be loaded', async () => {
  answer('GET /api/admin/ledger/event', charged);
  const release = keepBack('GET /api/admin/ledger/event');
  await mount(<LedgerEventPage />, { path: '/admin/ledger/event?wallet=wal_asha&seq=3' });
  await see(page.getByRole('heading', { name: 'Ledger event' }));
  refuse('GET /api/admin/ledger/event', 'not_found');
  release();
  await see(page.getByRole('alert').getByText('We couldn’t find that.'));
  answer('GET /api/admin/ledger/event', charged);
  await page.getByRole('button', { name: 'Try again' }).click();
  await see(page.getByRole('heading', { name: 'Charged #3' }));
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the event page is accessible and fits the screen: %o', async (settings) => {
  const owner = { kind: 'organization', id: long.id, name: long.name } as const;
  const event = someEvent({
    walletId: long.id,
    owner,
    reason: long.name,
    actor: `admin:${long.id}`,
    balanceAfter: long.rupees,
  });
  await show({ ...charged, event, balanceBefore: long.rupees }, '?wallet=w&seq=3', settings);
  await see(page.getByRole('table').first());
  await expectToFit('an event');
  await expectAccess('an event');
});
