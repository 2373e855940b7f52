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
  /** The step back after a blocked one, which is nobody's wish; and the one that was then allowed. */
  let ignoredPops = 0;
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

  async function show(next: Visit, setAddress: () => void): Promise<void> {
    latest += 1;
    const turn = latest;
    if (!elements.has(next.page)) {
      try {
        elements.set(next.page, await next.page.load());
      } catch (error) {
        next.shown = { error };
      }
      if (turn !== latest) return;
    }
    // Not when the first page comes: that is where it was scrolled to before a reload.
    if (next.location.key !== visit.location.key) positions[visit.location.key] = scrollY;
    setAddress();
    visit = { ...next, shown: next.shown ?? { element: elements.get(next.page)! } };
    for (const listener of listeners) listener();
  }

  function isHeld(next: Visit, goOn: () => void): boolean {
    if (!blocker?.blocks(visit.location, next.location)) return false;
    blocker.hold(goOn);
    return true;
  }

  const navigate: Navigate = async (to, going = {}) => {
    if (typeof to === 'number') return history.go(to);
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

  function onPop(): void {
    if (ignoredPops > 0) {
      ignoredPops -= 1;
      return;
    }
    const next = toVisit(history.state, location, visit.index + 1);
    const delta = next.index - visit.index;
    const stepAgain = () => {
      isPassing = true;
      history.go(delta);
    };
    if (!isPassing && delta !== 0 && isHeld(next, stepAgain)) {
      ignoredPops += 1;
      return history.go(-delta);
    }
    isPassing = false;
    // An anchor of the document itself made an entry that is not ours yet.
    void show(next, () => history.replaceState(toEntry(next), ''));
  }

  function keepPositions(): void {
    positions[visit.location.key] = scrollY;
    tabStorage.write(scrollKey, JSON.stringify(positions));
  }

  history.scrollRestoration = 'manual';
  history.replaceState(toEntry(visit), '');
  window.addEventListener('popstate', onPop);
  window.addEventListener('pagehide', keepPositions);
  const first = visit;
  const ready = show(first, () => undefined);

  return {
    /** When the first page can be shown. */
    ready,
    navigate,
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
    <Boundary visit={visit} instead={failed} onError={onError}>
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
  /** Another one is another try. */
  visit?: unknown;
  instead: ReactNode;
  onError?: (error: unknown) => void;
  children: ReactNode;
};
type BoundaryState = { broken: boolean; visit: unknown };

/** What breaks inside leaves the rest of the window alone. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { broken: false, visit: this.props.visit };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  static getDerivedStateFromProps({ visit }: BoundaryProps, state: BoundaryState) {
    return visit === state.visit ? null : { broken: false, visit };
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
