import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../../../ui/classes';

/**
 * A list whose rows may be removed by an action. If the removed row had the focus, the focus moves to the row that
 * takes its place, or to the list if it is empty.
 */
export function KeptFocus({ className, children }: { className?: string; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => (list.current ? keepFocus(list.current) : undefined), []);
  return (
    <div ref={list} tabIndex={-1} className={classes('focus:outline-none', className)}>
      {children}
    </div>
  );
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Rows that j and k reach, otherwise the rows of a table, otherwise the items of a list. */
function findRows(list: HTMLElement): HTMLElement[] {
  for (const rows of ['[data-row]', 'tbody > tr', 'li:not(li li)']) {
    const found = [...list.querySelectorAll<HTMLElement>(rows)];
    if (found.length > 0) return found;
  }
  return [];
}

function keepFocus(list: HTMLElement) {
  let last: { element: Node; at: number } | null = null;

  function remember({ target }: FocusEvent) {
    if (!(target instanceof Node) || target === list) return;
    const isAfter = (row: Element) => {
      const whole = row.closest('tr, li') ?? row;
      const { DOCUMENT_POSITION_PRECEDING: before } = Node;
      return !whole.contains(target) && (whole.compareDocumentPosition(target) & before) !== 0;
    };
    const at = findRows(list).findIndex(isAfter);
    last = { element: target, at: at === -1 ? Infinity : Math.max(0, at - 1) };
  }

  function restore() {
    if (!last || last.element.isConnected || document.activeElement !== document.body) return;
    const rows = findRows(list);
    const row = rows[Math.min(last.at, rows.length - 1)];
    const next = row?.matches(focusable) ? row : row?.querySelector<HTMLElement>(focusable);
    last = null;
    (next ?? list).focus();
  }

  const observer = new MutationObserver(restore);
  observer.observe(list, { childList: true, subtree: true });
  // A dialog may be open while the row is removed. It is a child of the body.
  observer.observe(document.body, { childList: true });
  list.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', remember);
  };
}
