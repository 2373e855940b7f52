// Asking both providers: the form, its prices, and buying a text.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerChat, someConversation } from '../../../testing/conversations';
import { answerGenerations, later, somePicture } from '../../../testing/generations';
import { readTexts, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { haveProviders, requiredProviders } from '../../../testing/providers';
import { answer, cutOff, sentKeys } from '../../../testing/server';
import { visit } from '../../../testing/visit';

const question = page.getByLabelText('Your question', { exact: true });
const card = page.getByRole('article', { name: 'Result from OpenAI' });
const locked = () =>
  somePicture({
    mode: 'general',
    provider: 'openai',
    previewContent: 'Ask around',
    contentWords: 80,
    cost: 8,
  });

test('the form for both providers requires a question and sends it with Ctrl+Enter at the shown prices', async () => {
  signIn();
  const orders = answerGenerations([]);
  await visit('/?mode=general&ask=both');
  await page.getByRole('button', { name: 'Compare answers · Free' }).click();
  await see(page.getByText('Enter a question.'));
  const region = page.getByRole('region', { name: 'Price of one answer' });
  const prices = () => readTexts(region.getByRole('definition'));
  await page.getByRole('radio', { name: 'Speed' }).click();
  await expect.poll(prices).toEqual(['₹2', '₹3']);
  await page.getByRole('radio', { name: 'Quality' }).click();
  await expect.poll(prices).toEqual(['₹6', '₹8']);
  await question.fill(' How do I price laddoos? ');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await see(page.getByText('Waiting for Google'));
  expect(orders).toMatchObject(
    ['google', 'openai'].map((provider) => ({
      provider,
      mode: 'general',
      prompt: 'How do I price laddoos?',
      quality: 'quality',
    })),
  );
  await page.getByRole('button', { name: 'Back to Edit' }).click();
  await expect.element(question).toHaveValue(' How do I price laddoos? ');
});

test('a text is not paid twice after a lost connection, and its markup is shown as text', async () => {
  signIn();
  const generation = locked();
  answerGenerations([generation]);
  cutOff('POST /api/unlock');
  await visit(`/?mode=general&results=${generation.generationId}`);
  await see(card.getByText('80 words'));
  expect(card.getByRole('button', { name: 'Copy' }).query()).toBeNull();
  const unlock = card.getByRole('button', { name: 'Unlock · ₹8' });
  await unlock.click();
  await see(card.getByRole('alert').getByText('Couldn’t reach Sachet.'));
  await see(card.getByText('You never pay twice for the same answer'));

  const content = 'Topic: kites <img src=x onerror=alert(1)>';
  const paid = later(generation, { content, unlocked: true, charged: 8 });
  answer('POST /api/unlock', { charged: 8, generation: paid });
  await unlock.click();
  await see(card.getByText('₹8 paid'));
  await see(card.getByText(content));
  expect(document.querySelector('article img')).toBeNull();
  await see(card.getByRole('button', { name: 'Copy' }));
  const keys = sentKeys('POST /api/unlock');
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('a chat that continues a locked text sends its id and begins with the visible part', async () => {
  signIn();
  const generation = locked();
  answerGenerations([generation]);
  answerChat(someConversation({ title: 'Kites' }), { isNew: true });
  await visit(`/?mode=general&results=${generation.generationId}`);
  await page.getByRole('link', { name: 'Continue in chat with OpenAI' }).click();
  await see(page.getByRole('dialog').getByText('Ask around'));
});

test('a provider without a text model is neither asked nor offered in chat', async () => {
  signIn();
  haveProviders(requiredProviders, { google: { uses: ['pictures', 'edits'] } });
  const orders = answerGenerations([]);
  await visit('/?mode=general&ask=both');
  await question.fill('How do I price laddoos?');
  await page.getByRole('button', { name: 'Get an answer · Free' }).click();
  await expect.poll(() => orders.map(({ provider }) => provider)).toEqual(['openai']);
  await visit('/?mode=general');
  await see(page.getByRole('radio', { name: 'OpenAI' }));
  expect(page.getByRole('radio', { name: 'Google' }).query()).toBeNull();
});
