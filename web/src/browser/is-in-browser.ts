/** False while the API renders a page (`prerender.tsx`). */
export const isInBrowser = typeof window !== 'undefined';
