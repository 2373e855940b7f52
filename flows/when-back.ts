import { whenDatabaseIsBack } from '@sachet/db/connect';
import { minuteMs } from '@sachet/shared/time';

/**
 * How long a result waits for the database. If the result were lost, the provider would be called, and paid,
 * again.
 */
const withinMs = 2 * minuteMs;

/** Retries writes that follow a provider call until the database is reachable again. */
export const whenBack = <T>(work: () => Promise<T>): Promise<T> =>
  whenDatabaseIsBack(work, { withinMs });
