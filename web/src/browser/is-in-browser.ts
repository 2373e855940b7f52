/** False where the API renders a page (`prerender.tsx`). */
export const isInBrowser = typeof window !== 'undefined';

/** A media query; where there is no browser, one that never matches. */
export const watchMedia = (query: string): Pick<MediaQueryList, 'matches' | keyof EventTarget> =>
  isInBrowser ? matchMedia(query) : Object.assign(new EventTarget(), { matches: false });
