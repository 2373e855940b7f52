import { createHash } from 'node:crypto';

/** A user's id for a provider's own records of abuse: the same each time, and not the id itself. */
export const toUserDigest = (uid: string): string =>
  createHash('sha256').update(`sachet:${uid}`).digest('hex');
