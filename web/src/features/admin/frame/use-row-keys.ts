import { type RefObject, useEffect } from 'react';

/** Marks the field that `/` focuses: `SearchField`. */
export const searchMark = 'data-admin-search';

/** Letters have another use in these elements, so they are not shortcuts there. */
const busyPlaces = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]';

/**
 * Moves through the table's rows with j and k, and focuses the page's search with `/`. Enter follows the
 * focused link or opens the row; Escape closes the row.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { activeElement } = document;
      if (activeElement?.closest(busyPlaces) || document.querySelector('[role=dialog]')) return;
      if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>(`[${searchMark}]`);
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
      if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1);
      if (event.key === 'Escape') close();
    }

    /** Closes the open row that has the focus, also in its details, which are the next row of the table. */
    function close() {
      if (!table.current?.contains(document.activeElement)) return;
      const row = document.activeElement?.closest('tbody > tr');
      const places = [row, row?.previousElementSibling];
      const button = places
        .map((each) =>
          each?.querySelector<HTMLElement>(':scope > td > [data-row][aria-expanded=true]'),
        )
        .find(Boolean);
      button?.focus();
      button?.click();
    }

    function step(by: 1 | -1) {
      const rows = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row === document.activeElement);
      const next = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
      rows[next]?.focus();
    }

    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [table]);
}
