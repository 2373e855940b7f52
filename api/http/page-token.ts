/**
 * A page token contains where the next page begins, and a digest of the list and its filter. It is readable,
 * but not part of the contract.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '@sachet/shared/text/parse-json';
import { Refusal } from './refusal.ts';

/** The place after a row with a number, for lists in the order of these numbers. */
export const AfterNumber = z.int().min(1);

/** The place after a row with a text as its id. Postgres has no text with a null character. */
export const AfterId = z
  .string()
  .min(1)
  .max(128)
  .refine((id) => !id.includes('\0'));

export interface PageTokens<Place> {
  /**
   * Returns null for the first page. Throws `invalid` for a malformed token, or a token of another list or
   * filter.
   */
  read(token: string | undefined, filter: object): Place | null;
  /** Returns null if there is no next page. */
  write(place: Place | null, filter: object): string | null;
}

/**
 * @param list The list's name. Tokens of other lists are refused.
 * @param field The field of the query that has the token.
 */
export function pageTokens<Place>(
  list: string,
  schema: z.ZodType<Place>,
  field = 'after',
): PageTokens<Place> {
  const Token = z.tuple([schema, z.string()]);
  const toDigest = (filter: object): string =>
    createHash('sha256')
      .update(JSON.stringify([list, filter]))
      .digest('base64url')
      .slice(0, 12);
  return {
    read(token, filter) {
      if (!token) return null;
      const parsed = Token.safeParse(parseJson(Buffer.from(token, 'base64url').toString()));
      if (!parsed.success || parsed.data[1] !== toDigest(filter)) {
        throw new Refusal('invalid', 'This list has changed. Reload it.', { field });
      }
      return parsed.data[0];
    },
    write: (place, filter) =>
      place === null
        ? null
        : Buffer.from(JSON.stringify([place, toDigest(filter)])).toString('base64url'),
  };
}

/**
 * Splits rows that were read with one more than the page has, which shows whether a page follows. `last` is
 * the page's last row if one does.
 */
export function splitPage<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly page: Row[]; readonly last: Row | null } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1)! : null };
}
