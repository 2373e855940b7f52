import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, type ChildOptions, lastLines, startChild } from './children.ts';
import { once } from './once.ts';

const window_ms = 60_000;
const restartsPerWindow = 5;

export interface Watcher {
  started(child: Child): void;
  say(line: string): void;
  /** Called when the server crashed too often to be restarted. */
  gaveUp(name: string, lines: string): void;
}

/** The delay before a restart, or undefined after too many recent crashes. */
export function restartDelay_ms(deaths: number[], now: number): number | undefined {
  const recent = deaths.filter((time) => now - time < window_ms).length;
  return recent > restartsPerWindow ? undefined : 500 * 2 ** (recent - 1);
}

/** A server that is restarted when it crashes: with growing delays, and not after too many crashes. */
export async function startSupervised(
  options: ChildOptions,
  watcher: Watcher,
): Promise<{ stop(): Promise<void> }> {
  const deaths: number[] = [];
  let stopping = false;
  let child = await startChild(options);
  watcher.started(child);
  void watch();

  async function watch(): Promise<void> {
    for (;;) {
      const { code, signal } = await child.ended;
      if (stopping) return;
      deaths.push(Date.now());
      const delay_ms = restartDelay_ms(deaths, Date.now());
      if (delay_ms === undefined) {
        watcher.gaveUp(options.name, lastLines(options.logFile));
        return;
      }
      watcher.say(
        `${options.name} ended (${signal ?? `exit code ${code}`}); starting it again in ${delay_ms / 1000} s.`,
      );
      await sleep(delay_ms);
      if (stopping) return;
      try {
        child = await startChild(options);
      } catch {
        // The new process ended before it was ready. `child` is still the previous process, whose end would
        // count twice.
        continue;
      }
      watcher.started(child);
      if (stopping) await child.stop();
      else watcher.say(`${options.name} runs again.`);
    }
  }

  return {
    stop: once(async () => {
      stopping = true;
      await child.stop();
    }),
  };
}
