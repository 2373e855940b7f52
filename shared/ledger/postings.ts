import type { EventRecord } from './event.ts';

export interface Posting {
  readonly account: string;
  /** Signed; the postings of one event sum to zero. */
  readonly amountPaise: number;
}

/** Double entry as a function of the event. A hold moves no money and has no postings. */
export function toPostings(event: EventRecord): readonly Posting[] {
  if (event.amountPaise === 0) return [];
  if (event.counterAccount === null) throw new Error(`${event.kind} without a counter account`);
  return [
    { account: `wallet:${event.walletId}`, amountPaise: event.amountPaise },
    { account: event.counterAccount, amountPaise: -event.amountPaise },
  ];
}
