import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount, readTexts, see, seeGone } from '../testing/mount';
import { signIn } from '../testing/people';
import { WalletModal } from './WalletModal';

const dialog = page.getByRole('dialog', { name: 'Wallet' });
const show = (price: number) =>
  mount(<WalletModal price={price} unlock={null} onClose={() => undefined} />);

test('a user with less than the price sees the missing amount and can add it', async () => {
  signIn({ wallet: { available: 55, walletBalance: 55 } });
  await show(75);
  await see(dialog.getByText('Insufficient funds or budget exceeded.'));
  await expect
    .poll(() => readTexts(dialog.getByRole('definition')))
    .toEqual(['₹55.00', '₹75.00', '₹20.00']);
  expect(readTexts(dialog.getByRole('term'))).toEqual(['Available', 'Price', 'Still needed']);
  await see(dialog.getByLabelText('Amount in rupees'));
});

const member = {
  accountType: 'organization',
  role: 'user',
  organizationId: 'org_1',
  organizationName: 'Chai & Co.',
} as const;

test("a member sees that the organization's wallet is short and whom to ask", async () => {
  signIn({ profile: member, wallet: { available: 55, walletBalance: 55 } });
  await show(75);
  await see(dialog.getByText('The organization wallet has insufficient funds.'));
  await see(dialog.getByText('Ask an admin of Chai & Co. to add money.'));
});

test('a member whose budget is too small is not asked for money', async () => {
  signIn({ profile: { ...member, budget: 100, spentThisMonth: 60 } });
  await show(75);
  await see(dialog.getByRole('alert'));
  await see(dialog.getByText('₹60.00'));
  await seeGone(dialog.getByLabelText('Amount in rupees'));
});
