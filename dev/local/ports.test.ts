import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { freePort, freePorts, parsePort, requirePort } from './ports.ts';

let holder: Server | undefined;
afterEach(() => holder?.close());

async function takenPort(): Promise<number> {
  const port = await freePort();
  holder = createServer();
  await new Promise<void>((done) => holder!.listen(port, '127.0.0.1', done));
  return port;
}

test('the error for a taken port names the port and how to choose another one', async () => {
  const port = await takenPort();
  await expect(requirePort(port)).rejects.toThrow(
    `Port ${port} is taken by another program. Choose another one:\n\n  PORT=${port + 1} npm start`,
  );
});

test('a taken preferred port is replaced by another one', async () => {
  const port = await takenPort();
  const other = await freePort(port);
  expect(other).not.toBe(port);
  expect(await freePort(other)).toBe(other);
});

test('several free ports are always distinct', async () => {
  const port = await freePort();
  const { postgres, emulator, inbox } = await freePorts({
    postgres: undefined,
    emulator: port,
    inbox: port,
  });
  expect(emulator).toBe(port);
  expect(new Set([postgres, emulator, inbox]).size).toBe(3);
});

test('two processes that look for free ports find distinct ones, before anything listens there', async () => {
  const script = `
    import { freePort } from ${JSON.stringify(import.meta.resolve('./ports.ts'))};
    const ports = [];
    for (let i = 0; i < 40; i += 1) ports.push(await freePort());
    console.log(JSON.stringify(ports));
    process.stdin.resume();`;
  const seekers = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const found = await Promise.all(
    seekers.map(async ({ stdout }) => {
      const [line] = (await once(createInterface(stdout), 'line')) as [string];
      return JSON.parse(line) as number[];
    }),
  );
  for (const { stdin } of seekers) stdin.end();
  expect(new Set(found.flat()).size).toBe(80);
});

test('PORT must be a valid port number', () => {
  expect(parsePort(undefined, 3000)).toBe(3000);
  expect(parsePort(' ', 3000)).toBe(3000);
  expect(parsePort('8080', 3000)).toBe(8080);
  for (const text of ['0', '-1', '65536', '3.5', 'http']) {
    expect(() => parsePort(text, 3000)).toThrow('PORT must be a number');
  }
});
