/** The new events of some wallets, from where they were verified before, and the checks of them. */
import type { ClientBase, PoolClient } from 'pg';
import { ask, type Found } from './check.ts';
import { findBrokenLinks, findWrongEnds, toProvedBefore } from './chain-findings.ts';
import { toDetail } from './differences.ts';
import { differencesQuery, projections } from './projections.ts';
import { proveChains, type BrokenLink, type ChainEnd } from './prove-chains.ts';

export interface StartedWallet {
  readonly id: string;
  readonly seq: number;
  readonly head: Buffer;
  readonly balance_paise: number;
  readonly held_paise: number;
  readonly locked_paise: number;
  /** The last event that was verified before. */
  readonly start: ChainEnd;
  /** Whether the event at `start` still has the hash that was verified; null if it is missing. */
  readonly isAsProved: boolean | null;
}

export interface ProvedBatch {
  readonly wallets: readonly StartedWallet[];
  /** The end of each wallet's events. */
  readonly ends: ReadonlyMap<string, ChainEnd>;
  readonly broken: readonly BrokenLink[];
  readonly events: number;
}

/** For wallets with more events, only the whole verification compares the projections, because it reads all. */
const mostEventsToProject = 2_000;
/** A batch with more findings of a check need not list the rest. */
const mostListed = 10_000;

/** The transaction of `client` must have the isolation level repeatable read. */
export async function proveBatch(
  client: ClientBase,
  wallets: readonly StartedWallet[],
): Promise<ProvedBatch> {
  const starts = new Map(wallets.map(({ id, start }) => [id, start]));
  return { wallets, ...(await proveChains(client, starts)) };
}

/** The wallets with these starts, of which some may be gone. */
export async function readStarted(
  client: ClientBase,
  starts: ReadonlyMap<string, ChainEnd>,
): Promise<StartedWallet[]> {
  const { rows } = await client.query<Omit<StartedWallet, 'start' | 'isAsProved'>>(
    `select id, seq, head, balance_paise, held_paise, locked_paise from wallet
      where id = any($1::text[]) order by id`,
    [[...starts.keys()]],
  );
  return rows.map((row) => ({ ...row, start: starts.get(row.id)!, isAsProved: true }));
}

/** The events after those that were verified, and the one that was verified last. */
export function findBrokenChains({ wallets, ends, broken }: ProvedBatch): Found[] {
  const changed = wallets.filter(({ isAsProved }) => !isAsProved);
  const recorded = new Map(
    wallets.filter(({ isAsProved }) => isAsProved).map(({ id, seq }) => [id, seq]),
  );
  const { truncated, inserted } = findWrongEnds(ends, recorded);
  return [
    ...changed.map(({ id, start, isAsProved }) => toProvedBefore(id, start.seq, isAsProved)),
    ...findBrokenLinks(broken, recorded),
    ...truncated,
    ...inserted,
  ];
}

/** Wallets whose row differs from the end of their events, or from what these locked and released. */
export async function findWalletDifferences(
  client: PoolClient,
  { wallets, ends }: ProvedBatch,
): Promise<Found[]> {
  const { rows } = await client.query<{ id: string; locked: number }>(
    `select w.id, e.paise as locked from wallet w, lateral (
       select coalesce(sum(locked_paise), 0)::int8 as paise from ledger_event
       where wallet_id = w.id and locked_paise is not null offset 0
     ) e
     where w.id = any($1::text[]) and w.locked_paise <> e.paise`,
    [wallets.map(({ id }) => id)],
  );
  const lockedByEvents = new Map(rows.map(({ id, locked }) => [id, locked]));
  return wallets.flatMap((wallet): Found[] => {
    const { id: walletId, seq, head, isAsProved, locked_paise: locked } = wallet;
    const { balance_paise: balance, held_paise: held } = wallet;
    const end = ends.get(walletId)!;
    const lockedThere = lockedByEvents.get(walletId) ?? locked;
    const isSame =
      seq === end.seq &&
      head.toString('hex') === end.hashHex &&
      balance === end.balanceAfterPaise &&
      held === end.heldAfterPaise;
    // If its last event was changed, the row cannot be compared with it.
    if ((isSame || !isAsProved) && locked === lockedThere) return [];
    const detail =
      `is at seq ${seq} with ${balance}, ${held} held and ${locked} locked, its events at ${end.seq} ` +
      `with ${end.balanceAfterPaise}, ${end.heldAfterPaise} and ${lockedThere} (paise)`;
    return [{ subject: walletId, walletId, seq: null, detail }];
  });
}

/** Only of wallets with few events. The wallets' own rows are compared above. */
export async function findProjectionDifferences(
  client: PoolClient,
  { wallets }: ProvedBatch,
): Promise<Found[]> {
  const ids = wallets.filter(({ seq }) => seq <= mostEventsToProject).map(({ id }) => id);
  const found: Found[] = [];
  for (const projection of projections) {
    if (projection.table === 'wallet') continue;
    const scope = (column: string) => `${column} = any($1::text[])`;
    const query = differencesQuery(projection, { events: scope('wallet_id'), rows: scope });
    const { rows } = await client.query(`${query} limit ${mostListed}`, [ids]);
    for (const row of rows) found.push(toDetail(projection, row));
  }
  return found;
}

/** As `ask`, about the events of a batch: the query joins `fresh (id, end_seq)` on events after `end_seq`. */
export const askOfEvents =
  (query: string) =>
  (client: PoolClient, { wallets }: ProvedBatch): Promise<Found[]> =>
    ask(
      `with fresh as materialized (select * from unnest($1::text[], $2::int8[]) as fresh (id, end_seq))
      ${query}`,
      mostListed,
    )(client, [wallets.map(({ id }) => id), wallets.map(({ start }) => start.seq)]);
