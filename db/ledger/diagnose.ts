/** Tells from the evidence what was done to events whose links do not fit. */
import type { PoolClient } from 'pg';
import type { BrokenLink } from './chain-scan.ts';
import type { Fault } from './fault.ts';
import {
  chainHash,
  eventColumnList,
  eventDigest,
  eventFromRow,
  type EventRow,
  type StoredEvent,
} from './rows.ts';

interface Slot {
  walletId: string;
  seq: number;
}

/** An event at a broken link, and where it was recorded, as far as that can be proved. */
interface Placed {
  here: Slot;
  home: Slot | null;
}

/** Links to look at closely; where more are broken, the rest are counted. */
const mostDiagnosed = 120;
/** Wallets that are named though none of their links was looked at. */
const mostNamed = 1_000;

const toKey = ({ walletId, seq }: Slot): string => `${walletId}\n${seq}`;
const isSame = (a: Slot, b: Slot): boolean => a.seq === b.seq && a.walletId === b.walletId;

/** `links` are in the order of wallet and sequence, and so are the faults. */
export async function diagnoseLinks(
  client: PoolClient,
  links: readonly BrokenLink[],
): Promise<Fault[]> {
  if (links.length === 0) return [];
  const byWallet = Map.groupBy(links, ({ walletId }) => walletId);
  const closely = chooseClosely(byWallet);
  const rows = await readAround(client, [...closely.values()].flat());
  const findHome = createHomeFinder(rows, links, [...closely.values()].flat());

  const faults: Fault[] = [];
  let unnamed = 0;
  for (const [walletId, ofWallet] of byWallet) {
    const chosen = closely.get(walletId) ?? [];
    const placed = chosen.map((link) => ({ here: toSlot(link), home: findHome(link) }));
    faults.push(...named(placed));
    const more = ofWallet.length - chosen.length;
    if (more === 0) continue;
    if (chosen.length === 0 && (unnamed += 1) > mostNamed) continue;
    const { seq } = ofWallet[chosen.length]!;
    const last = faults.at(-1)?.walletId === walletId ? faults.at(-1)! : null;
    const detail = `${more} more links do not fit, from here on`;
    faults.push({ kind: last?.kind ?? 'edited', walletId, seq, detail });
  }
  if (unnamed > mostNamed) {
    const detail = `links of ${unnamed - mostNamed} more wallets do not fit`;
    faults.push({ kind: 'edited', walletId: null, seq: null, detail });
  }
  return faults;
}

const toSlot = ({ walletId, seq }: Slot): Slot => ({ walletId, seq });

/** The first links of every wallet, as many of each as there is room for. */
function chooseClosely(byWallet: Map<string, BrokenLink[]>): Map<string, BrokenLink[]> {
  const chosen = new Map<string, BrokenLink[]>();
  let room = mostDiagnosed;
  for (let rank = 0; room > 0; rank += 1) {
    let any = false;
    for (const [walletId, links] of byWallet) {
      if (room === 0) break;
      if (rank >= links.length) continue;
      chosen.set(walletId, [...(chosen.get(walletId) ?? []), links[rank]!]);
      room -= 1;
      any = true;
    }
    if (!any) break;
  }
  return chosen;
}

/**
 * An event was recorded in a place if with that place in it, and built upon a head that is known, it
 * hashes to what is stored with it.
 */
