/**
 * Verifies everything since the last pass, for each wallet that changed: the events after the last verified
 * one, the wallet's row, its projections if they are few, and that every charge has its result. A wallet with
 * a finding is not marked as verified, so that each pass checks it again until it is repaired.
 */
import type { PoolClient } from 'pg';
import type { AuditCheck } from '@sachet/shared/ledger/contracts/admin-ledger';
import { differencesQuery, projections } from '../projections.ts';
import { genesis, proveChains, type BrokenLink, type ChainEnd } from '../prove-chains.ts';
import type { Finding } from './findings.ts';

/** Checks of the wallets that changed. Each pass runs all of them for each such wallet. */
export const walletChecks: readonly AuditCheck[] = [
  'chain_broken',
  'wallet_differs',
  'locked_differs',
  'projection_differs',
  'charge_without_result',
  'upgrade_unfounded',
];

interface MovedWallet {
  readonly id: string;
  readonly seq: number;
  readonly head: Buffer;
  readonly balance_paise: number;
  readonly held_paise: number;
  /** The last verified event; 0 before the first pass. */
  readonly proved_seq: number;
  readonly proved_head: Buffer | null;
  readonly proved_balance_paise: number;
  readonly proved_held_paise: number;
  readonly proved_recorded_at: Date | null;
  /** Whether the last verified event still has the hash that was verified; null if it is missing. */
  readonly is_as_proved: boolean | null;
}

type WalletFinding = Finding & { readonly walletId: string };

export interface RecentProof {
  readonly events: number;
  readonly findings: readonly WalletFinding[];
  /** The wallets that are verified now. */
  readonly sound: readonly string[];
  /** Whether more wallets have moved than were read. */
  readonly hasMore: boolean;
}

const walletsPerBatch = 1_000;
/**
 * For wallets with more events, only the whole verification checks the projections, because this needs all
 * events.
 */
const mostEventsToProject = 2_000;
/** A batch with more findings of a kind need not list the rest. */
const mostListed = 10_000;

/**
 * Reads one batch of the wallets that changed or are doubted, except those in `besides`. The transaction of
 * `client` must have the isolation level repeatable read.
 */
export async function proveRecent(
  client: PoolClient,
  { doubted, besides }: { doubted: readonly string[]; besides: readonly string[] },
): Promise<RecentProof> {
  const moved = await readMoved(client, doubted, besides);
  if (moved.length === 0) return { events: 0, findings: [], sound: [], hasMore: false };
  const { tails, events, findings } = await proveMoved(client, moved);
  findings.push(
    // If its last event was changed, the row cannot be compared with it.
    ...moved
      .filter((wallet) => wallet.is_as_proved)
      .flatMap((wallet) => findWalletDifferences(wallet, tails.get(wallet.id)!)),
    ...(await findLockDifferences(client, moved)),
    ...(await findProjectionDifferences(client, moved)),
    ...(await findChargesWithoutResult(client, moved)),
    ...(await findOrphanedUpgrades(client, moved)),
  );
  const faulty = new Set(findings.map(({ walletId }) => walletId));
  const sound = moved.filter(({ id }) => !faulty.has(id));
  await storeProofs(client, sound, tails);
  return {
    events,
    findings,
    sound: sound.map(({ id }) => id),
    hasMore: moved.length === walletsPerBatch,
  };
}

async function readMoved(
  client: PoolClient,
  doubted: readonly string[],
  besides: readonly string[],
): Promise<MovedWallet[]> {
  const { rows } = await client.query<MovedWallet>(
    `select m.*, m.proved_seq = 0 or e.hash = m.proved_head as is_as_proved
     from (
       select w.id, w.seq, w.head, w.balance_paise, w.held_paise,
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
  return rows;
}

/** The last verified event of each wallet. */
const toTails = (moved: readonly MovedWallet[]): Map<string, ChainEnd> =>
  new Map(moved.map((wallet) => [wallet.id, provedTail(wallet)]));

/** The same as a relation, for a join on `wallet_id = tail.id and seq > tail.end_seq`. */
const tailsRelation = 'unnest($1::text[], $2::int8[]) as tail (id, end_seq)';
const toTailValues = (moved: readonly MovedWallet[]) => [
  moved.map(({ id }) => id),
  moved.map((wallet) => provedTail(wallet).seq),
];

async function proveMoved(client: PoolClient, moved: readonly MovedWallet[]) {
  const { ends, broken, events } = await proveChains(client, toTails(moved));
  const changed = moved
    .filter(({ is_as_proved: isAsProved }) => !isAsProved)
    .map(({ id: walletId, proved_seq: seq, is_as_proved: isThere }) => {
      const is = isThere === null ? 'is missing, and was' : 'is not the event that was';
      return toChainFinding({ walletId, seq, detail: `${is} proved before` });
    });
  return { tails: ends, events, findings: [...changed, ...broken.flatMap(toChainFindings)] };
}

export const toChainFindings = (link: BrokenLink): WalletFinding[] =>
  toDetails(link).map(toChainFinding);

const toChainFinding = (of: { walletId: string; seq: number; detail: string }): WalletFinding => ({
  check: 'chain_broken',
  walletId: of.walletId,
  subject: `${of.walletId}#${of.seq}`,
  detail: of.detail,
});

