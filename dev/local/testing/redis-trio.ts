/** A Redis master, two replicas, and three Sentinels that replace the master. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from '../once.ts';
import { freePorts } from '../ports.ts';
import { endProcess, guard } from '../processes.ts';
import { startRedis, type Redis } from '../redis.ts';

export interface RedisTrio {
  /** `redis+sentinel://…` */
  readonly url: string;
  /** Kills or freezes the master. Resolves when the Sentinels name another one. */
  failOver(signal?: 'SIGKILL' | 'SIGSTOP'): Promise<void>;
  /** Starts that server again as a replica. Resolves when all Sentinels have ended the failover. */
  rejoin(): Promise<void>;
  stop(): Promise<void>;
}

const name = 'studio';

export async function startRedisTrio(folder: string): Promise<RedisTrio> {
  mkdirSync(folder, { recursive: true });
  const any = { one: undefined, two: undefined, three: undefined };
  const ports = Object.values(await freePorts(any));
  const sentinelPorts = Object.values(await freePorts(any));
  const start = (port: number, replicaOf?: number): Promise<Redis> =>
    startRedis({
      folder,
      logFile: join(folder, `redis-${port}.log`),
      port,
      ...(replicaOf === undefined ? {} : { replicaOf }),
    });
  const servers = new Map<number, Redis>();
  for (const port of ports)
    servers.set(port, await start(port, servers.size ? ports[0] : undefined));
  await until(async () => /connected_slaves:2/.test(await ask(ports[0]!, 'INFO replication')));
  const sentinels = sentinelPorts.map((port) => startSentinel({ folder, port, master: ports[0]! }));
  const [anySentinel] = sentinelPorts;
  await until(async () => {
    const known = await Promise.all(
      sentinelPorts.map((port) => ask(port, `SENTINEL MASTER ${name}`)),
    );
    return known.every(
      (answer) =>
        readField(answer, 'num-slaves') === '2' && readField(answer, 'num-other-sentinels') === '2',
    );
  });
  const readMaster = async () =>
    Number((await ask(anySentinel!, `SENTINEL GET-MASTER-ADDR-BY-NAME ${name}`)).split('\r\n')[4]);
  /** A Sentinel whose new master dies before its failover has ended can name that server forever. */
  const isSettled = async () => {
    const known = await Promise.all(
      sentinelPorts.map((port) => ask(port, `SENTINEL MASTER ${name}`)),
    );
    const named = new Set(known.map((answer) => readField(answer, 'port')));
    const areCalm = known.every((answer) => readField(answer, 'flags') === 'master');
    if (!areCalm || named.size !== 1) return false;
    return /connected_slaves:2/.test(await ask(Number([...named][0]), 'INFO replication'));
  };
  let killed = 0;
  return {
    url: `redis+sentinel://${sentinelPorts.map((port) => `127.0.0.1:${port}`).join(',')}/${name}`,
    async failOver(signal = 'SIGKILL') {
      killed = await readMaster();
      process.kill(servers.get(killed)!.pid, signal);
      await until(async () => (await readMaster()) !== killed);
    },
    async rejoin() {
      if (killed === 0) return;
      const master = await readMaster();
      await endProcess(servers.get(killed)!.pid, ['SIGKILL']);
      servers.set(killed, await start(killed, master));
      await until(isSettled);
    },
    stop: once(async () => {
      await Promise.all(sentinels.map((stop) => stop()));
      await Promise.all([...servers.values()].map((server) => server.stop()));
    }),
  };
}

function startSentinel({ folder, port, master }: { folder: string; port: number; master: number }) {
  const file = join(folder, `sentinel-${port}.conf`);
  // Sentinels store what they find out in this file.
  writeFileSync(
    file,
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${folder}`,
      `sentinel monitor ${name} 127.0.0.1 ${master} 2`,
      `sentinel down-after-milliseconds ${name} 1000`,
      `sentinel failover-timeout ${name} 6000`,
      '',
    ].join('\n'),
  );
  const log = openSync(join(folder, `sentinel-${port}.log`), 'a', 0o600);
  const child = spawn('redis-server', [file, '--sentinel'], {
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  guard(child, 'SIGTERM');
  return () => endProcess(child.pid!);
}

/** The answer in Redis's protocol. */
function ask(port: number, command: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(`${command}\r\nQUIT\r\n`));
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    socket.once('close', () => done(answer));
    socket.once('error', fail);
    socket.setTimeout(2_000, () => socket.destroy(new Error('Redis does not answer')));
  });
}

const readField = (answer: string, field: string): string | undefined =>
  new RegExp(`\\r\\n${field}\\r\\n\\$\\d+\\r\\n([^\\r]*)`).exec(answer)?.[1];

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + 60_000;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadlineMs) throw new Error('Redis and its Sentinels did not get ready');
    await sleep(50);
  }
}
