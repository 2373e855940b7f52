import type {
  PaymentRefund,
  RefundPaymentRequest,
  WalletPayment,
} from '@sachet/shared/payments/contracts/admin-payments';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { confirm, long, question, signInAsSuperAdmin, somePayment } from '../../../testing/admin';
import { Live } from '../../../testing/live';
import { mount, see, seeGone } from '../../../testing/mount';
import { announce, answer, cutOff, keepBack, refuse, requestsTo } from '../../../testing/server';
import { Payments } from './Payments';

const form = page.getByRole('form', { name: 'Refund of pay_1' });
const amount = form.getByLabelText('Amount (₹)');
const reason = form.getByLabelText('Reason');
const send = form.getByRole('button', { name: 'Refund this amount' });
const requests = () => requestsTo('POST /api/admin/refund-payment');

const someRefund = (given: Partial<PaymentRefund> = {}): PaymentRefund => ({
  refundId: 'rfnd_1',
  paymentId: 'pay_1',
  amount: 120,
  status: 'processed',
  reason: 'paid twice',
  failure: null,
  requestedBy: 'user:meera',
  createdAt: '2026-03-02T10:00:00.000Z',
  ...given,
});

async function show(payments: WalletPayment[] = [somePayment()], settings = {}) {
  const onChanged = vi.fn<() => Promise<undefined>>(async () => undefined);
  answer('GET /api/admin/payments', { walletId: 'wal_asha', payments });
  await mount(
    <Live>
      <Payments uid="asha" onChanged={onChanged} />
    </Live>,
    settings,
  );
  return onChanged;
}

const openForm = () => page.getByRole('button', { name: 'Refund of pay_1' }).click();

beforeEach(() => {
  signInAsSuperAdmin();
  answer('POST /api/admin/refund-payment', ({ body }) =>
    someRefund({ ...(body as RefundPaymentRequest), status: 'reserved' }),
  );
});

describe('the payments', () => {
  test('the list of payments shows what came in, was refunded, is disputed and can be refunded', async () => {
    await show([
      somePayment({ paymentId: 'pay_2', refunded: 120, disputed: 80, refundable: 300 }),
      somePayment(),
    ]);
    const [moved, whole] = [
      page.getByRole('listitem').filter({ hasText: 'pay_2' }),
      page.getByRole('listitem').filter({ hasText: 'pay_1' }),
    ];
    for (const text of ['Refunded', '₹120.00', 'Disputed', '₹80.00', '₹300.00']) {
      await see(moved.getByText(text));
    }
    expect(whole.getByText('Disputed').elements()).toEqual([]);
    expect(requestsTo('GET /api/admin/payments')[0]?.search.get('uid')).toBe('asha');
  });

  test("each refund shows its reason, its state and the bank's text", async () => {
    const refunds = [
      someRefund({ refundId: 'r1', status: 'processed', reason: 'paid twice' }),
      someRefund({ refundId: 'r2', status: 'failed', reason: 'wrong', failure: 'Account closed' }),
    ];
    await show([somePayment({ refunds })]);
    const row = (text: string) =>
      page.getByRole('listitem').getByRole('listitem').filter({ hasText: text });
    await see(row('paid twice').getByText('Refunded'));
    await see(row('wrong').getByText('Failed'));
    await see(row('wrong').getByText('Account closed'));
  });

  test('the list of payments shows that it is loading, is empty or could not be loaded', async () => {
    answer('GET /api/admin/payments', { walletId: 'w', payments: [] });
    const release = keepBack('GET /api/admin/payments');
    await mount(<Payments uid="asha" onChanged={async () => undefined} />);
    await see(page.getByRole('heading', { name: 'Payments' }));
    expect(page.getByText('No payments into this wallet').elements()).toEqual([]);
    release();
    await see(page.getByText('No payments into this wallet'));

    refuse('GET /api/admin/payments', 'unavailable');
    await mount(<Payments uid="somebody-else" onChanged={async () => undefined} />);
    await see(page.getByRole('alert').getByText('Failed to load payments'));
    answer('GET /api/admin/payments', { walletId: 'w', payments: [somePayment()] });
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(page.getByRole('button', { name: 'Copy pay_1' }));
  });

  test('a payment without a refundable amount offers no refund', async () => {
    await show([somePayment({ refundable: 0 })]);
    await expect.element(page.getByRole('button', { name: 'Refund of pay_1' })).toBeDisabled();
  });

  test('the payments tab shows the end of a refund, and then reads everything again', async () => {
    const onChanged = await show([
      somePayment({ refundable: 380, refunds: [someRefund({ status: 'pending' })] }),
    ]);
    await see(page.getByText('At the bank'));
    expect(onChanged).not.toHaveBeenCalled();
    answer('GET /api/admin/payments', {
      walletId: 'w',
      payments: [somePayment({ refunded: 120, refundable: 380, refunds: [someRefund()] })],
    });
    await announce({ event: 'changed', id: 'payments' });
    await see(page.getByRole('listitem').getByRole('listitem').getByText('Refunded'));
    await seeGone(page.getByText('At the bank'));
    // An effect of the rendered list calls it.
    await expect.poll(() => onChanged.mock.calls.length).toBe(1);
  });
});

