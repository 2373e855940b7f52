import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withChange } from '../../../browser/url';

/** The values that a filter may have. Any other value in the address does not filter. */
type Allowed<Name extends string> = { readonly [Each in Name]?: readonly string[] };

/** Attributes of the element that contains a page's filters. */
export const filterBar = { 'data-filters': '', tabIndex: -1 };

/** Focuses the filters, because the pressed button disappears. In a sheet, the dialog keeps the focus. */
export function focusFilters(): void {
  if (document.querySelector('[role=dialog]')) return;
  document.querySelector<HTMLElement>('[data-filters]')?.focus();
}

type ValueOf<Options> = Options extends readonly (infer Value)[] ? Value | '' : string;

/**
 * The filters of an admin page. They are part of the address, so they survive a reload and can be shared. An
 * empty filter is removed, and other parts of the address do not change.
 */
export function useFilters<Name extends string, const Options extends Allowed<Name>>(
  names: readonly Name[],
  options?: Options,
) {
  const [params, setParams] = useSearchParams();
  const shown = useRef(params);
  useLayoutEffect(() => {
    shown.current = params;
  });
  const read = (name: Name): string => {
    const value = params.get(name) ?? '';
    return options?.[name]?.includes(value) === false ? '' : value;
  };
  const filters = Object.fromEntries(names.map((name) => [name, read(name)]));

  function setFilters(change: Partial<Record<Name, string>>) {
    // A delayed call has older `params`, and while a sheet is open the browser's address is older.
    setParams(withChange(shown.current, change), {
      replace: true,
      preventScrollReset: true,
      // As a transition, a chosen option would be the previous one again until the rows are rendered.
      flushSync: true,
    });
  }

  return {
    filters: filters as { [Each in Name]: ValueOf<Options[Each]> },
    setFilters,
    isFiltered: names.some((name) => filters[name] !== ''),
    clear() {
      setFilters(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>);
      focusFilters();
    },
  };
}

export type Filters<Name extends string> = {
  filters: Readonly<Record<Name, string>>;
  setFilters: (change: Partial<Record<Name, string>>) => void;
  isFiltered: boolean;
  clear: () => void;
};
