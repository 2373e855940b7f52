import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess } from '../../../testing/access';
import { mount, see } from '../../../testing/mount';
import { TopUpForm, type Purchase } from './AddMoney';

function Form({ onPay, purchase }: { onPay: (rupees: number) => void; purchase: Purchase | null }) {
  const [typed, setTyped] = useState('');
  return (
    <TopUpForm
      busy={false}
      typed={typed}
      onType={setTyped}
      purchase={purchase}
      onPay={onPay}
      onLeave={() => undefined}
    />
  );
}

async function show(purchase: Purchase | null = null) {
  const onPay = vi.fn<(rupees: number) => void>();
  await mount(<Form onPay={onPay} purchase={purchase} />);
  return onPay;
}

const amount = page.getByLabelText('Amount');
const payButton = page.getByRole('button', { name: /Pay/ });

test.each([
  ['', 'Minimum ₹1'],
  ['99.50', 'Whole rupees only.'],
  ['500001', 'At most ₹5,00,000 at a time.'],
])('the form says why the amount "%s" cannot be paid', async (typed, words) => {
  const onPay = await show();

  await amount.fill(typed);

  await see(page.getByText(words));
  await expect.element(payButton).toBeDisabled();
  expect(onPay).not.toHaveBeenCalled();
  await expectAccess(`an amount of ${typed}`);
});

test('the top-up form accepts an amount with commas', async () => {
  const onPay = await show();
  await amount.fill('1,234');
  await page.getByRole('button', { name: 'Pay ₹1,234' }).click();
  expect(onPay.mock.calls).toEqual([[1234]]);
});

test('a preset fills in the amount that the pay button shows and pays', async () => {
  const onPay = await show();

  await page.getByRole('group').getByRole('button', { name: '₹500' }).click();

  await expect.element(amount).toHaveValue('500');
  await page.getByRole('button', { name: 'Pay ₹500' }).click();
  expect(onPay.mock.calls).toEqual([[500]]);
});

test('the top-up form shows whether the amount is enough for the purchase', async () => {
  await show({ price: 100, available: 30 });

  await amount.fill('50');
  await see(page.getByText('₹20.00'));
  await amount.fill('70');

  await see(page.getByText('₹100'));
  await expect.element(page.getByText('₹20.00')).not.toBeInTheDocument();
});