describe('a refund', () => {
  test('a refund defaults to the whole refundable amount, and needs a reason of at least three letters', async () => {
    await show();
    await openForm();
    await expect.element(amount).toHaveValue('500');
    await see(form.getByText('At most ₹500.00'));
    await expect.element(send).toBeDisabled();
    await reason.fill(' no ');
    await expect.element(send).toBeDisabled();
    await reason.fill('paid twice');
    await expect.element(send).toBeEnabled();
  });

  test.each(['500.01', '0.99'])(
    'the amount %s is not valid for a refund of ₹500.00',
    async (typed) => {
      await show();
      await openForm();
      await reason.fill('paid twice');
      await amount.fill(typed);
      await see(form.getByText('Enter at least ₹1.00 and at most ₹500.00.'));
      await expect.element(send).toBeDisabled();
      await amount.click();
      await userEvent.keyboard('{Enter}');
      await seeGone(question);
    },
  );

  test('an admin sends a refund after a confirmation with amount, payment and reason', async () => {
    const onChanged = await show();
    await openForm();
    await reason.fill('paid twice');
    await amount.fill('120');
    await send.click();
    await see(question.getByText('Reason: paid twice'));
    await confirm(/^Send ₹120\.00 of payment pay_1 back/);
    await see(page.getByText('Refund of ₹120.00 started'));
    expect(requests().map(({ body }) => body)).toEqual([
      { paymentId: 'pay_1', amount: 120, reason: 'paid twice' },
    ]);
    await seeGone(form);
    expect(onChanged).toHaveBeenCalled();
  });

  test('a refund above ₹5,000 warns of a large amount', async () => {
    await show([somePayment({ credited: 6000, refundable: 6000 })]);
    await openForm();
    await reason.fill('paid twice');
    await send.click();
    await see(question.getByText('This is a large amount (> ₹5000).'));
    await expectAccess('a large refund');
  });

  test('a refund without an answer is sent again with the same key', async () => {
    await show();
    await openForm();
    await reason.fill('paid twice');
    cutOff('POST /api/admin/refund-payment');
    await send.click();
    await confirm(/^Send ₹500\.00/);
    await see(form.getByRole('alert').getByText(/^Action failed\. Couldn’t reach Sachet/));
    refuse('POST /api/admin/refund-payment', 'wrong_state');
    await send.click();
    await confirm(/^Send ₹500\.00/);
    await see(form.getByRole('alert').getByText('Refused: wrong_state'));
    const keys = requests().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('an admin can cancel a refund and open another payment', async () => {
    await show([somePayment(), somePayment({ paymentId: 'pay_2', refundable: 20 })]);
    await openForm();
    await page.getByRole('button', { name: 'Refund of pay_2' }).click();
    await seeGone(form);
    const other = page.getByRole('form', { name: 'Refund of pay_2' });
    await expect.element(other.getByLabelText('Amount (₹)')).toHaveValue('20');
    await other.getByRole('button', { name: 'Cancel' }).click();
    await seeGone(other);
    expect(requests()).toEqual([]);
  });
});

test('the payments of a user with long ids and amounts fit a phone in Hindi', async () => {
  const payment = somePayment({
    paymentId: `pay_${'x'.repeat(80)}`,
    credited: long.rupees,
    refunded: long.rupees,
    disputed: long.rupees,
    refundable: long.rupees,
    refunds: [someRefund({ status: 'failed', reason: long.name, failure: long.id })],
  });
  await show([payment], { language: 'hi', phone: true });
  await page
    .getByRole('button', { name: /^रिफ़ंड करें/ })
    .first()
    .click();
  await see(page.getByRole('form'));
  await expectToFit('payments');
  await expectAccess('payments in Hindi');
});
