import { expect, test } from 'vitest';
import { createParts, type Stage, Stopped } from './parts.ts';

function recorder() {
  const stopped: string[] = [];
  const part = (name: string) => ({ stop: async () => void stopped.push(name) });
  return { stopped, part };
}

test('users of a part end before the part, whatever the order of the start', async () => {
  const { stopped, part } = recorder();
  const parts = createParts();
  for (const stage of ['database', 'server', 'emulator', 'sandbox'] satisfies Stage[]) {
    await parts.start(stage, async () => part(stage));
  }
  await Promise.all([parts.stopAll(), parts.stopAll()]);
  expect(stopped).toEqual(['server', 'sandbox', 'emulator', 'database']);
});

test('a part that gets ready during the stop ends too, and the start learns of it', async () => {
  const { stopped, part } = recorder();
  const parts = createParts();
  const { promise: ready, resolve: getReady } = Promise.withResolvers<void>();
  const late = parts.start('emulator', async () => {
    await ready;
    return part('late');
  });
  const outcome = expect(late).rejects.toThrow(Stopped);
  const stop = parts.stopAll();
  getReady();
  await Promise.all([stop, outcome]);
  expect(stopped).toEqual(['late']);
  await expect(parts.start('server', async () => part('never'))).rejects.toThrow(Stopped);
  expect(stopped).toEqual(['late']);
});

test('one part that cannot stop does not keep the others', async () => {
  const { stopped, part } = recorder();
  const parts = createParts();
  await parts.start('server', async () => ({ stop: () => Promise.reject(new Error('stuck')) }));
  await parts.start('database', async () => part('database'));
  await parts.stopAll();
  expect(stopped).toEqual(['database']);
});
