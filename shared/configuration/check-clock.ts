import type { SetupProblem } from './setup-problem.ts';

/** A clock that is further off makes sign-in tokens and signed addresses invalid. */
const mostSecondsOff = 60;

/** Compares two clocks that were read at the same moment, in milliseconds. */
export function checkClock(ownMs: number, otherMs: number, other: string): SetupProblem[] {
  const off = Math.round((otherMs - ownMs) / 1_000);
  if (Math.abs(off) <= mostSecondsOff) return [];
  return [
    {
      level: 'error',
      problem: `The clock of this machine is ${Math.abs(off)} s ${off > 0 ? 'behind' : 'ahead of'} that of ${other}`,
      remedy: 'Set both with NTP: tokens, links and deadlines depend on the time.',
    },
  ];
}
