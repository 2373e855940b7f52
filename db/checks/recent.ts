/**
 * Runs the checks of wallets on those that changed since the last pass, from the event that was verified last.
 * A wallet with a finding is not marked as verified, so that each pass checks it again until it is repaired.
 */
import type { PoolClient } from 'pg';
import type { Finding } from '@sachet/shared/ledger/contracts/admin-ledger';
import { genesis, type ChainEnd } from '../ledger/prove-chains.ts';
import type { StartedWallet } from '../ledger/wallet-batch.ts';
import { checkWallets } from './checks.ts';

export interface RecentProof {
  readonly events: number;
  readonly findings: readonly Finding[];
  /** The wallets that are verified now. */
  readonly sound: readonly string[];
  /** Whether more wallets have changed than were read. */
  readonly hasMore: boolean;
}

const walletsPerBatch = 1_000;

/**
 * Reads one batch of the wallets that changed or are doubted, except those in `besides`. The transaction of
 * `client` must have the isolation level repeatable read.
 */
export async function findNewInWallets(
  client: PoolClient,
  { doubted, besides }: { doubted: readonly string[]; besides: readonly string[] },
): Promise<RecentProof> {
  const wallets = await readChanged(client, doubted, besides);
  if (wallets.length === 0) return { events: 0, findings: [], sound: [], hasMore: false };
  const { findings, ends, events } = await checkWallets(client, wallets);
  const faulty = new Set(findings.map(({ walletId }) => walletId));
  const sound = wallets.filter(({ id }) => !faulty.has(id)).map(({ id }) => id);
  await storeProofs(client, sound, ends);
  return { events, findings, sound, hasMore: wallets.length === walletsPerBatch };
}

interface Row extends Omit<StartedWallet, 'start' | 'isAsProved'> {
  /** The last verified event; null before the first pass. */
  readonly proved_head: Buffer | null;
  readonly proved_seq: number;
  readonly proved_balance_paise: number;
  readonly proved_held_paise: number;
  readonly proved_recorded_at: Date;
  readonly is_as_proved: boolean | null;
}

async function readChanged(
  client: PoolClient,
  doubted: readonly string[],
  besides: readonly string[],
): Promise<StartedWallet[]> {
  const { rows } = await client.query<Row>(
    `select m.*, m.proved_seq = 0 or e.hash = m.proved_head as is_as_proved
     from (
       select w.id, w.seq, w.head, w.balance_paise, w.held_paise, w.locked_paise,
              coalesce(p.seq, 0) as proved_seq, p.head as proved_head,
              coalesce(p.balance_paise, 0) as proved_balance_paise,
              coalesce(p.held_paise, 0) as proved_held_paise, p.recorded_at as proved_recorded_at
       from wallet w left join wallet_proof p on p.wallet_id = w.id
       where ((w.seq, w.head, w.balance_paise, w.held_paise) is distinct from
              (coalesce(p.seq, 0), coalesce(p.head, decode(repeat('00', 32), 'hex')),
               coalesce(p.balance_paise, 0), coalesce(p.held_paise, 0))
              or w.id = any($2::text[]))
         and w.id <> all($1::text[])
       order by p.proved_at nulls first limit ${walletsPerBatch}
     ) m left join ledger_event e on e.wallet_id = m.id and e.seq = m.proved_seq`,
    [besides, doubted],
  );
  return rows.map((row) => ({ ...row, start: toStart(row), isAsProved: row.is_as_proved }));
}

function toStart(row: Row): ChainEnd {
  if (!row.proved_head) return genesis;
  return {
    seq: row.proved_seq,
    hashHex: row.proved_head.toString('hex'),
    balanceAfterPaise: row.proved_balance_paise,
    heldAfterPaise: row.proved_held_paise,
    recordedAtMs: row.proved_recorded_at.getTime(),
  };
}

async function storeProofs(
  client: PoolClient,
  walletIds: readonly string[],
  ends: ReadonlyMap<string, ChainEnd>,
): Promise<void> {
  const proved = walletIds.map((id) => ends.get(id)!);
  await client.query(
    `insert into wallet_proof (wallet_id, seq, head, balance_paise, held_paise, recorded_at)
     select p.id, p.seq, decode(p.head, 'hex'), p.balance, p.held, to_timestamp(p.at_ms / 1000)
     from unnest($1::text[], $2::int8[], $3::text[], $4::int8[], $5::int8[], $6::float8[])
       as p (id, seq, head, balance, held, at_ms)
     on conflict (wallet_id) do update set seq = excluded.seq, head = excluded.head,
       balance_paise = excluded.balance_paise, held_paise = excluded.held_paise,
       recorded_at = excluded.recorded_at, proved_at = now()`,
    [
      walletIds,
      proved.map(({ seq }) => seq),
      proved.map(({ hashHex }) => hashHex),
      proved.map(({ balanceAfterPaise }) => balanceAfterPaise),
      proved.map(({ heldAfterPaise }) => heldAfterPaise),
      proved.map(({ recordedAtMs }) => recordedAtMs),
    ],
  );
}