function toDetails({ walletId, seq, previousSeq, kinds }: BrokenLink) {
  const first = previousSeq + 1;
  return [
    ...(first < seq
      ? [{ walletId, seq: first, detail: `events up to ${seq - 1} are missing` }]
      : []),
    ...(kinds.length > 0
      ? [{ walletId, seq, detail: `does not follow from the event before: ${kinds.join(', ')}` }]
      : []),
  ];
}

function provedTail(wallet: MovedWallet): ChainEnd {
  if (!wallet.proved_head) return genesis;
  return {
    seq: wallet.proved_seq,
    hashHex: wallet.proved_head.toString('hex'),
    balanceAfterPaise: wallet.proved_balance_paise,
    heldAfterPaise: wallet.proved_held_paise,
    recordedAtMs: wallet.proved_recorded_at!.getTime(),
  };
}

function findWalletDifferences(wallet: MovedWallet, tail: ChainEnd): WalletFinding[] {
  const { id: walletId, seq, head, balance_paise: balance, held_paise: held } = wallet;
  const isSame =
    seq === tail.seq &&
    head.toString('hex') === tail.hashHex &&
    balance === tail.balanceAfterPaise &&
    held === tail.heldAfterPaise;
  if (isSame) return [];
  const detail =
    `is at seq ${seq} with ${balance} and ${held} held, its events at ${tail.seq} ` +
    `with ${tail.balanceAfterPaise} and ${tail.heldAfterPaise} (paise)`;
  return [{ check: 'wallet_differs', walletId, subject: walletId, detail }];
}

/** A locked amount that differs from what the events locked and released. */
async function findLockDifferences(
  client: PoolClient,
  moved: readonly MovedWallet[],
): Promise<WalletFinding[]> {
  const { rows } = await client.query<{ id: string; locked: number; by_events: number }>(
    `select w.id, w.locked_paise as locked, e.paise as by_events
     from wallet w, lateral (
       select coalesce(sum(locked_paise), 0)::int8 as paise from ledger_event
       where wallet_id = w.id and locked_paise is not null offset 0
     ) e
     where w.id = any($1::text[]) and w.locked_paise <> e.paise`,
    [moved.map(({ id }) => id)],
  );
  return rows.map(({ id: walletId, locked, by_events: byEvents }) => {
    const detail = `has ${locked} paise locked, by its events ${byEvents}`;
    return { check: 'locked_differs', walletId, subject: walletId, detail };
  });
}

async function findProjectionDifferences(
  client: PoolClient,
  moved: readonly MovedWallet[],
): Promise<WalletFinding[]> {
  const ids = moved.filter(({ seq }) => seq <= mostEventsToProject).map(({ id }) => id);
  const findings: WalletFinding[] = [];
  for (const projection of projections) {
    // The wallets' own rows were already compared above.
    if (projection.table === 'wallet') continue;
    const scope = (column: string) => `${column} = any($1::text[])`;
    const query = differencesQuery(projection, { events: scope('wallet_id'), rows: scope });
    const { rows } = await client.query(`${query} limit ${mostListed}`, [ids]);
    for (const row of rows) {
      const key = projection.key.map((column) => row[column]).join(' ');
      findings.push({
        check: 'projection_differs',
        walletId: row.faulty_wallet,
        subject: `${projection.table} ${key}`,
        detail: `${row.difference}, of ${row.faulty_wallet}`,
      });
    }
  }
  return findings;
}

