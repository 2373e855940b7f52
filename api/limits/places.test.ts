import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { beforeEach, expect, test } from 'vitest';
import { createPlaces, type Places } from './places.ts';
import { Refusal } from '../http/refusal.ts';

const limits = { places: 4, waiting: 3, waitMs: 60_000, keptMs: 60_000 };

/** The part of a response that `Places` uses: its close event. */
class Exchange extends EventEmitter {
  destroyed = false;
  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

let places: Places;
let entered: string[];
beforeEach(() => {
  places = createPlaces(limits);
  entered = [];
});

/** A request by `who`; `entered` gets its name once it has its places. */
function ask(name: string, { who = 'a', weight = 1, of = places } = {}) {
  const exchange = new Exchange();
  const outcome = of.enter(who, weight, exchange as unknown as Response).then(
    (leave) => {
      entered.push(name);
      return leave;
    },
    (error: unknown) => error,
  );
  return { close: () => exchange.close(), outcome };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('requests above the concurrency limit of a caller wait and then run in order', async () => {
  const requests = ['1', '2', '3', '4', '5', '6'].map((name) => ask(name));
  await settled();
  expect(entered).toEqual(['1', '2', '3', '4']);
  requests[2]!.close();
  await settled();
  expect(entered).toEqual(['1', '2', '3', '4', '5']);
  requests[0]!.close();
  await settled();
  expect(entered).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('a caller whose queue is full is refused, and has room again later', async () => {
  const requests = Array.from({ length: 7 }, (_, i) => ask(String(i)));
  const refused = await ask('too many').outcome;
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  requests[0]!.close();
  ask('later');
  requests.slice(1).forEach(({ close }) => close());
  await settled();
  expect(entered).toContain('later');
});

test('a request takes as many places as its weight, and no lighter request overtakes it', async () => {
  const [first] = [ask('light'), ask('heavy', { weight: 4 }), ask('after it')];
  await settled();
  expect(entered).toEqual(['light']);
  first.close();
  await settled();
  expect(entered).toEqual(['light', 'heavy']);
});

test('a request that weighs more than all places takes all of them', async () => {
  ask('huge', { weight: 100 });
  await settled();
  expect(entered).toEqual(['huge']);
});

test('a waiting request whose client leaves passes its turn to the next request', async () => {
  const [first] = [ask('1'), ask('2')];
  const heavy = ask('heavy', { weight: 4 });
  ask('3');
  heavy.close();
  expect(await heavy.outcome).toBeInstanceOf(Refusal);
  await settled();
  expect(entered).toEqual(['1', '2', '3']);
  first.close();
  first.close();
  const more = ['4', '5', '6'].map((name) => ask(name));
  await settled();
  expect(entered).toEqual(['1', '2', '3', '4', '5']);
  more.forEach(({ close }) => close());
});

test('a request whose client has already left takes no place', async () => {
  const exchange = new Exchange();
  exchange.close();
  await expect(places.enter('a', 4, exchange as unknown as Response)).rejects.toThrow(Refusal);
  ask('next', { weight: 4 });
  await settled();
  expect(entered).toEqual(['next']);
});

test("a caller does not wait for another caller's queue", async () => {
  for (let i = 0; i < 7; i += 1) ask('flood', { who: 'flooder' });
  ask('stranger', { who: 'stranger' });
  await settled();
  expect(entered).toContain('stranger');
});

test('a long request gives its places to the next request only once, even if it ends later', async () => {
  const of = createPlaces({ ...limits, keptMs: 5 });
  const stream = ask('stream', { weight: 4, of });
  await ask('next', { weight: 4, of }).outcome;
  expect(entered).toEqual(['stream', 'next']);
  stream.close();
  const [second] = [ask('third', { weight: 4, of }), ask('fourth', { weight: 4, of })];
  await second.outcome;
  expect(entered).toContain('third');
});

test('a request returns its places before its response ends, only once', async () => {
  const stream = ask('stream', { weight: 4 });
  const leave = (await stream.outcome) as () => void;
  const second = ask('second', { weight: 4 });
  await settled();
  expect(entered).toEqual(['stream']);
  leave();
  await settled();
  expect(entered).toEqual(['stream', 'second']);
  ask('third', { weight: 4 });
  leave();
  stream.close();
  await settled();
  expect(entered).toEqual(['stream', 'second']);
  second.close();
  await settled();
  expect(entered).toEqual(['stream', 'second', 'third']);
});

test('a request that waits too long is refused', async () => {
  const of = createPlaces({ ...limits, waitMs: 5 });
  ask('1', { weight: 4, of });
  expect(await ask('2', { of }).outcome).toMatchObject({ code: 'rate_limited' });
});