function createHomeFinder(
  rows: Map<string, StoredEvent>,
  links: readonly BrokenLink[],
  closely: readonly BrokenLink[],
): (link: BrokenLink) => Slot | null {
  const broken = new Set(links.map(toKey));
  // A genuine event may build upon any of these, wherever it stands now, …
  const heads: Buffer[] = [...rows.values()].map((stored) => stored.hash);
  heads.push(Buffer.alloc(32));
  // … or upon a hash that was edited, but follows from what stands there.
  for (const { walletId, seq } of closely) {
    const before = rows.get(toKey({ walletId, seq: seq - 1 }));
    const digest = digestAt(rows.get(toKey({ walletId, seq })), { walletId, seq });
    if (before && digest) heads.push(chainHash(before.hash, digest));
  }
  const fits = (stored: StoredEvent, slot: Slot): boolean => {
    const digest = digestAt(stored, slot);
    return digest !== null && heads.some((head) => chainHash(head, digest).equals(stored.hash));
  };

  let lastMove: ((from: Slot) => Slot) | null = null;
  return (link) => {
    const here = toSlot(link);
    const stored = rows.get(toKey(here));
    if (!stored) return null;
    if (fits(stored, here)) return here;
    const next = { ...here, seq: here.seq + 1 };
    // The chain goes on from the hash that stands here, so it is this place's own; its content is not.
    if (rows.has(toKey(next)) && !broken.has(toKey(next))) return null;
    const near = [-1, 1, -2, 2].map((by) => ({ ...here, seq: here.seq + by }));
    const candidates = [...(lastMove ? [lastMove(here)] : []), ...near, ...closely.map(toSlot)];
    const home = candidates.find((slot) => !isSame(slot, here) && fits(stored, slot)) ?? null;
    if (home) {
      const by = home.seq - here.seq;
      const { walletId } = home;
      lastMove = (from) => ({
        walletId: walletId === here.walletId ? from.walletId : walletId,
        seq: from.seq + by,
      });
    }
    return home;
  };
}

/** Null for what this version of the code cannot have recorded. */
function digestAt(stored: StoredEvent | undefined, slot: Slot): Buffer | null {
  if (!stored) return null;
  try {
    return eventDigest({ ...stored.event, ...slot }, stored.requestHash);
  } catch {
    return null;
  }
}

/** The faults of one wallet. Neighbours that moved together are one fault. */
function named(placed: readonly Placed[]): Fault[] {
  const faults: Fault[] = [];
  for (let i = 0; i < placed.length;) {
    const { here, home } = placed[i]!;
    if (home && isSame(here, home)) {
      // Genuine in its place: only what it builds upon was tampered with, and that is named itself.
      i += 1;
    } else if (home === null) {
      const gap = gapBefore(placed, i + 1);
      // What the first event after a gap builds upon is gone; those that follow it tell.
      if (gap && gap.to >= here.seq) faults.push(deleted(gap, here));
      else if (!isInserted(placed, i)) faults.push(edited(here));
      i += 1;
    } else {
      const end = findRunEnd(placed, i);
      const fault = toFault(placed, i, end);
      if (fault) faults.push(fault);
      i = end;
    }
  }
  return faults;
}

const getShift = ({ here, home }: Placed): number => (home ? home.seq - here.seq : 0);

/** One past the last of those that moved together with the one at `from`. */
function findRunEnd(placed: readonly Placed[], from: number): number {
  let end = from + 1;
  while (
    end < placed.length &&
    placed[end]!.home?.walletId === placed[from]!.home?.walletId &&
    getShift(placed[end]!) === getShift(placed[from]!) &&
    placed[end]!.here.seq === placed[end - 1]!.here.seq + 1
  ) {
    end += 1;
  }
  return end;
}

function toFault(placed: readonly Placed[], from: number, end: number): Fault | null {
  const { here, home } = placed[from]!;
  const lastHere = placed[end - 1]!.here.seq;
  const range = (first: number, last: number) =>
    first === last ? `seq ${first}` : `seq ${first} to ${last}`;
  const shift = getShift(placed[from]!);
  const were = here.seq === lastHere ? '' : `${range(here.seq, lastHere)}: `;
  const origin = range(here.seq + shift, lastHere + shift);
  if (home!.walletId !== here.walletId) {
    const detail = `${were}recorded for ${home!.walletId} as ${origin}`;
    return { kind: 'swapped', ...here, detail };
  }
  if (isReordered(placed, from)) {
    return { kind: 'reordered', ...here, detail: `${were}recorded as ${origin}` };
  }
  const gap = gapBefore(placed, from);
  if (gap) {
    const before = placed[from - 1];
    const told = before?.home === null && before.here.seq === here.seq - 1;
    return told ? null : deleted(gap, here);
  }
  const count = insertedBefore(placed, from);
  if (count <= 0) return null;
  const first = here.seq - count;
  const detail = `${range(first, here.seq - 1)} were not recorded; the events behind were renumbered`;
  return { kind: 'inserted', walletId: here.walletId, seq: first, detail };
}

