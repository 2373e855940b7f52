import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { afterEach, expect, test } from 'vitest';
import { sendDownload } from './send-download.ts';

const errors: object[] = [];
const log = { error: (error: object) => void errors.push(error) };
afterEach(() => void errors.splice(0));

/** A server that sends `text` to one caller; resolves when the download has ended. */
async function serve(
  text: Readable,
  beforeIt: (response: Response) => Promise<void>,
  stallMs?: number,
) {
  const ended = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    const express = response as unknown as Response;
    void beforeIt(express)
      .then(() =>
        sendDownload(text, express, { log: log as never, whenCutOff: 'cut off', stallMs }),
      )
      .then(ended.resolve, ended.reject);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = get(`http://127.0.0.1:${port}`);
  request.on('error', () => {});
  return {
    request,
    async end() {
      await ended.promise;
      server.closeAllConnections();
      server.close();
    },
  };
}

function* endlessly(): Generator<string> {
  for (;;) yield 'a line of a statement\n'.repeat(1_000);
}

test('a download whose caller leaves in the middle is not an error', async () => {
  const text = Readable.from(endlessly());
  const { request, end } = await serve(text, async () => {});
  const [answer] = (await once(request, 'response')) as [Readable];
  await once(answer, 'data');
  request.destroy();
  await end();
  expect(errors).toEqual([]);
  expect(text.destroyed).toBe(true);
});

test('a download whose caller has left before it begins is not an error, and reads nothing', async () => {
  let hasBegun = false;
  const text = Readable.from(
    (function* () {
      hasBegun = true;
      yield* endlessly();
    })(),
  );
  const { request, end } = await serve(text, async (response) => {
    request.destroy();
    await once(response, 'close');
  });
  await end();
  expect(errors).toEqual([]);
  expect(hasBegun).toBe(false);
});

test('a caller who reads nothing is disconnected, and the source is closed', async () => {
  const text = Readable.from(endlessly());
  const { request, end } = await serve(text, async () => {}, 100);
  // Nothing reads the answer.
  await once(request, 'response');
  await end();
  expect(errors).toEqual([]);
  expect(text.destroyed).toBe(true);
});

test('a download whose source fails is an error', async () => {
  const text = Readable.from(
    (function* () {
      yield 'a line\n';
      throw new Error('the database refused');
    })(),
  );
  const { end } = await serve(text, async () => {});
  await end();
  expect(errors).toMatchObject([{ err: { message: 'the database refused' } }]);
});
