// A proxy between a server and a service, whose connection can be cut and restored.
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../dev/local/ports.ts';

export interface Cable {
  /** The service's address with the proxy in between. */
  readonly url: string;
  pull(): Promise<void>;
  plugIn(): Promise<void>;
  /** Stops all traffic without closing anything: a new connection is never answered. */
  hold(): void;
  /** Forwards the traffic that `hold` stopped. */
  letGo(): void;
  /** Breaks every connection; new ones can be made. */
  cut(): void;
  /** How many connections have been made so far. */
  arrived(): number;
}

export async function startCable(target: string): Promise<Cable> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  let held = false;
  let arrived = 0;
  const server = createServer((near) => {
    arrived += 1;
    const far = connect(Number(to.port), to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      if (held) one.pause();
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // While the cable is pulled, the system must not give its port to another connection.
  const port = await freePort();
  await listen(port);
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async pull() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
    plugIn: () => listen(port),
    hold() {
      held = true;
      for (const socket of sockets) socket.pause();
    },
    letGo() {
      held = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    arrived: () => arrived,
  };
}
