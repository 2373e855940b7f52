import type { Friend } from '@sachet/shared/people/contracts/growth';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { friendCodeKey } from '../../../app/base/bonus';
import { storage } from '../../../browser/storage';
import { sessionStore } from '../../../app/session/session';
import { expectAccess, expectToFit } from '../../../testing/access';
import { mount, readTexts, see, seeGone } from '../../../testing/mount';
import { signIn, someFriends, someTerms } from '../../../testing/people';
import { answer, refuse, requestsTo } from '../../../testing/server';
import { FriendLinkPage } from './FriendLinkPage';
import { FriendsCard, GiftCode } from './FriendsAndGifts';
import { FriendsPage } from './FriendsPage';

const someFriend = (given: Partial<Friend> = {}): Friend => ({
  firstName: 'Ravi',
  state: 'joined',
  joinedAt: '2026-03-01T10:00:00.000Z',
  creditOn: null,
  amount: 50,
  minimumTopUp: 200,
  without: null,
  because: null,
  ...given,
});

test('shows the link, what both get and when, and how to share it', async () => {
  signIn();
  await mount(<FriendsPage />, { phone: true });
  await see(page.getByRole('heading', { name: 'Bring a friend' }));
  await expect
    .poll(() => readTexts(page.getByRole('term')))
    .toEqual(['You get', 'Your friend gets']);
  expect(readTexts(page.getByRole('definition'))).toEqual(['₹50', '₹50']);
  await see(page.getByText('They add ₹200 or more in one go.'));
  await see(page.getByText('14 days later your friend gets their credit.'));
  await see(page.getByText('No friends yet'));
  const share = page.getByRole('link', { name: 'Share on WhatsApp' });
  const shared = new URL((share.element() as HTMLAnchorElement).href);
  expect(shared.host).toBe('wa.me');
  expect(shared.searchParams.get('text')).toContain(`${location.origin}/friend?code=7kq2m4xd0a`);
  await see(page.getByRole('button', { name: 'Copy your link' }));
  await expectAccess('bring a friend');
});

test.each(['en', 'hi', 'hg'] as const)(
  'lists friends by their state with a first name at most (%s)',
  async (language) => {
    signIn();
    const late = { creditOn: '2026-01-01T10:00:00.000Z' };
    const friends = [
      someFriend(),
      someFriend({ firstName: 'Meena', state: 'waiting', creditOn: '2099-03-15T10:00:00.000Z' }),
      someFriend({ firstName: 'Vikram', state: 'waiting', ...late }),
      someFriend({ firstName: 'Sara', state: 'credited', ...late }),
      someFriend({ firstName: 'Dev', state: 'credited', without: 'capped', ...late }),
      someFriend({ firstName: 'Ila', state: 'credited', without: 'unspent', ...late }),
      someFriend({ firstName: 'Anu', state: 'ended', because: 'refunded', ...late }),
      someFriend({ firstName: 'Om', state: 'ended', because: 'same_payer', ...late }),
      someFriend({ firstName: null, state: 'ended', because: 'closed', ...late }),
    ];
    answer('GET /api/friends', someFriends({ friends, earned: { friends: 1, amount: 50 } }));
    await mount(<FriendsPage />, { phone: true, language });
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(3 + friends.length);
    await expectToFit('friends');
    if (language !== 'en') return;
    for (const text of [
      'Signed up. Waiting for a top-up of ₹200 or more.',
      'Topped up. Your ₹50 comes from 15 Mar 2099 on, once they have spent ₹200.',
      'Topped up. Your ₹50 comes once they have spent ₹200.',
      '₹50 is in your wallet.',
      'They got their credit. You’ve reached the number of friends that bring you some.',
      'They got their credit. They haven’t spent what they added, so it brings you none.',
      'No credit: the top-up went back.',
      'No credit: the account was closed.',
    ]) {
      await see(page.getByText(text));
    }
    await see(page.getByText('₹50 so far'));
    await see(page.getByText('A friend', { exact: true }));
  },
);

