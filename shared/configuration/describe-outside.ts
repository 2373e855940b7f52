import { isServerAway } from '../away.ts';

/** Postgres: a refused login (28), and a database that does not exist. */
const refusedLogin = /^(28...|3D000)$/;
/** Postgres: a table or column that does not exist. */
const otherSchema = /^42(P01|703)$/;

/**
 * A sentence for an error of a tool whose cause is outside of Sachet, such as a wrong password or a full disk.
 * Undefined for another error, whose stack is needed.
 */
export function describeOutside(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message, code = '', path } = error as Error & { code?: string; path?: string };
  if (refusedLogin.test(code))
    return `The database refuses the connection: ${message}. Check DATABASE_OWNER_URL.`;
  if (otherSchema.test(code)) {
    return 'The database is not migrated, or another version of Sachet made it: run `doctor`.';
  }
  if (isServerAway(error)) {
    return `A server cannot be reached: ${message || code}. Check its address, and that it runs.`;
  }
  return path === undefined ? undefined : `${path} cannot be used: ${message}`;
}
