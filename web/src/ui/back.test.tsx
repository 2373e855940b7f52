// The browser's Back button while an overlay covers the page.
import { useState, type ReactNode } from 'react';
import { Link, useBlocker, useNavigate, useSearchParams, type RouteObject } from 'react-router-dom';
import { openOver, useUrlOverlay } from '../browser/url-overlay';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button, goBack, mountPages, see, seeEntries, seeGone } from '../testing/mount';
import { Dialog } from './Dialog';
import { FullScreen } from './FullScreen';

const title = (name: string) => page.getByRole('heading', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

function Press({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <button type="button" onClick={onPress}>
      {name}
    </button>
  );
}

/** A button that opens a dialog with this name. */
function Opener({ name, children }: { name: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Press name={`Open ${name}`} onPress={() => setOpen(true)} />
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={name} closeLabel={`Close ${name}`}>
          {children}
        </Dialog>
      )}
    </>
  );
}

/** A lazy page, like the client's pages. */
const toPage = (path: string, element: ReactNode): RouteObject => ({
  path,
  lazy: async () => ({ element }),
});

const start = toPage(
  '/start',
  <main>
    <h1>Start</h1>
    <Link to="/tea">Tea</Link>
  </main>,
);
const kites = toPage('/kites', <h1>Kite shop</h1>);

/** Opens the tea house from the start page. */
async function visitTea(content: ReactNode, ...others: RouteObject[]): Promise<void> {
  const tea = toPage(
    '/tea',
    <main>
      <h1>Tea house</h1>
      {content}
    </main>,
  );
  await mountPages([start, tea, kites, ...others], { path: '/start' });
  await link('Tea').click();
  await see(title('Tea house'));
}

/** Returns a function that returns how many steps the history has taken since. */
function countSteps(): () => number {
  let steps = 0;
  const count = () => (steps += 1);
  window.navigation.addEventListener('currententrychange', count);
  onTestFinished(() => window.navigation.removeEventListener('currententrychange', count));
  return () => steps;
}

async function seeStartAfterBack(): Promise<void> {
  await goBack(0);
  await see(title('Start'));
  expect(location.pathname).toBe('/start');
}