/** A charge without a result, unless it was refunded in full. */
async function findChargesWithoutResult(
  client: PoolClient,
  moved: readonly MovedWallet[],
): Promise<WalletFinding[]> {
  const { rows } = await client.query<{ wallet_id: string; seq: number; of: string | null }>(
    `select e.wallet_id, e.seq, coalesce(e.generation_id, e.conversation_id) as of
     from ledger_event e join ${tailsRelation}
       on e.wallet_id = tail.id and e.seq > tail.end_seq
     left join charge c on c.wallet_id = e.wallet_id and c.seq = e.seq
     left join generation g on g.id = e.generation_id
     left join unlock u on u.hold_id = e.hold_id
     left join chat_turn t on t.hold_id = e.hold_id
     where e.kind in ('HoldCaptured', 'Charged')
       and c.refunded_paise is distinct from c.amount_paise
       and case
             when t.id is not null then t.status not in ('done', 'stopped')
             when e.kind = 'HoldCaptured' then u.status is distinct from 'done'
               or (u.image_key is null and g.deleted_at is null)
             else g.id is null or (g.content is null and g.deleted_at is null)
           end
     order by e.wallet_id, e.seq limit ${mostListed}`,
    toTailValues(moved),
  );
  return rows.map(({ wallet_id: walletId, seq, of }) => ({
    check: 'charge_without_result',
    walletId,
    subject: `${walletId}#${seq}`,
    detail: `nothing was delivered for ${of ?? 'it'}`,
  }));
}

/**
 * Finds charges for a larger copy without a valid charge for a smaller copy: it must be of the same picture,
 * in the same wallet, and all charges together must equal the picture's whole price.
 */
async function findOrphanedUpgrades(
  client: PoolClient,
  moved: readonly MovedWallet[],
): Promise<WalletFinding[]> {
  const { rows } = await client.query<{ wallet_id: string; seq: number; of: string }>(
    `select e.wallet_id, e.seq, coalesce(e.generation_id, 'nothing') as of
     from ledger_event e join ${tailsRelation}
       on e.wallet_id = tail.id and e.seq > tail.end_seq
     left join ledger_event b on b.wallet_id = e.wallet_id and b.seq = e.upgrades_seq
     left join unlock u on u.hold_id = e.hold_id
     left join unlock s on s.hold_id = u.upgrades_hold_id
     left join generation g on g.id = e.generation_id
     where e.kind = 'HoldCaptured' and (e.upgrades_seq is not null or s.hold_id is not null)
       and (
         b.seq < e.seq and b.kind = 'HoldCaptured' and b.generation_id = e.generation_id
         and b.hold_id = s.hold_id and s.final_size < u.final_size
         and (g.prices ->> u.final_size::text)::numeric * 100 <= (
           select -sum(c.amount_paise) from ledger_events_of_generation(e.generation_id) c
           where c.kind in ('HoldCaptured', 'Charged') and c.wallet_id = e.wallet_id and c.seq <= e.seq
         )
       ) is not true
     order by e.wallet_id, e.seq limit ${mostListed}`,
    toTailValues(moved),
  );
  return rows.map(({ wallet_id: walletId, seq, of }) => ({
    check: 'upgrade_unfounded',
    walletId,
    subject: `${walletId}#${seq}`,
    detail: `a larger copy of ${of} without the smaller one's charge, or for less than the difference`,
  }));
}

async function storeProofs(
  client: PoolClient,
  proved: readonly MovedWallet[],
  tails: ReadonlyMap<string, ChainEnd>,
): Promise<void> {
  const rows = proved.map(({ id }) => ({ id, tail: tails.get(id)! }));
  await client.query(
    `insert into wallet_proof (wallet_id, seq, head, balance_paise, held_paise, recorded_at)
     select p.id, p.seq, decode(p.head, 'hex'), p.balance, p.held, to_timestamp(p.at_ms / 1000)
     from unnest($1::text[], $2::int8[], $3::text[], $4::int8[], $5::int8[], $6::float8[])
       as p (id, seq, head, balance, held, at_ms)
     on conflict (wallet_id) do update set seq = excluded.seq, head = excluded.head,
       balance_paise = excluded.balance_paise, held_paise = excluded.held_paise,
       recorded_at = excluded.recorded_at, proved_at = now()`,
    [
      rows.map(({ id }) => id),
      rows.map(({ tail }) => tail.seq),
      rows.map(({ tail }) => tail.hashHex),
      rows.map(({ tail }) => tail.balanceAfterPaise),
      rows.map(({ tail }) => tail.heldAfterPaise),
      rows.map(({ tail }) => tail.recordedAtMs),
    ],
  );
}
