/** Reports configuration errors: all of them together, and never a value. */

/** Of sysexits.h: EX_CONFIG. */
const wrongConfiguration = 78;

type Server = 'API' | 'worker';

export function refuseToStart(server: Server, problems: readonly string[]): never {
  console.error(`The ${server} cannot start:\n- ${problems.join('\n- ')}`);
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
    return refuseToStart(server, [`${variable}: ${message}`]);
  };
}
