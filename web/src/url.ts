export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** `path` with the parts of `query` that are neither undefined nor empty. */
export function toUrl(path: string, query: Query): string {
  const params = withChange(new URLSearchParams(), query);
  return params.size === 0 ? path : `${path}?${params}`;
}

/** A copy of `params` with `change` applied: empty values are removed, the rest stays. */
export function withChange(params: URLSearchParams, change: Query): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '') changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}
