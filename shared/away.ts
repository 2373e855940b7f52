/**
 * Which errors say that a server could not be reached, of what the network, Postgres and pg say. A retry may
 * succeed.
 */
const networkCode =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Connection exceptions (08), too many connections (53300), an end, a crash or a start under way (57P). */
const postgresCode = /^(08...|53300|57P..)$/;

/** What pg says without a code. */
const pgMessage =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|query read timeout/i;

export function isConnectionAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as Error & { code?: unknown };
  if (typeof code === 'string' && (networkCode.test(code) || postgresCode.test(code))) return true;
  return pgMessage.test(message);
}
