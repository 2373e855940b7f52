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
  (history.state as { overlay?: { depth: number } } | null)?.overlay?.depth ?? 0;

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
