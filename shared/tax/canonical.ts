/** Canonical JSON: keys in the order of their code units, no spaces, whole numbers only (RFC 8785 for these). */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** @throws {TypeError} for a number that is not a safe integer, and for a value that is not JSON. */
export function toCanonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.toWellFormed());
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number`);
      return String(value + 0);
    case 'object': {
      if (value === null) return 'null';
      const entries = Object.entries(value as Readonly<Record<string, Json>>).toSorted(
        ([a], [b]) => (a < b ? -1 : 1),
      );
      return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${toCanonicalJson(each)}`).join(',')}}`;
    }
    default:
      throw new TypeError(`${typeof value} is not JSON`);
  }
}
