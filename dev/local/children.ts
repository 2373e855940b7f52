import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { once } from './once.ts';
import { root } from './places.ts';
import { endProcess } from './processes.ts';
import { Plain } from './steps.ts';

export interface ChildOptions {
  name: string;
  /** A file of this repository, from its root. */
  script: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
  logFile: string;
  /** Ends a child that is not ready yet. */
  signal?: AbortSignal;
}

export interface Child<Ready = unknown> {
  name: string;
  pid: number;
  ready: Ready;
  logFile: string;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

const startDeadline_ms = 120_000;
/** How long a child has between SIGTERM and SIGKILL. */
const patience_ms = 6_000;

/** This path is in the command line of every child, so that we recognize our own processes. */
export const leash = join(root, 'dev', 'local', 'leash.ts');

/**
 * Starts one of our own programs on this same Node, with an IPC channel: it must send `{ready: true, ...}`,
 * and ends when the channel closes (see leash.ts). It has a separate process group, so that a Ctrl-C in the
 * terminal reaches only us and we decide the order of the stop.
 */
export async function startChild<Ready>(options: ChildOptions): Promise<Child<Ready>> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'a', 0o600);
  const child = fork(resolve(root, options.script), options.args ?? [], {
    cwd: root,
    // As in the image, limits the memory that glibc keeps for each thread that has decoded a picture.
    env: { MALLOC_ARENA_MAX: '2', ...(options.env ?? process.env) },
    execArgv: ['--import', leash],
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
    windowsHide: true,
  });
  closeSync(log);
  const ended = new Promise<Awaited<Child['ended']>>((done) => {
    child.once('exit', (code, signal) => done({ code, signal }));
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const giveUpEarly = () => void child.kill('SIGTERM');
  const stop = once(async () => {
    if (isRunning() && child.pid) {
      const ask = () => child.disconnect();
      await endProcess(child.pid, ['SIGTERM', 'SIGKILL'], patience_ms, ask);
    }
    if (child.pid) await ended;
  });
  options.signal?.addEventListener('abort', giveUpEarly);
  const ready = await waitUntilReady<Ready>(child, options).catch(async (error) => {
    await stop();
    throw error;
  });
  options.signal?.removeEventListener('abort', giveUpEarly);
  const { name, logFile } = options;
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  return { name, pid: child.pid!, ready, logFile, ended, isRunning, kill, stop };
}

function waitUntilReady<Ready>(
  child: ChildProcess,
  { name, logFile }: ChildOptions,
): Promise<Ready> {
  return new Promise((done, fail) => {
    const giveUp = (why: string) => {
      fail(new Plain(`${name} ${why} (its log: ${logFile}).\n${lastLines(logFile)}`));
    };
    const timer = setTimeout(() => giveUp('was not ready in time'), startDeadline_ms);
    child.on('message', (message: { ready?: boolean }) => {
      if (!message.ready) return;
      clearTimeout(timer);
      done(message as Ready);
    });
    child.once('error', (error) => giveUp(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      giveUp(`ended before it was ready (${signal ?? `exit code ${code}`})`);
    });
  });
}

export function lastLines(file: string, count = 15): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}
