export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** `path` with those of `query` that are there; an empty text is not. */
export function toUrl(path: string, query: Query): string {
  const params = withChange(new URLSearchParams(), query);
  return params.size === 0 ? path : `${path}?${params}`;
}

/** A copy of `params` with `change` made to it: what is empty there goes, all else stays. */
export function withChange(params: URLSearchParams, change: Query): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === null || value === '') changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}
