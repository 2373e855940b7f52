import { expect, test } from 'vitest';
import { createLifecycle, type Stage, Stopped } from './lifecycle.ts';

function recorder() {
  const stopped: string[] = [];
  const component = (name: string) => ({ stop: async () => void stopped.push(name) });
  return { stopped, component };
}

test('users of a component end before the component, in any order of the start', async () => {
  const { stopped, component } = recorder();
  const lifecycle = createLifecycle();
  for (const stage of ['database', 'server', 'emulator', 'sandbox'] satisfies Stage[]) {
    await lifecycle.start(stage, async () => component(stage));
  }
  await Promise.all([lifecycle.stopAll(), lifecycle.stopAll()]);
  expect(stopped).toEqual(['server', 'sandbox', 'emulator', 'database']);
});

test('a component that becomes ready during the stop ends too, and the start gets an error', async () => {
  const { stopped, component } = recorder();
  const lifecycle = createLifecycle();
  const { promise: ready, resolve: getReady } = Promise.withResolvers<void>();
  const late = lifecycle.start('emulator', async () => {
    await ready;
    return component('late');
  });
  // oxlint-disable-next-line vitest/valid-expect -- awaited below, when the component is ready
  const outcome = expect(late).rejects.toThrow(Stopped);
  const stop = lifecycle.stopAll();
  getReady();
  await Promise.all([stop, outcome]);
  expect(stopped).toEqual(['late']);
  await expect(lifecycle.start('server', async () => component('never'))).rejects.toThrow(Stopped);
  expect(stopped).toEqual(['late']);
});

test('a component that fails to stop does not keep the others running', async () => {
  const { stopped, component } = recorder();
  const lifecycle = createLifecycle();
  await lifecycle.start('server', async () => ({ stop: () => Promise.reject(new Error('stuck')) }));
  await lifecycle.start('database', async () => component('database'));
  await lifecycle.stopAll();
  expect(stopped).toEqual(['database']);
});
