/** A pool or a client of pg, or whatever else runs a statement. */
export interface QueryRunner {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

export interface WalletAsOf {
  readonly walletId: string;
  /** The newest event recorded by then; 0 before the first. */
  readonly seq: number;
  readonly balancePaise: number;
  readonly heldPaise: number;
}

/**
 * A wallet as the ledger knew it at that moment (`recorded`), or as it was in the world at that
 * moment, by what the ledger knows today (`effective`). Undefined when there is no such wallet.
 */
export async function queryWalletAsOf(
  db: QueryRunner,
  question: { walletId: string; at: Date; time: 'recorded' | 'effective' },
): Promise<WalletAsOf | undefined> {
  const { walletId, at, time } = question;
  const { rows } = await db.query<{
    seq: number;
    balance_paise: number;
    held_paise: number;
  }>(recordedQuery, [walletId, at]);
  const recorded = rows[0];
  if (!recorded) return undefined;
  const asOf = {
    walletId,
    seq: recorded.seq,
    balancePaise: recorded.balance_paise,
    heldPaise: recorded.held_paise,
  };
  if (time === 'recorded') return asOf;

  const effective = await db.query<{ amount_paise: number; held_paise: number }>(effectiveQuery, [
    walletId,
    at,
  ]);
  const moved = effective.rows[0]!;
  return {
    ...asOf,
    balancePaise: asOf.balancePaise + moved.amount_paise,
    heldPaise: asOf.heldPaise + moved.held_paise,
  };
}

// Recorded times rise with the sequence, so halving finds the place in some twenty steps.
const recordedQuery = `
  with recursive halving (low, high) as (
    select 0::bigint, seq from wallet where id = $1
    union all
    select case when e.recorded_at <= $2 then e.seq else low end,
           case when e.recorded_at <= $2 then high else e.seq - 1 end
    from halving join ledger_event e on e.wallet_id = $1 and e.seq = (low + high + 1) / 2
    where low < high
  )
  select found.low as seq, coalesce(e.balance_after, 0) as balance_paise,
         coalesce(e.held_after, 0) as held_paise
  from (select low from halving where low = high) as found
  left join ledger_event e on e.wallet_id = $1 and e.seq = found.low`;

// What was backdated to before the moment, less what was recorded before it but takes effect after.
const effectiveQuery = `
  select coalesce(sum(amount_paise) filter (where effective_at <= $2), 0)::int8
       - coalesce(sum(amount_paise) filter (where effective_at > $2), 0)::int8 as amount_paise,
         coalesce(sum(held_paise) filter (where effective_at <= $2), 0)::int8
       - coalesce(sum(held_paise) filter (where effective_at > $2), 0)::int8 as held_paise
  from ledger_event
  where wallet_id = $1 and effective_at <> recorded_at
    and (effective_at <= $2) <> (recorded_at <= $2)`;
