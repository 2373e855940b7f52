/**
 * Verifies old events again, slice after slice, so that each chain is read once an hour. `recent.ts` reads
 * only what is new, and would not see that an event of last month was edited. A slice reads a bounded number
 * of events from where the last one ended, also in the middle of a chain.
 */
import type { PoolClient } from 'pg';
import { proveSlice, type BrokenLink } from '../ledger/prove-chains.ts';
import { readDueSlices, type Round, type Slice } from './schedule.ts';

/** The findings of slices. Each pass verifies them again until they are repaired. */
export interface Doubts {
  readonly links: readonly BrokenLink[];
  /** Wallets whose end is another one than was verified. */
  readonly wallets: readonly string[];
}

/** The most doubts of each kind. Rounds after the repair of these find the others. */
const mostDoubts = 1_000;

/** Reads the slices that are due. */
export async function proveDueSlices(client: PoolClient): Promise<void> {
  const { rows } = await client.query<Round>(
    `update auditor_state set last_pass_at = now()
     returning round_events as read,
       extract(epoch from now() - round_started_at)::float8 as seconds,
       coalesce((select position from ledger_event order by position desc limit 1), 0)::float8 as events`,
  );
  await readDueSlices(
    rows[0]!,
    (limit) => proveNextSlice(client, limit),
    () => performance.now() / 1_000,
  );
}

/** Reads at most `limit` events, and stores what is in doubt. */
export async function proveNextSlice(client: PoolClient, limit: number): Promise<Slice> {
  await client.query('begin isolation level repeatable read');
  await client.query('set local jit = off');
  const { rows } = await client.query<{ slice_wallet: string; slice_seq: number }>(
    'select slice_wallet, slice_seq from auditor_state',
  );
  const from = { walletId: rows[0]!.slice_wallet, seq: rows[0]!.slice_seq };
  const { ends, broken, events } = await proveSlice(client, from, limit);
  const [walletId, end] = [...ends].at(-1) ?? [];
  const isRoundOver = events < limit || walletId === undefined;
  const until = isRoundOver ? null : walletId;
  const before = await readDoubts(client);
  await storeDoubts(client, {
    links: joinLinks(before.links, broken),
    wallets: [
      ...new Set([...before.wallets, ...(await findWrongEnds(client, from.walletId, until))]),
    ],
  });
  await client.query(
    `update auditor_state set slice_wallet = $1, slice_seq = $2,
       round_events = case when $3 then 0 else round_events + $4 end,
       round_started_at = case when $3 then now() else round_started_at end,
       round_ended_at = case when $3 then now() else round_ended_at end`,
    [until ?? '', isRoundOver ? 0 : end!.seq, isRoundOver, events],
  );
  await client.query('commit');
  return { events, isRoundOver };
}

export async function readDoubts(client: PoolClient): Promise<Doubts> {
  const { rows } = await client.query<Doubts>(
    'select doubted_links as links, doubted_wallets as wallets from auditor_state',
  );
  return rows[0]!;
}

export async function storeDoubts(client: PoolClient, { links, wallets }: Doubts): Promise<void> {
  await client.query('update auditor_state set doubted_links = $1, doubted_wallets = $2', [
    JSON.stringify(links.slice(0, mostDoubts)),
    wallets.slice(0, mostDoubts),
  ]);
}

function joinLinks(known: readonly BrokenLink[], found: readonly BrokenLink[]): BrokenLink[] {
  const toKey = ({ walletId, seq }: BrokenLink) => `${walletId}#${seq}`;
  return [...new Map([...known, ...found].map((link) => [toKey(link), link])).values()];
}

/** The most events that are read for one doubted link; the next round reads the others. */
const mostEventsPerLink = 1_000;

/** Those of the links that are still broken, as they are now. */
export async function repeatLinks(
  client: PoolClient,
  links: readonly BrokenLink[],
): Promise<BrokenLink[]> {
  const found: BrokenLink[] = [];
  for (const link of links) {
    const { walletId, previousSeq, seq } = link;
    const limit = Math.max(1, Math.min(seq - previousSeq, mostEventsPerLink));
    const { ends, broken } = await proveSlice(client, { walletId, seq: previousSeq }, limit);
    const still = broken.filter((each) => each.walletId === walletId);
    const lastSeq = ends.get(walletId)?.seq ?? previousSeq;
    if (still.length > 0) found.push(...still);
    // An event that was added after the end is repaired by deleting it.
    else if (lastSeq < previousSeq + limit && !(await isEnd(client, walletId, lastSeq))) {
      found.push(link);
    }
  }
  return joinLinks([], found);
}

async function isEnd(client: PoolClient, walletId: string, seq: number): Promise<boolean> {
  const { rows } = await client.query('select from wallet where id = $1 and seq <= $2', [
    walletId,
    seq,
  ]);
  return rows.length > 0;
}

/**
 * The wallets of a range whose last verified event is missing or another one now, or that have events after
 * the end that their row names.
 */
async function findWrongEnds(
  client: PoolClient,
  from: string,
  until: string | null,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select w.id from wallet w left join wallet_proof p on p.wallet_id = w.id
     where w.id >= $1 and ($2::text is null or w.id <= $2) and (
       p.head is distinct from
         (select hash from ledger_event where wallet_id = p.wallet_id and seq = p.seq)
       or exists (select from ledger_event where wallet_id = w.id and seq > w.seq))`,
    [from, until],
  );
  return rows.map(({ id }) => id);
}
