import { mutate } from 'swr';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount, see } from '../../testing/mount';
import { signIn, someWallet } from '../../testing/people';
import { answer, keepBack, refuse, requestsTo } from '../../testing/server';
import { Available } from './WalletModal';
import { WalletPill } from './WalletPill';

test('the wallet button shows that the wallet cannot be loaded, and loads it again', async () => {
  signIn();
  refuse('GET /api/wallet', 'wrong_state');
  await mount(<WalletPill />);
  const unread = page.getByRole('button', {
    name: 'Couldn’t load your wallet. Try again.',
  });
  await see(unread);
  const before = requestsTo('GET /api/wallet').length;
  await unread.click();
  await see(page.getByText('Couldn’t load your wallet.', { exact: true }));
  expect(requestsTo('GET /api/wallet').length).toBeGreaterThan(before);

  answer('GET /api/wallet', someWallet());
  await unread.click();
  await see(page.getByRole('link', { name: 'Wallet, ₹250.00' }));
});

test('the wallet button says after a while that the wallet does not load, and can load it again', async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  signIn();
  answer('GET /api/wallet', someWallet());
  keepBack('GET /api/wallet');
  await mount(<WalletPill />);
  await expect.poll(() => requestsTo('GET /api/wallet').length).toBe(1);
  patience.abort();
  const unread = page.getByRole('button', { name: 'Couldn’t load your wallet. Try again.' });
  await see(unread);

  timeout.mockRestore();
  answer('GET /api/wallet', someWallet());
  await unread.click();
  await see(page.getByRole('link', { name: 'Wallet, ₹250.00' }));
});

test('the wallet menu shows the reason and a retry instead of the balance', async () => {
  signIn();
  refuse('GET /api/wallet', 'wrong_state');
  await mount(<Available price={null} />);
  const alert = page.getByRole('alert');
  await see(alert.getByText('Couldn’t load your wallet.'));
  await see(alert.getByText('Refused: wrong_state'));

  answer('GET /api/wallet', someWallet());
  await alert.getByRole('button', { name: 'Try again' }).click();
  await see(page.getByText('₹250.00'));
});

test('without motion, the amount of the wallet button and its name change together', async () => {
  signIn();
  answer('GET /api/wallet', someWallet());
  await mount(<WalletPill />);
  const pill = page.getByRole('link', { name: 'Wallet, ₹250.00' });
  await see(pill);
  const link = pill.element();
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    seen.push(`${link.getAttribute('aria-label')}: ${link.textContent}`);
  });
  observer.observe(link, { attributes: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());

  answer('GET /api/wallet', { ...someWallet(), available: 430 });
  await mutate(() => true);
  await see(page.getByRole('link', { name: 'Wallet, ₹430.00' }));
  expect(new Set(seen)).toEqual(new Set(['Wallet, ₹430.00: ₹430.00']));
});
