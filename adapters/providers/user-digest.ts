import { createHash } from 'node:crypto';

/**
 * A stable pseudonym of a user for a provider's own records of abuse, which does not reveal the user's id.
 */
export const toUserDigest = (uid: string): string =>
  createHash('sha256').update(`sachet:${uid}`).digest('hex');
