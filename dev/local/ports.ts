import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { Plain } from './steps.ts';

const loopback = '127.0.0.1';

/** A free port on the loopback address: the preferred one if it is free, else any. */
export async function freePort(wished?: number): Promise<number> {
  return (await freePorts({ wished })).wished;
}

/** Like `freePort` for several names with distinct ports: each port is held until all are found. */
export async function freePorts<Name extends string>(
  wished: Readonly<Record<Name, number | undefined>>,
): Promise<Record<Name, number>> {
  const ports = {} as Record<Name, number>;
  const held: Held[] = [];
  try {
    for (const name of Object.keys(wished) as Name[]) {
      const one = (await hold(wished[name])) ?? (await holdAny());
      held.push(one);
      ports[name] = one.port;
    }
  } finally {
    await Promise.all(held.map(({ letGo }) => letGo()));
  }
  return ports;
}

/** The port that the user asked for; throws `Plain` with another port to choose if it is taken. */
export async function requirePort(port: number, command = 'npm start'): Promise<void> {
  const found = await hold(port);
  if (found) return found.letGo();
  throw new Plain(
    `Port ${port} is taken by another program. Choose another one:\n\n  PORT=${port + 1} ${command}\n`,
  );
}

export function parsePort(text: string | undefined, standard: number): number {
  if (text === undefined || text.trim() === '') return standard;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Plain(`PORT must be a number from 1 to 65535, not "${text}".`);
}

interface Held {
  readonly port: number;
  letGo(): Promise<void>;
  /** The process may end while it holds the port. */
  unref(): void;
}

/**
 * Below the ports that systems assign automatically (Linux from 32,768): a port that is free here is not
 * assigned to another program a few seconds later.
 */
const [lowest, tooHigh] = [20_000, 32_768];
const blockSize = 100;
const blocks = Math.floor((tooHigh - lowest) / blockSize);
const attempts = 1000;

/** The first port of this process's block. */
let block: Promise<number> | undefined;
let next = 0;

/**
 * Each process has its own block of ports and gives them out one after another. So a port stays free for the
 * server that starts later, even if other processes look for ports in between.
 */
async function holdAny(): Promise<Held> {
  block ??= openBlock();
  const first = await block;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const held = await hold(first + 1 + (next++ % (blockSize - 1)));
    if (held) return held;
  }
  throw new Plain('No free port on 127.0.0.1.');
}

/** Claims a block by listening on its first port until this process ends. */
async function openBlock(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const claim = await hold(lowest + blockSize * randomInt(blocks));
    if (!claim) continue;
    claim.unref();
    return claim.port;
  }
  throw new Plain('No free port on 127.0.0.1.');
}

function hold(port: number | undefined): Promise<Held | undefined> {
  return new Promise((done) => {
    if (port === undefined) return done(undefined);
    const server = createServer();
    const letGo = () => new Promise<void>((gone) => server.close(() => gone()));
    server.once('error', () => done(undefined));
    server.listen({ port, host: loopback, exclusive: true }, () => {
      done({ port: (server.address() as AddressInfo).port, letGo, unref: () => server.unref() });
    });
  });
}
