import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines } from './children.ts';
import { once } from './once.ts';
import { freePort } from './ports.ts';
import { endProcess, guard } from './processes.ts';
import { Plain } from './steps.ts';

export interface Redis {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const startDeadline_ms = 60_000;

/** The machine's redis-server, in memory only: for tests. Uses a free port unless one is given. */
export async function startRedis(options: {
  folder: string;
  logFile: string;
  port?: number;
  maxmemoryPolicy?: string;
  /** The port of the master whose data this server copies. */
  replicaOf?: number;
}): Promise<Redis> {
  const port = options.port ?? (await freePort());
  const { maxmemoryPolicy = 'noeviction', replicaOf } = options;
  const log = openSync(options.logFile, 'a', 0o600);
  const replica = replicaOf === undefined ? [] : ['--replicaof', `127.0.0.1 ${replicaOf}`];
  const flags = `--port ${port} --bind 127.0.0.1 --daemonize no --maxmemory 256mb --maxmemory-policy ${maxmemoryPolicy}`;
  const child = spawn(
    'redis-server',
    [
      ...flags.split(' '),
      '--save',
      '',
      '--appendonly',
      'no',
      '--repl-diskless-sync-delay',
      '0',
      '--dir',
      options.folder,
      ...replica,
    ],
    { stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  let failed: Error | undefined;
  child.once('error', (error) => (failed = error));
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done()).once('error', () => done());
  });
  guard(child, 'SIGTERM');
  const until = Date.now() + startDeadline_ms;
  while (!(await answers(port))) {
    if (failed || child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Plain(`Redis did not start. ${failed?.message ?? lastLines(options.logFile)}`);
    }
    await sleep(20);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid!,
    stop: once(async () => {
      if (child.exitCode === null && child.signalCode === null) await endProcess(child.pid!);
      await ended;
    }),
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const answer = (yes: boolean) => {
      socket.destroy();
      done(yes);
    };
    socket.once('data', (data) => answer(data.toString().startsWith('+PONG')));
    socket.once('error', () => answer(false));
    socket.setTimeout(500, () => answer(false));
  });
}
