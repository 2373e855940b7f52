// Functions that journeys run inside the page. Each is self-contained because it is sent as text.

/** A function that the test provides. */
declare function reportViolation(words: string): void;

export const focusIsIn = (selector: string) => Boolean(document.activeElement?.closest(selector));

export const isFocused = (element: Element) => element === document.activeElement;

export function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
}

/** The picture's own width, once it is decoded. */
export async function decodedWidth(picture: Element): Promise<number> {
  if (!(picture instanceof HTMLImageElement)) throw new Error('That is not a picture.');
  await picture.decode();
  return picture.naturalWidth;
}

/** Opens a file like a viewer: the browser decodes it completely or refuses it. */
export async function measureFile(base64: string): Promise<{ width: number; height: number }> {
  const file = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
  const { width, height } = await createImageBitmap(file);
  return { width, height };
}

/** Counts every tap and click on all pages of this tab. */
export function countTaps(): void {
  document.addEventListener(
    'pointerdown',
    () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1)),
    { capture: true },
  );
}

export const readTaps = () => Number(sessionStorage.getItem('taps') ?? 0);

/** The number of history entries of open overlays. */
export const readOverlays = (): number =>
  (history.state as { mark?: { depth: number } } | null)?.mark?.depth ?? 0;

export function countReload(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload') return;
  sessionStorage.setItem('reloads', String(Number(sessionStorage.getItem('reloads')) + 1));
}

export const reloadsSoFar = () => Number(sessionStorage.getItem('reloads'));

/** The texts that the tab would restore after a reload. */
export const storedDrafts = () => JSON.stringify({ ...sessionStorage });

/** Opens an address of the client like a link, without a load of the page and without a press. */
export function goInPage(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

declare global {
  var sachetShift: { sum: number; moved: string[] };
  var requestsInFlight: number;
}

/** Adds up what moves on the page without an input of the user. */
export function recordLayoutShift(): void {
  globalThis.sachetShift = { sum: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue;
      globalThis.sachetShift.sum += value;
      const names = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element?.outerHTML.slice(0, 90) ?? 'a removed element';
        return `${previousRect.top} -> ${currentRect.top}: ${name}`;
      });
      globalThis.sachetShift.moved.push(`${value.toFixed(3)} ${names.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export const readLayoutShift = (): typeof globalThis.sachetShift => globalThis.sachetShift;

/**
 * Delays each request to the API, in milliseconds, and counts those in flight. A route of Playwright would turn
 * off the browser's cache.
 */
export function delayApi(delayMs: number): void {
  const { fetch } = globalThis;
  globalThis.requestsInFlight = 0;
  globalThis.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
    // The stream of events never ends.
    if (!path.startsWith('/api/') || path === '/api/events') return fetch(input, init);
    globalThis.requestsInFlight += 1;
    try {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return await fetch(input, init);
    } finally {
      globalThis.requestsInFlight -= 1;
    }
  };
}

/** Resolves when no request is in flight and the page's elements have not changed for this time, in milliseconds. */
export function waitUntilUnchanged(quietMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      if (globalThis.requestsInFlight > 0) return begin();
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(end, quietMs);
    const begin = () => {
      clearTimeout(timer);
      timer = setTimeout(end, quietMs);
    };
    const observer = new MutationObserver(begin);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
