// Tests an event stream over a real connection whose reader accepts nothing.
import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEventStream } from './event-stream.ts';

let server: Server;
let open: (response: Response) => void;
beforeAll(async () => {
  const app = express();
  app.get('/', (_request, response) => open(response));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server?.close());

test('an event stream writes nothing more while its end is pending', async () => {
  const failures: unknown[] = [];
  const opened = new Promise<Response>((resolve) => {
    open = (response) => {
      response.on('error', (error) => failures.push(error));
      resolve(response);
    };
  });
  const request = get({ port: (server.address() as AddressInfo).port, agent: false });
  request.on('error', () => {});
  const response = await opened;
  const stream = openEventStream(response);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  answer.pause();
  // More text than the connection's buffers hold.
  void stream.send('words', 'x'.repeat(32 * 1024 * 1024));
  stream.end();
  expect(stream.closed.aborted, 'the stream reports its end').toBe(true);
  await stream.send('more', 'words');
  request.destroy();
  await once(response, 'close');
  expect(failures).toEqual([]);
});
