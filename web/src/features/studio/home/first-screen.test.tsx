// The first screen of home for each visitor and user (docs/product.md, Main screen).
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { askConsentAgain, chooseConsent } from '../../../app/analytics/consent';
import { sessionStore } from '../../../app/session/session';
import { somePreview, somethingKept } from '../../../testing/library';
import { resize, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer } from '../../../testing/server';
import { visit } from '../../../testing/visit';

const languages = ['en', 'hi', 'hg'] as const;

/** The names and labels of the four tools, which the specification gives in English. */
const tools = {
  en: [
    ['instagram', 'Instagram', 'Always Free'],
    ['general', 'Chat with AI', 'First 5 Messages Free'],
    ['image', 'AI image generator', 'From just ₹25'],
    ['edit_image', 'AI image editor', 'From just ₹10'],
  ],
  hi: [
    ['instagram', 'इंस्टाग्राम', 'हमेशा मुफ़्त'],
    ['general', 'AI से चैट', 'पहले 5 मैसेज मुफ़्त'],
    ['image', 'AI इमेज जनरेटर', 'सिर्फ़ ₹25 से'],
    ['edit_image', 'AI इमेज एडिटर', 'सिर्फ़ ₹10 से'],
  ],
  hg: [
    ['instagram', 'Instagram', 'Hamesha Free'],
    ['general', 'AI se chat', 'Pehle 5 message free'],
    ['image', 'AI image generator', 'Sirf ₹25 se'],
    ['edit_image', 'AI image editor', 'Sirf ₹10 se'],
  ],
} as const;

const states = {
  'a visitor': () => sessionStore.set({ status: 'signed-out' }),
  'a new user': () => signIn(),
  'a user with work and a low balance': () => {
    signIn({ profile: { spentThisMonth: 150, lowBalance: 500 } });
    answer('GET /api/library', ({ search }) => ({
      items: search.get('state') === 'preview' ? [somePreview()] : [somethingKept()],
      next: null,
    }));
    answer('GET /api/library/month', { pictures: 2, texts: 1, chatBlocks: 1 });
  },
};

const screens = [
  [360, 780],
  [360, 640],
  [1440, 900],
] as const;

/** The part of the screen between the header and the bars at the lower edge. */
function findFreeScreen(): { top: number; bottom: number } {
  const covering = ['section.fixed', 'nav.sticky']
    .map((selector) => document.querySelector(selector)?.getBoundingClientRect())
    .filter((box) => box !== undefined && box.height > 0);
  return {
    top: document.querySelector('header > *')!.getBoundingClientRect().bottom,
    bottom: Math.min(innerHeight, ...covering.map((box) => box!.top)),
  };
}

function expectOnFirstScreen(element: Element): void {
  const box = element.getBoundingClientRect();
  const free = findFreeScreen();
  expect(box.height, element.textContent).toBeGreaterThan(0);
  expect(box.top, element.textContent).toBeGreaterThanOrEqual(free.top);
  expect(box.bottom, element.textContent).toBeLessThanOrEqual(free.bottom);
  expect(box.right, element.textContent).toBeLessThanOrEqual(innerWidth);
}

const cases = (Object.keys(states) as (keyof typeof states)[]).flatMap((state) =>
  languages.map((language) => ({ state, language })),
);

/** Checks the four tools in the current window. */
function expectTools(language: keyof typeof tools): void {
  const main = page.getByRole('main');
  for (const [, name, label] of tools[language]) {
    const card = main.getByRole('article').filter({ hasText: label }).element();
    expectOnFirstScreen(card);
    // The whole label is inside its card.
    const text = page.elementLocator(card).getByText(label, { exact: true }).element();
    expect(text.scrollWidth, name).toBeLessThanOrEqual(text.clientWidth);
    expect(text.getBoundingClientRect().bottom, name).toBeLessThanOrEqual(
      card.getBoundingClientRect().bottom,
    );
  }
}

test.each(cases)(
  '$state sees the four tools and their labels, and a visitor pictures, on the first screen of a phone and a desk ($language)',
  async ({ state, language }) => {
    askConsentAgain();
    onTestFinished(() => chooseConsent('denied'));
    states[state]();
    await visit('/', { phone: true, language });
    const main = page.getByRole('main');
    await see(main.getByRole('heading', { level: 1 }));
    await see(main.getByRole('textbox'));
    await expect
      .poll(() => document.querySelector('section.fixed')?.getBoundingClientRect().height)
      .toBeGreaterThan(0);
    if (state === 'a user with work and a low balance') {
      await see(main.getByRole('img'));
      await see(main.getByRole('status').getByText('₹500'));
    }
    for (const [mode, name, label] of tools[language]) {
      const card = main.getByRole('article').filter({ hasText: label });
      await expect
        .element(card.getByRole('link', { name, exact: true }))
        .toHaveAttribute('href', `/?mode=${mode}`);
    }
    for (const [width, height] of screens) {
      await resize(width, height);
      await vi.waitFor(() => expectTools(language), { timeout: 10_000 });
    }
    if (state !== 'a visitor') return;
    // The bar about cookies leaves a part of the first pair of pictures visible.
    await resize(360, 740);
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    await expect.poll(() => box('figure img')?.width).toBeGreaterThan(0);
    await expect.poll(() => box('section.fixed')!.top - box('figure img')!.top).toBeGreaterThan(24);
  },
);

test.each(Object.keys(states) as (keyof typeof states)[])(
  '%s sees the tools without a card below the prompt box and on a phone below the pictures, and on a desk switches between the modes above them, the five specified ones first',
  async (state) => {
    states[state]();
    await visit('/', { phone: true });
    const main = page.getByRole('main');
    const box = main.getByRole('textbox');
    await see(box);
    const line = main.getByRole('link', { name: /^Product description/ }).last();
    const picture = main.getByRole('img').first();
    const overlap = (specified: typeof box) =>
      specified.element().getBoundingClientRect().bottom -
      line.element().getBoundingClientRect().top;
    await resize(...screens[0]);
    for (const specified of [box, picture]) {
      await see(specified);
      await expect.poll(() => overlap(specified)).toBeLessThanOrEqual(0);
    }
    await resize(...screens[2]);
    await expect.poll(() => overlap(box)).toBeLessThanOrEqual(0);

    const modes = page.getByRole('navigation', { name: 'Choose a tool' }).getByRole('link');
    await see(modes);
    const links = modes.elements().map((mode) => mode.getAttribute('href'));
    expect(links.slice(0, 5)).toEqual(
      ['instagram', 'instagram_ideas', 'general', 'image', 'edit_image'].map(
        (mode) => `/?mode=${mode}`,
      ),
    );
    modes.elements().forEach(expectOnFirstScreen);
  },
);
