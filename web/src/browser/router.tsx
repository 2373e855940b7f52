import type { ReactElement } from 'react';
import {
  createBrowserRouter,
  Outlet,
  ScrollRestoration,
  type Location,
  type RouteObject,
} from 'react-router-dom';
import { getVisit, pageHistory, startVisit } from './back';

/** The window object for react-router, whose history has no entries of overlays. */
const createRouterWindow = () =>
  new Proxy(window, {
    get(target, name) {
      if (name === 'history') return pageHistory;
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
  startVisit();
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

/** The first page of every visit has the key 'default', so that visits would share its scroll position. */
const getScrollKey = ({ key }: Location) => (key === 'default' ? getVisit() : key);

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={getScrollKey} />
    </>
  );
}
