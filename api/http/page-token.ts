/**
 * Page tokens contain the last user of a page and the filter. They are readable, but not part of the
 * contract.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { UserCursor, UserFilter } from '@sachet/db/admin/users';
import { parseJson } from '@sachet/shared/text/parse-json';
import { Refusal } from './refusal.ts';

const version = 1;

const Token = z.tuple([
  z.literal(version),
  z.int().min(0),
  z
    .string()
    .min(1)
    .max(128)
    .refine((uid) => !uid.includes('\0')),
  z.string(),
]);

const toFilterDigest = ({ q, account, status }: UserFilter): string =>
  createHash('sha256')
    .update(JSON.stringify([q, account ?? '', status ?? '']))
    .digest('base64url')
    .slice(0, 12);

export function toPageToken({ createdAtUs, uid }: UserCursor, filter: UserFilter): string {
  const token: z.infer<typeof Token> = [version, createdAtUs, uid, toFilterDigest(filter)];
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Throws `invalid` for a malformed token, or a token of another search. */
export function parsePageToken(pageToken: string, filter: UserFilter): UserCursor {
  const token = Token.safeParse(parseJson(Buffer.from(pageToken, 'base64url').toString()));
  if (!token.success || token.data[3] !== toFilterDigest(filter)) {
    throw new Refusal('invalid', 'This list has changed. Reload it.', {
      field: 'pageToken',
    });
  }
  const [, createdAtUs, uid] = token.data;
  return { createdAtUs, uid };
}
