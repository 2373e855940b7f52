// Started by programs.ts: runs each program that its parent sends, and answers with its exit code and output.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root } from '../../../dev/local/places.ts';
import type { Outcome, ProgramRun } from './programs.ts';

interface Wanted extends ProgramRun {
  readonly file: string;
  readonly args: readonly string[];
}

const ownModules = ['ops/cli/', 'ops/backup/main.ts', 'dev/local/', 'dev/tools/'].map(
  (place) => pathToFileURL(join(root, place)).href,
);
let runs = 0;
// A program is the code of a module, which runs when it is loaded: each run loads the programs' own modules
// again, and shares those of the servers.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const isOwn = ownModules.some((place) => resolved.url.startsWith(place));
    return isOwn ? { ...resolved, url: `${resolved.url}?run=${runs}` } : resolved;
  },
});

/** Thrown by `process.exit`, which ends the program and not this process. What the program then does is ignored. */
class Exit extends Error {}

const { send, disconnect } = process;
process.on('message', answer);

async function answer(wanted: Wanted): Promise<void> {
  let isConnected = true;
  // As under `npm run`, a program that listens to its channel ends only after it has closed the channel.
  Object.assign(process, { send: () => true, disconnect: () => (isConnected = false) });
  const outcome = await run(wanted, () => isConnected && process.listenerCount('message') > 1);
  Object.assign(process, { send, disconnect });
  process.removeAllListeners('message').on('message', answer);
  process.send!(outcome);
}

async function run(
  { file, args, env, cwd, input = '' }: Wanted,
  isKept: () => boolean,
): Promise<Outcome> {
  const said = { out: '', err: '' };
  let exitCode: number | undefined;
  replaceEnvironment(env);
  process.chdir(cwd ?? root);
  process.argv = [process.execPath, join(root, file), ...args];
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  const say = (to: keyof typeof said) => (text: string) => {
    if (exitCode === undefined) said[to] += text;
  };
  process.stdout.write = keep(say('out'));
  process.stderr.write = keep(say('err'));
  process.exit = (code) => {
    exitCode ??= Number(code ?? process.exitCode ?? 0);
    throw new Exit();
  };
  const kept = process.getActiveResourcesInfo().length;
  runs += 1;
  try {
    await import(pathToFileURL(join(root, file)).href);
    if (isKept()) throw new Error(`${file} listens to its channel, so its process would not end`);
  } catch (error) {
    if (!(error instanceof Exit)) {
      process.stderr.write(String((error as Error).stack));
      exitCode ??= 1;
    }
  }
  process.channel!.ref();
  while (process.getActiveResourcesInfo().length > kept) await sleep(10);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  return { code: exitCode ?? Number(process.exitCode ?? 0), ...said };
}

function replaceEnvironment(env: ProgramRun['env']): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined) process.env[name] = value;
  }
}

/** Takes what is written to a stream. */
function keep(take: (text: string) => void): typeof process.stdout.write {
  return (chunk: string | Uint8Array, ...rest: unknown[]) => {
    take(Buffer.from(chunk as Uint8Array).toString());
    const written = rest.find((each) => typeof each === 'function');
    if (written) process.nextTick(written as () => void);
    return true;
  };
}
