import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerGenerations } from '../testing/generations';
import { see } from '../testing/mount';
import { signIn } from '../testing/people';
import { cutOff } from '../testing/server';
import { visit } from '../testing/visit';

test('without a connection the form says so, keeps the words, and works again later', async () => {
  signIn();
  cutOff('POST /api/generate');
  await visit('/?mode=image');
  const subject = page.getByLabelText('Subject');
  await subject.fill('A tram in Kolkata');
  const generate = page.getByRole('button', { name: 'Generate previews · Free' });
  await generate.click();
  const words = 'Couldn’t reach Sachet. Check your connection and try again.';
  await see(page.getByRole('main').getByRole('alert').getByText(words));
  await expect.element(subject).toHaveValue('A tram in Kolkata');

  const orders = answerGenerations([], () => ({}));
  await generate.click();
  await see(page.getByRole('button', { name: 'Unlock · ₹50' }).nth(1));
  expect(orders.map(({ provider }) => provider).sort()).toEqual(['google', 'openai']);
});
