import { isServerAway } from '@sachet/shared/away';

/** The queue did not answer in time, or is known to be away. */
export class QueueAway extends Error {
  constructor() {
    super('the queue does not answer');
  }
}

/** Messages of ioredis errors without a code. */
const redisMessage = /^(Connection is closed|Stream isn't writeable|All sentinels are unreachable)/;

/** Answers of a Redis that starts, or that is the master no longer. */
const redisAnswer = /^(READONLY|UNBLOCKED|LOADING|MASTERDOWN) /;

/** Whether our own error, or an error of BullMQ or its clients, means that the queue was unreachable. */
export function isQueueAway(error: unknown): boolean {
  if (error instanceof QueueAway || isServerAway(error)) return true;
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'MaxRetriesPerRequestError' ||
    [redisMessage, redisAnswer].some((known) => known.test(error.message))
  );
}
