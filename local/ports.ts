import { createServer } from 'node:net';
import { Plain } from './steps.ts';

const loopback = '127.0.0.1';

/** A free port on the loopback address: the wished one when nobody has it, else any. */
export async function freePort(wished = 0): Promise<number> {
  const port = await tryPort(wished);
  if (port !== undefined) return port;
  const any = await tryPort(0);
  if (any === undefined) throw new Plain('No free port on 127.0.0.1.');
  return any;
}

/** The port the user asked for, or a plain word that it is taken and how to choose another. */
export async function requirePort(port: number, command = 'npm start'): Promise<void> {
  if ((await tryPort(port)) !== undefined) return;
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

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(undefined));
    server.listen({ port, host: loopback, exclusive: true }, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
