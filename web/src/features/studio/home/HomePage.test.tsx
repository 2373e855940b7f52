import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sessionStore } from '../../../app/session/session';
import { somePicture } from '../../../testing/generations';
import { mount, resize, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer } from '../../../testing/server';
import { visit } from '../../../testing/visit';
import { HomePage } from './HomePage';

test.each([
  ['/?mode=image&results=gen_1', 'Sign in to see these results'],
  ['/?mode=general&chat=con_1', 'Sign in to read this chat'],
])('the home page asks a visitor at %s to sign in and loads nothing', async (path, title) => {
  sessionStore.set({ status: 'signed-out' });
  await mount(<HomePage />, { path });
  await see(page.getByRole('heading', { name: title }));
  await see(page.getByRole('button', { name: 'Sign in' }));
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

test('the linked results open once their owner has signed in', async () => {
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

test('an example opens the picture tool, which asks a visitor to sign up by phone', async () => {
  sessionStore.set({ status: 'signed-out' });
  await visit('/', { phone: true });
  const prompt = 'Gold bangles and jhumkas for weddings';
  await page.getByRole('button', { name: `Use: ${prompt}` }).click();
  await expect
    .element(page.getByLabelText('What do you want to see?', { exact: true }))
    .toHaveValue(prompt);
  await expect.element(page.getByRole('button', { name: 'See two previews · Free' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await see(page.getByRole('dialog', { name: 'Create your account' }));
  await expect.poll(() => sessionStorage.getItem('sachet.pending')).toContain(prompt);
  await expect.poll(() => location.search).toBe('?mode=image');
});

test('a link with a prompt fills the form and sends nothing', async () => {
  signIn();
  await visit('/?mode=image&prompt=A%20red%20kite');
  await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveValue('A red kite');
  await expect.poll(() => location.search).toBe('?mode=image');
  expect(page.getByRole('dialog').query()).toBeNull();
});

test.each([
  { phone: true, width: 360, height: 740, leastWidth: 100 },
  { phone: false, width: 1440, height: 900, leastWidth: 300 },
])(
  'the home page shows both pictures of the first example beside the prompt at $width px',
  async (screen) => {
    sessionStore.set({ status: 'signed-out' });
    await visit('/', { phone: screen.phone });
    if (!screen.phone) await resize(screen.width, screen.height);
    const pair = page.getByRole('region', { name: /^Two pictures for: Laddoos on/ });
    await see(pair);
    await see(pair.getByText('Kept · ₹75'));
    await see(pair.getByText('₹98 to keep'));
    for (const picture of pair.getByRole('img').elements()) {
      const { top, width } = picture.getBoundingClientRect();
      // The pictures are above the tools at the lower edge of the screen; on a phone, at least 100 px of them
      // are visible.
      expect(top + (screen.phone ? 100 : width)).toBeLessThanOrEqual(screen.height - 60);
      expect(width).toBeGreaterThan(screen.leastWidth);
    }
  },
);

test.each(['en', 'hi', 'hg'] as const)(
  'a phone shows the first pair on the first screen with its prices and that it is a sample, and keeps the place of the occasions (%s)',
  async (language) => {
    sessionStore.set({ status: 'signed-out' });
    await visit('/', { phone: true, language });
    await resize(360, 740);
    const pair = page.getByRole('region', { name: /^(Two pictures for|दो तस्वीरें|Do pictures): / });
    await see(pair.getByText('₹98', { exact: true }));
    // The header, the disclaimer and the bonus take at most 120 px.
    await expect
      .poll(() => document.querySelector('main')!.getBoundingClientRect().top)
      .toBeLessThanOrEqual(120);
    const bar = document.querySelector('nav.sticky')!.getBoundingClientRect();
    const prices = [...document.querySelectorAll('figcaption')].slice(0, 2);
    expect(prices.map(({ textContent }) => textContent?.match(/₹\d+/)?.[0])).toEqual([
      '₹75',
      '₹98',
    ]);
    for (const price of prices) {
      expect(price.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top);
    }

    const sample = pair.getByText(/^(Sample|नमूना)$/);
    await see(sample);
    const figures = [...pair.element().querySelectorAll('figure')];
    const bottom = Math.max(...figures.map((each) => each.getBoundingClientRect().bottom));
    expect(sample.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);

    const row = page.getByRole('group', { name: /^(Occasions|मौक़े)$/ });
    await see(row);
    const overflow = () => {
      const place = row.element().parentElement!.getBoundingClientRect();
      return row.element().getBoundingClientRect().height - place.height;
    };
    expect(overflow()).toBeLessThanOrEqual(1);
    await resize(1440, 900);
    await expect.poll(overflow).toBeLessThanOrEqual(1);
  },
);

test('an occasion fills the prompt box and shows its pictures; a second press empties the box', async () => {
  sessionStore.set({ status: 'signed-out' });
  await visit('/', { phone: true });
  const box = page.getByLabelText('What do you want to see?', { exact: true });
  const chip = page.getByRole('button', { name: 'Sale ends', exact: true });
  await chip.click();
  const prompt = 'A month’s ration with free delivery, spices and grains';
  await expect.element(box).toHaveValue(prompt);
  await see(page.getByRole('region', { name: `Two pictures for: ${prompt}` }));
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
  await chip.click();
  await expect.element(box).toHaveValue('');
  await expect.element(box).toHaveAttribute('placeholder', `e.g. ${prompt}`);
});

test.each([
  ['2026-10-27T08:00:00Z', 'en', ['Karwa Chauth in 2 days', 'Dhanteras in 10 days', 'New stock']],
  ['2026-12-24T18:30:00Z', 'en', ['Christmas today', 'New Year in 7 days', 'New stock']],
  ['2026-11-28T08:00:00Z', 'en', ['New stock', 'Sale ends', 'Christmas in 27 days']],
  ['2027-03-10T08:00:00Z', 'en', ['Eid any day now', 'Holi in 12 days', 'New stock']],
  ['2026-12-13T08:00:00Z', 'hi', ['क्रिसमस 12 दिन बाद', 'नया माल', 'सेल के आख़िरी दिन']],
] as const)('offers the next occasions on %s in %s', async (now, language, names) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
  sessionStore.set({ status: 'signed-out' });
  await visit('/', { phone: true, language });
  const chips = page.getByRole('group', { name: /^(Occasions|मौक़े)$/ }).getByRole('button');
  await see(chips);
  expect(
    chips
      .elements()
      .slice(0, 3)
      .map((chip) => chip.textContent),
  ).toEqual(names);
});

test('the home page shows the default price beside the lowest', async () => {
  sessionStore.set({ status: 'signed-out' });
  await visit('/');
  await see(page.getByText('Keep one: ₹75 or ₹98, small from ₹25 (1024 px, or 512 px in Speed)'));
});

test('every example shows both pictures, the default price of each and the models', async () => {
  sessionStore.set({ status: 'signed-out' });
  await visit('/', { language: 'hi' });
  await see(page.getByRole('heading', { level: 1 }));
  const findPairs = () =>
    [...document.querySelectorAll('article')].filter((each) => each.querySelector('figure'));
  await expect.poll(() => findPairs().length).toBe(9);
  const pairs = findPairs();
  await see(page.getByRole('heading', { level: 2, name: 'नमूने की तस्वीरें' }));
  for (const pair of pairs) {
    expect(pair.querySelectorAll('img')).toHaveLength(2);
    const captions = [...pair.querySelectorAll('figcaption')].map((each) => each.textContent);
    expect(captions).toEqual(['Google₹75', 'OpenAI₹98']);
    expect(pair.querySelector('h3')?.textContent).toMatch(/[\u0900-\u097f]/);
  }
});

test('the prices under the button link to the rate card', async () => {
  sessionStore.set({ status: 'signed-out' });
  await visit('/');
  await page.getByRole('link', { name: 'All prices' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Prices' }));
  const prices = page.getByRole('table', { name: 'AI image generator' });
  await see(prices.getByText('₹195'));
  await see(page.getByText('Drawn by').first());
});

test.each(['image', 'edit_image', 'instagram', 'instagram_ideas', 'general&ask=both'])(
  'the bars at the lower edge of a phone take at most 120 px in the tool %s',
  async (mode) => {
    signIn();
    await visit(`/?mode=${mode}`, { phone: true });
    await resize(360, 740);
    const bars = () => [...document.querySelectorAll('.lower-bar, nav.sticky')];
    await expect.poll(() => bars().length).toBe(2);
    const heights = bars().map((bar) => bar.getBoundingClientRect().height);
    expect(heights[0]! + heights[1]!).toBeLessThanOrEqual(120);
  },
);
