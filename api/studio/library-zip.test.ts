// Zips of existing texts whose reader accepts nothing, over real connections.
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import express, { type Response } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryRow } from '@sachet/db/studio/library';
import type { Dependencies } from '../dependencies.ts';
import { sendLibraryZip } from './library-answer.ts';
import { Refusal } from '../http/refusal.ts';
import { createResources } from '../limits/resources.ts';
import { Limits } from '@sachet/shared/configuration/limits';

/** More text than the connection's buffers hold. */
const row = {
  id: 'gen_1',
  prompt: 'Kites',
  content: 'x'.repeat(64 * 1024 * 1024),
  bought_key: null,
  preview_key: null,
  bought_size: null,
  created_at: new Date(),
} as unknown as LibraryRow;

const resources = createResources({ limits: Limits.parse('{}') });
const toWho = (uid: string) => ({ uid, network: uid, class: 'other' }) as const;

let server: Server;
/** Called when the reader of `/left/early` has disconnected. */
let leave: (response: Response) => void;
let arrived: () => void;
beforeAll(async () => {
  const app = express();
  app.get('/:uid', (request, response) => {
    const { uid } = request.params;
    // Texts need neither rows nor files.
    const deps = { resources } as Dependencies;
    const stallMs = uid === 'idle' ? 100 : 60_000;
    sendLibraryZip(deps, response, { who: toWho(uid), rows: [row], stallMs }).catch(
      (error: unknown) => {
        response.status(error instanceof Refusal ? 429 : 500).end();
      },
    );
  });
  app.get('/left/early', (_request, response) => {
    response.once('close', () => leave(response));
    arrived();
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server?.close());

/** Returns the response's head and reads nothing of its body. */
async function ask(uid: string): Promise<IncomingMessage> {
  const request = get({
    port: (server.address() as AddressInfo).port,
    path: `/${uid}`,
    agent: false,
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  return answer;
}

const askStatus = async (uid: string): Promise<number> => {
  const answer = await ask(uid);
  answer.destroy();
  return answer.statusCode!;
};

test('a user gets one download at a time, and other users get theirs at the same time', async () => {
  const first = await ask('asha');
  expect(first.statusCode).toBe(200);
  const second = askStatus('asha');
  expect(await askStatus('imran')).toBe(200);
  expect(await askStatus('asha')).toBe(429);
  first.destroy();
  expect(await second).toBe(200);
});

test('eight accounts that hold zips and open them again do not keep a stranger or a customer from theirs', async () => {
  const inside = new Map<number, IncomingMessage>();
  const hold = async (i: number) => void inside.set(i, await ask(`holder-${i}`));
  const holding = Array.from({ length: 8 }, (_, i) => hold(i));
  // Others have six of the eight places, so two wait.
  await expect.poll(() => inside.size).toBe(6);
  const first = new Map(inside);
  inside.clear();
  for (const [i, answer] of first) {
    answer.destroy();
    holding.push(hold(i));
  }
  expect(await askStatus('stranger')).toBe(200);
  const customer = { uid: 'asha', network: 'asha', class: 'customer' } as const;
  const leave = await resources.zips.enter(customer);
  leave();
  // Each ends when its turn has come.
  for (let served = 0; served < 8; served += 1) {
    await expect.poll(() => inside.size).toBeGreaterThan(0);
    const [[i, answer]] = inside as unknown as [[number, IncomingMessage]];
    inside.delete(i);
    answer.destroy();
  }
  await Promise.all(holding);
});

test('a download that its user does not read is closed and frees its place', async () => {
  await ask('idle');
  await expect.poll(() => askStatus('idle')).toBe(200);
});

test('if a user leaves before their pictures are found, no picture is read', async () => {
  let reads = 0;
  const images = {
    async get() {
      reads += 1;
      throw new Error('The store is away.');
    },
  };
  const picture = { ...row, content: null, preview_key: 'gen_1/seen.webp' };
  const sent = new Promise<void>((resolve, reject) => {
    leave = (response) => {
      const deps = { images, resources } as unknown as Dependencies;
      sendLibraryZip(deps, response, { who: toWho('left'), rows: [picture] }).then(resolve, reject);
    };
  });
  const request = get({ port: (server.address() as AddressInfo).port, path: '/left/early' });
  request.on('error', () => {});
  arrived = () => void request.destroy();
  await sent;
  expect(reads).toBe(0);
});
