import type {
  PaymentException,
  ResolveExceptionRequest,
} from '@sachet/shared/contracts/admin-payments';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../testing/access';
import { confirm, long, question, signInAsFinance, signInAsSuperAdmin } from '../../testing/admin';
import { mount, see, seeGone } from '../../testing/mount';
import { answer, cutOff, refuse, requestsTo } from '../../testing/server';
import { PaymentsPage } from './PaymentsPage';

const exception = (given: Partial<PaymentException> = {}): PaymentException => ({
  id: 7,
  kind: 'unknown_order',
  subject: 'pay_1',
  paymentId: 'pay_1',
  orderId: null,
  gatewayOrderId: null,
  detail: { status: 'captured', amountPaise: 70000, currency: 'INR', email: null },
  openedAt: '2026-03-01T10:00:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  note: null,
  assignee: null,
  foundOn: null,
  ...given,
});
const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const note = page.getByLabelText('What was done');
const send = page.getByRole('button', { name: 'Resolve', exact: true }).last();
const sent = () =>
  requestsTo('POST /api/admin/payment-exceptions').map(
    ({ body }) => body as ResolveExceptionRequest,
  );

async function show(exceptions: PaymentException[], query = '', settings = {}): Promise<void> {
  answer('GET /api/admin/payment-exceptions', { exceptions, open: 1234, nextBefore: null });
  await mount(<PaymentsPage />, { path: `/admin/payments${query}`, ...settings });
}

beforeEach(() => {
  signInAsSuperAdmin();
  answer('POST /api/admin/payment-exceptions', exception());
});

