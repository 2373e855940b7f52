import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount, readTexts, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { WalletModal } from './WalletModal';

const dialog = page.getByRole('dialog', { name: 'Wallet' });
const show = (price: number) =>
  mount(<WalletModal price={price} unlock={null} onClose={() => undefined} />);

test('a user whose balance is below the price sees the missing amount and can add it', async () => {
  signIn({ wallet: { available: 55, walletBalance: 55 } });
  await show(75);
  await see(dialog.getByText('Insufficient funds or budget exceeded.'));
  await expect
    .poll(() => readTexts(dialog.getByRole('definition')))
    .toEqual(['₹55.00', '₹75.00', '₹20.00']);
  expect(readTexts(dialog.getByRole('term'))).toEqual(['Available', 'Price', 'Still needed']);
  await see(dialog.getByLabelText('Amount in rupees'));
});

test('the wallet offers exactly the missing amount before the presets and says what it buys', async () => {
  signIn({ wallet: { available: 55.5, walletBalance: 55.5 } });
  await mount(
    <WalletModal
      price={75}
      unlock={{ kind: 'text', request: { generationId: 'gen_1', modelId: 'm' } } as never}
      onClose={() => undefined}
    />,
  );
  const amounts = dialog.getByRole('group', { name: 'How much to add' }).getByRole('button');
  await expect
    .poll(() => readTexts(amounts))
    .toEqual(['₹20Just what’s missing', '₹200', '₹500', '₹1,000']);
  await expect
    .element(dialog.getByRole('button', { name: '₹500' }).first())
    .toHaveAttribute('aria-pressed', 'true');
  await see(dialog.getByText('Enough for 6 pictures at 1024 px (₹75 each)'));
  await dialog.getByRole('button', { name: '₹20 Just what’s missing' }).click();
  await expect.element(dialog.getByLabelText('Amount in rupees')).toHaveValue('20');
  await see(dialog.getByText('Enough for 2 edits at 512 px in Speed (₹10 each)'));
  await see(dialog.getByText('We’ll complete your ₹75 unlock right after you pay.'));
});

test('a user who has reached their own limit is led to the place where they set it', async () => {
  signIn({ profile: { budget: 100, spentThisMonth: 60 } });
  await show(75);
  await see(dialog.getByText('This is above your own monthly limit.'));
  await expect
    .element(dialog.getByRole('link', { name: 'Change my limit' }))
    .toHaveAttribute('href', '/wallet#limits');
  await seeGone(dialog.getByLabelText('Amount in rupees'));
});

const member = {
  accountType: 'organization',
  role: 'user',
  organizationId: 'org_1',
  organizationName: 'Chai & Co.',
} as const;

test("a member sees that the organization's wallet has too little money, and whom to ask", async () => {
  signIn({ profile: member, wallet: { available: 55, walletBalance: 55 } });
  await show(75);
  await see(dialog.getByText('The organization wallet has insufficient funds.'));
  await see(dialog.getByText('Ask an admin of Chai & Co. to add money.'));
});

test('a member whose budget is too small is not asked to add money', async () => {
  signIn({ profile: { ...member, budget: 100, spentThisMonth: 60 } });
  await show(75);
  await see(dialog.getByRole('alert'));
  await see(dialog.getByText('₹60.00'));
  await seeGone(dialog.getByLabelText('Amount in rupees'));
});
