import { useEffect, useEffectEvent } from 'react';
import { randomKey } from './random-key';

/**
 * Back closes what lies over the page. Each overlay that is open has its own history entry, with the
 * address of its page; a step between such entries stays here, and the router does not hear of it.
 *
 * All other code changes the history through `changeHistory` or `travel`, which leave the overlays' entries
 * first, so that none stays behind among the pages.
 */

type Overlay = { close: () => void };

/** In the state of a history entry: which page it belongs to, and how many overlays lie over that page. */
type Mark = { page: string; depth: number };

type Travel = {
  /** Whether listeners of `popstate` other than ours hear of it. */
  isHeard: boolean;
  end: () => void;
};

/** A browser may drop a step, and then no event comes. */
const travelMaxMs = 1000;

/**
 * How long after Back an overlay may take to close. One that is still open then has to stay open, and gets
 * its entry again.
 */
const closingMs = 100;

/** Those that are open, the one on top last. */
const open: Overlay[] = [];
/** The mark of the entry that the browser is at. */
let here: Mark | null = readMark();
let travelling: Promise<void> | null = null;
let current: Travel | null = null;
/** Changes of the history that wait for the overlays' entries to be left. */
let waiting = 0;
let isSyncDue = false;
let closing: ReturnType<typeof setTimeout> | undefined;
/** Entries of overlays ahead of the browser, after Back. */
let ahead = 0;

/**
 * Opens an overlay: Back calls `close`, which does what Escape does.
 *
 * @returns a function to call when it has closed
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
 * Runs `change`, which adds, replaces or leaves an entry of the history, at the entry of the page itself:
 * immediately where no overlay has one.
 */
export async function changeHistory(change: () => void): Promise<void> {
  if (travelling || getDepth() > 0) {
    waiting += 1;
    try {
      while (travelling || getDepth() > 0) {
        if (!travelling) void travel(-getDepth());
        // All that wait await the same promise: they go on in the order in which they came.
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

/** `history.go(delta)`; resolves when the browser is there. */
export async function travel(delta: number, { isHeard = false } = {}): Promise<void> {
  while (travelling) await travelling;
  travelling = new Promise((resolve) => {
    const timer = setTimeout(() => {
      // The entry that could not be left is the page's own from now on.
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
  return (history.state as { overlay?: Mark } | null)?.overlay ?? null;
}

const getDepth = (): number => readMark()?.depth ?? 0;

function writeMark(how: 'pushState' | 'replaceState', depth: number): void {
  here = { page: here?.page ?? randomKey(), depth };
  history[how]({ ...history.state, overlay: here }, '');
}

/** Overlays that open and close together, as one that takes the place of another, change nothing. */
function syncSoon(): void {
  if (isSyncDue) return;
  isSyncDue = true;
  queueMicrotask(() => {
    isSyncDue = false;
    if (open.length <= getDepth()) stopClosing();
    sync();
  });
}

/** As many entries as there are overlays. */
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

// In the capture phase it comes before every other listener, the router's among them.
window.addEventListener('popstate', onPop, { capture: true });
// A page that was loaded again at the entry of an overlay has none.
syncSoon();

/** While `isOpen`, Back closes this by `close`, as Escape does, and leads nowhere. */
export function useBack(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    return holdBack(() => onBack());
  }, [isOpen]);
}
