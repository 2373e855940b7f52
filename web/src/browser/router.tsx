/**
 * Which page the address asks for, and going from one to another without loading the document again.
 * Every page has a fixed path; its code is fetched before it takes the place of the one before.
 */
import {
  Component,
  createContext,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type AnchorHTMLAttributes,
  type ComponentType,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { changeHistory, travel } from './back';
import { trimEndOf } from '@sachet/shared/trim-end-of';
import { randomKey } from './random-key';
import { tabStorage } from './storage';

/** Of a history entry: only for this tab, it survives a reload. */
type EntryState = Readonly<Record<string, unknown>> | null;

export type Location = {
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  /** With its `#`, or empty. */
  hash: string;
  state: EntryState;
  /** Of the history entry. */
  key: string;
};

/** A path, or what changes of the address of the moment: `?mode=image`. */
export type To = string;

type Going = {
  /** In place of the entry of the moment. */
  replace?: boolean;
  state?: EntryState;
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean;
};

export type Page = {
  /** Its address; `*` is for all that no other page has. */
  path: string;
  load: () => Promise<ReactElement>;
  /** What it stands in, the outermost first. A frame that two pages share stays as it is between them. */
  frames?: readonly ComponentType<{ children: ReactNode }>[];
};

type Visit = {
  location: Location;
  /** Of the history entry, by which going back is told from going on. */
  index: number;
  page: Page;
  keepsScroll: boolean;
  /** Not yet there while the first page is on its way. */
  shown?: { element: ReactElement } | { error: unknown };
};

type Blocker = {
  blocks: (from: Location, to: Location) => boolean;
  /** Somebody wants to leave: `goOn` lets them. */
  hold: (goOn: () => void) => void;
};

export type Navigate = (to: To | number, going?: Going) => Promise<void>;

export type Router = ReturnType<typeof createRouter>;

const scrollKey = 'sachet.scroll';

export function createRouter(pages: readonly Page[]) {
  const elements = new Map<Page, ReactElement>();
  const positions = readPositions();
  const listeners = new Set<() => void>();
  let blocker: Blocker | null = null;
  let visit = toVisit(history.state, location, 0);
  /** The newest way somewhere; an older one whose code comes late leads nowhere. */
  let latest = 0;
  /** The step that was blocked is taken again, and allowed. */
  let isPassing = false;

  function find(pathname: string): Page {
    const path = trimEndOf(pathname.toLowerCase(), '/') || '/';
    const page = pages.find((each) => each.path === path || each.path === '*');
    if (!page) throw new Error(`There is no page ${pathname}`);
    return page;
  }

  function toVisit(entry: unknown, url: URL | typeof location, index: number): Visit {
    const { pathname, search, hash } = url;
    const known = (entry ?? {}) as { key?: string; index?: number; state?: EntryState };
    const { key = randomKey(), state = null } = known;
    return {
      location: { pathname, search, hash, state, key },
      index: known.index ?? index,
      page: find(pathname),
      keepsScroll: false,
    };
  }

  const toEntry = ({ location: { key, state }, index }: Visit) => ({ key, state, index });

  async function show(next: Visit, setAddress: () => unknown): Promise<void> {
    latest += 1;
    const turn = latest;
    if (!elements.has(next.page)) {
      try {
        elements.set(next.page, await next.page.load());
      } catch (error) {
        next.shown = { error };
      }
    }
    await changeHistory(() => {
      if (turn !== latest) return;
      // Not when the first page comes: that is where it was scrolled to before a reload.
      if (next.location.key !== visit.location.key) positions[visit.location.key] = scrollY;
      setAddress();
      visit = { ...next, shown: next.shown ?? { element: elements.get(next.page)! } };
      for (const listener of listeners) listener();
    });
  }

  function isHeld(next: Visit, goOn: () => void): boolean {
    if (!blocker?.blocks(visit.location, next.location)) return false;
    blocker.hold(goOn);
    return true;
  }

  const navigate: Navigate = async (to, going = {}) => {
    if (typeof to === 'number') return go(to);
    const { replace = false, state = null, preventScrollReset = false } = going;
    const url = new URL(to, location.href);
    const next = toVisit({ state }, url, visit.index + (replace ? 0 : 1));
    next.keepsScroll = preventScrollReset;
    const goOn = () =>
      show(next, () =>
        history[replace ? 'replaceState' : 'pushState'](toEntry(next), '', url.href),
      );
    if (!isHeld(next, () => void goOn())) await goOn();
  };

  /** Does nothing if the current entry is not the client's first. */
  function insertBefore(to: To, state: EntryState): void {
    void changeHistory(() => {
      if (visit.index > 0) return;
      const { href } = window.location;
      const url = new URL(to, href);
      history.replaceState(toEntry(toVisit(null, url, 0)), '', url.href);
      const location = { ...visit.location, state: { ...visit.location.state, ...state } };
      visit = { ...visit, location, index: 1, keepsScroll: true };
      history.pushState(toEntry(visit), '', href);
      for (const listener of listeners) listener();
    });
  }

  async function go(delta: number): Promise<void> {
    await changeHistory(() => void travel(delta, { isHeard: true }));
  }

  function onPop(): void {
    const next = toVisit(history.state, location, visit.index + 1);
    const delta = next.index - visit.index;
    const stepAgain = () => {
      isPassing = true;
      void go(delta);
    };
    if (!isPassing && delta !== 0 && isHeld(next, stepAgain)) {
      return void travel(-delta);
    }
    isPassing = false;
    const isOurs = next.location.key === (history.state as { key?: string } | null)?.key;
    // An anchor of the document itself made an entry that is not ours yet.
    void show(next, () => isOurs || history.replaceState(toEntry(next), ''));
  }

  function keepPositions(): void {
    positions[visit.location.key] = scrollY;
    tabStorage.write(scrollKey, JSON.stringify(positions));
  }

  history.scrollRestoration = 'manual';
  history.replaceState({ ...history.state, ...toEntry(visit) }, '');
  window.addEventListener('popstate', onPop);
  window.addEventListener('pagehide', keepPositions);
  const first = visit;
  const ready = show(first, () => undefined);

  return {
    /** When the first page can be shown. */
    ready,
    navigate,
    insertBefore,
    getVisit: () => visit,
    getPosition: (key: string): number | undefined => positions[key],
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** One at a time. */
    block(next: Blocker) {
      blocker = next;
      return () => {
        if (blocker === next) blocker = null;
      };
    },
    dispose() {
      latest += 1;
      window.removeEventListener('popstate', onPop);
      window.removeEventListener('pagehide', keepPositions);
    },
  };
}

function readPositions(): Record<string, number> {
  try {
    return (JSON.parse(tabStorage.read(scrollKey) ?? '{}') ?? {}) as Record<string, number>;
  } catch {
    return {};
  }
}

const RouterContext = createContext<Router | null>(null);
const LocationContext = createContext<Location | null>(null);

function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('There is no RouterProvider');
  return router;
}

