// Loaded before every test file: tests may connect only to this machine, and a test that connects to another
// machine fails immediately.
import { Socket } from 'node:net';

const home = /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;
/** If this machine is a container itself, the containers of this run are at Docker's bridge. */
const containers = [process.env.TEST_DATABASE_OWNER_URL, process.env.TEST_REDIS_URL].map(
  (url) => url && new URL(url).hostname,
);
const connect = Socket.prototype.connect;
const mark = Symbol.for('sachet.stays-home');

// Replaces the method only once, because one process runs many test files.
if (!Reflect.has(connect, mark)) {
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const target = (Array.isArray(args[0]) ? args[0][0] : args[0]) as { host?: string } | string;
    const host =
      typeof target === 'object' ? target.host : typeof args[1] === 'string' ? args[1] : undefined;
    if (host !== undefined && !home.test(host) && !containers.includes(host)) {
      throw new Error(`A test tried to reach ${host}: tests stay on this machine.`);
    }
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  Object.defineProperty(Socket.prototype.connect, mark, { value: true });
}
