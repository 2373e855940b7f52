import { useState, type ReactNode } from 'react';
import {
  Link,
  Navigate,
  Outlet,
  useBlocker,
  useLocation,
  useNavigate,
  useSearchParams,
  type RouteObject,
} from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, mountPages, see, seeGone } from '../testing/mount';

const link = (name: string) => page.getByRole('link', { name, exact: true });
const title = (name: string) => page.getByRole('heading', { name, exact: true });

/** A page that is several windows high. */
function Tall({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <main style={{ height: 4000 }}>
      <h1>{name}</h1>
      <nav style={{ position: 'fixed', bottom: 0 }}>
        <Link to="/tea">Tea</Link>
        <Link to="/kites">Kites</Link>
      </nav>
      {children}
    </main>
  );
}

/** A page that loads lazily, like the client's pages. */
const toPage = (path: string, element: ReactNode): RouteObject => ({
  path,
  lazy: async () => ({ element }),
});

const tea = toPage('/tea', <Tall name="Tea house" />);
const kites = toPage('/kites', <Tall name="Kite shop" />);
const elsewhere = toPage('*', <Navigate to="/tea" replace />);

describe('links', () => {
  test('a link opens its page without loading the document, and Back returns', async () => {
    const { timeOrigin } = performance;
    await mountPages([tea, kites], { path: '/tea' });
    await link('Kites').click();
    await see(title('Kite shop'));
    expect(location.pathname).toBe('/kites');
    history.back();
    await see(title('Tea house'));
    expect(location.pathname).toBe('/tea');
    history.forward();
    await see(title('Kite shop'));
    expect(performance.timeOrigin).toBe(timeOrigin);
  });

  test('a link to the current address adds no history entry', async () => {
    await mountPages([tea, kites], { path: '/kites' });
    await link('Tea').click();
    await see(title('Tea house'));
    const { length } = history;
    await link('Tea').click();
    await link('Tea').click();
    expect(history.length).toBe(length);
    history.back();
    await see(title('Kite shop'));
  });

  test.each([
    ['with Ctrl', { ctrlKey: true }],
    ['with Shift', { shiftKey: true }],
    ['with the middle button', { button: 1 }],
  ])('the router leaves a link that is pressed %s to the browser', async (_how, how) => {
    await mountPages([tea, kites], { path: '/tea' });
    await see(link('Kites'));
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, ...how });
    // Cancels the click before a tab opens, and records whether the router left the click to the browser.
    let isLeft = false;
    const keep = (event: Event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', keep, { once: true });
    link('Kites').element().dispatchEvent(press);
    expect(isLeft).toBe(true);
    expect(location.pathname).toBe('/tea');
  });

  test('following a link with a query changes only that part of the address', async () => {
    const Tool = () => {
      const [params, setParams] = useSearchParams();
      return (
        <>
          <p>{params.toString()}</p>
          <Link to="?mode=edit">Edit</Link>
          <button
            type="button"
            onClick={() =>
              setParams((now) => {
                now.set('open', 'gen_1');
                return now;
              })
            }
          >
            Open
          </button>
        </>
      );
    };
    await mountPages([toPage('/tool', <Tool />)], { path: '/tool?mode=image#top' });
    await expect.element(link('Edit')).toHaveAttribute('href', '/tool?mode=edit');
    await button('Open').click();
    await see(page.getByText('mode=image&open=gen_1'));
    await link('Edit').click();
    await see(page.getByText('mode=edit', { exact: true }));
    expect(location.search).toBe('?mode=edit');
  });
});

describe('addresses', () => {
  test.each(['/TEA', '/tea/', '/Tea//'])(
    'the address %s opens its page in spite of its spelling',
    async (path) => {
      await mountPages([tea, elsewhere], { path });
      await see(title('Tea house'));
      expect(location.pathname).toBe(path);
    },
  );

  test('an unknown address redirects, and Back does not return to that address', async () => {
    await mountPages([tea, kites, elsewhere], { path: '/kites' });
    await see(title('Kite shop'));
    const { length } = history;
    await mountPages([tea, kites, elsewhere], { path: '/no/such/page' });
    await see(title('Tea house'));
    expect(location.pathname).toBe('/tea');
    expect(history.length).toBe(length);
  });

  test('the state of a navigation is kept in its own history entry', async () => {
    const Told = () => {
      const { state } = useLocation();
      const navigate = useNavigate();
      return (
        <>
          <p>{`state: ${JSON.stringify(state)}`}</p>
          <button
            type="button"
            onClick={() => void navigate('/told?2', { state: { from: 'tea' } })}
          >
            Go
          </button>
        </>
      );
    };
    const pages = [toPage('/told', <Told />)];
    await mountPages(pages, { path: '/told' });
    await see(page.getByText('state: null'));
    await button('Go').click();
    await see(page.getByText('state: {"from":"tea"}'));
    expect(history.state).toMatchObject({ usr: { from: 'tea' } });
    history.back();
    await see(page.getByText('state: null'));
    history.forward();
    await see(page.getByText('state: {"from":"tea"}'));
  });
});