type Settings = {
  router: Router;
  /** While the first page is on its way. */
  coming?: ReactNode;
  /** In the page's place where it could not be shown. */
  failed?: ReactNode;
  onError?: (error: unknown) => void;
};

export function RouterProvider({ router, coming, failed, onError }: Settings) {
  const [visit, setVisit] = useState(router.getVisit);

  useLayoutEffect(() => {
    const read = () => startTransition(() => setVisit(router.getVisit()));
    const stop = router.subscribe(read);
    read();
    return stop;
  }, [router]);

  useLayoutEffect(() => {
    const position = router.getPosition(visit.location.key);
    const anchor = visit.location.hash && document.getElementById(getAnchor(visit.location));
    if (position !== undefined) scrollTo(0, position);
    else if (anchor) anchor.scrollIntoView();
    else if (!visit.keepsScroll) scrollTo(0, 0);
  }, [router, visit]);

  const page = (
    <Boundary retryOn={visit} instead={failed} onError={onError}>
      <Shown visit={visit} coming={coming} />
    </Boundary>
  );
  return (
    <RouterContext value={router}>
      <LocationContext value={visit.location}>
        {(visit.page.frames ?? []).reduceRight<ReactNode>(
          (inner, Frame) => (
            <Frame>{inner}</Frame>
          ),
          page,
        )}
      </LocationContext>
    </RouterContext>
  );
}

