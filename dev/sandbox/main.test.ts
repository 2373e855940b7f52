import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const start = async () => {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    silent: true,
    execPath: process.execPath,
    execArgv: [],
    env: { PATH: process.env.PATH, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' },
  });
  const [ready] = (await once(child, 'message')) as [Record<string, string>];
  return { child, ready };
};

it('a forked process reports its addresses when ready, and exits with code 0 after SIGTERM', async () => {
  const { child, ready } = await start();
  expect(ready).toMatchObject({ ready: true });
  const models = await fetch(`${ready.openaiUrl}/models`, {
    headers: { authorization: 'Bearer x' },
  });
  expect(models.status).toBe(200);
  const gemini = await fetch(`${ready.geminiUrl}/v1beta/models`, {
    headers: { 'x-goog-api-key': 'x' },
  });
  expect(gemini.status).toBe(200);
  expect(await (await fetch(`${ready.inboxUrl}/api/messages`)).json()).toMatchObject({
    emulator: 'down',
  });
  expect(ready.smtpUrl).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
