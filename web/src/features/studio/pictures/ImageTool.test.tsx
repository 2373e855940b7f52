import type { Language } from '@sachet/shared/contracts/vocabulary';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerGenerations, somePicture } from '../../../testing/generations';
import { mount, resize, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer, cutOff, failWith, goOffline, refuse, requestsTo } from '../../../testing/server';
import { visit } from '../../../testing/visit';
import { useIsCovered } from '../../../ui/FullScreen';
import { emptyDraft, saveImageDraft } from './image-prompt';
import { ImageTool } from './ImageTool';

const overlay = page.getByRole('dialog', { name: 'Your results' });
const subject = page.getByLabelText('Subject', { exact: true });
const backToEdit = overlay.getByRole('button', { name: 'Back to Edit' });

const both = { google: 'Gemini Image', openai: 'GPT Image' };

/** The part of the shell that these tests need. */
function Page() {
  return (
    <main inert={useIsCovered()} tabIndex={-1}>
      <ImageTool />
    </main>
  );
}

async function show(path: string, language: Language = 'en') {
  signIn();
  answer('GET /api/picture-models', {
    image: { quality: both, speed: both },
    edit_image: { quality: both, speed: both },
  });
  answer('GET /api/generations', { items: [], next: null });
  answer('GET /api/generation', ({ search }) =>
    somePicture({ generationId: search.get('id')!, prompt: 'A paper boat' }),
  );
  answer('POST /api/generate', () => somePicture());
  await mount(<Page />, { path, phone: true, language });
}

async function generate() {
  await show('/?mode=image');
  await subject.fill('A paper boat');
  await page.getByRole('button', { name: /Generate previews/ }).click();
  await see(overlay);
}

const focusIsInside = () => overlay.element().contains(document.activeElement);

test('the results cover the window, keep the focus inside, and make the page below inert', async () => {
  await generate();
  const { x, y, width, height } = overlay.element().getBoundingClientRect();
  expect([x, y, width, height]).toEqual([0, 0, innerWidth, innerHeight]);
  await expect.poll(focusIsInside).toBe(true);
  await expect.poll(() => document.querySelector('main')?.inert).toBe(true);
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden');
  for (let press = 0; press < 3; press++) {
    await userEvent.keyboard('{Tab}');
    expect(focusIsInside(), `after ${press + 1} Tab`).toBe(true);
  }
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ["the browser's Back", () => Promise.resolve(history.back())],
  ["'Back to Edit'", () => backToEdit.click()],
  ["'Close'", () => overlay.getByRole('button', { name: 'Close' }).click()],
])(
  '%s closes the results over the unchanged form, and Back does not open them again',
  async (_by, close) => {
    await generate();
    const entries = history.length;
    await close();
    await expect.element(overlay).not.toBeInTheDocument();
    await expect.element(subject).toHaveValue('A paper boat');
    await expect.poll(() => location.search).toBe('?mode=image');
    expect(history.length, 'entries of the history').toBe(entries);
    expect(document.querySelector('main')?.inert).toBe(false);
    expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden');
  },
);

test('closing results that the URL opened shows the form in the same history entry', async () => {
  await show('/?mode=image&results=gen_shared');
  await see(overlay);
  const entries = history.length;
  await backToEdit.click();
  await expect.element(overlay).not.toBeInTheDocument();
  await expect.poll(() => location.search).toBe('?mode=image');
  expect(history.length).toBe(entries);
});

test('Escape closes only the dialog over the results', async () => {
  await show('/?mode=image&results=gen_shared');
  await overlay.getByRole('button', { name: /^Variations of the result/ }).click();
  const question = page.getByRole('dialog', { name: 'How many more?' });
  await see(question);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await see(overlay);
});

test('on a phone, each of style, color and composition is one row, with the choice in sight', async () => {
  saveImageDraft({ ...emptyDraft, style: 'Pixel Art', color: 'Neon' });
  await visit('/?mode=image', { phone: true });
  const names = [
    ['Style', 'Pixel Art'],
    ['Color', 'Neon'],
    ['Composition', null],
  ] as const;
  for (const [name, chosen] of names) {
    const group = page.getByRole('group', { name, exact: true });
    await see(group);
    const boxes = group
      .getByRole('button')
      .elements()
      .map((each) => each.getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => top)).size, name).toBe(1);
    if (!chosen) continue;
    const { left, right } = group
      .getByRole('button', { name: chosen })
      .element()
      .getBoundingClientRect();
    expect(left, chosen).toBeGreaterThanOrEqual(0);
    expect(right, chosen).toBeLessThanOrEqual(innerWidth);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

test('the form shows what failed before the message of an error', async () => {
  await show('/?mode=image');
  failWith('POST /api/generate', 500, { error: 'Oops', code: 'internal' });
  await subject.fill('A paper boat');
  await page.getByRole('button', { name: /Generate previews/ }).click();
  const words =
    'An error occurred. Please check your funds or try again. Request failed with status 500';
  await see(page.getByRole('main').getByText(words, { exact: true }));
});

test('an error in the form disappears when the next attempt succeeds', async () => {
  await show('/?mode=image');
  refuse('POST /api/generate', 'unavailable');
  await subject.fill('A paper boat');
  const generateButton = page.getByRole('button', { name: /Generate previews/ });
  await generateButton.click();
  const words = page.getByRole('main').getByText('Refused: unavailable');
  await see(words);
  answer('POST /api/generate', () => somePicture());
  await generateButton.click();
  await see(overlay);
  await backToEdit.click();
  await expect.element(words).not.toBeInTheDocument();
});

test('Generate without a connection says that nothing was sent', async () => {
  await show('/?mode=image&prompt=A%20tram');
  goOffline();
  await page
    .getByRole('button', { name: /^Generate previews/ })
    .first()
    .click();
  await see(page.getByRole('main').getByText('No connection. Nothing was sent.'));
  expect(requestsTo('POST /api/generate')).toEqual([]);
});

test('the reason of a refusal is on the screen of a phone, beside the button', async () => {
  signIn();
  await visit('/?mode=image&prompt=A%20tram', { phone: true });
  await resize(360, 740);
  goOffline();
  const button = page.getByRole('button', { name: /^Generate previews/ }).first();
  await button.click();
  const words = page.getByRole('main').getByText('No connection. Nothing was sent.');
  await see(words);
  const { top, bottom } = words.element().getBoundingClientRect();
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThanOrEqual(button.element().getBoundingClientRect().top);
});

test('the form says that the user is offline, keeps the subject, and works again later', async () => {
  signIn();
  cutOff('POST /api/generate');
  await visit('/?mode=image');
  await subject.fill('A tram in Kolkata');
  const generateButton = page.getByRole('button', { name: 'Generate previews · Free' });
  await generateButton.click();
  const words = 'Couldn’t reach Sachet. Check your connection and try again.';
  await see(page.getByRole('main').getByRole('alert').getByText(words));
  await expect.element(subject).toHaveValue('A tram in Kolkata');

  const orders = answerGenerations([], () => ({}));
  await generateButton.click();
  await see(page.getByRole('button', { name: 'Unlock · ₹50' }).nth(1));
  expect(orders.map(({ provider }) => provider).sort()).toEqual(['google', 'openai']);
});
