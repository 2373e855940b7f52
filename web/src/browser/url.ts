export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** Returns `path` with all parts of `query` that have a value. */
export function toUrl(path: string, query: Query): string {
  const params = withChange(new URLSearchParams(), query);
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Returns a copy of `params` with `change` applied. Empty values are removed, and other parameters stay. */
export function withChange(params: URLSearchParams, change: Query): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '') changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}
