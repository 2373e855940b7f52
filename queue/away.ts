import { isServerAway } from '@sachet/shared/away';

/** The queue did not answer in time, or is known to be away. */
export class QueueAway extends Error {
  constructor() {
    super('the queue does not answer');
  }
}

/** Messages of ioredis errors without a code. */
const redisMessage = /^(Connection is closed|Stream isn't writeable)/;

/** Whether our own error, or an error of BullMQ or its clients, means that the queue was unreachable. */
export function isQueueAway(error: unknown): boolean {
  if (error instanceof QueueAway || isServerAway(error)) return true;
  if (!(error instanceof Error)) return false;
  return error.name === 'MaxRetriesPerRequestError' || redisMessage.test(error.message);
}
