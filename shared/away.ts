/**
 * Recognizes errors of the network, Postgres and pg that mean that a server cannot be reached or has no
 * resources left. A retry may succeed.
 */
const networkCode =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/**
 * Connection exceptions (08); connections, memory or disk exhausted (53); a shutdown, crash or startup in
 * progress (57P); a standby (25006).
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