describe('an exception', () => {
  test('says what happened, to what, and what the gateway said, in rupees', async () => {
    await show([exception({ orderId: 'ord_1', gatewayOrderId: 'order_g' })]);
    await see(page.getByRole('heading', { name: 'Paid for an order we do not know' }));
    for (const text of ['#7 unknown_order', '₹700.00', 'captured', 'INR', 'order_g']) {
      await see(item('pay_1').getByText(text));
    }
    // What it did not say is not shown.
    expect(item('pay_1').getByText('email').elements()).toEqual([]);
    // The payment is the subject: it is not said twice. Payment and order lead to their events.
    expect(page.getByRole('button', { name: 'Copy pay_1' }).elements()).toHaveLength(1);
    const ways = page.getByRole('link', { name: 'See the ledger events' });
    await expect.element(ways.nth(0)).toHaveAttribute('href', '/admin/ledger?reference=pay_1');
    await expect.element(ways.nth(1)).toHaveAttribute('href', '/admin/ledger?reference=ord_1');
  });

  test('of a kind that the client does not know is named as the server names it', async () => {
    await show([exception({ kind: 'brand_new_kind', detail: {} })]);
    await see(page.getByRole('heading', { name: 'brand_new_kind' }));
    await seeGone(page.getByText('What the gateway said'));
  });

  test('is resolved with a note of three letters, once that is confirmed', async () => {
    await show([exception()]);
    await page.getByRole('button', { name: 'Resolve #7: Paid for an order' }).click();
    await expect.element(send).toBeDisabled();
    await note.fill(' ok ');
    await expect.element(send).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await seeGone(question);
    await note.fill(' Sent back by bank transfer ');
    await send.click();
    await see(question.getByText(/\(pay_1\) will be marked as resolved\. The ledger does not/));
    answer('GET /api/admin/payment-exceptions', { exceptions: [], open: 0, nextBefore: null });
    await confirm('Sent back by bank transfer');
    await see(page.getByText('Exception resolved'));
    expect(sent()).toEqual([{ id: 7, note: 'Sent back by bank transfer' }]);
    await see(page.getByText('Nothing is open. All money is where it belongs.'));
  });

  test('that cannot be resolved stays open, with the note', async () => {
    await show([exception()]);
    await page.getByRole('button', { name: /^Resolve #7/ }).click();
    await note.fill('Sent back');
    refuse('POST /api/admin/payment-exceptions', 'wrong_state');
    await send.click();
    await confirm('Sent back');
    await see(page.getByRole('alert').getByText('Refused: wrong_state'));
    cutOff('POST /api/admin/payment-exceptions');
    await send.click();
    await confirm('Sent back');
    await see(page.getByRole('alert').getByText(/^Failed to resolve\. No connection/));
    await expect.element(note).toHaveValue('Sent back');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await seeGone(note);
  });

  test('that was resolved says when, by whom and how', async () => {
    const resolved = {
      resolvedAt: '2026-03-02T10:00:00.000Z',
      resolvedBy: 'admin:meera',
      note: 'Sent back by bank transfer',
    };
    await show(
      [exception(resolved), exception({ ...resolved, id: 8, resolvedBy: null })],
      '?state=resolved',
    );
    await see(item('#7').getByText('Sent back by bank transfer'));
    await expect
      .element(item('#7').getByRole('link', { name: 'By whom' }))
      .toHaveAttribute('href', '/admin/users?uid=meera');
    expect(item('#8').getByRole('link', { name: 'By whom' }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: /^Resolve/ }).elements()).toEqual([]);
  });
});

describe('somebody of finance', () => {
  test('finds their own pages and no others, and resolves', async () => {
    signInAsFinance();
    await show([exception()]);
    await see(page.getByRole('button', { name: /^Resolve #7/ }));
    const links = page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link');
    await expect
      .poll(() => links.elements().map(({ textContent }) => textContent))
      .toEqual(['Ledger', 'Payments', 'Settlements']);
    expect(page.getByRole('button', { name: /Queues/ }).elements()).toEqual([]);
    expect(requestsTo('GET /api/admin/notices')).toEqual([]);
  });
});

describe('the list', () => {
  test('is one of two, by the address, and says how many are open in all', async () => {
    await show([]);
    await see(page.getByText('Nothing is open.'));
    await see(page.getByRole('link', { name: /^Open ?1,?234$/ }));
    await page.getByRole('link', { name: 'Resolved' }).click();
    await see(page.getByText('Nothing has been resolved yet.'));
    await expect.poll(() => location.search).toBe('?state=resolved');
    const asked = requestsTo('GET /api/admin/payment-exceptions').at(-1);
    expect(asked?.search.get('state')).toBe('resolved');
  });

  test('comes page by page, and a page that fails is asked for again', async () => {
    answer('GET /api/admin/payment-exceptions', ({ search }) =>
      search.get('before') === '7'
        ? { exceptions: [exception({ id: 6, subject: 'pay_6' })], open: 2, nextBefore: null }
        : { exceptions: [exception()], open: 2, nextBefore: 7 },
    );
    await mount(<PaymentsPage />, { path: '/admin/payments' });
    await see(item('#7'));
    await page.getByRole('button', { name: 'Load more' }).click();
    await see(item('#6'));
    await see(page.getByText('That is everything.'));
    refuse('GET /api/admin/payment-exceptions', 'internal');
    await mount(<PaymentsPage />, { path: '/admin/payments?state=resolved' });
    await see(page.getByRole('alert').getByText('Failed to list exceptions'));
    answer('GET /api/admin/payment-exceptions', {
      exceptions: [exception({ id: 5 })],
      open: 0,
      nextBefore: null,
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(item('#5'));
  });
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('everybody can read it: %o', async (settings) => {
  const detail = {
    description: long.name,
    id: long.id,
    amountPaise: 98_76_543_21,
    nested: { a: [1] },
  };
  const endless = exception({ id: 9, subject: long.id, gatewayOrderId: long.id, detail });
  await show([exception(), endless], '', settings);
  await see(page.getByText('₹98,76,543.21'));
  await page.getByRole('listitem').getByRole('button', { expanded: false }).first().click();
  await see(page.getByRole('textbox'));
  await expectToFit('exceptions');
  await expectAccess('exceptions');
});