describe('scrolling', () => {
  /** A real mouse click would scroll the page. */
  const follow = (name: string) => (link(name).element() as HTMLElement).click();
  const scrolledTo = (y: number) => expect.poll(() => Math.round(scrollY)).toBe(y);

  test('a new page starts at its top, and Back and Forward restore the scroll position', async () => {
    await mountPages([tea, kites], { path: '/tea' });
    await see(title('Tea house'));
    scrollTo(0, 900);
    follow('Kites');
    await see(title('Kite shop'));
    await scrolledTo(0);
    scrollTo(0, 300);
    history.back();
    await see(title('Tea house'));
    await scrolledTo(900);
    history.forward();
    await see(title('Kite shop'));
    await scrolledTo(300);
  });

  test('a page whose code has just loaded starts at its top', async () => {
    await mountPages([tea, kites], { path: '/tea' });
    await see(title('Tea house'));
    scrollTo(0, 900);
    follow('Kites');
    await see(title('Kite shop'));
    await mountPages([tea, kites], { path: '/kites' });
    await see(title('Kite shop'));
    // Waits, because the browser restores a scroll position before the page is idle.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
    expect(scrollY).toBe(0);
  });

  test('a navigation can keep the scroll position, and an anchor in the address scrolls to its element', async () => {
    const anchored = toPage(
      '/long',
      <Tall name="Long">
        <Link to="?open=1" preventScrollReset>
          Open
        </Link>
        <Link to="/long#end">End</Link>
        <p id="end" style={{ position: 'absolute', top: 2000 }}>
          The end
        </p>
      </Tall>,
    );
    await mountPages([anchored], { path: '/long' });
    await see(title('Long'));
    scrollTo(0, 40);
    follow('Open');
    await expect.poll(() => location.search).toBe('?open=1');
    await scrolledTo(40);
    follow('End');
    await expect.poll(() => location.hash).toBe('#end');
    await expect.poll(() => scrollY).toBeGreaterThan(1500);
  });
});

describe('while code loads', () => {
  /** A page whose code loads when `come` is called. */
  function late(path: string, element: ReactNode): { page: RouteObject; come: () => void } {
    let come = () => undefined as void;
    const coming = new Promise<void>((resolve) => (come = resolve));
    const lazy = async () => {
      await coming;
      return { element };
    };
    return { page: { path, lazy }, come };
  }

  test('the previous page and address stay until the code of the new page has loaded', async () => {
    const { page: slow, come } = late('/kites', <Tall name="Kite shop" />);
    await mountPages([tea, slow], { path: '/tea' });
    await link('Kites').click();
    await see(title('Tea house'));
    expect(location.pathname).toBe('/tea');
    come();
    await see(title('Kite shop'));
    expect(location.pathname).toBe('/kites');
  });

  test('a page whose code loads late does not replace the page of a newer navigation', async () => {
    const { page: slow, come } = late('/kites', <Tall name="Kite shop" />);
    const other = toPage('/other', <Tall name="Other" />);
    const start = toPage(
      '/start',
      <Tall name="Start">
        <Link to="/other">Other</Link>
      </Tall>,
    );
    await mountPages([start, slow, other], { path: '/start' });
    await link('Kites').click();
    await link('Other').click();
    await see(title('Other'));
    come();
    // By now the slow page has loaded, so the older navigation would have replaced the newer one.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await see(title('Other'));
    expect(location.pathname).toBe('/other');
  });
});

test('a layout that two pages share keeps its state between them', async () => {
  const Frame = () => {
    const [count, setCount] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>{`Pressed ${count}`}</button>
        <Outlet />
      </>
    );
  };
  await mountPages([{ Component: Frame, children: [tea, kites] }], { path: '/tea' });
  await button('Pressed 0').click();
  await link('Kites').click();
  await see(title('Kite shop'));
  await see(button('Pressed 1'));
});

