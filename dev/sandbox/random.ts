/** A random generator seeded by a text: the same prompt always gives the same result. */
import { hash } from 'node:crypto';

export type Random = {
  /** The next number, from 0 to below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Whole number from low to high, both included. */
  whole(low: number, high: number): number;
  /** Picks from a non-empty list. */
  pick<T>(list: readonly T[]): T;
};

/** Mulberry32. */
export function randomFrom(text: string): Random {
  let state = hash('sha1', text, 'buffer').readInt32LE();
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (list) => list[Math.floor(next() * list.length)]!,
  };
}
