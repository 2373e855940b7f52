import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { startOnFirstUse } from './first-use.ts';

test('the first request starts the server once, and all requests are answered', async () => {
  let starts = 0;
  const server = createServer((_request, response) => response.end('here'));
  const { port } = await startOnFirstUse(async () => {
    starts++;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as { port: number }).port;
  });
  expect(starts).toBe(0);
  const url = `http://127.0.0.1:${port}/`;
  const answers = await Promise.all([1, 2, 3].map(async () => (await fetch(url)).text()));
  expect(answers).toEqual(['here', 'here', 'here']);
  expect(starts).toBe(1);
  server.close();
});

test('a server that cannot start refuses its callers', async () => {
  const { port } = await startOnFirstUse(() => Promise.reject(new Error('broken')));
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});
