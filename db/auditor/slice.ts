/**
 * Verifies old events again, a slice in each pass, so that each chain is read once an hour. `recent.ts` reads
 * only what is new, and would not see that an event of last month was edited. A slice reads a bounded number
 * of events from where the last one ended, also in the middle of a chain.
 */
import type { PoolClient } from 'pg';
import { proveSlice } from '../ledger/prove-chains.ts';

/** A round takes less than an hour, even if some passes are late. */
const roundSeconds = 50 * 60;
const fewestEvents = 10_000;
/** Takes ten seconds or so. With more than 20 million events a round takes longer than an hour. */
const mostEvents = 200_000;
/** The most wallets in doubt, each of which every pass verifies from the beginning. */
const mostDoubted = 1_000;

interface State {
  readonly slice_wallet: string;
  readonly slice_seq: number;
  readonly doubted: readonly string[];
  readonly seconds: number;
  readonly position: number;
}

/**
 * Reads the next slice and returns every wallet in doubt, of this slice and of earlier ones. The caller
 * verifies these from the beginning.
 */
export async function proveNextSlice(client: PoolClient, limit?: number): Promise<string[]> {
  await client.query('begin isolation level repeatable read');
  await client.query('set local jit = off');
  const { rows } = await client.query<State>(
    `select slice_wallet, slice_seq, doubted,
            coalesce(extract(epoch from now() - last_pass_at), 0)::float8 as seconds,
            coalesce((select position from ledger_event order by position desc limit 1), 0) as position
     from auditor_state`,
  );
  const state = rows[0]!;
  const atMost = limit ?? toSliceSize(state);
  const from = { walletId: state.slice_wallet, seq: state.slice_seq };
  const { ends, broken, events } = await proveSlice(client, from, atMost);
  const [walletId, end] = [...ends].at(-1) ?? [];
  const isRoundOver = events < atMost || walletId === undefined;
  const until = isRoundOver ? null : walletId;
  const doubted = new Set([
    ...state.doubted,
    ...broken.map((link) => link.walletId),
    ...(await findWrongEnds(client, from.walletId, until)),
  ]);
  const most = [...doubted].slice(0, mostDoubted);
  await client.query(
    `update auditor_state set last_pass_at = now(), slice_wallet = $1, slice_seq = $2, doubted = $3,
       round_ended_at = case when $4 then now() else round_ended_at end`,
    [until ?? '', isRoundOver ? 0 : end!.seq, most, isRoundOver],
  );
  await client.query('commit');
  return most;
}

const toSliceSize = ({ seconds, position }: State): number =>
  Math.max(fewestEvents, Math.min(mostEvents, Math.ceil((position * seconds) / roundSeconds)));

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
