/** Caddy with `ops/deploy/Caddyfile`, which gets the APIs' addresses in place of the name that Docker resolves. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines } from '../children.ts';
import { findProgram } from '../debian-packages.ts';
import { once } from '../once.ts';
import { root } from '../places.ts';
import { endProcess, guard } from '../processes.ts';
import { coordinate } from './coordinates.ts';

export interface Front {
  readonly url: string;
  stop(): Promise<void>;
}

/** Resolves when Caddy answers, whether or not the APIs run. */
export async function startFront(
  folder: string,
  { port, apiPorts }: { port: number; apiPorts: readonly number[] },
): Promise<Front> {
  const program = findProgram(['caddy']);
  if (!program) throw new Error('Caddy is not installed: apt-get install caddy');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, adapt(readFileSync(join(root, 'ops/deploy/Caddyfile'), 'utf8'), apiPorts));
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(coordinate('TEST_LOG_FOLDER'), `caddy-${port}.log`);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { SITE_ADDRESS: url, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  guard(child, 'SIGTERM');
  const stop = once(() => endProcess(child.pid!));
  for (const untilMs = Date.now() + 60_000; ; await sleep(50)) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, stop };
    if (child.exitCode === null && Date.now() < untilMs) continue;
    await stop();
    throw new Error(`Caddy did not start:\n${lastLines(logFile)}`);
  }
}

/** Without Caddy's own port, which all Caddies of a machine share. */
function adapt(caddyfile: string, apiPorts: readonly number[]): string {
  const addresses = apiPorts.map((port) => `127.0.0.1:${port}`).join(' ');
  const upstreams = /dynamic a \S+ 3000 \{[^}]*\}/;
  const admin = 'admin localhost:2019';
  if (!upstreams.test(caddyfile) || !caddyfile.includes(admin)) {
    throw new Error('ops/deploy/Caddyfile has changed: this test does not find its upstreams');
  }
  return caddyfile
    .replace(upstreams, `to ${addresses}`)
    .replace(admin, 'admin off\n\tdefault_bind 127.0.0.1');
}
