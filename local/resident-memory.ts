import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process has in memory now, in MiB. */
export function residentMiB(pid: number): number {
  const kibibytes = (): number => {
    try {
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
    } catch {
      return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
    }
  };
  return kibibytes() / 1024;
}

/** The most that a process had in memory while `work` ran, in MiB, looked at ten times a second. */
export async function peakMiBDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = residentMiB(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentMiB(pid))), 100);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, residentMiB(pid));
}
