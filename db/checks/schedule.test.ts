// The auditor's schedule against a simulated clock: every old event is read once an hour.
import { expect, test } from 'vitest';
import { eventsPerSlice, readDueSlices, type Round } from './schedule.ts';

const seed = Number(process.env['LEDGER_SEED'] ?? Date.now() % 2 ** 31);

/** A random number below `below`, of the seed. */
function createRandom(state: number): (below: number) => number {
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state / 2 ** 31) * below;
  };
}

interface Worker {
  readonly events: number;
  readonly eventsPerSecond: number;
  /** How often the worker is killed, also in the middle of a slice; null for never. */
  readonly killedEvery: number | null;
  readonly outageSeconds: number;
}

class Killed extends Error {}

/** Simulates `hours` and returns the longest time between two reads of an event, and the largest slice. */
async function simulate(worker: Worker, hours: number, random: (below: number) => number) {
  const { events, eventsPerSecond, killedEvery, outageSeconds } = worker;
  const parts = 1_000;
  const readAt = Array.from({ length: parts }, () => 0);
  let [now, cursor, read, startedAt] = [0, 0, 0, 0];
  let killAt = killedEvery ?? Number.POSITIVE_INFINITY;
  let longest = 0;
  let largest = 0;
  const spend = (seconds: number) => {
    if (now + seconds >= killAt) throw new Killed();
    now += seconds;
  };
  const readSlice = async (limit: number) => {
    const count = Math.min(limit, events - cursor);
    largest = Math.max(largest, limit);
    spend(count / eventsPerSecond + 0.01);
    for (
      let part = Math.ceil((cursor / events) * parts);
      part < ((cursor + count) / events) * parts;
      part += 1
    ) {
      longest = Math.max(longest, now - readAt[part]!);
      readAt[part] = now;
    }
    cursor += count;
    read += count;
    const isRoundOver = count < limit;
    if (isRoundOver) [cursor, read, startedAt] = [0, 0, now];
    return { events: count, isRoundOver };
  };
  while (now < hours * 3600) {
    try {
      const round: Round = { events, read, seconds: now - startedAt };
      await readDueSlices(round, readSlice, () => now);
      spend(random(5));
      spend(30);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      now = killAt + random(outageSeconds);
      killAt = now + killedEvery!;
    }
  }
  return { longest: Math.max(longest, ...readAt.map((at) => now - at)), largest };
}

test.each<[string, Omit<Worker, 'events'>, most: number]>([
  ['a steady worker', { eventsPerSecond: 20_000, killedEvery: null, outageSeconds: 0 }, 30e6],
  [
    'a worker that is killed every ten minutes',
    { eventsPerSecond: 20_000, killedEvery: 600, outageSeconds: 120 },
    20e6,
  ],
  [
    'a worker that is killed every two minutes',
    { eventsPerSecond: 20_000, killedEvery: 120, outageSeconds: 20 },
    20e6,
  ],
  ['a slow machine', { eventsPerSecond: 2_000, killedEvery: 600, outageSeconds: 60 }, 2e6],
])(`every event is read once an hour by %s (LEDGER_SEED=${seed})`, async (_, worker, most) => {
  const random = createRandom(seed);
  for (let run = 0; run < 10; run += 1) {
    // As many small ledgers as large ones.
    const events = run === 0 ? most : Math.ceil(Math.exp(random(Math.log(most))));
    const { longest, largest } = await simulate({ ...worker, events }, 6, random);
    expect({ events, isHourly: longest <= 3600, longest }).toMatchObject({ isHourly: true });
    expect(largest).toBeLessThanOrEqual(eventsPerSlice);
  }
});
