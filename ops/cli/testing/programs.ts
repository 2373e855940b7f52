import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../dev/local/places.ts';

export interface ProgramRun {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the root of the repository. */
  readonly cwd?: string;
  readonly input?: string;
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let host: ChildProcess | undefined;

/**
 * Runs a program, named by its file from the root of the repository. All programs of a test process run one
 * after another in one other process, because to start a process and load the modules takes longer than most
 * programs. Resolves when nothing would keep the program's own process.
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  how: ProgramRun,
): Promise<Outcome> {
  if (host?.exitCode !== null || host.signalCode !== null) host = startHost();
  const over = new AbortController();
  const { signal } = over;
  const crash = once(host, 'exit', { signal }).then(() => {
    throw new Error(`The process of the programs ended during ${file} ${args.join(' ')}`);
  });
  try {
    host.send({ file, args, ...how });
    const [outcome] = await Promise.race([once(host, 'message', { signal }), crash]);
    return outcome as Outcome;
  } finally {
    over.abort();
    await crash.catch(() => {});
  }
}

/** Ends with this process, whose end closes the channel. */
function startHost(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'program-host.ts'), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  started.unref();
  started.channel?.unref();
  return started;
}
