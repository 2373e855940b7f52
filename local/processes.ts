import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasSignals, toCommandLineQuery } from './platform.ts';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A process that ended but was never reaped (common in containers) still answers to its id. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The command line of a process, or '' when there is none: ids are reused, so we look before we kill. */
export function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    try {
      const [program, args] = toCommandLineQuery(pid);
      return execFileSync(program, args, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      return '';
    }
  }
}

/** Waits until the process is gone; false when it is still there at the end of the time. */
async function waitForEnd(pid: number, timeout_ms: number): Promise<boolean> {
  const until = Date.now() + timeout_ms;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(20);
  }
  return true;
}

/**
 * Signals a process more and more firmly until it is gone. Without signals, `ask` asks it to end before it is
 * ended.
 */
export async function endProcess(
  pid: number,
  signals: NodeJS.Signals[] = ['SIGTERM', 'SIGKILL'],
  patience_ms = 5_000,
  ask?: () => void,
): Promise<void> {
  if (ask && !hasSignals()) {
    ask();
    if (await waitForEnd(pid, patience_ms)) return;
  }
  for (const signal of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitForEnd(pid, patience_ms)) return;
  }
}

/** Ends a process that leads a group, with the whole group. */
export function endGroup(pid: number): void {
  try {
    if (hasSignals()) process.kill(-pid, 'SIGKILL');
    else execFileSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore' });
  } catch {
    // The group is empty: everything has ended by itself.
  }
}

/**
 * Ends a foreign program when we die, even by kill -9: a shell in a session of its own reads from a
 * pipe we never write to, and the end of that pipe is our end.
 */
export function guard(child: ChildProcess, signal: NodeJS.Signals): void {
  // Without a shell, the next start ends what is left: its run lock and Postgres's own file name it.
  if (!hasSignals() || child.pid === undefined) return;
  const script = `read _; kill -s ${signal.replace('SIG', '')} ${child.pid} 2>/dev/null`;
  const shell = spawn('/bin/sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  child.once('exit', () => shell.kill('SIGKILL'));
}
