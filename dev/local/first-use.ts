import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Opens a port immediately for a server that starts slowly: the first connection starts it, and every
 * connection is forwarded to it.
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
  // This listener alone does not keep its process running.
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
