/** Reports why a server cannot work: all problems together, and never a secret value. */
import { formatProblems, type SetupProblem } from '@sachet/shared/configuration/setup-problem';

/** EX_CONFIG of sysexits.h. */
const wrongConfiguration = 78;

type Server = 'API' | 'worker';

export function refuseToStart(server: Server, problems: readonly SetupProblem[]): never {
  console.error(`The ${server} cannot start:\n${formatProblems(problems)}`);
  process.exit(wrongConfiguration);
}

/**
 * Refuses to start if the service at the address in `variable` rejects us. The service's message contains no
 * secret. If the process is already stopping, it just stops.
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
