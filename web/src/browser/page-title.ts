import { useEffect } from 'react';

const siteTitle = 'Sachet';

/** The titles of the shown pages. The last one belongs to the page on top of the others. */
const shown: { title: string }[] = [];

function showLast(): void {
  const last = shown.at(-1);
  document.title = last ? `${last.title} · ${siteTitle}` : siteTitle;
}

/** Sets the title of the tab, and of its history entry, while a page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const page = { title };
    shown.push(page);
    showLast();
    return () => {
      shown.splice(shown.indexOf(page), 1);
      showLast();
    };
  }, [title]);
}
