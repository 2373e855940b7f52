/**
 * Which errors say that a server cannot be reached or has nothing left to work with, of what the network,
 * Postgres and pg say. A retry may succeed.
 */
const networkCode =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Connection exceptions (08); connections, memory or the disk used up (53); an end, a crash or a start under
 * way (57P); a standby (25006).
 */
const postgresCode = /^(08...|53...|57P..|25006)$/;

/** Messages of pg errors without a code. */
const pgMessage =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout/i;

export function isServerAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as Error & { code?: unknown };
  if (typeof code === 'string' && (networkCode.test(code) || postgresCode.test(code))) return true;
  return pgMessage.test(message);
}
