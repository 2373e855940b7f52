import { whenDatabaseIsBack } from '@sachet/db/connect';

/** How long a result waits for the database: failing would mean to call, and pay, the provider again. */
const withinMs = 2 * 60 * 1000;

/** Retries writes that follow a provider call until the database is reachable again. */
export const whenBack = <T>(work: () => Promise<T>): Promise<T> =>
  whenDatabaseIsBack(work, { withinMs });
