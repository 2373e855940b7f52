// The library with its grid, filters and full-screen view, including deleting and restoring.
import type { FavouriteRequest, LibraryItem } from '@sachet/shared/studio/contracts/library';
import { dayMs } from '@sachet/shared/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useLiveUpdates } from '../../../api/hooks';
import { expectAccess, expectReadable } from '../../../testing/access';
import {
  answerGenerations,
  someIdeas,
  somePicture,
  somePictureBought,
  someText,
} from '../../../testing/generations';
import { button, mount, runMicrotasks, see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import {
  allow,
  announce,
  answer,
  dropListener,
  keepBack,
  refuse,
  requestsTo,
} from '../../../testing/server';
import { LibraryPage } from './LibraryPage';

const inDays = (days: number) => new Date(Date.now() + days * dayMs - 60_000).toISOString();

const toItem = (number: number, given: Partial<LibraryItem> = {}): LibraryItem => ({
  // Newer items have greater ids, as in the API.
  generationId: `gen_${String(10_000 - number).padStart(5, '0')}`,
  mode: 'image',
  provider: 'google',
  aspectRatio: '1:1',
  prompt: `Picture ${number}`,
  text: null,
  pictureUrl: '/favicon.svg',
  thumbnails: null,
  unlocked: true,
  boughtSize: 1024,
  price: null,
  favourite: false,
  keptUntil: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  ...given,
});

const someItems = () => [
  toItem(1, { prompt: 'A paper boat', unlocked: false, boughtSize: null, keptUntil: inDays(7) }),
  toItem(2, { prompt: 'A blue kite', favourite: true }),
  toItem(3, {
    mode: 'instagram',
    prompt: 'Audience: Captions',
    pictureUrl: null,
    text: '**Tea** time',
  }),
];

function answerLibrary(items: LibraryItem[], pageSize = 60): void {
  answer('GET /api/library', ({ search }) => {
    const after = search.get('after');
    const left = items.filter(({ generationId }) => after === null || generationId < after);
    const shown = left.slice(0, pageSize);
    return { items: shown, next: left.length > pageSize ? shown.at(-1)!.generationId : null };
  });
  answerGenerations(
    items.map(({ generationId, mode, prompt, favourite, unlocked, keptUntil, text }) => {
      const facts = { generationId, prompt, favourite, keptUntil };
      if (mode === 'instagram') return someText({ ...facts, content: text });
      return unlocked ? somePictureBought(facts) : somePicture(facts);
    }),
  );
}

const tiles = () => page.getByRole('list', { name: 'Everything I made' }).getByRole('listitem');
const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\.`) });
const viewer = () => page.getByRole('dialog');
const asked = () => Object.fromEntries(requestsTo('GET /api/library').at(-1)!.search);
const show = (settings: Parameters<typeof mount>[1] = {}) =>
  mount(
    <main tabIndex={-1}>
      <LibraryPage />
    </main>,
    { path: '/library', ...settings },
  );

function LiveLibrary() {
  useLiveUpdates();
  return <LibraryPage />;
}

beforeEach(() => void signIn());

/** A data URL, so that the picture always loads: a picture that fails to load would be requested again. */
const toPicture = (side: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`)}`;

test('a tile loads a thumbnail of its own size, and the preview if there is no thumbnail', async () => {
  const thumbnails = { 256: toPicture(256), 512: toPicture(512) };
  const pictureUrl = toPicture(1024);
  answerLibrary([toItem(1, { pictureUrl, thumbnails }), toItem(2, { pictureUrl })]);
  await show();
  await see(tile('Picture 1'));
  const pictures = () =>
    tiles()
      .elements()
      .map((each) => each.querySelector('img')!);
  // The browser chooses one of the two thumbnails.
  const small = Object.values(thumbnails);
  await expect.poll(() => small.includes(pictures()[0]!.currentSrc)).toBe(true);
  await expect.poll(() => pictures()[1]!.currentSrc).toBe(pictureUrl);
});

test('the library cancels the download of a picture whose tile is unmounted', async () => {
  answerLibrary([toItem(1, { pictureUrl: toPicture(256) }), toItem(2)]);
  await show();
  await see(tile('Picture 1'));
  const picture = tiles().elements()[0]!.querySelector('img')!;
  Object.defineProperty(picture, 'complete', { value: false });
  answerLibrary([]);
  await show({ path: '/library?q=none' });
  await expect.poll(() => picture.hasAttribute('src')).toBe(false);
});

test.each([
  ['a small copy is shown', toPicture(256)],
  ['nothing is shown', null],
])('the zoom stays when the full picture arrives while %s', async (_name, pictureUrl) => {
  answerLibrary([toItem(1, { pictureUrl })]);
  const release = keepBack('GET /api/generation');
  await show({ path: `/library?open=${toItem(1).generationId}` });
  await see(viewer().getByRole('heading', { name: 'Picture 1' }));
  await viewer().getByRole('button', { name: 'Zoom in' }).click();
  await userEvent.keyboard('+');
  const scale = () => Number(document.querySelector<HTMLElement>('[data-scale]')!.dataset.scale);
  await expect.poll(scale).toBe(2.25);
  release();
  await see(viewer().getByRole('link', { name: 'Download' }));
  expect(scale()).toBe(2.25);
  await userEvent.keyboard('0');
  await expect.poll(scale).toBe(1);
});

describe.each([
  ['a phone', true, 2],
  ['a desk', false, 5],
] as const)('the grid on %s', (_name, phone, columns) => {
  test('the grid shows tiles side by side with their names and the days that a preview is kept', async () => {
    answerLibrary(Array.from({ length: 40 }, (_, number) => toItem(number + 1)));
    await show({ phone });
    await see(tile('Picture 1'));
    const tops = tiles()
      .elements()
      .map((element) => element.getBoundingClientRect().top);
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
    answerLibrary(someItems());
    await show({ phone, path: '/library?q=paper' });
    await see(page.getByText('7 days left'));
    await see(page.getByText('Tea time'));
    await see(
      page.getByRole('button', { name: 'A blue kite. Image, Google, 1 Mar 2026, Favorite' }),
    );
    if (phone) await expectReadable('the library');
    else await expectAccess('the library');
  });

  test('a result opens in full screen, and one key or press shows the next or previous one', async () => {
    answerLibrary(someItems());
    await show({ phone });
    await tile('A blue kite').click();
    await see(viewer().getByRole('link', { name: 'Download' }));
    await viewer().getByRole('button', { name: 'Share the picture from Google' }).click();
    const sheet = page.getByRole('dialog', { name: 'Share this picture' });
    await see(sheet.getByRole('link', { name: 'WhatsApp' }));
    await userEvent.keyboard('{Escape}');
    await seeGone(sheet);
    await see(viewer().getByRole('link', { name: 'Download' }));
    expect(new URLSearchParams(location.search).get('open')).toBe(toItem(2).generationId);
    await userEvent.keyboard('+');
    await expect.poll(() => document.querySelector('[data-scale="1.5"]')).not.toBeNull();
    await userEvent.keyboard('0');
    await expect.poll(() => document.querySelector('[data-scale="1"]')).not.toBeNull();
    if (phone) await expectReadable('a picture over the library');
    else await expectAccess('a picture over the library');
    await userEvent.keyboard('{ArrowLeft}');
    await see(viewer().getByRole('heading', { name: 'A paper boat' }));
    await see(viewer().getByText('It will be deleted in 7 days', { exact: false }));
    await see(viewer().getByRole('button', { name: 'Unlock · ₹50' }));
    await expect.element(viewer().getByRole('button', { name: 'Previous' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await seeGone(viewer());
    await expect.poll(() => location.search).toBe('');
  });
});

describe('the list', () => {
  test('the grid renders few tiles of ten pages, and loads a page when the user scrolls near it', async () => {
    answerLibrary(Array.from({ length: 600 }, (_, number) => toItem(number + 1)));
    await show({ phone: true });
    await see(tile('Picture 1'));
    expect(tiles().elements().length).toBeLessThan(40);
    expect(requestsTo('GET /api/library').filter(({ search }) => search.has('after'))).toEqual([]);
    await expect
      .poll(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        return requestsTo('GET /api/library').length;
      })
      .toBeGreaterThan(2);
    expect(tiles().elements().length).toBeLessThan(40);
  });

  test('the empty library links to the picture tool', async () => {
    answerLibrary([]);
    await show();
    await see(page.getByText('Nothing here yet'));
    expect(button('Select').query()).toBeNull();
    await see(page.getByRole('link', { name: 'Make your first picture' }));
    await expectAccess('an empty library');
  });

  test('the library says that it could not be loaded, and can be loaded again', async () => {
    refuse('GET /api/library', 'internal');
    await show();
    await see(page.getByText('Couldn’t load your library.'));
    answerLibrary(someItems());
    await button('Try again').click();
    await see(tile('A blue kite'));
  });
});

describe('filters', () => {
  test('the library sends its filters, keeps them in the URL and restores them from it', async () => {
    answerLibrary(someItems());
    await show();
    await page.getByRole('searchbox').fill('  blue ');
    await expect.poll(asked).toEqual({ q: 'blue' });
    await button('Filters').click();
    await button('Favorites').click();
    await button('Previews').click();
    await button('OpenAI').click();
    await page.getByLabelText('From', { exact: true }).fill('2026-01-01');
    const all = {
      q: 'blue',
      favourite: '1',
      state: 'preview',
      provider: 'openai',
      from: '2026-01-01',
    };
    await expect.poll(asked).toEqual(all);
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(all);
    // While rows of a new filter load, the previous rows are dimmed.
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
    await expectAccess('the filters');

    await show({ path: `/library?${new URLSearchParams(all)}&tool=video` });
    await expect.poll(asked).toEqual(all);
    await expect.element(page.getByRole('searchbox')).toHaveValue('blue');
    await expect.element(button('Previews')).toHaveAttribute('aria-pressed', 'true');
    await button('Clear filters').click();
    await expect.poll(() => location.search).toBe('');
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
  });

  test('a pressed filter looks pressed before its rows are rendered, and the next press keeps it', async () => {
    answerLibrary(someItems());
    await show();
    await button('Filters').click();
    await see(button('Previews'));
    for (const name of ['Favorites', 'Previews', 'OpenAI']) {
      (button(name).element() as HTMLElement).click();
      await runMicrotasks();
      expect(button(name).element().getAttribute('aria-pressed'), name).toBe('true');
    }
    await expect.poll(asked).toEqual({ favourite: '1', state: 'preview', provider: 'openai' });
  });

  /** Answers with all items, or with the second one if the favorites are requested. */
  function answerWithFavorites(): void {
    const items = someItems().map((item) => ({
      ...item,
      pictureUrl: item.pictureUrl && toPicture(64),
    }));
    answerLibrary(items);
    answer('GET /api/library', ({ search }) => ({
      items: search.has('favourite') ? items.slice(1, 2) : items,
      next: null,
    }));
  }

  test('a picture that changes while a filter loads does not stop the rows of the filter', async () => {
    answerWithFavorites();
    await mount(<LiveLibrary />, { path: '/library' });
    await see(tile('A paper boat'));
    const release = keepBack('GET /api/library');
    await button('Favorites').click();
    await expect.poll(asked).toEqual({ favourite: '1' });
    await announce({ event: 'generation', id: toItem(1).generationId });
    await expect.poll(() => requestsTo('GET /api/generation')).toHaveLength(1);
    release();
    await seeGone(tile('A paper boat'));
    await see(tile('A blue kite'));
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
  });

  test('rows that are read late for an earlier filter are not added to the next one', async () => {
    answerWithFavorites();
    await show();
    await see(tile('A paper boat'));
    await button('Favorites').click();
    await seeGone(tile('A paper boat'));
    // The rows without a filter are cached, so they are shown and read again.
    const release = keepBack('GET /api/library');
    await button('Favorites').click();
    await see(tile('A paper boat'));
    await expect.poll(asked).toEqual({});
    await button('Favorites').click();
    await seeGone(tile('A paper boat'));
    const favorites = { favourite: '1' };
    await expect.poll(asked).toEqual(favorites);
    release();
    // The same press once more, so that the late rows have arrived.
    await button('Favorites').click();
    await see(tile('A paper boat'));
    await button('Favorites').click();
    await expect.poll(() => tiles().elements().length).toBe(1);
  });
});

describe('changes elsewhere', () => {
  const items = () => [toItem(1, { pictureUrl: toPicture(64) }), toItem(2)];

  test('a result that was deleted elsewhere is not shown at the next visit', async () => {
    answerLibrary(items());
    await show();
    await see(tile('Picture 2'));
    answerLibrary(items().slice(0, 1));
    await show();
    await see(tile('Picture 1'));
    await seeGone(tile('Picture 2'));
  });

  test('the results are read again after the live events were interrupted', async () => {
    answerLibrary(items().slice(0, 1));
    await mount(<LiveLibrary />, { path: '/library' });
    await see(tile('Picture 1'));
    const { comeBack } = await dropListener();
    answerLibrary(items());
    comeBack();
    await see(tile('Picture 2'));
  });
});

describe('one result', () => {
  test('a result is marked as favourite immediately', async () => {
    answerLibrary(someItems());
    await show({ path: `/library?open=${toItem(1).generationId}` });
    const heart = viewer().getByRole('button', { name: 'Favorite' });
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
    const release = keepBack('PATCH /api/library');
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    const favourite = somePicture({ generationId: toItem(1).generationId, favourite: true });
    answer('PATCH /api/library', favourite);
    answer('GET /api/generation', favourite);
    release();
    await userEvent.keyboard('{Escape}');
    await see(page.getByRole('button', { name: /A paper boat.*Favorite$/ }));
  });

  test('favourite changes and the deletion are sent in their order on a slow connection', async () => {
    answerLibrary(someItems());
    const { generationId } = toItem(1);
    await show({ path: `/library?open=${generationId}` });
    const heart = viewer().getByRole('button', { name: 'Favorite' });
    const asked = () =>
      requestsTo('PATCH /api/library').map(({ body }) => (body as FavouriteRequest).favourite);
    const release = keepBack('PATCH /api/library');
    allow('DELETE /api/generation');

    await heart.click();
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
    await viewer().getByRole('button', { name: 'Delete' }).click();

    expect(asked()).toEqual([true]);
    expect(requestsTo('DELETE /api/generation')).toEqual([]);
    answer('PATCH /api/library', somePicture({ generationId }));
    release();
    await expect.poll(() => requestsTo('DELETE /api/generation')).toHaveLength(1);
    expect(asked()).toEqual([true, false]);
    await see(button('Undo'));
  });

  test('a deleted result disappears immediately, the next one is shown, and Undo restores it', async () => {
    const items = someItems();
    answerLibrary(items);
    allow('DELETE /api/generation');
    await show({ path: `/library?open=${items[1]!.generationId}` });
    await viewer().getByRole('button', { name: 'Delete' }).click();
    await see(viewer().getByRole('heading', { name: 'Captions' }));
    await expect.element(viewer().getByRole('group', { name: 'Captions' })).toHaveFocus();
    answer(
      'POST /api/restore-generation',
      somePictureBought({ generationId: items[1]!.generationId, prompt: 'A blue kite' }),
    );
    await button('Undo').click();
    await expect
      .poll(() => requestsTo('POST /api/restore-generation').map(({ body }) => body))
      .toEqual([{ generationId: items[1]!.generationId }]);
    await userEvent.keyboard('{Escape}');
    await see(tile('A blue kite'));
    expect(tiles().elements()).toHaveLength(3);
  });

  test('after the last result is deleted, the closed viewer leaves the focus on the library', async () => {
    answerLibrary(someItems().slice(0, 1));
    allow('DELETE /api/generation');
    await show();
    await expect.poll(() => document.title).toBe('Everything I made · Sachet');
    await tile('A paper boat').click();
    await viewer().getByRole('button', { name: 'Delete' }).click();
    await seeGone(viewer());
    await seeGone(tile('A paper boat'));
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('the closed viewer leaves the focus on the tile of the result that was shown last', async () => {
    answerLibrary(someItems());
    allow('DELETE /api/generation');
    await show();
    await tile('A paper boat').click();
    await viewer().getByRole('button', { name: 'Delete' }).click();
    await see(viewer().getByRole('heading', { name: 'A blue kite' }));
    await userEvent.keyboard('{Escape}');
    await seeGone(viewer());
    await expect.element(tile('A blue kite')).toHaveFocus();
  });

  test('the library shows ideas as text under the name of their niche', async () => {
    const ideas = someIdeas('google', { generationId: toItem(1).generationId });
    const { mode, prompt, content: text } = ideas;
    answerLibrary([toItem(1, { mode, prompt, text, pictureUrl: null })]);
    answerGenerations([ideas]);
    await show({ path: `/library?open=${toItem(1).generationId}` });
    await see(viewer().getByRole('heading', { name: 'google idea 4' }));
    await see(viewer().getByRole('heading', { name: 'Tea', exact: true }));
    expect(viewer().getByText('visualPrompt').elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await see(tile('Tea'));
    expect(tiles().getByText('visualPrompt').elements()).toEqual([]);
  });

  test('a result fills the form that its prompt came from', async () => {
    const prompt = 'A paper boat. Style: Watercolor.';
    answerLibrary([toItem(1, { prompt })]);
    await show({ path: `/library?open=${toItem(1).generationId}` });
    await viewer().getByRole('button', { name: 'Use this prompt' }).click();
    expect(location.search).toBe('?mode=image');
    expect(JSON.parse(sessionStorage.getItem('sachet.image-draft')!)).toMatchObject({
      subject: 'A paper boat.',
      style: 'Watercolor',
    });
  });
});

test('the library downloads up to fifty selected results as one zip', async () => {
  const items = Array.from({ length: 60 }, (_, number) => toItem(number + 1));
  answerLibrary(items);
  answer('POST /api/library/zip', { url: '#zip', files: 2 });
  await show();
  await button('Select').click();
  const box = (number: number) =>
    page.getByRole('checkbox', { name: new RegExp(`^Picture ${number}\\.`) });
  await box(1).click();
  await box(3).click();
  await box(2).click();
  await box(2).click();
  await expect.element(box(3)).toBeChecked();
  await see(page.getByText('2 selected'));
  await expectAccess('a selection');
  await button('Download as zip').click();
  await expect
    .poll(() => requestsTo('POST /api/library/zip').map(({ body }) => body))
    .toEqual([{ generationIds: [items[0]!.generationId, items[2]!.generationId] }]);
  await seeGone(button('Download as zip'));
});
