import { useEffect } from 'react';

const siteTitle = 'Sachet';

/** Sets the title of the tab, and of its history entry, while a page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${siteTitle}`;
    return () => {
      document.title = siteTitle;
    };
  }, [title]);
}
