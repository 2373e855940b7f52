/**
 * Proves the links of many wallets' chains, in whatever order the events come. Neighbours that have
 * met and fit are merged into one run; what is left at the end is one run a wallet, or a fault.
 */
import type { CopiedEvent } from './event-copy.ts';
import { chainHash } from './rows.ts';

/** What the event after must build upon. */
export interface Tail {
  seq: number;
  hash: Uint8Array;
  balance: number;
  held: number;
  recordedAtMs: number;
}

/** What the event before must end with. */
export interface Front {
  seq: number;
  digest: Uint8Array;
  hash: Uint8Array;
  /** Balance and held amount that the event says it found. */
  balance: number;
  held: number;
  recordedAtMs: number;
}

export interface Run {
  front: Front;
  tail: Tail;
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

export const genesis: Tail = {
  seq: 0,
  hash: Buffer.alloc(32),
  balance: 0,
  held: 0,
  recordedAtMs: Number.NEGATIVE_INFINITY,
};

/** Wallets whose chain begins here build upon nothing. */
function checkFront(scan: ChainScan, walletId: string, front: Front): void {
  if (front.seq === 1) checkLink(scan, walletId, genesis, front);
}

export const toFront = (event: CopiedEvent): Front => ({
  seq: event.seq,
  digest: event.digest,
  hash: event.hash,
  balance: event.balanceAfter - event.amountPaise,
  held: event.heldAfter - event.heldPaise,
  recordedAtMs: event.recordedAtMs,
});

export const toTail = (event: CopiedEvent): Tail => ({
  seq: event.seq,
  hash: event.hash,
  balance: event.balanceAfter,
  held: event.heldAfter,
  recordedAtMs: event.recordedAtMs,
});

export function addEvent(scan: ChainScan, event: CopiedEvent): void {
  scan.events += 1;
  const front = toFront(event);
  const tail = toTail(event);
  const runs = scan.runs.get(event.walletId);
  if (!runs) {
    scan.runs.set(event.walletId, [{ front, tail }]);
    return;
  }
  // Nearly always the event that follows the newest run.
  const last = runs.at(-1)!;
  if (last.tail.seq + 1 === event.seq) {
    checkLink(scan, event.walletId, last.tail, front);
    last.tail = tail;
  } else {
    runs.push({ front, tail });
  }
}

function checkLink(scan: ChainScan, walletId: string, tail: Tail, front: Front): void {
  for (const kind of brokenBetween(tail, front)) {
    scan.broken.push({ walletId, seq: front.seq, kind });
  }
}

/** What does not fit where `front` follows `tail`; nothing is well. */
export function brokenBetween(tail: Tail, front: Front): BrokenLink['kind'][] {
  const broken: BrokenLink['kind'][] = [];
  if (Buffer.compare(chainHash(tail.hash, front.digest), front.hash) !== 0) broken.push('link');
  if (tail.balance !== front.balance || tail.held !== front.held) broken.push('balance');
  if (tail.recordedAtMs > front.recordedAtMs) broken.push('clock');
  return broken;
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
    runs.sort((a, b) => a.front.seq - b.front.seq);
    checkFront(whole, walletId, runs[0]!.front);
    const merged: Run[] = [runs[0]!];
    for (const run of runs.slice(1)) {
      const last = merged.at(-1)!;
      if (last.tail.seq + 1 === run.front.seq) {
        checkLink(whole, walletId, last.tail, run.front);
        last.tail = run.tail;
      } else {
        merged.push(run);
      }
    }
    whole.runs.set(walletId, merged);
  }
  return whole;
}
