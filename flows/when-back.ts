import { whenDatabaseIsBack } from '@sachet/db/connect';

/** How long a result waits for the database: to fail would be to ask, and pay, the provider again. */
const withinMs = 2 * 60 * 1000;

/** For what is written after a provider was asked. */
export const whenBack = <T>(work: () => Promise<T>): Promise<T> =>
  whenDatabaseIsBack(work, { withinMs });
