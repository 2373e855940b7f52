import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sessionStore } from '../session/session';
import { somePicture } from '../testing/generations';
import { mount, see } from '../testing/mount';
import { signIn } from '../testing/people';
import { answer } from '../testing/server';
import { visit } from '../testing/visit';
import { HomePage } from './HomePage';

test.each([
  ['/?mode=image&results=gen_1', 'Sign in to see these results'],
  ['/?mode=edit_image&results=gen_1', 'Sign in to see these results'],
  ['/?mode=instagram&results=gen_1', 'Sign in to see these results'],
  ['/?mode=instagram_ideas&results=gen_1', 'Sign in to see these results'],
  ['/?mode=general&results=gen_1', 'Sign in to see these results'],
  ['/?mode=general&chat=con_1', 'Sign in to read this chat'],
])('asks a visitor at %s to sign in without loading anything', async (path, title) => {
  sessionStore.set({ status: 'signed-out' });
  await mount(<HomePage />, { path });
  await see(page.getByRole('heading', { name: title }));
  await see(page.getByRole('button', { name: 'Sign in' }));
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

test('opens the linked results once their owner has signed in', async () => {
  const generation = somePicture();
  const path = `/?mode=image&results=${generation.generationId}`;
  sessionStore.set({ status: 'signed-out' });
  answer('GET /api/generation', generation);
  await mount(<HomePage />, { path });
  await see(page.getByRole('heading', { name: 'Sign in to see these results' }));
  signIn();
  await see(page.getByRole('article', { name: 'Result from Google' }));
  await expect.poll(() => location.pathname + location.search).toBe(path);
});

test('sends an example to the picture tool and asks a visitor to sign up by phone', async () => {
  sessionStore.set({ status: 'signed-out' });
  await visit('/', { phone: true });
  const prompt = 'A peacock in a garden full of flowers';
  await page.getByRole('button', { name: `Use: ${prompt}` }).click();
  await expect.element(page.getByLabelText('What do you want to see?')).toHaveValue(prompt);
  await userEvent.keyboard('{Enter}');
  await see(page.getByRole('dialog', { name: 'Create your account' }));
  expect(sessionStorage.getItem('sachet.pending')).toContain(prompt);
  expect(location.search).toBe('?mode=image');
});

test('fills the form with the prompt of a link and sends nothing', async () => {
  signIn();
  await visit('/?mode=image&prompt=A%20red%20kite');
  await expect.element(page.getByLabelText('Subject')).toHaveValue('A red kite');
  await expect.poll(() => location.search).toBe('?mode=image');
  expect(page.getByRole('dialog').query()).toBeNull();
});

test('shows both pictures, the price of each size and the models for every example', async () => {
  sessionStore.set({ status: 'signed-out' });
  await visit('/', { language: 'hi' });
  await see(page.getByRole('heading', { level: 1 }));
  const pairs = [...document.querySelectorAll('#root article, article')].filter((each) =>
    each.querySelector('figure'),
  );
  expect(pairs).toHaveLength(8);
  for (const pair of pairs) {
    expect(pair.querySelectorAll('img')).toHaveLength(2);
    expect(pair.querySelectorAll('dd')).toHaveLength(8);
    expect(pair.textContent).toMatch(/₹45.*₹75.*₹113.*₹150.*₹59.*₹98.*₹147.*₹195/);
    expect(pair.querySelector('h3')?.textContent).toMatch(/[\u0900-\u097f]/);
    expect(pair.textContent).toContain('नमूना');
  }
});

test.each(['en', 'hi', 'hg'] as const)(
  'the header, the disclaimer and the bonus take at most 120 px of a phone (%s)',
  async (language) => {
    sessionStore.set({ status: 'signed-out' });
    await visit('/', { phone: true, language });
    await see(page.getByRole('heading', { level: 1 }));
    await expect
      .poll(() => document.querySelector('main')!.getBoundingClientRect().top)
      .toBeLessThanOrEqual(120);
  },
);

test('links the price on a card to the rate card', async () => {
  sessionStore.set({ status: 'signed-out' });
  await visit('/');
  await page.getByRole('link', { name: 'From just ₹25' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Prices' }));
  const prices = page.getByRole('list', { name: 'AI image generator' });
  await see(prices.getByText('₹195'));
  await see(prices.getByText('Drawn by').first());
});
