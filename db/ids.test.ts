import { afterEach, expect, test, vi } from 'vitest';
import { dayMs } from '@sachet/shared/time';
import { newId, newWalletId } from './ids.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idPattern = /^gen_[0-9a-hjkmnp-tv-z]{18}$/;

afterEach(() => vi.useRealTimers());

function at(ms: number): string {
  vi.useFakeTimers({ now: ms, toFake: ['Date'] });
  return newId('gen');
}

/** The time in an id: the first 42 bits of its first 9 characters. */
function readTime(id: string): number {
  const characters = id.slice('gen_'.length, 'gen_'.length + 9);
  const bits = [...characters].reduce((sum, each) => sum * 32 + alphabet.indexOf(each), 0);
  return Math.floor(bits / 8);
}

test('an id has its prefix and 18 characters, and the id of a wallet 11', () => {
  for (let i = 0; i < 1_000; i += 1) {
    expect(newId('gen')).toMatch(idPattern);
    expect(newWalletId()).toMatch(/^wal_[0-9a-hjkmnp-tv-z]{11}$/);
  }
});

test('an id contains the millisecond of its creation, from the first possible millisecond to the last', () => {
  const now = Date.now();
  for (const ms of [0, 1, now, now + 1, 2 ** 41 - 1, 2 ** 41, 2 ** 42 - 1]) {
    expect(readTime(at(ms))).toBe(ms);
  }
});

test('ids sort by the time of their creation', () => {
  const now = Date.now();
  const times = [now, now + 1, now + 31, now + 32, now + 33, now + dayMs, 2 ** 42 - 1];
  const ids = times.map(at);
  expect(ids.toSorted()).toEqual(ids);
});

test('ids of one millisecond sort in the order of their creation', () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const ids = Array.from({ length: 10_000 }, () => newId('gen'));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the first id of a millisecond has only random bits after its time', () => {
  const now = Date.now();
  const ids = Array.from({ length: 2_000 }, (_, i) => at(now + i));
  for (let place = 13; place < 22; place += 1) {
    expect(new Set(ids.map((id) => id[place])).size).toBe(32);
  }
});

test('20,000 ids made in a row differ, and so do 20,000 wallet ids', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('gen'));
  expect(new Set(ids).size).toBe(ids.length);
  // 2e8 pairs of 3.6e16.
  const wallets = Array.from({ length: 20_000 }, newWalletId);
  expect(new Set(wallets).size).toBe(wallets.length);
  for (let place = 4; place < 15; place += 1) {
    expect(new Set(wallets.map((id) => id[place])).size).toBe(32);
  }
});
