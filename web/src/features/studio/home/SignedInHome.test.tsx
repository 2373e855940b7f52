import { toPictureWords } from '@sachet/shared/studio/brand';
import type { LibraryItem } from '@sachet/shared/studio/contracts/library';
import { dayMs } from '@sachet/shared/time';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { isBrandOn } from '../brand/brand';
import { recentPrompts, saveRecentPrompt } from '../form/RecentPrompts';
import { emptyDraft, saveImageDraft } from '../pictures/image-prompt';
import { expectAccess, expectReadable } from '../../../testing/access';
import { mount, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { somePreview, somethingKept } from '../../../testing/library';
import { answerGenerations, somePictureBought } from '../../../testing/generations';
import { answer, goOffline } from '../../../testing/server';
import { someKit } from '../../../testing/brand';
import { sessionStore } from '../../../app/session/session';
import { HomePage } from './HomePage';

const kite = somethingKept();
const preview = somePreview();

const kit = someKit();

function answerLibrary(kept: LibraryItem[], previews: LibraryItem[] = []): void {
  answer('GET /api/library', ({ search }) => ({
    items: search.get('state') === 'preview' ? previews : kept,
    next: null,
  }));
}

test.each([true, false])(
  'the home page shows a signed-in user their own work (on a phone: %s)',
  async (phone) => {
    signIn({ profile: { firstName: 'Asha', spentThisMonth: 150 } });
    answerLibrary([kite]);
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
    await see(page.getByText('Spent this month: ₹150.00 · 2 pictures · 1 text · 1 chat block'));
    await see(page.getByRole('link', { name: 'A blue kite' }));
    const chat = page.getByRole('link', { name: 'Names for a tea shop' });
    await expect.element(chat).toHaveAttribute('href', '/?mode=general&chat=con_1');
    if (phone) await expectReadable('the home of a signed-in user');
    else await expectAccess('the home of a signed-in user');
    await page.getByRole('button', { name: /^A blue kite\./ }).click();
    expect(location.pathname + location.search).toBe('/library?open=gen_1');
  },
);

test("a signed-in user sees a placeholder and never the visitor's page while the home loads", async () => {
  sessionStore.set({ status: 'loading' });
  await mount(<HomePage />, { path: '/' });
  await see(page.getByRole('status').getByText('Loading...'));
  expect(page.getByRole('heading', { level: 1 }).query()).toBeNull();
  signIn({ profile: { firstName: 'Asha' } });
  await see(page.getByRole('heading', { name: 'Hello, Asha' }));
});

test.each([true, false])(
  'recent pictures are in one row and keep their shape (on a phone: %s)',
  async (phone) => {
    signIn();
    const shapes = ['1:1', '9:16', '4:5'] as const;
    const items = shapes.map((aspectRatio, index) => ({
      ...kite,
      generationId: `gen_${index}`,
      aspectRatio,
    }));
    answerLibrary(items);
    await mount(<HomePage />, { path: '/', phone });
    const row = page.getByRole('list', { name: 'Recent work' });
    await see(row.getByRole('img'));
    const boxes = row
      .getByRole('img')
      .elements()
      .map((picture) => picture.getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    expect(boxes.map(({ width, height }) => (width / height).toFixed(2))).toEqual([
      '1.00',
      '0.56',
      '0.80',
    ]);
  },
);

test('recent work is in the order of time, with texts between the pictures', async () => {
  signIn();
  const text = {
    ...kite,
    generationId: 'gen_2',
    mode: 'general',
    prompt: 'Diwali greeting',
  } as const;
  answerLibrary([
    kite,
    { ...text, pictureUrl: null, text: 'A warm Diwali to all our customers' },
    { ...kite, generationId: 'gen_3', prompt: 'A clay lamp' },
  ]);
  await mount(<HomePage />, { path: '/' });
  const tiles = page.getByRole('list', { name: 'Recent work' }).getByRole('listitem');
  await expect
    .poll(() => tiles.elements().map(({ textContent }) => textContent.includes('A warm Diwali')))
    .toEqual([false, true, false]);
});

test('a preview is a sealed packet with its price, and says in its last week when it is deleted', async () => {
  signIn();
  const ends = (days: number) => new Date(Date.now() + days * dayMs - 60_000).toISOString();
  const previews = [
    { ...preview, keptUntil: ends(30) },
    { ...preview, generationId: 'gen_8', prompt: 'A clay lamp', keptUntil: ends(2) },
  ];
  answerLibrary([kite], previews);
  await mount(<HomePage />, { path: '/', phone: true });
  const packets = page.getByRole('list', { name: 'Still sealed' }).getByRole('link');
  await expect
    .poll(() => packets.elements().map(({ textContent }) => textContent))
    .toEqual(['Google₹75 to keep', 'Google₹75 to keep2 days left']);
  await expectReadable('the home with sealed packets');
  await packets.first().click();
  expect(location.pathname + location.search).toBe('/library?open=gen_9');
});

test('the home reads the addresses of pictures again when they have expired', async () => {
  signIn();
  const renewed = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
  const wasAsked = { kept: false, preview: false };
  answer('GET /api/library', ({ search }) => {
    const state = search.get('state') === 'preview' ? 'preview' : 'kept';
    const pictureUrl = wasAsked[state] ? renewed : '/expired.svg';
    wasAsked[state] = true;
    return { items: [{ ...(state === 'kept' ? kite : preview), pictureUrl }], next: null };
  });
  await mount(<HomePage />, { path: '/', phone: true });
  for (const name of ['Recent work', 'Still sealed']) {
    const picture = page.getByRole('list', { name }).getByRole('img');
    await expect.element(picture).toHaveAttribute('src', renewed);
  }
});

test('the sealed packets contain no locked text', async () => {
  signIn();
  answerLibrary([], [{ ...preview, mode: 'general', pictureUrl: null, text: 'Three names' }]);
  await mount(<HomePage />, { path: '/' });
  await see(page.getByRole('region', { name: /^Two pictures for: / }));
  expect(page.getByRole('heading', { name: 'Still sealed' }).query()).toBeNull();
});

test('with previews only, the packets take the place of the recent work', async () => {
  signIn();
  answerLibrary([], [preview]);
  await mount(<HomePage />, { path: '/' });
  await see(page.getByRole('list', { name: 'Still sealed' }).getByRole('img'));
  expect(page.getByRole('heading', { name: 'Still sealed' }).elements()).toHaveLength(1);
  expect(page.getByRole('heading', { name: 'Recent work' }).query()).toBeNull();
  expect(page.getByText('Describe what you want to see.').query()).toBeNull();
});

test('a bought picture is shared from the home', async () => {
  signIn();
  answerLibrary([kite]);
  await mount(<HomePage />, { path: '/', phone: true });
  await page.getByRole('button', { name: 'Share' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  await expect
    .element(sheet.getByRole('link', { name: 'Download' }))
    .toHaveAttribute('href', '/favicon.svg');
});

test('"Make again" fills the form with the whole prompt, of which the tile has the beginning', async () => {
  signIn();
  const prompt = 'A blue kite over the old town';
  answerGenerations([somePictureBought({ generationId: 'gen_1', prompt, aspectRatio: '4:5' })]);
  answerLibrary([kite]);
  await mount(<HomePage />, { path: '/', phone: true });
  await page.getByRole('button', { name: 'Make again' }).click();
  await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveValue(prompt);
  await expect.element(page.getByRole('radio', { name: /4:5/ })).toBeChecked();
});

test('the home shows the brand of the user, and otherwise offers to save one', async () => {
  signIn();
  answerLibrary([kite]);
  answer('GET /api/brand', { kit: null, organizationName: null, mayEdit: true });
  await mount(<HomePage />, { path: '/' });
  const shop = page.getByRole('link', { name: /^Add your shop’s name/ });
  await expect.element(shop).toHaveAttribute('href', '/brand');
});

test('the prompt box keeps the words of a user without a connection and says that nothing was sent', async () => {
  signIn();
  answerLibrary([]);
  await mount(<HomePage />, { path: '/' });
  const box = page.getByRole('textbox', { name: 'What do you want to see?' });
  await box.fill('A tram in Kolkata');
  goOffline();
  await page.getByRole('button', { name: 'See two previews · Free' }).click();
  await see(page.getByText('No connection. Nothing was sent.'));
  await expect.element(box).toHaveValue('A tram in Kolkata');
});

test('one press on an earlier prompt fills the form with it', async () => {
  signIn();
  answerLibrary([kite]);
  saveRecentPrompt('image', 'A brass lamp');
  await mount(<HomePage />, { path: '/' });
  await page.getByRole('button', { name: 'A brass lamp' }).click();
  await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveValue('A brass lamp');
});

test('the home page shows a new account the prompt box, the tools and examples', async () => {
  signIn();
  await mount(<HomePage />, { path: '/' });
  await see(page.getByLabelText('What do you want to see?', { exact: true }));
  await see(page.getByRole('link', { name: /AI image generator/ }));
  await see(page.getByRole('region', { name: /^Two pictures for: Laddoos on/ }));
  await expectAccess('the home of a new account');
  const prompt = 'Gold bangles and jhumkas for weddings';
  await page.getByRole('button', { name: `Use: ${prompt}` }).click();
  await expect
    .element(page.getByLabelText('What do you want to see?', { exact: true }))
    .toHaveValue(prompt);
});

test.each([
  ['a new user', []],
  ['a user with work', [kite]],
] as const)(
  '"See two previews" makes two previews for %s, with their brand and without earlier choices',
  async (_who, kept) => {
    signIn();
    answerLibrary([...kept]);
    isBrandOn.set(true);
    onTestFinished(() => isBrandOn.set(false));
    answer('GET /api/brand', { kit, mayEdit: true, organizationName: null });
    saveImageDraft({ ...emptyDraft, subject: 'A boat', style: 'Watercolor' });
    const orders = answerGenerations([]);
    await mount(<HomePage />, { path: '/' });
    const box = page.getByLabelText('What do you want to see?', { exact: true });
    const example = 'e.g. Laddoos on a brass plate';
    await expect.element(box).toHaveAttribute('placeholder', example);
    await box.fill('Rangoli at dawn');
    await page.getByRole('button', { name: 'See two previews · Free' }).click();
    const results = page.getByRole('dialog', { name: 'Your results' });
    await see(results.getByRole('article', { name: 'Result from Google' }));
    await see(results.getByRole('article', { name: 'Result from OpenAI' }));
    const prompt = `Rangoli at dawn. ${toPictureWords(kit)}`;
    expect(orders.map((order) => [order.provider, order.prompt])).toEqual([
      ['google', prompt],
      ['openai', prompt],
    ]);
    expect(recentPrompts.get().image).toContain('Rangoli at dawn');
  },
);
