/** Reports why a server cannot work: all problems together, and never a value. */
import { formatProblems, type SetupProblem } from '@sachet/shared/setup-problem';

/** Of sysexits.h: EX_CONFIG. */
const wrongConfiguration = 78;

type Server = 'API' | 'worker';

export function refuseToStart(server: Server, problems: readonly SetupProblem[]): never {
  console.error(`The ${server} cannot start:\n${formatProblems(problems)}`);
  process.exit(wrongConfiguration);
}

/**
 * For what is behind the address in `variable` and refuses us: its message names no secret. Asked to stop
 * while we waited for it, we just stop.
 */
export function refuseAddress(
  { server, stopping }: { server: Server; stopping: AbortSignal },
  variable: string,
): (error: Error) => Promise<never> {
  return async ({ message }) => {
    if (stopping.aborted) return new Promise(() => {});
    const remedy = 'Check the address and its login.';
    return refuseToStart(server, [{ level: 'error', problem: `${variable}: ${message}`, remedy }]);
  };
}
