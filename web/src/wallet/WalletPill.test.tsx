import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount, see } from '../testing/mount';
import { signIn, someWallet } from '../testing/people';
import { answer, refuse, requestsTo } from '../testing/server';
import { Available } from './Available';
import { WalletPill } from './WalletPill';

test('given a wallet that cannot be read, then the pill says so and tries again', async () => {
  signIn();
  refuse('GET /api/wallet', 'forbidden');
  await mount(<WalletPill />);
  const unread = page.getByRole('button', {
    name: 'Your wallet could not be read. Try again.',
  });
  await see(unread);
  const before = requestsTo('GET /api/wallet').length;
  await unread.click();
  await see(page.getByText('Your wallet could not be read.', { exact: true }));
  expect(requestsTo('GET /api/wallet').length).toBeGreaterThan(before);

  answer('GET /api/wallet', someWallet());
  await unread.click();
  await see(page.getByRole('link', { name: 'Wallet, ₹250.00' }));
});

test('given a wallet that cannot be read, then in place of the balance stand the reason and the way to try again', async () => {
  signIn();
  refuse('GET /api/wallet', 'forbidden');
  await mount(<Available price={null} />);
  const alert = page.getByRole('alert');
  await see(alert.getByText('Your wallet could not be read.'));
  await see(alert.getByText('Refused: forbidden'));

  answer('GET /api/wallet', someWallet());
  await alert.getByRole('button', { name: 'Try again' }).click();
  await see(page.getByText('₹250.00'));
});