/** Another event of the wallet that came before it stands behind it now, or the other way round. */
function isReordered(placed: readonly Placed[], at: number): boolean {
  const { here, home } = placed[at]!;
  return placed.some(
    (other) =>
      other.home !== null &&
      other.home.walletId === here.walletId &&
      (other.here.seq - here.seq) * (other.home.seq - home!.seq) < 0,
  );
}

/** How far the wallet's events in front of this one moved. */
function shiftBefore(placed: readonly Placed[], at: number): number {
  const before = placed.slice(0, at).findLast(({ here, home }) => home?.walletId === here.walletId);
  return before ? getShift(before) : 0;
}

function isMovedAt(placed: readonly Placed[], at: number): boolean {
  const each = placed[at];
  return each?.home?.walletId === each?.here.walletId && each !== undefined && getShift(each) !== 0;
}

/** The numbers that are gone where the events from here on moved forward together. */
function gapBefore(placed: readonly Placed[], at: number): { from: number; to: number } | null {
  if (!isMovedAt(placed, at) || isReordered(placed, at)) return null;
  const { here } = placed[at]!;
  const before = placed[at - 1];
  const first = before?.home === null && before.here.seq === here.seq - 1 ? before.here : here;
  const earlier = shiftBefore(placed, at);
  const gone = getShift(placed[at]!) - earlier;
  return gone > 0 && getShift(placed[at]!) > 0
    ? { from: first.seq + earlier, to: first.seq + earlier + gone - 1 }
    : null;
}

function insertedBefore(placed: readonly Placed[], at: number): number {
  if (!isMovedAt(placed, at) || isReordered(placed, at)) return 0;
  return shiftBefore(placed, at) - getShift(placed[at]!);
}

/** Of the events that pushed those behind them back: these are named there. */
function isInserted(placed: readonly Placed[], at: number): boolean {
  const { seq } = placed[at]!.here;
  const next = placed.findIndex(({ home }, i) => i > at && home !== null);
  return next > 0 && placed[next]!.here.seq - insertedBefore(placed, next) <= seq;
}

function deleted({ from, to }: { from: number; to: number }, here: Slot): Fault {
  const gone = from === to ? `seq ${from} is gone` : `seq ${from} to ${to} are gone`;
  return { kind: 'deleted', ...here, detail: `${gone}; the events behind were renumbered` };
}

const edited = (here: Slot): Fault => ({
  kind: 'edited',
  ...here,
  detail: 'does not hash to what was recorded',
});

/** The events at the broken links, their neighbours, and what a renumbered one may have built upon. */
async function readAround(
  client: PoolClient,
  links: readonly BrokenLink[],
): Promise<Map<string, StoredEvent>> {
  const slots = links.flatMap(({ walletId, seq }) =>
    [seq - 3, seq - 2, seq - 1, seq, seq + 1].map((near) => ({ walletId, seq: near })),
  );
  const { rows } = await client.query<EventRow>(
    `select ${eventColumnList} from ledger_event
     where (wallet_id, seq) in (select * from unnest($1::text[], $2::int8[]))`,
    [slots.map((slot) => slot.walletId), slots.map((slot) => slot.seq)],
  );
  const found = rows.map(eventFromRow);
  return new Map(found.map((stored) => [toKey(stored.event), stored]));
}
