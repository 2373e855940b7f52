import { useSearchParams } from 'react-router-dom';
import { withChange } from '../../../browser/url';

/**
 * The filters of an admin page. They are part of the address, so they survive a reload and can be shared. An
 * empty filter is removed, and other parts of the address do not change.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));

  function setFilters(change: Partial<Record<Name, string>>) {
    // Reads the address itself, because the previous change may not be rendered yet.
    const now = new URLSearchParams(window.location.search);
    setParams(withChange(now, change), {
      replace: true,
      preventScrollReset: true,
      // As a transition, a chosen option would be the previous one again until the rows are rendered.
      flushSync: true,
    });
  }

  return {
    filters: filters as Record<Name, string>,
    setFilters,
    isFiltered: names.some((name) => filters[name] !== ''),
    clear: () =>
      setFilters(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  };
}
