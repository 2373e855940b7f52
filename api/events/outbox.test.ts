import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEventStream } from '../http/event-stream.ts';
import { listenToEvents } from '../testing/live.ts';
import { createOutbox, type Outbox } from './outbox.ts';

let server: Server;
let url: string;
let outbox: Outbox;
beforeAll(async () => {
  server = createServer((_request, response) => {
    outbox = createOutbox(openEventStream(response as never));
    outbox.send({ event: 'ready', id: '' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  outbox?.close();
  server?.closeAllConnections();
  server?.close();
});

test('more events than a stream may keep become one request to read everything', async () => {
  const stream = await listenToEvents(url, {});
  for (let i = 0; i < 10_000; i += 1) outbox.send({ event: 'generation', id: `gen_${i}` });
  await stream.hears('generation', 'gen_9999');
  expect(stream.heard.filter(({ event }) => event === 'ready').length).toBeGreaterThan(1);
  expect(stream.heard.length).toBeLessThan(300);
  stream.close();
});

test('a subject that changes many times is announced immediately and at the end of a pause', async () => {
  const stream = await listenToEvents(url, {});
  for (let i = 0; i < 50_000; i += 1) outbox.announce('settlements');
  outbox.announce('exports');
  const heard = (id: string) => stream.heard.filter((each) => each.id === id).length;
  await stream.hears('changed', 'exports');
  expect(heard('settlements')).toBe(1);
  await expect.poll(() => heard('settlements')).toBe(2);
  stream.close();
});