describe('Back', () => {
  test('Back closes a dialog, and a second Back leaves the page', async () => {
    await visitTea(<Opener name="Menu" />);
    await button('Open Menu').click();
    await see(dialog('Menu'));
    await goBack(1);
    await seeGone(dialog('Menu'));
    await see(title('Tea house'));
    expect(location.pathname).toBe('/tea');
    await seeStartAfterBack();
  });

  test('Back closes the topmost of several dialogs', async () => {
    await visitTea(
      <Opener name="Menu">
        <Opener name="Chai">
          <Opener name="Sugar" />
        </Opener>
      </Opener>,
    );
    for (const name of ['Menu', 'Chai', 'Sugar']) await button(`Open ${name}`).click();
    await goBack(3);
    await seeGone(dialog('Sugar'));
    await see(dialog('Chai'));
    await goBack(2);
    await seeGone(dialog('Chai'));
    await button('Open Chai').click();
    await goBack(2);
    await seeGone(dialog('Chai'));
    await goBack(1);
    await seeGone(dialog('Menu'));
    await seeStartAfterBack();
  });

  test('Back closes a full-screen overlay', async () => {
    function Cover() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <Press name="Open" onPress={() => setOpen(true)} />
          {isOpen && (
            <FullScreen labelledBy="cover" onClose={() => setOpen(false)}>
              <h1 id="cover">Cover</h1>
              <Opener name="Menu" />
            </FullScreen>
          )}
        </>
      );
    }
    await visitTea(<Cover />);
    await button('Open').click();
    await button('Open Menu').click();
    await goBack(2);
    await seeGone(dialog('Menu'));
    await see(dialog('Cover'));
    await goBack(1);
    await seeGone(dialog('Cover'));
    await seeStartAfterBack();
  });

  test('Back leaves the page after a dialog was closed by its button or by Escape', async () => {
    await visitTea(<Opener name="Menu" />);
    await button('Open Menu').click();
    await button('Close Menu').click();
    await seeGone(dialog('Menu'));
    await button('Open Menu').click();
    await see(dialog('Menu'));
    await userEvent.keyboard('{Escape}');
    await seeGone(dialog('Menu'));
    await seeStartAfterBack();
  });

  test('Back leaves the page after several dialogs were closed together', async () => {
    function Order() {
      const [step, setStep] = useState(0);
      const close = () => setStep(0);
      return (
        <>
          <Press name="Order" onPress={() => setStep(1)} />
          {step > 0 && (
            <Dialog open onClose={close} title="Order" closeLabel="Close order">
              <Press name="Continue" onPress={() => setStep(2)} />
            </Dialog>
          )}
          {step > 1 && (
            <Dialog open onClose={() => setStep(1)} title="Sure?" closeLabel="Close question">
              <Press name="Yes" onPress={close} />
            </Dialog>
          )}
        </>
      );
    }
    await visitTea(<Order />);
    await button('Order').click();
    await button('Continue').click();
    await seeEntries(2);
    await button('Yes').click();
    await seeGone(dialog('Order'));
    await seeStartAfterBack();
  });

  test('Back closes a dialog that replaced another one', async () => {
    function Steps() {
      const [name, setName] = useState<string | null>(null);
      return (
        <>
          <Press name="Begin" onPress={() => setName('First')} />
          {name && (
            <Dialog key={name} open onClose={() => setName(null)} title={name} closeLabel="Close">
              <Press name="Next" onPress={() => setName('Second')} />
            </Dialog>
          )}
        </>
      );
    }
    await visitTea(<Steps />);
    await button('Begin').click();
    await seeEntries(1);
    const { length } = history;
    await button('Next').click();
    await see(dialog('Second'));
    await goBack(1);
    await seeGone(dialog('Second'));
    expect(history.length).toBe(length);
    await seeStartAfterBack();
  });

  test('Back never closes a dialog that refuses to close', async () => {
    function Busy() {
      const [isBusy, setBusy] = useState(true);
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <Press name="Open" onPress={() => setOpen(true)} />
          {isOpen && (
            <Dialog open onClose={() => !isBusy && setOpen(false)} title="Busy" closeLabel="Close">
              <Press name="Done" onPress={() => setBusy(false)} />
            </Dialog>
          )}
        </>
      );
    }
    await visitTea(<Busy />);
    await button('Open').click();
    for (let press = 0; press < 3; press += 1) {
      const steps = countSteps();
      await goBack(1);
      // Back leaves the dialog's entry, and the client returns to it immediately.
      await expect.poll(steps).toBe(2);
      await seeEntries(1);
      await see(dialog('Busy'));
    }
    await button('Done').click();
    await goBack(1);
    await seeGone(dialog('Busy'));
    await seeStartAfterBack();
  });

  test('Back from a page that a link in a dialog opened shows the previous page without the dialog', async () => {
    await visitTea(
      <Opener name="Menu">
        <Link to="/kites">Kites</Link>
      </Opener>,
    );
    await button('Open Menu').click();
    await seeEntries(1);
    await link('Kites').click();
    await see(title('Kite shop'));
    await seeGone(dialog('Menu'));
    await goBack(0);
    await see(title('Tea house'));
    expect(dialog('Menu').query()).toBeNull();
    await seeStartAfterBack();
  });

  test('Back closes a dialog even if the address of its page has changed', async () => {
    function Tabs() {
      const [params, setParams] = useSearchParams();
      return (
        <Opener name="Menu">
          <Press
            name="Hot"
            onPress={() => setParams(new URLSearchParams('tab=hot'), { replace: true })}
          />
          <p>{`Tab ${params.get('tab')}`}</p>
        </Opener>
      );
    }
    await visitTea(<Tabs />);
    await button('Open Menu').click();
    await seeEntries(1);
    await button('Hot').click();
    await see(page.getByText('Tab hot'));
    // The address changes once the dialog's entry is left, which may be after the page.
    await expect.poll(() => location.search).toBe('?tab=hot');
    await goBack(1);
    await seeGone(dialog('Menu'));
    expect(location.search).toBe('?tab=hot');
    await seeStartAfterBack();
  });

  test('Back takes one step for each of two addresses that were opened from a dialog together', async () => {
    function Tabs() {
      const navigate = useNavigate();
      const visitBoth = () => {
        void navigate('?tab=hot');
        void navigate('?tab=cold');
      };
      return (
        <Opener name="Menu">
          <Press name="Both" onPress={visitBoth} />
        </Opener>
      );
    }
    await visitTea(<Tabs />);
    const indexBefore = window.navigation.currentEntry!.index;
    await button('Open Menu').click();
    await seeEntries(1);
    await button('Both').click();
    await expect.poll(() => location.search).toBe('?tab=cold');
    await goBack(1);
    await seeGone(dialog('Menu'));
    await goBack(0);
    await expect.poll(() => location.search).toBe('?tab=hot');
    await goBack(0);
    await expect.poll(() => location.search).toBe('');
    expect(window.navigation.currentEntry?.index).toBe(indexBefore);
    await seeStartAfterBack();
  });

  test('going back two steps closes the dialog and shows the previous page', async () => {
    await visitTea(<Opener name="Menu" />);
    await button('Open Menu').click();
    await seeEntries(1);
    history.go(-2);
    await see(title('Start'));
    await seeGone(dialog('Menu'));
  });
});

test('Back returns from an entry that the browser created for a hash', async () => {
  await visitTea(<Opener name="Menu" />);
  location.hash = 'leaves';
  await button('Open Menu').click();
  await goBack(1);
  await seeGone(dialog('Menu'));
  expect(location.hash).toBe('#leaves');
  await goBack(0);
  await expect.poll(() => location.hash).toBe('');
  await see(title('Tea house'));
  await seeStartAfterBack();
});

