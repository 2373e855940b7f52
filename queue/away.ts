/** The queue did not answer in time, or is known to be away. */
export class QueueAway extends Error {
  constructor() {
    super('the queue does not answer');
  }
}

/**
 * The network's own; from Postgres connection exceptions (08), too many connections (53300) and a start or
 * an end under way (57P).
 */
const awayCode =
  /^(E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND).*|08...|53300|57P..)$/;
/** What ioredis and pg say without a code. */
const awayMessage =
  /^(Connection is closed|Stream isn't writeable|Connection terminated|timeout e|query read timeout)/i;

/** Whether an error says that the queue was not there, from us, from BullMQ or from its clients. */
export function isQueueAway(error: unknown): boolean {
  if (error instanceof QueueAway) return true;
  if (!(error instanceof Error)) return false;
  const { code, name, message } = error as NodeJS.ErrnoException;
  return (
    awayCode.test(code ?? '') || name === 'MaxRetriesPerRequestError' || awayMessage.test(message)
  );
}
