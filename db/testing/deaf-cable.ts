// A proxy to Postgres that breaks once, immediately before the answer to a COMMIT would arrive.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DeafCable {
  /** The database's address with the proxy in between. */
  readonly url: string;
  answersLost(): number;
  close(): Promise<void>;
}

/** The tag of the message that confirms a commit. */
const committed = Buffer.from('COMMIT\0');

export async function startDeafCable(target: string): Promise<DeafCable> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    near.pipe(far);
    far.on('data', (answer) => {
      if (lost === 0 && answer.includes(committed)) {
        lost += 1;
        near.destroy();
      } else near.write(answer);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    answersLost: () => lost,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
