// The browser's Back while an overlay lies over the page.
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

/** A button that opens a dialog of this name. */
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

/** As the client's pages, it is loaded when it is visited. */
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

/** The tea house, to which one came from the start. */
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

async function seeStartAfterBack(): Promise<void> {
  await goBack(0);
  await see(title('Start'));
  expect(location.pathname).toBe('/start');
}

describe('Back', () => {
  test('closes a dialog, and the next one leaves the page', async () => {
    await visitTea(<Opener name="Menu" />);
    await button('Open Menu').click();
    await see(dialog('Menu'));
    await goBack(1);
    await seeGone(dialog('Menu'));
    await see(title('Tea house'));
    expect(location.pathname).toBe('/tea');
    await seeStartAfterBack();
  });

  test('closes of several what is on top', async () => {
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

  test('closes what covers the whole window', async () => {
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

  test('leaves the page after a dialog that was closed by its button, by Escape or by a script', async () => {
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

  test('leaves the page after several that were closed together', async () => {
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

  test('closes the dialog that has taken the place of another', async () => {
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

  test('does not close what must not close now, however often it is pressed', async () => {
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
      await goBack(1);
      await seeEntries(0);
      await seeEntries(1);
      await see(dialog('Busy'));
    }
    await button('Done').click();
    await goBack(1);
    await seeGone(dialog('Busy'));
    await seeStartAfterBack();
  });

  test('from a page that a link in a dialog led to comes to the page, without the dialog', async () => {
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

  test('closes a dialog under which the address has changed', async () => {
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
    expect(location.search).toBe('?tab=hot');
    await goBack(1);
    await seeGone(dialog('Menu'));
    expect(location.search).toBe('?tab=hot');
    await seeStartAfterBack();
  });

  test('takes one step for each of two addresses that were visited at once from a dialog', async () => {
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

  test('by two pages closes the dialog and shows the page', async () => {
    await visitTea(<Opener name="Menu" />);
    await button('Open Menu').click();
    await seeEntries(1);
    history.go(-2);
    await see(title('Start'));
    await seeGone(dialog('Menu'));
  });
});

describe('Forward', () => {
  test('after Back opens nothing, and changes nothing for the next Back', async () => {
    await visitTea(<Opener name="Menu" />);
    await button('Open Menu').click();
    await goBack(1);
    await seeGone(dialog('Menu'));
    // Forward reaches the entry of the closed dialog, and the client leaves it again.
    let steps = 0;
    const count = () => (steps += 1);
    window.navigation.addEventListener('currententrychange', count);
    onTestFinished(() => window.navigation.removeEventListener('currententrychange', count));
    history.forward();
    await expect.poll(() => steps).toBe(2);
    await seeEntries(0);
    expect(dialog('Menu').query()).toBeNull();
    await see(title('Tea house'));
    await seeStartAfterBack();
    history.forward();
    await see(title('Tea house'));
    await seeStartAfterBack();
  });
});

test('a page stays where it is scrolled to while a dialog opens and Back closes it', async () => {
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

describe('what is open because the address says so', () => {
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

  test('has the entry of its address, and no other', async () => {
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

  test('is closed by Back where a link from elsewhere led to it, rather than left', async () => {
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

describe('what is not saved', () => {
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

  test('is asked for by Back; Back again stays, and going on leaves by one step', async () => {
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

  test('is not in the way of Back that closes a dialog', async () => {
    await visitTea(<Form />);
    await button('Write').click();
    await button('Open Menu').click();
    await goBack(1);
    await seeGone(dialog('Menu'));
    expect(dialog('Leave?').query()).toBeNull();
  });
});
