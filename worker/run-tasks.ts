/** Runs the tasks of this process, each at most once at a time. */
import type { Task } from './tasks.ts';

export interface TaskRunner {
  /** Does nothing while the task runs. False if this version of the worker has no such task. */
  run(name: string): Promise<boolean>;
  /** Runs the task immediately, or once more after its current run. */
  runSoon(name: string): void;
  /** Waits for the current runs. */
  stop(): Promise<void>;
}

export function createTaskRunner(
  tasks: readonly Task[],
  report: (what: string) => (error: unknown) => void,
): TaskRunner {
  const running = new Map<string, Promise<void>>();
  const wanted = new Set<string>();

  async function runUntilDone(task: Task): Promise<void> {
    do {
      wanted.delete(task.name);
      await task.run();
    } while (wanted.has(task.name));
  }

  function start(task: Task): Promise<void> {
    const run = runUntilDone(task).finally(() => running.delete(task.name));
    running.set(task.name, run);
    return run;
  }

  const find = (name: string) => tasks.find((task) => task.name === name);

  return {
    async run(name) {
      const task = find(name);
      if (!task) return false;
      if (!running.has(name)) await start(task);
      return true;
    },
    runSoon(name) {
      const task = find(name);
      if (!task) throw new Error(`no task is called ${name}`);
      if (running.has(name)) wanted.add(name);
      else start(task).catch(report(task.whenFailed));
    },
    async stop() {
      wanted.clear();
      await Promise.allSettled(running.values());
    },
  };
}