describe('unsaved changes', () => {
  function Guarded() {
    const [words, setWords] = useState('');
    const blocker = useBlocker(
      ({ currentLocation, nextLocation }) =>
        words !== '' && currentLocation.pathname !== nextLocation.pathname,
    );
    return (
      <Tall name="Form">
        <Link to="?tab=2">Second tab</Link>
        <input aria-label="Words" value={words} onChange={({ target }) => setWords(target.value)} />
        {blocker.state === 'blocked' && (
          <div role="alertdialog" aria-label="Leave?">
            <button type="button" onClick={blocker.proceed}>
              Leave
            </button>
            <button type="button" onClick={blocker.reset}>
              Stay
            </button>
          </div>
        )}
      </Tall>
    );
  }
  const pages = [tea, kites, toPage('/form', <Guarded />)];
  const question = page.getByRole('alertdialog', { name: 'Leave?' });
  const words = page.getByLabelText('Words');

  /** @param typedHash typed in the address bar before the form is opened */
  async function openForm(typedHash?: string): Promise<void> {
    const toForm = toPage(
      '/start',
      <Tall name="Start">
        <Link to="/form">Form</Link>
      </Tall>,
    );
    await mountPages([...pages, toForm], { path: '/start' });
    if (typedHash) location.hash = typedHash;
    await link('Form').click();
    await see(title('Form'));
  }

  test('the user can leave a page without changes, and can always change its tabs', async () => {
    await openForm();
    await link('Tea').click();
    await see(title('Tea house'));
    history.back();
    await see(title('Form'));
    await words.fill('Half a sent');
    await link('Second tab').click();
    await expect.poll(() => location.search).toBe('?tab=2');
    expect(question.query()).toBeNull();
    await expect.element(words).toHaveValue('Half a sent');
  });

  test('unsaved changes stop a link until the user confirms leaving', async () => {
    await openForm();
    await words.fill('Half a sent');
    await link('Kites').click();
    await see(question);
    expect(location.pathname).toBe('/form');
    await button('Stay').click();
    await seeGone(question);
    await expect.element(words).toHaveValue('Half a sent');
    await link('Kites').click();
    await button('Leave').click();
    await see(title('Kite shop'));
    expect(location.pathname).toBe('/kites');
  });

  test('unsaved changes stop Back and keep the address until the user confirms leaving', async () => {
    await openForm();
    await words.fill('Half a sent');
    history.back();
    await see(question);
    await expect.poll(() => location.pathname).toBe('/form');
    await button('Stay').click();
    await expect.element(words).toHaveValue('Half a sent');
    history.back();
    await see(question);
    await button('Leave').click();
    await see(title('Start'));
    expect(location.pathname).toBe('/start');
    history.forward();
    await see(title('Form'));
  });

  test('unsaved changes stop Back from an entry that a link to a part of the page created', async () => {
    const form = toPage(
      '/form',
      <>
        <Link to="#end">Skip</Link>
        <Guarded />
        <p id="end">The end</p>
      </>,
    );
    const start = toPage(
      '/start',
      <Tall name="Start">
        <Link to="/form">Form</Link>
      </Tall>,
    );
    await mountPages([start, form], { path: '/start' });
    await link('Form').click();
    await words.fill('Half a sent');
    await link('Skip').click();
    await expect.poll(() => location.hash).toBe('#end');
    history.back();
    await expect.poll(() => location.hash).toBe('');
    expect(question.query()).toBeNull();
    history.forward();
    await expect.poll(() => location.hash).toBe('#end');
    history.go(-2);
    await see(question);
    await expect.poll(() => location.pathname + location.hash).toBe('/form#end');
    await button('Leave').click();
    await see(title('Start'));
    expect(location.pathname).toBe('/start');
  });

  test('unsaved changes stop Back to and from entries that a hash typed by the user created', async () => {
    await openForm('start');
    await words.fill('Half a sent');
    location.hash = 'form';
    await expect.poll(() => location.hash).toBe('#form');
    history.go(-2);
    await see(question);
    await expect.poll(() => location.pathname + location.hash).toBe('/form#form');
    await button('Leave').click();
    await see(title('Start'));
    expect(location.pathname + location.hash).toBe('/start#start');
  });
});

describe('a page whose code cannot be loaded', () => {
  test('an error replaces a page whose code cannot be loaded, and links still work', async () => {
    const Frame = () => (
      <>
        <Link to="/tea">Tea</Link>
        <Link to="/broken">Broken</Link>
        <Outlet />
      </>
    );
    const broken: RouteObject = {
      path: '/broken',
      lazy: () => Promise.reject(new Error('404')),
      errorElement: <h1>Not loaded</h1>,
      hydrateFallbackElement: <p>Loading</p>,
    };
    const quiet = toPage('/tea', <h1>Tea house</h1>);
    const pages = [{ Component: Frame, children: [quiet, broken] }];
    await mountPages(pages, { path: '/tea' });
    await link('Broken').click();
    await see(title('Not loaded'));
    expect(location.pathname).toBe('/broken');
    await link('Tea').click();
    await see(title('Tea house'));
    await mountPages(pages, { path: '/broken' });
    await see(title('Not loaded'));
  });
});
