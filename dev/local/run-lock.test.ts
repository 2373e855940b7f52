import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leash } from './children.ts';
import { isAlive } from './processes.ts';
import { takeRunLock } from './run-lock.ts';

const url = 'http://127.0.0.1:3000';
let folder: string;
let file: string;
const said: string[] = [];
const say = (line: string) => void said.push(line);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-lock-'));
  file = join(folder, 'run.json');
  said.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process whose command line has the given words, as our processes have the path of their script. */
function pretend(words: string, command = 'setTimeout(() => {}, 60000)'): number {
  return spawn(process.execPath, ['-e', command, words], { stdio: 'ignore' }).pid!;
}

describe('the lock of a run', () => {
  test('the lock of a run names its holder, and is deleted by the release', async () => {
    const lock = await takeRunLock(file, url, say);
    lock.record(process.pid);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      pid: process.pid,
      url,
      children: [process.pid],
    });
    lock.release();
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  test('a second run reports the address of the first run', async () => {
    const pid = pretend('/somewhere/local/start.ts');
    writeFileSync(file, JSON.stringify({ pid, url, children: [] }));
    await expect(takeRunLock(file, url, say)).rejects.toThrow(
      `Sachet already runs from this folder at ${url} (process ${pid})`,
    );
    process.kill(pid, 'SIGKILL');
  });

  test('the lock of a killed run is taken over, and its leftover processes are ended', async () => {
    const orphan = pretend(leash);
    writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, url, children: [orphan] }));
    await takeRunLock(file, url, say);
    expect(isAlive(orphan)).toBe(false);
    expect(said).toEqual(['  The last run was killed: cleaning up after it.']);
  });

  test('a process that got the id of an ended one is never killed', async () => {
    const stranger = pretend('another program');
    const run = { pid: stranger, url, children: [stranger] };
    writeFileSync(file, JSON.stringify(run));
    await takeRunLock(file, url, say);
    expect(isAlive(stranger)).toBe(true);
    process.kill(stranger, 'SIGKILL');
  });

  test('a damaged lock counts as stale', async () => {
    writeFileSync(file, '{"pid":');
    const lock = await takeRunLock(file, url, say);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
  });

  test('one of many concurrent runs gets the lock', async () => {
    writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, url, children: [] }));
    const script = `
      const { takeRunLock } = await import(${JSON.stringify(join(import.meta.dirname, 'run-lock.ts'))});
      try { await takeRunLock(${JSON.stringify(file)}, '', () => {}); console.log('mine'); }
      catch { console.log('not mine'); }
      setTimeout(() => {}, 180_000);`;
    const args = ['--input-type=module', '-e', script, 'dev/local/start.ts'];
    const runs = Array.from({ length: 4 }, () =>
      spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const answers = await Promise.all(
      runs.map(({ stdout }) => once(stdout, 'data').then(([text]) => String(text).trim())),
    );
    // The lock of a run that has ended would be taken over.
    for (const run of runs) run.kill('SIGKILL');
    expect(answers.toSorted()).toEqual(['mine', 'not mine', 'not mine', 'not mine']);
  });
});

test('a lock that cannot be taken is reported with its file', async () => {
  mkdirSync(join(file, 'not-a-file'), { recursive: true });
  mkdirSync(join(`${file}.${process.pid}.stale`, 'not-empty'), { recursive: true });
  await expect(takeRunLock(file, url, say)).rejects.toThrow(
    `Could not take the lock ${file}. Is another start in progress?`,
  );
});
