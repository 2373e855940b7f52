import { useEffect } from 'react';

const siteTitle = 'Sachet';

/** What the tab and the history say while a page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${siteTitle}`;
    return () => {
      document.title = siteTitle;
    };
  }, [title]);
}
