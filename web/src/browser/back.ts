import { useEffect, useEffectEvent } from 'react';
import { getNextStep } from './back-step';
import { isInBrowser } from './is-in-browser';
import { randomKey } from './random-key';

/**
 * Lets Back close overlays. Each open overlay has its own history entry with the address of its page. The
 * router is not notified of steps between such entries, and changes pages only through `pageHistory`, which
 * first leaves them.
 *
 * The Navigation API cannot replace the entries: it cannot stop Back from the first page of a visit, which
 * leads to another document.
 */

/** Stored in the state of each history entry. */
type Mark = {
  /** Shared by all entries since the client was opened from elsewhere. */
  visit: string;
  /** The position of the page in its visit. The first is 0. */
  page: number;
  /** The number of overlays over the page. */
  depth: number;
};

/** After this time, the browser has dropped a step and no event will arrive. */
const arrivalMaxMs = 1000;

/** The open overlays. The topmost is the last. */
const overlays: { close: () => void }[] = [];
/** The changes of the page that wait until the page's own entry is current. */
const changes: { run: () => void; state?: unknown }[] = [];
/** The mark of the current history entry. */
let here: Mark = { visit: '', page: 0, depth: 0 };
/** The greatest depth for which the page has an entry: the current one, or one that Back has just left. */
let top = 0;
/** Set while the browser is on its way to another entry. */
let travel: ReturnType<typeof setTimeout> | null = null;

const readMark = () => (history.state as { mark?: Mark } | null)?.mark;

function writeMark(how: 'pushState' | 'replaceState', mark: Mark): void {
  here = mark;
  top = mark.depth;
  // The router compares `idx` to know how far a step went. A typed hash creates an entry without it.
  history[how]({ ...history.state, mark, idx: mark.page }, '');
}

/** Begins a visit, or continues it after a reload. */
export function startVisit(): void {
  const mark = readMark() ?? { visit: randomKey(), page: 0, depth: 0 };
  writeMark('replaceState', mark);
  settle();
}

/** Takes steps until each overlay has its entry, or until the browser must first arrive somewhere. */
function settle(): void {
  while (travel === null) {
    const entries = { depth: here.depth, top, open: overlays.length, changes: changes.length };
    const step = getNextStep(entries);
    if (step === 'none') {
      top = here.depth;
      return;
    }
    if (step === 'change') changes.shift()?.run();
    else if (step === 'add') writeMark('pushState', { ...here, depth: here.depth + 1 });
    else go(step.go);
  }
}

/** Calls `history.go`. The next step waits until the browser has arrived. */
function go(delta: number): void {
  travel = setTimeout(() => {
    travel = null;
    // An entry that the browser does not leave becomes the page's own. An entry that it does not reach no
    // longer exists.
    writeMark('replaceState', { ...here, depth: delta < 0 ? 0 : here.depth });
    settle();
  }, arrivalMaxMs);
  history.go(delta);
}

function onPop(event: PopStateEvent): void {
  const before = here;
  const isOwnStep = travel !== null;
  if (travel !== null) clearTimeout(travel);
  travel = null;
  const mark = readMark();
  // A change of the hash in the address bar has created an entry without a mark.
  if (mark) here = mark;
  else writeMark('replaceState', { ...before, page: before.page + 1, depth: 0 });
  const isSamePage = here.visit === before.visit && here.page === before.page;
  if (isSamePage) event.stopImmediatePropagation();
  else top = here.depth;
  if (!isOwnStep)
    for (const { close } of overlays.slice(isSamePage ? here.depth : 0).toReversed()) close();
  settleSoon();
}

/** Deferred, so that an overlay that replaces another one, or that Back closes, needs no step. */
const settleSoon = () => queueMicrotask(settle);

// The capture phase runs before all other listeners, including the router's.
if (isInBrowser) window.addEventListener('popstate', onPop, { capture: true });

/**
 * Runs `run` once the page's own entry is current. `state` is that entry's state after it.
 * @internal exported for the mounting of tests
 */
export function changePage(run: () => void, state?: unknown): void {
  changes.push({ run, state });
  settle();
}

const write =
  (how: 'pushState' | 'replaceState') =>
  (state: object | null, _: string, url?: string): void =>
    changePage(() => {
      here = { ...here, page: here.page + (how === 'pushState' ? 1 : 0) };
      top = 0;
      history[how]({ ...state, mark: here }, '', url);
    }, state);

/** The browser's history without the entries of overlays. */
export const pageHistory = {
  get state(): unknown {
    return changes.findLast(({ state }) => state !== undefined)?.state ?? history.state;
  },
  pushState: write('pushState'),
  replaceState: write('replaceState'),
  go: (delta: number) => changePage(() => go(delta)),
};

/** Whether Back would leave the client. */
export const isFirstPage = () => here.page === 0 && changes.length === 0;

/** Returns a key of the current visit, which a reload keeps. */
export const getVisit = () => here.visit;

/** While `isOpen`, Back calls `close`, like Escape, and does not navigate. */
export function useBack(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const overlay = { close: () => onBack() };
    overlays.push(overlay);
    settleSoon();
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      settleSoon();
    };
  }, [isOpen]);
}
