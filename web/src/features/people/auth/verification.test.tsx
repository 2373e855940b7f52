// Actions that need a verified address. They continue after the verification.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sentMails } from '../../../testing/firebase';
import {
  answerGenerations,
  answerUnlock,
  somePicture,
  somePictureBought,
} from '../../../testing/generations';
import { see, seeGone } from '../../../testing/mount';
import { logIn } from '../../../testing/people';
import { refuse, requestsTo } from '../../../testing/server';
import { visit } from '../../../testing/visit';

const words = 'Please verify your email to continue using paid features.';
const usedUp =
  'Today’s limit for unverified accounts is reached. Verify your email to spend your bonus now.';
const notYet = 'Not verified yet. Open the link in the email first.';
const sent = 'Verification email sent. Please check your inbox.';
const iVerified = page.getByRole('button', { name: 'I Verified' });
const resend = page.getByRole('button', { name: 'Resend Email' });

test('after ₹1,000 of spending, only the paid tools require a verified address', async () => {
  const account = await logIn({ profile: { lifetimeSpent: 1000.01 } });
  await visit('/?mode=general');
  await see(page.getByRole('heading', { name: 'Chat with AI' }));
  await visit('/?mode=edit_image');
  await see(page.getByRole('heading', { name: words }));
  await visit('/?mode=image');
  await see(page.getByRole('heading', { name: words }));
  await see(page.getByRole('alert').getByText(`You've spent over ₹1,000. ${words}`));

  await iVerified.click();
  await see(page.getByText(notYet));
  await resend.click();
  await see(page.getByText(sent));
  expect(sentMails).toEqual([{ kind: 'VERIFY_EMAIL', email: account.email }]);
  account.verify();
  await iVerified.click();
  await see(page.getByRole('heading', { name: 'Make an image' }));
});

test('below ₹1,000 of spending, no tool requires a verified address', async () => {
  await logIn({ profile: { lifetimeSpent: 1000 } });
  await visit('/?mode=image');
  await see(page.getByRole('heading', { name: 'Make an image' }));
});

test('a picture refused because the allowance is used up is bought after the verification, unless the dialog was closed', async () => {
  const account = await logIn();
  const picture = somePicture();
  answerGenerations([picture]);
  refuse('POST /api/unlock-image', 'allowance_used_up');
  await visit(`/?mode=image&results=${picture.generationId}`);
  const card = page.getByRole('article', { name: 'Result from Google' });
  const unlock = card.getByRole('button', { name: 'Unlock · ₹50' });
  const dialog = page.getByRole('dialog', { name: 'Verify your email' });
  await unlock.click();
  await see(dialog.getByText(usedUp));
  await dialog.getByRole('button', { name: 'Close' }).click();
  await seeGone(dialog);
  await see(card.getByText('You were not charged'));

  await unlock.click();
  await see(dialog);
  account.verify();
  const { generationId } = picture;
  answerUnlock(somePictureBought({ generationId }));
  await dialog.getByRole('button', { name: 'I Verified' }).click();
  await seeGone(dialog);
  await see(card.getByText('₹50 paid'));
  expect(requestsTo('POST /api/unlock-image')).toHaveLength(3);
});

test('logging out on the wallet page shows the home page without data of the user', async () => {
  await logIn();
  refuse('GET /api/statement', 'unavailable');
  localStorage.setItem('sachet.recent-prompts', '{"edit_image":["Make it black and white."]}');
  await visit('/?mode=edit_image');
  const prompt = page.getByLabelText('What should change?', { exact: true });
  await prompt.fill('Make it black and white.');
  await page.getByRole('link', { name: 'Wallet, ₹250.00' }).click();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await see(page.getByRole('button', { name: 'Get Started' }));
  await see(page.getByRole('heading', { name: 'Good AI, in small packets.' }));
  await expect.poll(() => location.pathname).toBe('/');
  expect(page.getByRole('link', { name: /^Wallet/ }).query()).toBeNull();
  await page.getByRole('link', { name: /AI image editor/ }).click();
  await expect.element(prompt).toHaveValue('');
  expect(localStorage.getItem('sachet.recent-prompts')).toBeNull();
});
