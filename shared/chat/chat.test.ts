import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangesLeftOut, findReplacedTurns, toTitle, turnAfter } from './chat.ts';

describe('paid replies', () => {
  it.each([
    [0, { block: 0, opensBlock: false, left: 5 }],
    [4, { block: 0, opensBlock: false, left: 1 }],
    [5, { block: 1, opensBlock: true, left: 5 }],
    [6, { block: 1, opensBlock: false, left: 4 }],
    [9, { block: 1, opensBlock: false, left: 1 }],
    [10, { block: 2, opensBlock: true, left: 5 }],
  ])('the next reply after %i counted replies is in the expected block', (turnCount, expected) => {
    expect(turnAfter(turnCount)).toEqual(expected);
  });

  it('exactly one reply of every five after the first five opens a block', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (replies) => {
        const paid = Array.from({ length: replies }, (_, count) => turnAfter(count));
        const opened = paid.filter(({ opensBlock }) => opensBlock).length;
        expect(opened).toBe(Math.ceil(Math.max(0, replies - 5) / 5));
      }),
    );
  });
});

describe('instructions to a model', () => {
  const exchange = (letters: number) => ({ prompt: 'a', reply: 'b'.repeat(letters) });

  it('a model gets the whole of a short conversation', () => {
    expect(exchangesLeftOut([exchange(10), exchange(10)], 'and now?')).toBe(0);
  });

  it('a long conversation is cut to its newest whole exchanges that fit into the budget', () => {
    // 36,000 letters are the 12,000 tokens of the budget.
    expect(exchangesLeftOut([exchange(30_000), exchange(20_000), exchange(10_000)], 'x')).toBe(1);
    expect(exchangesLeftOut([exchange(10), exchange(40_000)], 'x')).toBe(2);
  });

  it('the budget of a conversation counts a Hindi letter as one token', () => {
    const hindi = { prompt: 'क', reply: 'क'.repeat(13_000) };
    expect(exchangesLeftOut([hindi], 'x')).toBe(1);
  });
});

describe('a title', () => {
  it.each([
    ['Price my laddoos', 'Price my laddoos'],
    ['  One line\nand another', 'One line'],
    [`${'word '.repeat(20)}end`, `${'word '.repeat(12).trimEnd()}…`],
    ['🪔'.repeat(70), `${'🪔'.repeat(60)}…`],
  ])('the title of %j is cut between words', (prompt, title) => {
    expect(toTitle(prompt)).toBe(title);
  });
});

it('a turn is replaced by a later one that has not failed, through failed ones between them', () => {
  const turn = (id: string, replacesTurnId: string | null = null, hasFailed = false) => ({
    id,
    replacesTurnId,
    hasFailed,
  });
  const find = (...turns: ReturnType<typeof turn>[]) => [...findReplacedTurns(turns)].toSorted();
  expect(find(turn('a'), turn('b'))).toEqual([]);
  expect(find(turn('a'), turn('b', 'a'))).toEqual(['a']);
  expect(find(turn('a'), turn('b', 'a', true))).toEqual([]);
  expect(find(turn('a'), turn('b', 'a', true), turn('c', 'b'))).toEqual(['a', 'b']);
  expect(find(turn('a'), turn('b', 'a'), turn('c', 'b', true))).toEqual(['a']);
});