test('a friend sees who brought them and what is left to do', async () => {
  signIn();
  answer('GET /api/friends', someFriends({ broughtBy: someFriend({ firstName: 'Asha' }) }));
  await mount(<FriendsPage />);
  await see(page.getByRole('heading', { name: 'Asha brought you here' }));
  await see(page.getByText('Add ₹200 or more in one go: 14 days later you get ₹50 extra.'));
});

test('a paused offer hides the link and says that promises hold; the wallet’s card goes', async () => {
  signIn();
  answer('GET /api/friends', someFriends({ terms: { ...someTerms, isOn: false } }));
  await mount(
    <>
      <FriendsPage />
      <FriendsCard />
    </>,
  );
  await see(page.getByText(/The offer is paused/));
  await seeGone(page.getByRole('link', { name: 'Get your link' }));
  await seeGone(page.getByRole('link', { name: 'Share on WhatsApp' }));
});

test('a failed list says so and is read again', async () => {
  signIn();
  refuse('GET /api/friends', 'unavailable');
  await mount(<FriendsPage />);
  await see(page.getByText('Couldn’t load your friends.'));
  answer('GET /api/friends', someFriends());
  await page.getByRole('button', { name: 'Try again' }).click();
  await see(page.getByText('No friends yet'));
});

test('a friend’s link names the friend and what the visitor gets, and is kept for the sign-up', async () => {
  sessionStore.set({ status: 'signed-out' });
  answer('GET /api/friend-link', { firstName: 'Asha', terms: someTerms });
  await mount(<FriendLinkPage />, { path: '/friend?code=7kq2m4xd0a', phone: true });
  await see(page.getByRole('heading', { name: 'Asha invites you to Sachet' }));
  await see(page.getByText('Sign up, add ₹200 or more, and 14 days later ₹50 extra is yours.'));
  await see(page.getByRole('button', { name: 'Sign up' }));
  await expect.poll(() => storage.read(friendCodeKey)).toBe('7kq2m4xd0a');
  await expectAccess('a friend’s link');
});

test('a link that is not valid keeps nothing, and a user with an account is led to their own', async () => {
  signIn();
  refuse('GET /api/friend-link', 'not_found');
  await mount(<FriendLinkPage />, { path: '/friend?code=0000000000' });
  await see(page.getByRole('heading', { name: 'This link isn’t valid any more' }));
  await expect
    .element(page.getByRole('link', { name: 'Bring a friend yourself' }))
    .toHaveAttribute('href', '/wallet/friends');
  expect(storage.read(friendCodeKey)).toBeNull();
});

test('a gift code is redeemed once with Enter, and a refusal stays at the field', async () => {
  signIn();
  answer('POST /api/gift-code', { amount: 75, walletBalance: 325 });
  await mount(<GiftCode />, { phone: true });
  const field = page.getByRole('textbox', { name: 'Gift code' });
  await page.getByRole('button', { name: 'Redeem' }).click();
  await see(page.getByText('Enter a code.'));
  await field.fill('7kq2-m4xd-0a1b-2c3d');
  await userEvent.keyboard('{Enter}');
  await see(page.getByText('₹75.00 is in your wallet.'));
  await expect.element(field).toHaveValue('');
  expect(requestsTo('POST /api/gift-code').map(({ body }) => body)).toEqual([
    { code: '7kq2-m4xd-0a1b-2c3d' },
  ]);
  refuse('POST /api/gift-code', 'gift_expired');
  await field.fill('7kq2-m4xd-0a1b-2c3d');
  await userEvent.keyboard('{Enter}');
  await see(page.getByText('This code has expired.'));
  await expect.element(field).toHaveValue('7kq2-m4xd-0a1b-2c3d');
  await expectAccess('a refused gift code');
});
