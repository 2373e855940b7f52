import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, goBack, mount, resize, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { answer } from '../../testing/server';
import { notify } from '../../ui/Toaster';
import { BottomBar } from './BottomBar';
import { Header } from './Header';

const root = document.documentElement;
afterEach(() => root.style.removeProperty('font-size'));

const menuButton = page.getByRole('button', { name: /Account menu|अकाउंट मेन्यू/ });
const menu = page.getByRole('menu');

async function show(given: Parameters<typeof mount>[1] = {}, isSuperAdmin = false) {
  signIn({ wallet: { walletBalance: 125000.5, available: 125000.5 } });
  answer('GET /api/admin/me', { isSuperAdmin, isFinance: isSuperAdmin, decidesAlone: false });
  await mount(
    <>
      <header className="contents">
        <Header />
      </header>
      <main style={{ height: '300vh' }} />
      <BottomBar />
    </>,
    { phone: true, ...given },
  );
  await see(page.getByRole('link', { name: /₹1,25,000.50/ }));
  await see(menuButton);
}

/** Returns the texts of elements that overflow the right edge of the window. */
const overhanging = () =>
  [...document.body.querySelectorAll('a, button, span')]
    .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5)
    .map((element) => element.textContent);

test.each([
  [130, 'en'],
  [150, 'hi'],
  [200, 'en'],
  [200, 'hi'],
] as const)(
  'the header cuts nothing off on a phone with text at %i %% (%s)',
  async (percent, language) => {
    root.style.fontSize = `${percent}%`;

    await show({ language });
    expect(root.scrollWidth).toBe(root.clientWidth);
    expect(overhanging()).toEqual([]);
  },
);

const stickyEdges = () => ({
  header: document.querySelector('header > *')!.getBoundingClientRect().top,
  tools: innerHeight - document.querySelector('nav')!.getBoundingClientRect().bottom,
});

test('the header and the bottom bar stick if the window has room for them', async () => {
  await show();
  window.scrollTo(0, 600);
  expect(stickyEdges()).toEqual({ header: 0, tools: 0 });
});

test.each([
  ['a laptop zoomed to 200 %', 640, 360, 100],
  ['large text', 360, 780, 200],
])(
  'the header and the bottom bar scroll with the page with %s',
  async (_why, width, height, percent) => {
    await show();
    await resize(width, height);
    root.style.fontSize = `${percent}%`;
    window.scrollTo(0, 600);
    const { header, tools } = stickyEdges();
    expect(header).toBeLessThan(0);
    expect(tools).toBeLessThan(0);
  },
);

test('the bottom bar has the tools and the library, and marks that of the post ideas', async () => {
  await show({ path: '/?mode=instagram_ideas' });
  const tools = page.getByRole('navigation', { name: 'Tools' }).getByRole('link');
  expect(tools.elements().map((link) => link.textContent)).toEqual([
    'Instagram',
    'Chat',
    'Image',
    'Edit',
    'My work',
  ]);
  await expect
    .element(page.getByRole('link', { name: 'Instagram' }))
    .toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'My work' }).click();
  expect(location.pathname).toBe('/library');
  await expect
    .element(page.getByRole('link', { name: 'My work' }))
    .toHaveAttribute('aria-current', 'page');
});

test('the header links to the library on a wide screen', async () => {
  await show({ phone: false });
  await page.getByRole('link', { name: 'My work' }).click();
  expect(location.pathname).toBe('/library');
});

test.each(['en', 'hi', 'hg'] as const)(
  'the sticky bottom bar is one row high, as `--tool-bar` assumes (%s)',
  async (language) => {
    await show({ language });
    const tools = page.getByRole('navigation');
    const places = tools.getByRole('link').elements();
    for (const [width, percent] of [
      [360, 100],
      [360, 130],
      [320, 100],
      [320, 115],
    ] as const) {
      await resize(width, 740);
      root.style.fontSize = `${percent}%`;
      const view = `${width} px, ${percent} %`;
      expect(stickyEdges().tools, view).toBe(0);
      const tops = places.map((place) => place.getBoundingClientRect().top);
      expect(new Set(tops).size, view).toBe(1);
      const words = places.map((place) => place.lastElementChild!.getBoundingClientRect());
      words
        .slice(1)
        .forEach(({ left }, at) => expect(left, view).toBeGreaterThan(words[at]!.right + 3));
    }
  },
);

test('Back closes the account menu and the list of languages, and stays on the page', async () => {
  await show({ path: '/wallet' });
  await menuButton.click();
  await see(menu);
  await goBack(1);
  await seeGone(menu);

  await button('Language and theme').click();
  const hindi = button('हिन्दी');
  await see(hindi);
  await goBack(1);
  await seeGone(hindi);
  expect(location.pathname).toBe('/wallet');
});

test('a super admin finds the admin pages in the account menu, with the current one marked', async () => {
  await show({ path: '/admin/users' }, true);
  await menuButton.click();
  const users = menu.getByRole('menuitem', { name: 'Users' });
  await expect.element(users).toHaveAttribute('aria-current', 'page');
  await userEvent.keyboard('{End}');
  await expect.element(menu.getByRole('menuitem', { name: 'Logout' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(menu.getByRole('menuitem', { name: 'Users' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin/billing');
});

test('other users see no admin pages in the account menu', async () => {
  await show();
  await menuButton.click();
  await see(menu.getByRole('menuitem', { name: 'Logout' }));
  expect(menu.getByRole('menuitem').elements()).toHaveLength(5);
});

test('a toast does not cover the open account menu', async () => {
  await show();
  notify.success('Payment successful! ₹500.00 added to your wallet.');
  await see(page.getByText('Payment successful!'));
  await menuButton.click();
  await see(menu);
  for (const item of menu.getByRole('menuitem').elements()) {
    const { left, top, width, height } = item.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    expect(item.contains(hit), item.textContent).toBe(true);
  }
});

test('the cross of a toast is inside the toast', async () => {
  await show();
  notify.success('Payment successful! ₹500.00 added to your wallet.');
  const cross = page.getByRole('button', { name: 'Dismiss' });
  await see(cross);
  const toast = cross.element().closest('[data-toast]')!;
  await expect
    .poll(() => {
      const outer = toast.getBoundingClientRect();
      const inner = cross.element().getBoundingClientRect();
      return inner.right < outer.right && inner.left > outer.left + outer.width / 2;
    })
    .toBe(true);
});

test('Hindi text has the line height of Inter, which centres it', async () => {
  await show({ language: 'hi' });
  const faces = getComputedStyle(document.body).fontFamily.split(', ');
  expect(faces.slice(0, 2)).toEqual(['Inter', '"Noto Sans Devanagari Variable"']);
});
