import { expect, test } from 'vitest';
import { findRangeFault, toRange } from './day-range';

/** In India, this moment is on 16 March. */
const now = Date.parse('2026-03-15T19:00:00Z');

test.each([
  ['nothing', { from: '', to: '' }, { from: '2026-03-03', to: '2026-03-16' }],
  ['no days', { from: 'soon', to: '2026-02-30' }, { from: '2026-03-03', to: '2026-03-16' }],
  ['a last day', { from: '', to: '2026-01-14' }, { from: '2026-01-01', to: '2026-01-14' }],
  ['both', { from: '2026-03-09', to: '2026-03-10' }, { from: '2026-03-09', to: '2026-03-10' }],
])('an address with %s selects the days %o', (_, address, range) => {
  expect(toRange(address, now)).toEqual(range);
});

test.each([
  ['2026-03-03', '2026-03-16', null],
  ['2026-03-16', '2026-03-16', null],
  ['2026-02-14', '2026-03-16', null],
  ['2026-02-13', '2026-03-16', { field: 'from', problem: 'tooLong' }],
  ['2000-01-01', '2026-03-16', { field: 'from', problem: 'tooLong' }],
  ['2026-03-12', '2026-03-11', { field: 'to', problem: 'reversed' }],
  ['2026-03-16', '2026-03-17', { field: 'to', problem: 'future' }],
])('the range from %s to %s has the error %o', (from, to, fault) => {
  expect(findRangeFault({ from, to }, now)).toEqual(fault);
});