test('Back closes a dialog that takes a moment to close', async () => {
  function Slow() {
    const [isOpen, setOpen] = useState(false);
    const close = () => setTimeout(() => setOpen(false), 50);
    return (
      <>
        <Press name="Open" onPress={() => setOpen(true)} />
        {isOpen && (
          <Dialog open onClose={close} title="Slow" closeLabel="Close">
            Tea
          </Dialog>
        )}
      </>
    );
  }
  await visitTea(<Slow />);
  await button('Open').click();
  await goBack(1);
  await seeGone(dialog('Slow'));
  await seeEntries(0);
  await seeStartAfterBack();
});

describe('Forward', () => {
  test('Forward does not open a closed dialog again and does not affect the next Back', async () => {
    await visitTea(<Opener name="Menu" />);
    await button('Open Menu').click();
    await goBack(1);
    await seeGone(dialog('Menu'));
    // Forward reaches the entry of the closed dialog, and the client goes back from there immediately.
    const steps = countSteps();
    history.forward();
    await expect.poll(steps).toBe(2);
    await seeEntries(0);
    expect(dialog('Menu').query()).toBeNull();
    await see(title('Tea house'));
    await seeStartAfterBack();
    history.forward();
    await see(title('Tea house'));
    await seeStartAfterBack();
  });
});

test('a page keeps its scroll position when a dialog opens and Back closes it', async () => {
  await visitTea(
    <div style={{ height: 4000 }}>
      <div style={{ position: 'fixed', bottom: 0 }}>
        <Opener name="Menu" />
      </div>
    </div>,
  );
  scrollTo(0, 700);
  (button('Open Menu').element() as HTMLElement).click();
  await goBack(1);
  await seeGone(dialog('Menu'));
  expect(Math.round(scrollY)).toBe(700);
});

describe('an overlay that is open because of the address', () => {
  function Shop() {
    const [params] = useSearchParams();
    const isOpen = params.get('open') !== null;
    const { close } = useUrlOverlay('open', { isOpen, below: '/shop' });
    return (
      <main>
        <h1>Shop</h1>
        <Link to="?open=1" state={openOver('open')}>
          Kite
        </Link>
        {isOpen && (
          <FullScreen labelledBy="kite" onClose={() => void close()} isInAddress>
            <h1 id="kite">Red kite</h1>
            <Opener name="Share" />
          </FullScreen>
        )}
      </main>
    );
  }
  const shop = toPage('/shop', <Shop />);

  test('an overlay that the address opens has one history entry', async () => {
    await mountPages([shop], { path: '/shop' });
    await link('Kite').click();
    await see(dialog('Red kite'));
    await button('Open Share').click();
    await goBack(1);
    await seeGone(dialog('Share'));
    await goBack(0);
    await seeGone(dialog('Red kite'));
    expect(location.search).toBe('');
  });

  test('Back closes an overlay that a link on another site opened, and stays on the page', async () => {
    await mountPages([shop], { path: '/shop?open=1' });
    await see(dialog('Red kite'));
    await button('Open Share').click();
    await goBack(1);
    await seeGone(dialog('Share'));
    const entry = window.navigation.currentEntry!.index;
    await goBack(0);
    await seeGone(dialog('Red kite'));
    await see(title('Shop'));
    expect(location.pathname + location.search).toBe('/shop');
    history.forward();
    await see(dialog('Red kite'));
    await userEvent.keyboard('{Escape}');
    await seeGone(dialog('Red kite'));
    expect(location.pathname + location.search).toBe('/shop');
    expect(window.navigation.currentEntry?.index).toBe(entry - 1);
  });
});

describe('unsaved changes', () => {
  function Form() {
    const [isUnsaved, setUnsaved] = useState(false);
    const blocker = useBlocker(
      ({ currentLocation, nextLocation }) =>
        isUnsaved && currentLocation.pathname !== nextLocation.pathname,
    );
    return (
      <>
        <Press name="Write" onPress={() => setUnsaved(true)} />
        {blocker.state === 'blocked' && (
          <Dialog open onClose={blocker.reset} title="Leave?" closeLabel="Close">
            <Press name="Leave" onPress={blocker.proceed} />
          </Dialog>
        )}
        <Opener name="Menu">
          <Link to="/kites">Kites</Link>
        </Opener>
      </>
    );
  }

  test('Back asks before it discards changes, a second Back stays, and leaving takes one step', async () => {
    await visitTea(<Form />);
    await button('Write').click();
    for (let press = 0; press < 2; press += 1) {
      await goBack(0);
      await see(dialog('Leave?'));
      await goBack(1);
      await seeGone(dialog('Leave?'));
      await see(title('Tea house'));
      expect(location.pathname).toBe('/tea');
    }
    await goBack(0);
    await see(dialog('Leave?'));
    await seeEntries(1);
    await button('Leave').click();
    await see(title('Start'));
    await seeEntries(0);
    expect(location.pathname).toBe('/start');
  });

  test('unsaved changes do not stop Back from closing a dialog', async () => {
    await visitTea(<Form />);
    await button('Write').click();
    await button('Open Menu').click();
    await goBack(1);
    await seeGone(dialog('Menu'));
    expect(dialog('Leave?').query()).toBeNull();
  });
});
