import { useSearchParams } from 'react-router-dom';
import { withChange } from '../../url';

/**
 * The filters of an admin page, which live in its address: they survive a reload and can be sent to
 * somebody. What is empty is not there; all else in the address stays.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));

  function setFilters(change: Partial<Record<Name, string>>) {
    // The address as it is now: what was changed a moment ago may not be rendered yet.
    const now = new URLSearchParams(window.location.search);
    setParams(withChange(now, change), { replace: true, preventScrollReset: true });
  }

  return {
    filters: filters as Record<Name, string>,
    setFilters,
    isNarrowed: names.some((name) => filters[name] !== ''),
    clear: () =>
      setFilters(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  };
}
