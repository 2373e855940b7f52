/**
 * The expected rows of every projection, computed from the events alone. `verify` compares them with the
 * stored rows, and `rebuild` also repairs the stored rows. `scope` is a condition that limits both sides to
 * some wallets.
 */

export interface Projection {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The expected rows of the wallets in scope. */
  readonly expected: (scope: string) => string;
}

export const projections: readonly Projection[] = [
  {
    table: 'wallet',
    key: ['id'],
    columns: [
      'balance_paise',
      'held_paise',
      'floor_paise',
      'locked_paise',
      'locked_for',
      'seq',
      'head',
      'recorded_at',
    ],
    // Only the gateway's events can overdraw a wallet, so its floor is the overdrawn amount. A bonus is locked
    // for the actor of the newest event that locked one, `user:UID`.
    expected: (scope) => `
      select e.wallet_id as id, s.balance_paise, s.held_paise,
             least(0, s.balance_paise - s.held_paise) as floor_paise, s.locked_paise,
             case when s.locked_paise > 0 then substr(s.locker, 22) end as locked_for,
             e.seq, e.hash as head, e.recorded_at
      from (
        select wallet_id, max(seq) as seq, sum(amount_paise) as balance_paise,
               sum(held_paise) as held_paise, coalesce(sum(locked_paise), 0) as locked_paise,
               max(to_char(seq, 'FM0000000000000000') || actor) filter (where locked_paise > 0)
                 as locker
        from ledger_event where ${scope} group by wallet_id
      ) s join ledger_event e on e.wallet_id = s.wallet_id and e.seq = s.seq`,
  },
  {
    table: 'open_hold',
    key: ['id'],
    columns: ['wallet_id', 'amount_paise', 'expires_at'],
    expected: (scope) => `
      select placed.hold_id as id, placed.wallet_id, placed.held_paise as amount_paise,
             placed.hold_expires_at as expires_at
      from (select * from ledger_event where kind = 'HoldPlaced' and ${scope}) placed
      where not exists (
        select from (
          select wallet_id, hold_id from ledger_event
          where hold_id is not null and kind <> 'HoldPlaced' and ${scope}
        ) ended
        where ended.wallet_id = placed.wallet_id and ended.hold_id = placed.hold_id
      )`,
  },
  {
    table: 'member_month',
    key: ['wallet_id', 'member_uid', 'month'],
    columns: ['spent_paise', 'held_paise'],
    expected: (scope) => `
      select wallet_id, member_uid, budget_month as month, -sum(amount_paise) as spent_paise,
             sum(held_paise) as held_paise
      from ledger_event where member_uid is not null and ${scope} group by 1, 2, 3`,
  },
];

const getWalletColumn = (projection: Projection): string =>
  projection.table === 'wallet' ? 'id' : 'wallet_id';

/** Rows that differ from the events: keys, the actual values and the expected ones. */
export function differencesQuery(
  projection: Projection,
  scopes: { events: string; rows: (walletColumn: string) => string },
): string {
  const { table, key, columns } = projection;
  const all = [...key, ...columns];
  const select = (alias: string) => all.map((column) => `${alias}.${column}`).join(', ');
  // A wallet without events has its initial values.
  const untouched =
    table === 'wallet'
      ? `and not (x.id is null and a.locked_for is null
           and (a.balance_paise, a.held_paise, a.floor_paise, a.locked_paise, a.seq, a.head,
             a.recorded_at)
           = (0, 0, 0, 0, 0, decode(repeat('00', 32), 'hex'), '-infinity'::timestamptz))`
      : '';
  return `
    select ${key.map((column) => `coalesce(a.${column}, x.${column})::text as ${column}`).join(', ')},
           coalesce(x.${getWalletColumn(projection)}, a.${getWalletColumn(projection)}) as faulty_wallet,
           case when a.${key[0]} is null then 'missing' when x.${key[0]} is null then 'orphaned'
             else 'differs' end as difference
    from (select * from ${table} where ${scopes.rows(getWalletColumn(projection))}) a
    full join (${projection.expected(scopes.events)}) x
      on ${key.map((column) => `a.${column} = x.${column}`).join(' and ')}
    where (${select('a')}) is distinct from (${select('x')}) ${untouched}`;
}