function getAnchor({ hash }: Location): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

function Shown({ visit: { shown }, coming }: { visit: Visit; coming: ReactNode }) {
  if (!shown) return coming;
  if ('error' in shown) throw shown.error;
  return shown.element;
}

type BoundaryProps = {
  /** Its children are rendered again when this changes. */
  retryOn?: unknown;
  instead: ReactNode;
  onError?: (error: unknown) => void;
  children: ReactNode;
};
type BoundaryState = { broken: boolean; retryOn: unknown };

/** What breaks inside leaves the rest of the window alone. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { broken: false, retryOn: this.props.retryOn };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  static getDerivedStateFromProps({ retryOn }: BoundaryProps, state: BoundaryState) {
    return retryOn === state.retryOn ? null : { broken: false, retryOn };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}

export function useLocation(): Location {
  const location = useContext(LocationContext);
  if (!location) throw new Error('There is no RouterProvider');
  return location;
}

export const useNavigate = (): Navigate => useRouter().navigate;

/**
 * While `isNeeded`, the first entry has `to` before it: Back then closes what the address opens, rather than
 * leave the client. `state` is what the entry above has when it is reached from there.
 */
export function useEntryBefore(isNeeded: boolean, to: To, state: EntryState): void {
  const router = useRouter();
  const insert = useEffectEvent(() => router.insertBefore(to, state));
  useEffect(() => {
    if (isNeeded) insert();
  }, [isNeeded]);
}

type Change = URLSearchParams | ((now: URLSearchParams) => URLSearchParams);

export function useSearchParams() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = (change: Change, going?: Going) =>
    void navigate(`?${typeof change === 'function' ? change(params) : change}`, going);
  return [params, setParams] as const;
}

/** Goes there as soon as it is shown. */
export function Navigate({ to, ...going }: { to: To } & Going) {
  const navigate = useNavigate();
  const { replace, state, preventScrollReset } = going;
  useEffect(() => {
    void navigate(to, { replace, state, preventScrollReset });
  }, [navigate, to, replace, state, preventScrollReset]);
  return null;
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Going & { to: To; ref?: Ref<HTMLAnchorElement> };

export function Link({ to, replace, state, preventScrollReset, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const { href } = new URL(to, `${origin}${pathname}${search}`);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { altKey, button, ctrlKey, defaultPrevented, metaKey, shiftKey } = event;
    const isElsewhere = rest.target !== undefined && rest.target !== '_self';
    if (defaultPrevented || button !== 0 || isElsewhere) return;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    const isHere = href === `${origin}${pathname}${search}${hash}`;
    void navigate(href, { replace: replace ?? isHere, state, preventScrollReset });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- it comes with the rest
    <a {...rest} href={href.slice(origin.length)} onClick={follow} />
  );
}

/**
 * Holds whoever goes to another page while `blocks` says so: null, or how the person goes on and how
 * they stay.
 */
export function useBlocker(blocks: Blocker['blocks']): { proceed(): void; reset(): void } | null {
  const router = useRouter();
  const [held, setHeld] = useState<{ goOn: () => void } | null>(null);
  const latest = useRef(blocks);
  useEffect(() => {
    latest.current = blocks;
  });
  useEffect(
    () =>
      router.block({
        blocks: (from, to) => latest.current(from, to),
        hold: (goOn) => setHeld({ goOn }),
      }),
    [router],
  );
  if (!held) return null;
  return {
    proceed() {
      setHeld(null);
      held.goOn();
    },
    reset: () => setHeld(null),
  };
}
