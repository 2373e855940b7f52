/**
 * Verifies chains of events in the database: one statement hashes every event, links it to the previous one
 * of its wallet, and returns the end of each chain and every broken link.
 */
import type { ClientBase } from 'pg';
import type { WalletHead } from '@sachet/shared/ledger/checkpoint';
import { encodedFields, type Field } from '@sachet/shared/ledger/event';

/** The state that the wallet's next event must continue from. */
export interface ChainEnd {
  readonly seq: number;
  readonly hashHex: string;
  readonly balanceAfterPaise: number;
  readonly heldAfterPaise: number;
  readonly recordedAtMs: number;
}

export const genesis: ChainEnd = {
  seq: 0,
  hashHex: '00'.repeat(32),
  balanceAfterPaise: 0,
  heldAfterPaise: 0,
  recordedAtMs: Number.NEGATIVE_INFINITY,
};

/** The end of the chain in a checkpoint, which does not contain the moment. */
export const toChainEnd = (head: WalletHead): ChainEnd => ({
  seq: head.seq,
  hashHex: head.headHex,
  balanceAfterPaise: head.balancePaise,
  heldAfterPaise: head.heldPaise,
  recordedAtMs: Number.NEGATIVE_INFINITY,
});

/** An event that does not follow from the previous one. */
export interface BrokenLink {
  readonly walletId: string;
  readonly seq: number;
  /** Less than `seq - 1` if events are missing. */
  readonly previousSeq: number;
  /** The hash does not follow, the amounts do not add up, or time ran backwards. */
  readonly kinds: readonly ('link' | 'balance' | 'clock')[];
}

export interface ProvedChains {
  /** Sorted by wallet, after the given starts. */
  readonly ends: ReadonlyMap<string, ChainEnd>;
  /** The first, and perhaps the last, broken link of each wallet, sorted by wallet and sequence number. */
  readonly broken: readonly BrokenLink[];
  readonly events: number;
}

const mostBrokenPerWallet = 20;

function toEncodedSql({ column, type }: Field): string {
  const toText: Partial<Record<Field['type'], string>> = {
    text: column,
    kind: column,
    digest: `encode(${column}, 'hex')`,
    moment: `trim_scale(extract(epoch from ${column}) * 1000)::text`,
  };
  const text = toText[type] ?? `${column}::text`;
  return `coalesce(octet_length(${text}) || ':' || ${text}, '-')`;
}

/** SHA-256 of an event's canonical encoding, which `encodeEvent` writes too. */
export const digestSql = `sha256(convert_to('19:sachet.ledger.event' || ${encodedFields
  .map(([, field]) => toEncodedSql(field))
  .join(' || ')}, 'UTF8'))`;

const columns = `wallet_id, seq, hash, amount_paise, held_paise, balance_after, held_after, recorded_at,
  ${digestSql} as digest`;

/** Sorted in the subquery, so that parallel workers hash and sort. */
const everyEvent = `
  select ${columns}, 0::int8 as start_seq, decode(repeat('00', 32), 'hex') as start_hash,
    0::int8 as start_balance, 0::int8 as start_held, '-infinity'::timestamptz as start_recorded_at
  from ledger_event order by wallet_id, seq`;

const eventsAfter = `
  select e.*, k.seq as start_seq, decode(k.hash, 'hex') as start_hash, k.balance as start_balance,
    k.held as start_held, to_timestamp(k.recorded_at_ms / 1000) as start_recorded_at
  from unnest($1::text[], $2::int8[], $3::text[], $4::int8[], $5::int8[], $6::float8[])
    as k (id, seq, hash, balance, held, recorded_at_ms),
  lateral (select ${columns} from ledger_event where wallet_id = k.id and seq > k.seq offset 0) e`;

/** Events in the order of the primary key; the first chain continues from the event before. */
const eventsOfSlice = `
  select e.*, coalesce(b.seq, 0) as start_seq, coalesce(b.hash, decode(repeat('00', 32), 'hex')) as start_hash,
    coalesce(b.balance_after, 0) as start_balance, coalesce(b.held_after, 0) as start_held,
    coalesce(b.recorded_at, '-infinity') as start_recorded_at
  from (
    select ${columns} from ledger_event where (wallet_id, seq) > ($1, $2::int8)
    order by wallet_id, seq limit $3
  ) e left join (
    select wallet_id, seq, hash, balance_after, held_after, recorded_at from ledger_event
    where wallet_id = $1 and seq = $2
  ) b on b.wallet_id = e.wallet_id`;

