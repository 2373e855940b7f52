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

/**
 * The command line of a process, or '' if the process does not exist. Check it before a kill, because ids are
 * reused.
 */
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

/** Waits until the process has ended; false when it still exists after the timeout. */
async function waitForEnd(pid: number, timeout_ms: number): Promise<boolean> {
  const until = Date.now() + timeout_ms;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(20);
  }
  return true;
}

/**
 * Sends stronger and stronger signals to a process until it ends. On a system without signals, `ask` requests
 * the end first.
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

/** Ends a process group through its leader. */
export function endGroup(pid: number): void {
  try {
    if (hasSignals()) process.kill(-pid, 'SIGKILL');
    else execFileSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore' });
  } catch {
    // The group is empty: all of its processes have ended.
  }
}

/**
 * Ends a foreign program when we end, even by kill -9: a shell in a separate session reads from a pipe that
 * we never write to, and the pipe closes when we end.
 */
export function guard(child: ChildProcess, signal: NodeJS.Signals): void {
  // Without a shell, the next start ends the leftover processes: the run lock and Postgres's own file have
  // their ids.
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
