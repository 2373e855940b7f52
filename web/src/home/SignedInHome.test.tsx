import type { LibraryItem } from '@sachet/shared/contracts/library';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { saveRecentPrompt } from '../form/RecentPrompts';
import { expectAccess, expectReadable } from '../testing/access';
import { mount, see } from '../testing/mount';
import { signIn } from '../testing/people';
import { answer } from '../testing/server';
import { HomePage } from './HomePage';

const kite: LibraryItem = {
  generationId: 'gen_1',
  mode: 'image',
  provider: 'google',
  aspectRatio: '1:1',
  prompt: 'A blue kite',
  text: null,
  pictureUrl: '/favicon.svg',
  thumbnails: null,
  unlocked: true,
  boughtSize: 1024,
  favourite: true,
  keptUntil: null,
  createdAt: '2026-03-01T10:00:00.000Z',
};

test.each([true, false])(
  'the home page shows a signed-in user their own work (on a phone: %s)',
  async (phone) => {
    signIn({ profile: { firstName: 'Asha', spentThisMonth: 150 } });
    answer('GET /api/library', { items: [kite], next: null });
    answer('GET /api/library/month', { pictures: 2, texts: 1, chatBlocks: 1 });
    answer('GET /api/conversations', {
      conversations: [
        {
          id: 'con_1',
          title: 'Names for a tea shop',
          provider: 'google',
          modelId: 'gemini',
          modelName: 'Gemini',
          language: 'en',
          paidBlocks: 0,
          createdAt: '2026-03-01T10:00:00.000Z',
          updatedAt: '2026-03-01T10:00:00.000Z',
          turnCount: 1,
        },
      ],
    });
    saveRecentPrompt('image', 'A brass lamp');
    await mount(<HomePage />, { path: '/', phone });
    await see(page.getByRole('heading', { name: 'Hello, Asha' }));
    await see(page.getByText('This month: ₹150.00 · 2 pictures · 1 text · 1 chat block'));
    await see(page.getByRole('link', { name: /AI image generator/ }));
    await see(page.getByRole('link', { name: 'A blue kite' }));
    const chat = page.getByRole('link', { name: 'Names for a tea shop' });
    await expect.element(chat).toHaveAttribute('href', '/?mode=general&chat=con_1');
    if (phone) await expectReadable('the home of a signed-in user');
    else await expectAccess('the home of a signed-in user');
    await page.getByRole('button', { name: /^A blue kite\./ }).click();
    expect(location.pathname + location.search).toBe('/library?open=gen_1');
  },
);

test('one press on an earlier prompt fills the form with it', async () => {
  signIn();
  answer('GET /api/library', { items: [kite], next: null });
  saveRecentPrompt('image', 'A brass lamp');
  await mount(<HomePage />, { path: '/' });
  await page.getByRole('button', { name: 'A brass lamp' }).click();
  await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveValue('A brass lamp');
});

test('the home page shows a new account the prompt box, the tools and examples', async () => {
  signIn();
  await mount(<HomePage />, { path: '/' });
  await see(page.getByText('Describe what you want to see.'));
  await see(page.getByRole('link', { name: /AI image generator/ }));
  await expectAccess('the home of a new account');
  const prompt = 'A peacock in a garden full of flowers';
  await page.getByRole('button', { name: `Use: ${prompt}` }).click();
  await expect
    .element(page.getByLabelText('What do you want to see?', { exact: true }))
    .toHaveValue(prompt);
});

test('the prompt box opens the picture tool with its text', async () => {
  signIn();
  answer('GET /api/library', { items: [kite], next: null });
  await mount(<HomePage />, { path: '/' });
  const box = page.getByLabelText('What do you want to see?', { exact: true });
  await expect
    .element(box)
    .toHaveAttribute('placeholder', 'Kites over the rooftops of Jaipur at sunset');
  await box.fill('Rangoli at dawn');
  await page.getByRole('button', { name: 'See two previews · Free' }).click();
  await expect
    .element(page.getByLabelText('Subject', { exact: true }))
    .toHaveValue('Rangoli at dawn');
});
