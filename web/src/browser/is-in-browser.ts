/** False while the API renders a page (`prerender.tsx`). */
export const isInBrowser = typeof window !== 'undefined';

/** A media query; without a browser, one that never matches. */
export const watchMedia = (query: string): Pick<MediaQueryList, 'matches' | keyof EventTarget> =>
  isInBrowser ? matchMedia(query) : Object.assign(new EventTarget(), { matches: false });
