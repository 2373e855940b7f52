import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { leash } from './children.ts';
import { readCommand, endProcess, isAlive } from './processes.ts';
import { Plain } from './steps.ts';

interface Run {
  pid: number;
  url: string;
  /** Ids of the programs that this run has started. */
  children: number[];
}

export interface RunLock {
  /**
   * Records one of our programs, for the next run to clean up after a kill -9. Postgres has its own record
   * (`findOrphan`).
   */
  record(pid: number): void;
  release(): void;
}

/** Ensures that only one `npm start` at a time uses this clone's data. */
export async function takeRunLock(file: string, url: string, say: (line: string) => void) {
  mkdirSync(dirname(file), { recursive: true });
  const run: Run = { pid: process.pid, url, children: [] };
  for (let attempt = 0; attempt < 5; attempt++) {
    if (place(file, run)) return holding(file, run);
    const text = read(file);
    const other = parse(text);
    if (other && isRunOfSachet(other.pid)) {
      throw new Plain(
        `Sachet already runs from this folder at ${other.url} (process ${other.pid}).\n` +
          'Stop it with Ctrl-C first, or work in another clone with another PORT.',
      );
    }
    if (other) {
      say('  The last run was killed: cleaning up after it.');
      await Promise.all(other.children.filter(isOrphan).map((pid) => endProcess(pid)));
    }
    discard(file, text);
  }
  throw new Plain(`Could not take the lock ${file}. Is another start in progress?`);
}

function holding(file: string, run: Run): RunLock {
  return {
    record(pid) {
      run.children = [...run.children.filter(isAlive), pid];
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(run));
      renameSync(`${file}.${process.pid}`, file);
    },
    release() {
      if (parse(read(file))?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

/** A hard link is created completely or not at all: a process that sees the lock sees its content. */
function place(file: string, run: Run): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(run));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Removes a stale lock, unless another process has put its own lock there in the meantime. */
function discard(file: string, seen: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (read(aside) !== seen) {
    try {
      linkSync(aside, file);
    } catch {
      // A third process was faster and holds the lock now.
    }
  }
  rmSync(aside, { force: true });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parse(text: string): Run | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The id in an old lock may belong to any program by now. */
function isRunOfSachet(pid: number): boolean {
  return pid !== process.pid && isAlive(pid) && /local[\\/](start|test)\.ts/.test(readCommand(pid));
}

function isOrphan(pid: number): boolean {
  return isAlive(pid) && readCommand(pid).includes(leash);
}
