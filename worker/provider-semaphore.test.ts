import { waitingProviderCalls } from '@sachet/operations/metrics';
import { beforeEach, expect, test } from 'vitest';
import { createProviderSemaphore } from './provider-semaphore.ts';

const { signal } = new AbortController();
const google = { provider: 'google', purpose: 'preview', signal } as const;

beforeEach(() => waitingProviderCalls.reset());

/** A call that continues until `end` is called. */
function openCall() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { call: () => promise, end: resolve };
}

/** The metric for operators. */
async function countWaiting() {
  const { values } = await waitingProviderCalls.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.purpose, value]));
}

/** Resolves after all pending work, except work that waits for a call to end. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a call waits for a slot when all are taken', async () => {
  const semaphore = createProviderSemaphore(2);
  const [first, second] = [openCall(), openCall()];
  const asked: string[] = [];
  const done = [semaphore.use(google, first.call), semaphore.use(google, second.call)];
  done.push(semaphore.use(google, async () => void asked.push('third')));
  done.push(
    semaphore.use({ ...google, provider: 'openai' }, async () => void asked.push('openai')),
  );
  await settled();
  expect(asked).toEqual(['openai']);
  first.end();
  await settled();
  expect(asked).toEqual(['openai', 'third']);
  second.end();
  await Promise.all(done);
});

test('a free slot goes to a paid call before a preview', async () => {
  const semaphore = createProviderSemaphore(1);
  const first = openCall();
  const asked: string[] = [];
  const ask = (name: string, purpose: 'preview' | 'final') =>
    semaphore.use({ ...google, purpose }, async () => void asked.push(name));
  const done = [
    semaphore.use(google, first.call),
    ask('a', 'preview'),
    ask('b', 'final'),
    ask('c', 'final'),
  ];
  expect(await countWaiting()).toEqual({ preview: 1, final: 2 });
  first.end();
  await Promise.all(done);
  expect(asked).toEqual(['b', 'c', 'a']);
  expect(await countWaiting()).toEqual({ preview: 0, final: 0 });
});

test('a waiting call that is cancelled ends and takes no slot', async () => {
  const semaphore = createProviderSemaphore(1);
  const first = openCall();
  const cancelling = new AbortController();
  const running = semaphore.use(google, first.call);
  const waiting = semaphore.use({ ...google, signal: cancelling.signal }, async () => 'seen');
  cancelling.abort();
  expect(await waiting).toBe('seen');
  const next = semaphore.use(google, async () => 'next');
  const early = await Promise.race([next, settled().then(() => 'waits')]);
  expect(early).toBe('waits');
  first.end();
  await running;
  expect(await next).toBe('next');
});

test('a call that fails frees its slot', async () => {
  const semaphore = createProviderSemaphore(1);
  await expect(semaphore.use(google, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.use(google, async () => 'yes')).toBe('yes');
});
