import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Applicant } from '@sachet/shared/admission';
import { resourceEvictions, resourceRefusals, resourceUsers } from './metrics.ts';
import { createResource, type Entering, type ResourceOptions } from './resource.ts';

beforeEach(() => {
  vi.useFakeTimers();
  for (const metric of [resourceUsers, resourceRefusals, resourceEvictions]) metric.reset();
});
afterEach(() => void vi.useRealTimers());

const customer = (uid: string, network = uid): Applicant => ({ uid, network, class: 'customer' });
const other = (uid: string, network = uid): Applicant => ({ uid, network, class: 'other' });

/** The outcome of each applicant by uid: waits, is in, refused, evicted. */
function open(change: Partial<ResourceOptions> = {}) {
  const resource = createResource({
    name: 'test',
    places: 4,
    placesPerUser: 1,
    waiting: 8,
    waitingPerUser: 2,
    waitMs: 10_000,
    busy: () => new Error('refused'),
    ...change,
  });
  const states: Record<string, string> = {};
  const leaves: Record<string, () => void> = {};
  async function ask(who: Applicant, given?: Entering, name = who.uid) {
    states[name] = 'waits';
    resource.enter(who, given).then(
      (leave) => {
        states[name] = 'is in';
        leaves[name] = leave;
      },
      (error: Error) => (states[name] = error.message),
    );
    await settle();
  }
  /** A body of `total` bytes that arrives at this rate. */
  async function send(who: Applicant, { total, perSecond }: { total: number; perSecond: number }) {
    const from = Date.now();
    const read = () => Math.min(total, ((Date.now() - from) / 1000) * perSecond);
    const evict = () => (states[who.uid] = 'evicted');
    await ask(who, { progress: { total, read, leastIn15s: 8 * 1024, evict } });
  }
  async function leave(name: string) {
    leaves[name]!();
    await settle();
  }
  const countIn = (state: string) => Object.values(states).filter((is) => is === state).length;
  return { resource, states, ask, send, leave, countIn };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

async function readMetric(metric: typeof resourceUsers | typeof resourceRefusals) {
  const { values } = await metric.get();
  return Object.fromEntries(
    values.map(({ labels, value }) => [Object.values(labels).slice(1).join(' '), value]),
  );
}

test('others leave a quarter of the places to customers, who enter immediately', async () => {
  const { states, ask, countIn } = open();
  for (const uid of ['a', 'b', 'c', 'd']) await ask(other(uid));
  expect(countIn('is in')).toBe(3);
  await ask(customer('asha'));
  expect(states).toMatchObject({ d: 'waits', asha: 'is in' });
  expect(await readMetric(resourceUsers)).toEqual({
    'other using': 3,
    'other waiting': 1,
    'customer using': 1,
  });
});

test('a waiting customer goes before others who came earlier, and bought work before customers', async () => {
  const { states, ask, leave } = open({ places: 1 });
  await ask(other('first'));
  await ask(other('second'));
  await ask(customer('asha'));
  await ask({ uid: 'ravi', network: 'ravi', class: 'bought' });
  await leave('first');
  expect(states).toMatchObject({ second: 'waits', asha: 'waits', ravi: 'is in' });
  await leave('ravi');
  expect(states).toMatchObject({ second: 'waits', asha: 'is in' });
});

test('a user who asks again and again has one turn in a round', async () => {
  const { states, ask, leave } = open({ places: 1, placesPerUser: 1 });
  await ask(other('greedy'));
  await ask(other('greedy'), {}, 'greedy again');
  await ask(other('mina'));
  await leave('greedy');
  expect(states).toMatchObject({ 'greedy again': 'waits', mina: 'is in' });
  await ask(other('greedy'), {}, 'a third time');
  await ask(other('noor'));
  await leave('mina');
  expect(states).toMatchObject({ 'greedy again': 'waits', noor: 'is in' });
});

test('while others wait, a network gets at most a quarter of the places', async () => {
  const { states, ask, leave, countIn } = open({ places: 8 });
  for (let i = 0; i < 8; i++) await ask(other(`crowd ${i}`, 'one network'));
  // No other network wants the places.
  expect(countIn('is in')).toBe(6);
  await ask(other('stranger'));
  await leave('crowd 0');
  expect(states).toMatchObject({ 'crowd 6': 'waits', stranger: 'is in' });
});

test('a network loses the places beyond its quarter to a stranger immediately', async () => {
  const { states, send } = open({ places: 8 });
  const slow = { total: 20e6, perSecond: 72 * 1024 };
  for (let i = 0; i < 6; i++) await send(other(`crowd ${i}`, 'one network'), slow);
  await send(other('stranger'), { total: 1e6, perSecond: 1e6 });
  expect(states['stranger']).toBe('is in');
  expect(Object.values(states).filter((is) => is === 'evicted')).toHaveLength(1);
});

test('forty slow uploads of five networks, above every fixed pace, do not refuse a stranger or a customer', async () => {
  const { states, send, countIn } = open({ places: 32, waiting: 32, waitingPerUser: 1 });
  const slow = { total: 20 * 1024 * 1024, perSecond: 72 * 1024 };
  for (let i = 0; i < 40; i++) await send(other(`slow ${i}`, `network ${i % 5}`), slow);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(countIn('is in')).toBe(24);
  for (let i = 0; i < 13; i++) {
    await send(customer(`customer ${i}`), { total: 1e6, perSecond: 500_000 });
    await send(other(`stranger ${i}`), { total: 1e6, perSecond: 500_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states).toMatchObject({ [`stranger ${i}`]: 'is in', [`customer ${i}`]: 'is in' });
  }
});

test('the entry that needs longest at its present rate is evicted, even if it was fast before', async () => {
  const { states, ask, send } = open({ places: 4 });
  await send(other('steady'), { total: 1e6, perSecond: 60_000 });
  await send(other('almost done'), { total: 300_000, perSecond: 40_000 });
  const from = Date.now();
  const read = () => Math.min(1_900_000, (Date.now() - from) * 1_000);
  const evict = () => (states['stopped'] = 'evicted');
  await ask(other('stopped'), { progress: { total: 2e6, read, evict } });
  await vi.advanceTimersByTimeAsync(9_000);
  await send(other('stranger'), { total: 1e6, perSecond: 1e6 });
  expect(states).toMatchObject({
    steady: 'is in',
    stopped: 'evicted',
    stranger: 'is in',
  });
  expect(await readMetric(resourceEvictions)).toEqual({ other: 1 });
});

test('a customer who finds no place takes one from another class immediately', async () => {
  const { states, send } = open({ places: 4 });
  const fast = { total: 1e9, perSecond: 1e6 };
  for (const uid of ['a', 'b', 'c']) await send(other(uid), fast);
  for (const uid of ['asha', 'ravi']) await send(customer(uid), fast);
  expect(states).toMatchObject({ asha: 'is in', ravi: 'is in' });
  expect(Object.values(states).filter((is) => is === 'evicted')).toHaveLength(1);
});

test('a slow customer keeps their place while only others wait', async () => {
  const { states, send } = open({ places: 2 });
  await send(customer('slow phone'), { total: 1e6, perSecond: 10_000 });
  await send(customer('slow too'), { total: 1e6, perSecond: 10_000 });
  await send(other('fast'), { total: 1e6, perSecond: 1e6 });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(states).toMatchObject({ 'slow phone': 'is in', 'slow too': 'is in', fast: 'waits' });
});

test('a user who has had a turn in this round evicts no one before 15 seconds', async () => {
  const { states, send, leave } = open({ places: 2 });
  await send(other('opens again'), { total: 1e6, perSecond: 1e6 });
  await leave('opens again');
  await send(other('slow'), { total: 1e6, perSecond: 20_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  await send(other('opens again'), { total: 1e6, perSecond: 1e6 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states).toMatchObject({ slow: 'is in', 'opens again': 'waits' });
  await send(other('stranger'), { total: 1e6, perSecond: 1e6 });
  expect(states).toMatchObject({ slow: 'evicted', stranger: 'is in', 'opens again': 'waits' });
});

test('a stranger who uploads again and again has a place each time beside 40 slow uploads', async () => {
  const { states, ask, send, leave } = open({ places: 32, waiting: 32, waitingPerUser: 1 });
  const slow = { total: 20 * 1024 * 1024, perSecond: 72 * 1024 };
  for (let i = 0; i < 40; i++) await send(other(`slow ${i}`, `network ${i % 5}`), slow);
  await vi.advanceTimersByTimeAsync(20_000);
  for (let i = 0; i < 13; i++) {
    await ask(other('stranger'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states['stranger']).toBe('is in');
    await leave('stranger');
  }
});

test('a user who opens another download evicts neither their own nor the one of another user', async () => {
  const { states, ask } = open({ places: 4 });
  const stalled = (name: string) => ({
    progress: { read: () => 0, total: 1e12, evict: () => (states[name] = 'evicted') },
  });
  for (const uid of ['asha', 'ravi', 'mina']) await ask(other(uid), stalled(uid));
  await vi.advanceTimersByTimeAsync(20_000);
  await ask(other('asha'), stalled('another'), 'another');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states).toEqual({ asha: 'is in', ravi: 'is in', mina: 'is in', another: 'waits' });
});

test('a network that has its share takes no place from another network', async () => {
  const { states, ask, send, leave } = open({ places: 4 });
  const slow = { total: 20e6, perSecond: 72 * 1024 };
  await ask(other('crowd 1', 'one network'));
  for (const uid of ['ravi', 'mina']) await send(other(uid), slow);
  await vi.advanceTimersByTimeAsync(5_000);
  await send(other('crowd 2', 'one network'), slow);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states).toEqual({
    'crowd 1': 'is in',
    ravi: 'is in',
    mina: 'is in',
    'crowd 2': 'waits',
  });
  await leave('crowd 1');
  expect(states['crowd 2']).toBe('is in');
});

test('a user with several streams yields one to a user who has none', async () => {
  const { states, ask } = open({ places: 8, placesPerUser: 8 });
  const stream = (name: string) => ({
    progress: { read: () => 0, total: 0, evict: () => (states[name] = 'evicted') },
  });
  for (const uid of ['ravi', 'mina', 'noor']) {
    await ask(other(uid), stream(uid));
    await ask(other(uid), stream(`${uid} again`), `${uid} again`);
  }
  await ask(other('asha'), stream('asha'));
  await ask(other('imran'), stream('imran'));
  await ask(other('asha'), stream('asha again'), 'asha again');
  expect(states).toMatchObject({ asha: 'is in', imran: 'is in', 'asha again': 'waits' });
  expect(Object.values(states).filter((is) => is === 'evicted')).toHaveLength(2);
});

test('a place that is freed for a waiting user goes to that user', async () => {
  const { states, ask, send } = open({ places: 4, placesPerUser: 2 });
  const slow = { total: 20e6, perSecond: 72 * 1024 };
  for (const uid of ['mina', 'noor']) await send(other(uid), slow);
  await vi.advanceTimersByTimeAsync(5_000);
  await send(other('ravi'), { total: 20e6, perSecond: 1e6 });
  await ask(customer('asha'));
  // It is their second turn in this round, so that it takes no place yet.
  await ask(customer('asha'), {}, 'another');
  await send(other('stranger'), slow);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states).toMatchObject({ another: 'waits', stranger: 'is in' });
});

test('an entry that makes no progress for 15 seconds is evicted even if no one waits', async () => {
  const { states, send } = open();
  await send(customer('dead'), { total: 1e6, perSecond: 100 });
  await vi.advanceTimersByTimeAsync(16_000);
  expect(states['dead']).toBe('evicted');
});

describe('a full queue', () => {
  test('refuses one applicant of the network with the most for another network, and its further ones', async () => {
    const { states, ask } = open({ places: 1, waiting: 3 });
    for (const uid of ['in', 'a', 'b', 'c', 'd']) await ask(other(uid, 'crowd'));
    expect(states).toMatchObject({ c: 'waits', d: 'refused' });
    await ask(other('stranger'));
    expect(states).toMatchObject({ a: 'waits', b: 'waits', c: 'refused', stranger: 'waits' });
    expect(await readMetric(resourceRefusals)).toEqual({ other: 2 });
  });

  test('makes room for a customer', async () => {
    const { states, ask } = open({ places: 1, waiting: 2 });
    for (const uid of ['in', 'a', 'b']) await ask(other(uid));
    await ask(customer('asha'));
    expect(states).toMatchObject({ a: 'waits', b: 'refused', asha: 'waits' });
  });
});

test('waiting is bounded for each user and in time, and leaving frees the place in the queue', async () => {
  const { states, ask } = open({ places: 1, waitingPerUser: 1 });
  await ask(other('asha'));
  await ask(other('asha'), {}, 'second');
  await ask(other('asha'), {}, 'third');
  expect(states).toMatchObject({ second: 'waits', third: 'refused' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states['second']).toBe('refused');
  const leaving = new AbortController();
  await ask(other('asha'), { signal: leaving.signal }, 'fourth');
  leaving.abort();
  await ask(other('asha'), {}, 'fifth');
  expect(states).toMatchObject({ fourth: 'refused', fifth: 'waits' });
  await ask(other('mina'), { signal: AbortSignal.abort() });
  expect(states['mina']).toBe('refused');
});

test('work that fails gives its place back', async () => {
  const { resource } = open({ places: 1 });
  const who = other('asha');
  await expect(
    resource.run(who, undefined, () => Promise.reject(new Error('failed'))),
  ).rejects.toThrow('failed');
  expect(await resource.run(who, undefined, async () => 'done')).toBe('done');
});

test('an applicant without a uid, a network or a class does not compile', () => {
  const { resource } = open();
  const ask = () => {
    // @ts-expect-error: no network
    void resource.enter({ uid: 'asha', class: 'customer' });
    // @ts-expect-error: no class
    void resource.enter({ uid: 'asha', network: 'home' });
    // @ts-expect-error: no user
    void resource.enter({ network: 'home', class: 'other' });
  };
  expect(ask).toBeTypeOf('function');
});
