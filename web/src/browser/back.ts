import { useEffect, useEffectEvent } from 'react';
import { isInBrowser } from './is-in-browser';
import { randomKey } from './random-key';

/**
 * Lets Back close overlays. Each open overlay has its own history entry with the address of its page. This
 * module handles steps between such entries without notifying the router.
 *
 * The Navigation API cannot replace the entries: it cannot stop Back from the first page of a visit, which
 * leads to another document.
 *
 * All other code changes the history through `changeHistory` or `travel`. Both leave the overlays' entries
 * first, so that no such entry remains between the pages.
 */

type Overlay = { close: () => void };

/** Stored in the state of a history entry: the entry's page, and the number of overlays over that page. */
type Mark = { page: string; depth: number };

type Travel = {
  /** Whether other listeners of `popstate` receive the event. */
  isHeard: boolean;
  end: () => void;
};

/** After this time, the browser has dropped the step and no event will arrive. */
const travelMaxMs = 1000;

/**
 * The time that an overlay has to close after Back. An overlay that is still open then must stay open, so it
 * gets its entry again.
 */
const closingMs = 100;

/** The open overlays. The topmost is the last. */
const open: Overlay[] = [];
/** The mark of the current history entry. */
let here: Mark | null = readMark();
let travelling: Promise<void> | null = null;
let current: Travel | null = null;
/** The number of history changes that wait until the overlays' entries are left. */
let waiting = 0;
let isSyncDue = false;
let closing: ReturnType<typeof setTimeout> | undefined;
/** The number of overlay entries that Back has left and that are now ahead of the current one. */
let ahead = 0;

/**
 * Registers an open overlay. Back then calls `close`, as Escape does.
 *
 * @returns a function to call when the overlay has closed
 */
function holdBack(close: () => void): () => void {
  const overlay = { close };
  open.push(overlay);
  syncSoon();
  return () => {
    open.splice(open.indexOf(overlay), 1);
    syncSoon();
  };
}

/**
 * Runs `change`, which adds, replaces or leaves a history entry, once the page's own entry is current. If no
 * overlay has an entry, it runs immediately.
 */
export async function changeHistory(change: () => void): Promise<void> {
  if (travelling || getDepth() > 0) {
    waiting += 1;
    try {
      while (travelling || getDepth() > 0) {
        if (!travelling) void travel(-getDepth());
        // All waiting changes await the same promise, so they continue in the order in which they arrived.
        await travelling;
      }
    } finally {
      waiting -= 1;
    }
  }
  change();
  here = readMark();
  ahead = 0;
  syncSoon();
}

/** Calls `history.go(delta)` and resolves when the browser has arrived. */
export async function travel(delta: number, { isHeard = false } = {}): Promise<void> {
  while (travelling) await travelling;
  travelling = new Promise((resolve) => {
    const timer = setTimeout(() => {
      // The browser did not leave the overlay's entry, so this entry becomes the page's own.
      if (getDepth() > 0 && delta < 0) writeMark('replaceState', 0);
      end();
    }, travelMaxMs);
    function end(): void {
      clearTimeout(timer);
      current = null;
      travelling = null;
      resolve();
      syncSoon();
    }
    current = { isHeard, end };
  });
  history.go(delta);
  await travelling;
}

function readMark(): Mark | null {
  if (!isInBrowser) return null;
  return (history.state as { overlay?: Mark } | null)?.overlay ?? null;
}

const getDepth = (): number => readMark()?.depth ?? 0;

function writeMark(how: 'pushState' | 'replaceState', depth: number): void {
  here = { page: here?.page ?? randomKey(), depth };
  history[how]({ ...history.state, overlay: here }, '');
}

/** Deferred, so that an overlay that replaces another one leaves the history unchanged. */
function syncSoon(): void {
  if (isSyncDue) return;
  isSyncDue = true;
  queueMicrotask(() => {
    isSyncDue = false;
    if (open.length <= getDepth()) stopClosing();
    sync();
  });
}

/** Adds or leaves history entries until there is one for each overlay. */
function sync(): void {
  if (travelling || waiting > 0 || closing !== undefined) return;
  here = readMark();
  const depth = getDepth();
  const missing = open.length - depth;
  const isAhead = missing <= ahead;
  ahead = 0;
  if (missing < 0) return void travel(missing);
  if (missing === 0) return;
  if (isAhead) return void travel(missing);
  if (depth === 0) writeMark('replaceState', 0);
  for (let added = depth + 1; added <= open.length; added += 1) writeMark('pushState', added);
}

function onPop(event: PopStateEvent): void {
  const before = here;
  here = readMark();
  if (current) {
    if (!current.isHeard) event.stopImmediatePropagation();
    current.end();
    return;
  }
  const depth = getDepth();
  const isSamePage = before !== null && here?.page === before.page;
  if (isSamePage) event.stopImmediatePropagation();
  ahead = isSamePage ? Math.max(0, before.depth - depth) : 0;
  const left = isSamePage ? open.slice(depth) : open.slice();
  for (const overlay of left.toReversed()) overlay.close();
  stopClosing();
  closing = setTimeout(() => {
    closing = undefined;
    sync();
  }, closingMs);
  syncSoon();
}

function stopClosing(): void {
  clearTimeout(closing);
  closing = undefined;
}

// The capture phase runs before all other listeners, including the router's.
if (isInBrowser) window.addEventListener('popstate', onPop, { capture: true });
// After a reload at an overlay's entry, no overlay is open.
syncSoon();

/** While `isOpen`, Back calls `close`, like Escape, and does not navigate. */
export function useBack(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    return holdBack(() => onBack());
  }, [isOpen]);
}
