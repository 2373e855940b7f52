import type { ReactElement } from 'react';
import { createBrowserRouter, Outlet, ScrollRestoration, type RouteObject } from 'react-router-dom';
import { changeHistory, travel } from './back';
import { randomKey } from './random-key';

/** The part of a history entry's state that belongs to react-router. */
type Entry = { key?: string; idx?: number } | null;

/** The position of the current entry among the client's entries; the first is 0. */
let index = 0;
/** State for a history entry that is written after the overlays have left the history. */
let pending: Entry = null;

/** Whether Back would leave the client. */
export const isFirstEntry = () => index === 0;

const readEntry = () => history.state as Entry;

/**
 * Adds react-router's state to a history entry that the browser created. Without a key, the entry would share
 * its scroll position with other such entries; without an index, `useBlocker` could not stop Back.
 */
function adoptEntry(ifNew: number): void {
  const { key = randomKey(), idx = ifNew } = readEntry() ?? {};
  if (readEntry()?.idx === undefined) history.replaceState({ ...readEntry(), key, idx }, '');
  index = idx;
}

const adoptNext = () => adoptEntry(index + 1);

const write = (how: 'pushState' | 'replaceState') => (state: Entry, _: string, url?: string) => {
  pending = state;
  index = state?.idx ?? index;
  void changeHistory(() => {
    history[how](state, '', url);
    if (pending === state) pending = null;
  });
};

const routerHistory = {
  get state() {
    return pending ?? readEntry();
  },
  pushState: write('pushState'),
  replaceState: write('replaceState'),
  go: (delta: number) => void changeHistory(() => void travel(delta, { isHeard: true })),
};

/** The window object for react-router. Its history changes first leave the entries of overlays (back.ts). */
const createRouterWindow = () =>
  new Proxy(window, {
    get(target, name) {
      if (name === 'history') return routerHistory;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

export type Router = ReturnType<typeof createBrowserRouter>;

/** @param errorElement shown if a page throws an error and does not define an `errorElement` */
export const createRootRoute = (
  pages: RouteObject[],
  errorElement?: ReactElement,
): RouteObject => ({
  Component: Root,
  errorElement,
  children: pages,
});

/** Creates the router. Resolves when the code of the first page has loaded or failed to load. */
export async function createRouter(root: RouteObject): Promise<Router> {
  // This listener runs after that of back.ts and before that of the router, which both read the entry.
  window.addEventListener('popstate', adoptNext, { capture: true });
  adoptEntry(0);
  const router = createBrowserRouter([root], { window: createRouterWindow() });
  await whenInitialized(router);
  return router;
}

export function whenInitialized(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
