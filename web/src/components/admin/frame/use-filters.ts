import { useSearchParams } from 'react-router';

/**
 * The filters of an admin page, which live in its address: they survive a reload and can be sent to
 * somebody. What is empty is not there; all else in the address stays.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));

  function setFilters(change: Partial<Record<Name, string>>) {
    setParams((before) => withChange(before, change), { replace: true, preventScrollReset: true });
  }

  return {
    filters: filters as Record<Name, string>,
    setFilters,
    isNarrowed: names.some((name) => filters[name] !== ''),
    clear: () =>
      setFilters(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  };
}

export function withChange(
  params: URLSearchParams,
  change: Partial<Record<string, string>>,
): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
}
