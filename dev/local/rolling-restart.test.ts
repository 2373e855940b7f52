// Runs ops/deploy/rolling-restart with a program in place of Docker, whose containers are lines of a file.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './places.ts';

const docker = `#!/usr/bin/env bash
cd "$(dirname "$0")"
case "$*" in
  'compose ps -a -q worker') cat containers ;;
  'compose up '*) [ ! -e no-room ] || { echo 'no space left on device' >&2; exit 1; }; echo new >> containers ;;
  'inspect '*new) cat health ;;
  'inspect '*left) echo unhealthy ;;
  'inspect '*) echo healthy ;;
  'logs '*) echo 'its last words' >&2 ;;
  'rm '*) grep -vx -- "\${*: -1}" containers > rest || true; mv rest containers ;;
esac
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sachet-rolling-'));
  writeFileSync(join(folder, 'docker'), docker);
  chmodSync(join(folder, 'docker'), 0o755);
  given('containers', 'old\n');
  given('health', 'healthy\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

const given = (name: string, content: string) => writeFileSync(join(folder, name), content);
const containers = () => readFileSync(join(folder, 'containers'), 'utf8');

function restart(): Promise<{ code: unknown; said: string }> {
  const env = { PATH: `${folder}:${process.env['PATH']}`, READY_WITHIN_SECONDS: '1' };
  return new Promise((done) => {
    const script = join(root, 'ops/deploy/rolling-restart');
    execFile(script, ['worker'], { env }, (error, out, err) =>
      done({ code: error?.code ?? 0, said: out + err }),
    );
  });
}

test('a rolling restart replaces a container once the new one is ready', async () => {
  expect(await restart()).toEqual({ code: 0, said: 'worker: old is replaced\n' });
  expect(containers()).toBe('new\n');
});

test('a rolling restart removes a container that a killed run left before it was ready', async () => {
  given('containers', 'old\nleft\n');
  expect(await restart()).toEqual({
    code: 0,
    said: 'worker: left was not ready and is removed\nworker: old is replaced\n',
  });
  expect(containers()).toBe('new\n');
});

test('a rolling restart replaces a container that is not ready if it is the only one', async () => {
  given('containers', 'left\n');
  expect(await restart()).toEqual({ code: 0, said: 'worker: left is replaced\n' });
  expect(containers()).toBe('new\n');
});

test('a rolling restart says that no container runs', async () => {
  given('containers', '');
  expect(await restart()).toEqual({
    code: 1,
    said: 'No worker runs: start it with `docker compose up -d`.\n',
  });
});

test('a rolling restart shows why no new container could be started, and keeps the old one', async () => {
  given('no-room', '');
  expect(await restart()).toEqual({
    code: 1,
    said: 'no space left on device\nNo new worker could be started: stopped here, the others still serve.\n',
  });
  expect(containers()).toBe('old\n');
});

test('a rolling restart removes a new container that does not become ready, with its log', async () => {
  given('health', 'unhealthy\n');
  expect(await restart()).toEqual({
    code: 1,
    said: 'new is unhealthy after 1 s: stopped here, the others still serve.\nits last words\n',
  });
  expect(containers()).toBe('old\n');
});
