// An action that a visitor requested before signing in runs once after the sign-in.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeDialog } from '../../../app/base/dialogs';
import { haveAccount } from '../../../testing/firebase';
import { answerChat, someConversation } from '../../../testing/conversations';
import { answerGenerations } from '../../../testing/generations';
import { see, seeGone } from '../../../testing/mount';
import { answerNewcomer, signIn } from '../../../testing/people';
import { sessionStore } from '../../../app/session/session';
import { refuse, requestsTo } from '../../../testing/server';
import { visit } from '../../../testing/visit';

const dialog = page.getByRole('dialog', { name: /Create your account|Welcome back/ });

async function askForPictures(): Promise<void> {
  await visit('/?mode=image');
  await page.getByLabelText('Subject', { exact: true }).fill('A yellow umbrella');
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
  await see(dialog);
}

test('pictures that a visitor requested are sent to both providers after the sign-up', async () => {
  answerNewcomer();
  const orders = answerGenerations([]);
  await askForPictures();
  expect(orders).toEqual([]);
  const field = (name: string) => page.getByRole('dialog').getByLabelText(name);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Use email instead' }).click();
  await field('First and last name').fill('Asha Verma');
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@people.test');
  await field('Password').fill('chai and samosa');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await see(page.getByText('Waiting for Google'));
  await see(page.getByText('Waiting for OpenAI'));
  expect(orders).toMatchObject([
    { mode: 'image', provider: 'google', prompt: 'A yellow umbrella.' },
    { mode: 'image', provider: 'openai', prompt: 'A yellow umbrella.' },
  ]);
  expect(sessionStorage.getItem('sachet.pending')).toBeNull();
});

test('a request is dropped when the visitor closes the sign-in', async () => {
  const orders = answerGenerations([]);
  await askForPictures();
  expect(sessionStorage.getItem('sachet.pending')).toContain('A yellow umbrella');
  await userEvent.keyboard('{Escape}');
  await seeGone(dialog);
  expect(sessionStorage.getItem('sachet.pending')).toBeNull();
  signIn();
  await see(page.getByRole('link', { name: 'Wallet, ₹250.00' }));
  expect(orders).toEqual([]);

  // The session has ended, so the next request waits for a new sign-in.
  refuse('POST /api/generate', 'unauthenticated');
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
  await see(dialog);
  const later = answerGenerations([]);
  closeDialog();
  await see(page.getByText('Waiting for Google'));
  expect(later.map(({ prompt }) => prompt)).toEqual(['A yellow umbrella.', 'A yellow umbrella.']);
});

test('a request of a user who dismissed the step for the name asks for it again', async () => {
  answerNewcomer();
  const { uid } = haveAccount({ phoneNumber: '+919876543210' });
  sessionStore.set({ status: 'signed-in', uid, email: null, emailVerified: false });
  const orders = answerGenerations([]);
  await visit('/?mode=image');
  const step = page.getByRole('dialog', { name: 'One more step' });
  await see(step);
  await userEvent.keyboard('{Escape}');
  await seeGone(step);
  await page.getByLabelText('Subject', { exact: true }).fill('A yellow umbrella');
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
  await see(step);
  expect(orders).toEqual([]);
  sessionStore.set({ status: 'signed-out' });
});

test('the first message of a visitor is sent after the sign-in, and its chat opens', async () => {
  await visit('/?mode=general');
  await page.getByRole('textbox', { name: 'Your message' }).fill('Name my kite shop');
  await page.getByRole('button', { name: 'Start Chat With AI' }).click();
  await see(dialog);
  const chat = answerChat(someConversation({ title: 'Name my kite shop' }), { isNew: true });
  closeDialog();
  signIn();
  await see(page.getByRole('article', { name: 'You' }).getByText('Name my kite shop'));
  chat.finish();
  expect(requestsTo('POST /api/chat')).toHaveLength(1);
});

test('a request for pictures waits for the stored session and asks for no sign-up', async () => {
  const orders = answerGenerations([]);
  sessionStore.set({ status: 'loading' });
  await visit('/?mode=image');
  await page.getByLabelText('Subject', { exact: true }).fill('A yellow umbrella');
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
  await see(page.getByRole('button', { name: 'Sending…', disabled: true }));
  await seeGone(dialog);
  expect(orders).toEqual([]);
  signIn();
  await expect.poll(() => orders).toHaveLength(2);
  await seeGone(dialog);
});

test('the first message of a chat waits for the stored session', async () => {
  sessionStore.set({ status: 'loading' });
  await visit('/?mode=general');
  await page.getByRole('textbox', { name: 'Your message' }).fill('Name my kite shop');
  await page.getByRole('button', { name: 'Start Chat With AI' }).click();
  await see(page.getByRole('button', { name: 'Start Chat With AI', disabled: true }));
  await seeGone(dialog);
  const chat = answerChat(someConversation({ title: 'Name my kite shop' }), { isNew: true });
  signIn();
  await see(page.getByRole('article', { name: 'You' }).getByText('Name my kite shop'));
  chat.finish();
  expect(requestsTo('POST /api/chat')).toHaveLength(1);
});

test('a request asks the user to sign in when the stored session has ended', async () => {
  sessionStore.set({ status: 'loading' });
  await visit('/?mode=image');
  await page.getByLabelText('Subject', { exact: true }).fill('A yellow umbrella');
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
  sessionStore.set({ status: 'signed-out' });
  await see(dialog);
  expect(sessionStorage.getItem('sachet.pending')).toContain('A yellow umbrella');
});