/**
 * Computed as numeric, because an edited amount may be any bigint. A returned value may lose digits, but only
 * if it is not a safe integer.
 */
const proof = (events: string) => `
  with linked as (
    select wallet_id, seq, hash, balance_after, held_after, recorded_at,
      lag(seq, 1, start_seq) over w as previous_seq,
      hash = sha256(lag(hash, 1, start_hash) over w || digest) as is_linked,
      balance_after - amount_paise::numeric = lag(balance_after, 1, start_balance) over w
        and held_after - held_paise::numeric = lag(held_after, 1, start_held) over w as is_balanced,
      recorded_at >= lag(recorded_at, 1, start_recorded_at) over w as is_later,
      lead(seq) over w is null as is_last,
      row_number() over w as nth
    from (${events}) e window w as (partition by wallet_id order by seq)
  ), judged as (
    select *, is_linked and is_balanced and is_later and previous_seq = seq - 1 as is_sound
    from linked
  ), counted as (
    select *, count(*) filter (where not is_sound) over (partition by wallet_id order by seq) as broken
    from judged
  )
  select wallet_id, seq::float8, previous_seq::float8, encode(hash, 'hex') as hash,
    balance_after::float8, held_after::float8, extract(epoch from recorded_at)::float8 * 1000 as recorded_at_ms,
    is_linked, is_balanced, is_later, is_sound, is_last, nth::float8
  from counted where is_last or (not is_sound and broken <= ${mostBrokenPerWallet})
  order by wallet_id, seq`;

interface Row {
  readonly wallet_id: string;
  readonly seq: number;
  readonly previous_seq: number;
  readonly hash: string;
  readonly balance_after: number;
  readonly held_after: number;
  readonly recorded_at_ms: number;
  readonly is_linked: boolean;
  readonly is_balanced: boolean;
  readonly is_later: boolean;
  readonly is_sound: boolean;
  readonly is_last: boolean;
  readonly nth: number;
}

/** Verifies every chain from its beginning, or only the events after `starts`. */
export async function proveChains(
  client: ClientBase,
  starts?: ReadonlyMap<string, ChainEnd>,
): Promise<ProvedChains> {
  const known = [...(starts?.values() ?? [])];
  const { rows } = await client.query<Row>(
    starts
      ? {
          text: proof(eventsAfter),
          values: [
            [...starts.keys()],
            known.map(({ seq }) => seq),
            known.map(({ hashHex }) => hashHex),
            known.map(({ balanceAfterPaise }) => balanceAfterPaise),
            known.map(({ heldAfterPaise }) => heldAfterPaise),
            known.map(({ recordedAtMs }) => recordedAtMs),
          ],
        }
      : { text: proof(everyEvent) },
  );
  return toProved(rows, starts);
}

/** Verifies at most `limit` events after `after`, which may be in the middle of a chain. */
export async function proveSlice(
  client: ClientBase,
  after: { readonly walletId: string; readonly seq: number },
  limit: number,
): Promise<ProvedChains> {
  const { rows } = await client.query<Row>({
    text: proof(eventsOfSlice),
    values: [after.walletId, after.seq, limit],
  });
  return toProved(rows);
}

function toProved(rows: readonly Row[], starts?: ReadonlyMap<string, ChainEnd>): ProvedChains {
  const last = rows.filter((row) => row.is_last);
  return {
    ends: new Map([...(starts ?? []), ...last.map((row) => [row.wallet_id, toEnd(row)] as const)]),
    broken: rows.filter((row) => !row.is_sound).map(toBrokenLink),
    events: last.reduce((sum, { nth }) => sum + nth, 0),
  };
}

const toEnd = (row: Row): ChainEnd => ({
  seq: row.seq,
  hashHex: row.hash,
  balanceAfterPaise: row.balance_after,
  heldAfterPaise: row.held_after,
  recordedAtMs: Math.round(row.recorded_at_ms),
});

function toBrokenLink(row: Row): BrokenLink {
  const kinds: BrokenLink['kinds'][number][] = [];
  if (!row.is_linked) kinds.push('link');
  if (!row.is_balanced) kinds.push('balance');
  if (!row.is_later) kinds.push('clock');
  return { walletId: row.wallet_id, seq: row.seq, previousSeq: row.previous_seq, kinds };
}
