import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Memory of a process and its children now, in MiB. */
function residentMiB(pid: number): number {
  return [pid, ...listChildren(pid)].reduce((sum, each) => sum + ownMiB(each), 0);
}

export function listChildren(pid: number): number[] {
  const list = (): string => {
    try {
      return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    } catch {
      return ask('ps', ['-ax', '-o', 'pid=,ppid='])
        .split('\n')
        .flatMap((line) =>
          line.trim().split(/\s+/).at(1) === String(pid) ? [line.trim().split(/\s+/)[0]!] : [],
        )
        .join(' ');
    }
  };
  return list().split(' ').filter(Boolean).map(Number);
}

/** 0 for a process that has just ended. */
function ownMiB(pid: number): number {
  const kibibytes = (): number => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
    } catch {
      return process.platform === 'linux'
        ? 0
        : Number(ask('ps', ['-o', 'rss=', '-p', String(pid)]));
    }
  };
  return kibibytes() / 1024;
}

/** '' if the program fails. */
function ask(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** The peak memory of a process and its children while `work` ran, in MiB, sampled 20 times a second. */
export async function peakMiBDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = residentMiB(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentMiB(pid))), 50);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, residentMiB(pid));
}
