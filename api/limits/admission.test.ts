import { expect, test } from 'vitest';
import { createAdmission, type AdmissionLimits } from './admission.ts';

const limits: AdmissionLimits = {
  atOnce: 2,
  atOncePerNetwork: 2,
  waiting: 3,
  waitingPerUser: 2,
  waitMs: 60_000,
};
const patient = new AbortController().signal;

/** Returns the outcome of each request in `states`, in the order of the requests. */
function crowd(change: Partial<AdmissionLimits> = {}) {
  const admission = createAdmission({ ...limits, ...change });
  const ends: (() => void)[] = [];
  const states: string[] = [];
  return {
    states,
    async ask(uid: string, { signal = patient, network = 'home' } = {}) {
      const at = states.push('waits') - 1;
      void admission.enter({ uid, network }, signal).then(
        (end) => {
          ends[at] = end;
          states[at] = 'is in';
        },
        (error: { code: string }) => (states[at] = error.code),
      );
      await settled();
    },
    async end(at: number) {
      ends[at]!();
      await settled();
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the second request of a user waits while other users are admitted', async () => {
  const { ask, end, states } = crowd();
  await ask('asha');
  await ask('asha');
  await ask('ravi');
  expect(states).toEqual(['is in', 'waits', 'is in']);
  await end(0);
  expect(states).toEqual(['is in', 'is in', 'is in']);
});

test('a full process admits one waiting request whenever a request ends, in order', async () => {
  const { ask, end, states } = crowd();
  for (const uid of ['asha', 'ravi', 'mina', 'noor', 'omar']) await ask(uid);
  expect(states.slice(2)).toEqual(['waits', 'waits', 'waits']);
  await end(1);
  await end(1);
  expect(states.slice(2)).toEqual(['is in', 'waits', 'waits']);
});

test('a waiting user whose own request is in progress does not block later users', async () => {
  const { ask, end, states } = crowd();
  for (const uid of ['asha', 'ravi', 'asha', 'mina']) await ask(uid);
  await end(1);
  expect(states).toEqual(['is in', 'is in', 'waits', 'is in']);
});

test('a request is refused immediately if too many requests of the user or of the process are already waiting', async () => {
  const { ask, states } = crowd();
  for (const uid of ['asha', 'asha', 'asha', 'asha']) await ask(uid);
  expect(states).toEqual(['is in', 'waits', 'waits', 'rate_limited']);
  for (const uid of ['ravi', 'mina', 'noor']) await ask(uid);
  expect(states.slice(4)).toEqual(['is in', 'waits', 'rate_limited']);
});

test('a user who leaves while waiting frees the place for another', async () => {
  const { ask, end, states } = crowd({ waiting: 1 });
  const leaving = new AbortController();
  await ask('asha');
  await ask('asha', { signal: leaving.signal });
  leaving.abort();
  await settled();
  await ask('asha');
  expect(states).toEqual(['is in', 'rate_limited', 'waits']);
  await end(0);
  expect(states[2]).toBe('is in');
});

test('a request that waits too long is refused', async () => {
  const { ask, states } = crowd({ waitMs: 1 });
  await ask('asha');
  await ask('asha');
  await expect.poll(() => states[1]).toBe('rate_limited');
});

test('a user who left before asking for a turn takes no place', async () => {
  const { ask, states } = crowd();
  await ask('asha', { signal: AbortSignal.abort() });
  await ask('asha');
  expect(states).toEqual(['rate_limited', 'is in']);
});

test('one network gets only a limited number of places, and waiting requests of other networks overtake its queue', async () => {
  const { ask, end, states } = crowd({ atOnce: 3, atOncePerNetwork: 2 });
  for (const uid of ['asha', 'ravi', 'mina']) await ask(uid, { network: 'crowd' });
  await ask('noor', { network: 'elsewhere' });
  expect(states).toEqual(['is in', 'is in', 'waits', 'is in']);
  await end(3);
  expect(states[2]).toBe('waits');
  await end(0);
  expect(states[2]).toBe('is in');
});

test('the network with the fewest places is admitted next, even before earlier requests of other networks', async () => {
  const { ask, end, states } = crowd({ atOnce: 2, atOncePerNetwork: 2 });
  for (const uid of ['asha', 'ravi', 'mina']) await ask(uid, { network: 'crowd' });
  await ask('noor', { network: 'elsewhere' });
  await end(0);
  expect(states.slice(2)).toEqual(['waits', 'is in']);
});

test('a queue that one network has filled makes room for another network, and refuses further requests of the first', async () => {
  const { ask, states } = crowd({ waiting: 3 });
  for (const uid of ['asha', 'ravi', 'mina', 'omar', 'lila']) await ask(uid, { network: 'crowd' });
  await ask('noor', { network: 'elsewhere' });
  await ask('zoya', { network: 'crowd' });
  expect(states.slice(2)).toEqual(['waits', 'waits', 'rate_limited', 'waits', 'rate_limited']);
});
