/** One hot wallet written by one process, and by two at once. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { median, type Load } from '../load.ts';

/** What a writing process is told and what it answers; see `writing-process.ts`. */
export interface WritingTask {
  readonly connectionString: string;
  readonly walletId: string;
  readonly callers: number;
}

export interface ProcessSpeeds {
  readonly onePerSecond: number;
  /** Of both together. */
  readonly twoPerSecond: number;
}

/** Rounds of one process and of two in turns, each with `callers` of its own; medians. */
export async function measureProcesses(
  task: WritingTask,
  { rounds, load }: { rounds: number; load: Load },
): Promise<ProcessSpeeds> {
  const children = await Promise.all([startWriter(task), startWriter(task)]);
  const one: number[] = [];
  const two: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      one.push(await drive(children[round % 2]!, load));
      const both = await Promise.all(children.map((child) => drive(child, load)));
      two.push(both[0]! + both[1]!);
    }
  } finally {
    for (const child of children) child.kill();
  }
  return { onePerSecond: median(one), twoPerSecond: median(two) };
}

async function startWriter(task: WritingTask): Promise<ChildProcess> {
  const child = fork(new URL('writing-process.ts', import.meta.url), [JSON.stringify(task)]);
  await once(child, 'message');
  return child;
}

/** Events a second. */
async function drive(child: ChildProcess, load: Load): Promise<number> {
  child.send(load);
  const [eventsPerSecond] = (await once(child, 'message')) as [number];
  return eventsPerSecond;
}
