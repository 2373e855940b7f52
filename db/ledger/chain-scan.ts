/**
 * Proves the links of many wallets' chains, in whatever order the events come. Neighbours that have
 * met and fit are merged into one run; what is left at the end is one run a wallet, or a fault.
 */
import type { CopiedEvent } from './event-copy.ts';
import { chainHashHex } from './rows.ts';

/** What the event after must build upon. */
export type ChainEnd = Pick<
  CopiedEvent,
  'seq' | 'hashHex' | 'balanceAfterPaise' | 'heldAfterPaise' | 'recordedAtMs'
>;

/** Neighbours that fit; of those between, nothing has to be known any more. */
export interface Run {
  first: CopiedEvent;
  last: CopiedEvent;
}

export interface BrokenLink {
  walletId: string;
  seq: number;
  /** The chain does not lead here, or the amounts do not add up, or time ran backwards. */
  kind: 'link' | 'balance' | 'clock';
}

export interface ChainScan {
  /** By wallet, in the order of their sequence once `finish` was called. */
  runs: Map<string, Run[]>;
  broken: BrokenLink[];
  events: number;
}

export function newChainScan(): ChainScan {
  return { runs: new Map(), broken: [], events: 0 };
}

export const genesis: ChainEnd = {
  seq: 0,
  hashHex: '00'.repeat(32),
  balanceAfterPaise: 0,
  heldAfterPaise: 0,
  recordedAtMs: Number.NEGATIVE_INFINITY,
};

export function addEvent(scan: ChainScan, event: CopiedEvent): void {
  scan.events += 1;
  const runs = scan.runs.get(event.walletId);
  // Nearly always the event that follows the newest run.
  const newest = runs?.at(-1);
  if (newest && newest.last.seq + 1 === event.seq) {
    checkLink(scan, newest.last, event);
    newest.last = event;
  } else if (runs) {
    runs.push({ first: event, last: event });
  } else {
    scan.runs.set(event.walletId, [{ first: event, last: event }]);
  }
}

function checkLink(scan: ChainScan, before: ChainEnd, event: CopiedEvent): void {
  for (const kind of brokenBetween(before, event)) {
    scan.broken.push({ walletId: event.walletId, seq: event.seq, kind });
  }
}

const nothing: readonly BrokenLink['kind'][] = [];

/** What does not fit where `event` follows `before`; nothing is well. */
export function brokenBetween(before: ChainEnd, event: CopiedEvent): readonly BrokenLink['kind'][] {
  const isLinked = chainHashHex(before.hashHex, event.digestHex) === event.hashHex;
  const isBalanced =
    before.balanceAfterPaise === event.balanceAfterPaise - event.amountPaise &&
    before.heldAfterPaise === event.heldAfterPaise - event.heldPaise;
  const isLater = !(before.recordedAtMs > event.recordedAtMs);
  if (isLinked && isBalanced && isLater) return nothing;
  return [
    ...(isLinked ? [] : ['link' as const]),
    ...(isBalanced ? [] : ['balance' as const]),
    ...(isLater ? [] : ['clock' as const]),
  ];
}

/** Joins what other scans of the same events found, then every run that continues another. */
export function finishScan(scans: readonly ChainScan[]): ChainScan {
  const whole = newChainScan();
  for (const scan of scans) {
    whole.events += scan.events;
    whole.broken.push(...scan.broken);
    for (const [walletId, runs] of scan.runs) {
      const known = whole.runs.get(walletId);
      if (known) known.push(...runs);
      else whole.runs.set(walletId, [...runs]);
    }
  }
  for (const [walletId, runs] of whole.runs) {
    runs.sort((a, b) => a.first.seq - b.first.seq);
    // A chain that begins here builds upon nothing.
    if (runs[0]!.first.seq === 1) checkLink(whole, genesis, runs[0]!.first);
    const merged: Run[] = [runs[0]!];
    for (const run of runs.slice(1)) {
      const last = merged.at(-1)!;
      if (last.last.seq + 1 === run.first.seq) {
        checkLink(whole, last.last, run.first);
        last.last = run.last;
      } else {
        merged.push(run);
      }
    }
    whole.runs.set(walletId, merged);
  }
  return whole;
}
