// The account page: profile, data export and closing the account.
import type { ClosingPreview } from '@sachet/shared/people/contracts/account';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sessionStore } from '../../../app/session/session';
import { expectAccess, expectToFit } from '../../../testing/access';
import { watchDownloads } from '../../../testing/downloads';
import { see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { allow, answer, answerFile, keepBack, refuse, requestsTo } from '../../../testing/server';
import { visit } from '../../../testing/visit';
import { someKit } from '../../../testing/brand';

const dialog = page.getByRole('dialog', { name: 'Close my account' });
const word = dialog.getByLabelText('Type CLOSE to confirm');
const closeForGood = dialog.getByRole('button', { name: 'Close permanently' });

const preview: ClosingPreview = {
  sentBack: 0,
  ends: 250,
  held: 0,
  organizationKeeps: null,
  obstacle: null,
};

test("the account page shows the user's name, role and contacts, and the way to verify the email address", async () => {
  signIn({
    profile: {
      phoneNumber: '+919876543210',
      emailVerified: false,
      organizationName: 'Chai & Co.',
      lastName: 'Venkatanarasimharajuvaripeta'.repeat(2),
    },
  });
  await visit('/account', { phone: true });
  await see(page.getByRole('heading', { level: 1, name: 'My account' }));
  for (const fact of ['asha@people.test · not verified yet', '+91 98765 43210'])
    await see(page.getByRole('definition').getByText(fact));
  await see(page.getByText(/^Asha Venkatanarasimha/));
  await see(page.getByText('Chai & Co. · Member'));
  await see(page.getByRole('button', { name: 'Resend Email' }));
  await expectToFit('my account');
  await expectAccess('my account');
});

test('the account page links to the wallet with its balance and to the brand with its name', async () => {
  signIn({ wallet: { available: 120 } });
  const kit = someKit({ name: 'Gupta Sweets' });
  answer('GET /api/brand', { kit, organizationName: null, mayEdit: true });
  await visit('/account');
  const main = page.getByRole('main');
  await see(main.getByRole('link', { name: /Wallet.*₹120\.00/ }));
  await main.getByRole('link', { name: /My brand.*Gupta Sweets/ }).click();
  await expect.poll(() => location.pathname).toBe('/brand');
});

test('the account page shows an error when the account cannot be loaded, and loads it when the user tries again', async () => {
  signIn();
  refuse('GET /api/user', 'wrong_state');
  await visit('/account');
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load your account.' });
  await see(alert);
  signIn();
  await see(page.getByText('asha@people.test · verified'));
  // A field without a value has no line, so only the address is left.
  expect(page.getByRole('definition').elements()).toHaveLength(1);
  await seeGone(alert);
});

test('the user can download all of their data as one file', async () => {
  signIn();
  answerFile('GET /api/account/data', { name: 'sachet-my-data.json', text: '{"profile":{}}' });
  const files = watchDownloads();
  await visit('/account');
  const release = keepBack('GET /api/account/data');
  const button = page.getByRole('button', { name: 'Download my data' });
  await button.click();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.poll(() => files.length).toBe(1);
  expect([files[0]?.name, await files[0]?.text]).toEqual(['sachet-my-data.json', '{"profile":{}}']);
});

describe('closing an account', () => {
  /** The last step of a closing. A test that ended earlier would sign the next one out. */
  async function expectToBeSignedOut(): Promise<void> {
    await expect.poll(() => location.pathname).toBe('/');
    expect(sessionStore.get().status).toBe('signed-out');
  }

  async function open(given: Partial<ClosingPreview> = {}): Promise<void> {
    signIn();
    answer('GET /api/account/closing', { ...preview, ...given });
    await visit('/account', { phone: true });
    await page.getByRole('button', { name: 'Close my account…' }).click();
    await see(dialog);
  }

  test('closing an account lists the consequences, requires the word CLOSE and signs the user out', async () => {
    await open();
    await see(dialog.getByText('₹250.00 of bonus and credits expires.'));
    await see(dialog.getByText('The law requires us to keep payment records.'));
    await see(dialog.getByText('are permanently deleted'));
    expect(dialog.getByRole('listitem').elements()).toHaveLength(3);
    expect(dialog.getByRole('radio').query()).toBeNull();
    await expect.element(closeForGood).toBeDisabled();
    await word.fill('clos');
    await expect.element(closeForGood).toBeDisabled();
    await word.fill(' Close ');
    await expect.element(closeForGood).toBeEnabled();
    await expectAccess('closing an account');
    await expectToFit('closing an account');
    allow('POST /api/account/close');
    await closeForGood.click();
    await see(page.getByText('Your account is closed. Goodbye, and thank you.'));
    await see(page.getByRole('button', { name: 'Get Started' }));
    await expectToBeSignedOut();
    expect(requestsTo('POST /api/account/close').map(({ body }) => body)).toEqual([
      { remainder: 'send_back', confirm: 'CLOSE' },
    ]);
  });

  test('an account can be closed with the word of the page’s language', async () => {
    signIn();
    answer('GET /api/account/closing', preview);
    await visit('/account', { language: 'hi' });
    await page.getByRole('button', { name: '…' }).click();
    await page.getByLabelText('पक्का करने के लिए “बंद” लिखें').fill('बंद');
    allow('POST /api/account/close');
    await page.getByRole('button', { name: 'हमेशा के लिए बंद करें' }).click();
    await expectToBeSignedOut();
    expect(requestsTo('POST /api/account/close')[0]?.body).toMatchObject({ confirm: 'CLOSE' });
  });

  test('closing an account gives paid money back unless the user gives it up', async () => {
    await open({ sentBack: 380, held: 75, organizationKeeps: 'Chai & Co.' });
    await see(dialog.getByText('₹380.00 goes back to the card, bank or UPI it came from'));
    await see(dialog.getByText('₹75.00 is on hold for something still being made.'));
    await see(dialog.getByText('“Chai & Co.” continues without you.'));
    await dialog.getByRole('radio', { name: 'I don’t need it back' }).click();
    await see(dialog.getByText('₹380.00 stays with us until you ask for it.'));
    await word.fill('CLOSE');
    allow('POST /api/account/close');
    await closeForGood.click();
    await expectToBeSignedOut();
    expect(requestsTo('POST /api/account/close')[0]?.body).toMatchObject({ remainder: 'give_up' });
  });

  test.each([
    ['only_admin', 'You’re the only admin of your organization.'],
    ['super_admin', 'Super admins can’t close their account.'],
  ] as const)(
    'the account page does not let an admin close an account that must stay (%s)',
    async (obstacle, words) => {
      await open({ obstacle });
      await see(dialog.getByText(words));
      expect(closeForGood.query()).toBeNull();
    },
  );

  test('the account stays and the page shows the reason when closing fails', async () => {
    await open();
    refuse('POST /api/account/close', 'unavailable');
    await word.fill('CLOSE');
    await closeForGood.click();
    await see(dialog.getByText('Refused: unavailable'));
    expect(sessionStore.get().status).toBe('signed-in');
    await dialog.getByRole('button', { name: 'Keep my account' }).click();
    await seeGone(dialog);
  });

  test('the account page does not offer to close the account until it knows the consequences', async () => {
    signIn();
    refuse('GET /api/account/closing', 'wrong_state');
    await visit('/account');
    await page.getByRole('button', { name: 'Close my account…' }).click();
    await see(dialog.getByRole('alert'));
    expect(closeForGood.query()).toBeNull();
    answer('GET /api/account/closing', preview);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await see(closeForGood);
  });
});
