/** Tells from the evidence what was done to events whose links do not fit. */
import type { PoolClient } from 'pg';
import type { BrokenLink } from './chain-scan.ts';
import type { Fault, FaultKind } from './fault.ts';
import {
  chainHash,
  eventColumns,
  eventDigest,
  eventFromRow,
  type EventRow,
  type StoredEvent,
} from './rows.ts';

interface Slot {
  walletId: string;
  seq: number;
}

/** Links to look at closely; where more are broken, the rest are counted. */
const mostDiagnosed = 200;

const keyOf = ({ walletId, seq }: Slot): string => `${walletId}\n${seq}`;

export async function diagnoseLinks(
  client: PoolClient,
  links: readonly BrokenLink[],
): Promise<Fault[]> {
  const closely = links.slice(0, mostDiagnosed);
  const rows = await readAround(client, closely);
  const broken = closely.map((link) => rows.get(keyOf(link))!);
  // A genuine event may build upon any of these, wherever it stands now.
  const heads = [...rows.values()].map((stored) => stored.hash).concat(Buffer.alloc(32));
  const fits = (stored: StoredEvent, slot: Slot): boolean => {
    const digest = eventDigest({ ...stored.event, ...slot }, stored.requestHash);
    return heads.some((head) => chainHash(head, digest).equals(stored.hash));
  };

  const faults: Fault[] = [];
  for (const stored of broken) {
    const here: Slot = { walletId: stored.event.walletId, seq: stored.event.seq };
    // Genuine in its place: only what it builds upon was tampered with, and that is named itself.
    if (fits(stored, here)) continue;
    const elsewhere = broken
      .map(({ event }): Slot => ({ walletId: event.walletId, seq: event.seq }))
      .find((slot) => keyOf(slot) !== keyOf(here) && fits(stored, slot));
    faults.push(elsewhere ? moved(here, elsewhere) : await changed(stored, here, rows, fits));
  }
  if (links.length > closely.length) {
    const { walletId, seq } = links[mostDiagnosed]!;
    const detail = `and ${links.length - closely.length} more links do not fit, from here on`;
    faults.push({ kind: 'edited', walletId, seq, detail });
  }
  return withoutRenumbered(faults);
}

function moved(here: Slot, elsewhere: Slot): Fault {
  const same = here.walletId === elsewhere.walletId;
  return {
    kind: same ? 'reordered' : 'swapped',
    ...here,
    detail: same
      ? `was recorded as seq ${elsewhere.seq}`
      : `was recorded for ${elsewhere.walletId} as seq ${elsewhere.seq}`,
  };
}

const renumbered = 'renumbered';

/** An event that moved by one because another was put in or taken out before it, or an edited one. */
function changed(
  stored: StoredEvent,
  here: Slot,
  rows: Map<string, StoredEvent>,
  fits: (stored: StoredEvent, slot: Slot) => boolean,
): Fault {
  for (const [shift, kind] of [
    [-1, 'inserted'],
    [1, 'deleted'],
  ] as const) {
    if (fits(stored, { ...here, seq: here.seq + shift })) {
      return { kind, ...here, detail: renumbered };
    }
  }
  const next = rows.get(keyOf({ ...here, seq: here.seq + 1 }));
  const inserted =
    next !== undefined && fits(next, { ...here, seq: here.seq }) && next.event.seq !== here.seq;
  const kind: FaultKind = inserted ? 'inserted' : 'edited';
  return { kind, ...here, detail: 'does not hash to what was recorded' };
}

/** Of a row of renumbered events only the first says something: that is where it was done. */
function withoutRenumbered(faults: readonly Fault[]): Fault[] {
  return faults.filter((fault, i) => {
    if (fault.detail !== renumbered) return true;
    const before = faults[i - 1];
    return !(
      before &&
      before.walletId === fault.walletId &&
      before.seq === fault.seq! - 1 &&
      (before.kind === fault.kind || before.detail !== renumbered)
    );
  });
}

/** The events at the broken links, and their neighbours. */
async function readAround(
  client: PoolClient,
  links: readonly BrokenLink[],
): Promise<Map<string, StoredEvent>> {
  const slots = links.flatMap(({ walletId, seq }) =>
    [seq - 1, seq, seq + 1].map((near) => ({ walletId, seq: near })),
  );
  const { rows } = await client.query<EventRow>(
    `select distinct ${Object.keys(eventColumns)
      .map((column) => `e.${column}`)
      .join(', ')}
     from unnest($1::text[], $2::int8[]) as k (wallet_id, seq) join ledger_event e using (wallet_id, seq)`,
    [slots.map((slot) => slot.walletId), slots.map((slot) => slot.seq)],
  );
  const found = rows.map(eventFromRow);
  return new Map(found.map((stored) => [keyOf(stored.event), stored]));
}
