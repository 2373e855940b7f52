import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A port that is open at once, before a server that takes long to start: the first connection starts
 * it, and every connection is passed on to it.
 */
export async function startOnFirstUse(start: () => Promise<number>): Promise<{ port: number }> {
  let target: Promise<number> | undefined;
  const front = createServer((client) => {
    client.on('error', () => client.destroy());
    target ??= start();
    target.then(
      (port) => passOn(client, port),
      () => client.destroy(),
    );
  });
  // The front alone keeps nothing running: it ends with its process.
  front.unref();
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  return { port: typeof address === 'object' && address ? address.port : 0 };
}

function passOn(client: Socket, port: number): void {
  const server = connect(port, '127.0.0.1');
  server.on('error', () => client.destroy());
  server.on('close', () => client.destroy());
  client.on('close', () => server.destroy());
  client.pipe(server).pipe(client);
}
