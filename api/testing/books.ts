// Reads the ledger's own tables with the owner's connection.
import { expect } from 'vitest';
import { createPool } from '@sachet/db/connect';
import type { TestDatabase } from '../../dev/local/testing/database.ts';

export interface Books {
  /** Rows of any query. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Changes with every event, every hold and every rupee, and with nothing else. */
  mark(): Promise<string>;
  /** The number of events of each kind in this wallet. */
  kinds(walletId: string): Promise<Record<string, number>>;
  /**
   * Checks that every wallet is the sum of its events, that their sequence has no gap, that each event has
   * the balances after it, and that only the expected number of holds is open.
   */
  expectToBeSound(expected?: { openHolds?: number }): Promise<void>;
  /** Moves the deadline of every open hold into the past. Call `restoreDeadlines` afterwards. */
  passDeadlines(): Promise<void>;
  /** Restores the deadlines, because `verify` would rightly report the changed ones. */
  restoreDeadlines(): Promise<void>;
  /** Blocks all money in this wallet until the lock is released. */
  lockWallet(walletId: string): Promise<Lock>;
  /** Blocks all writes to this table until the lock is released. */
  lockTable(table: 'provider_call' | 'stored_picture' | 'unlock'): Promise<Lock>;
  /** The recorded calls to the provider for this generation. */
  providerCalls(generationId: string): Promise<ProviderCallRow[]>;
  close(): Promise<void>;
}

export interface Lock {
  /** The number of connections that wait for this lock, directly or through another waiting connection. */
  waiting(): Promise<number>;
  release(): Promise<void>;
}

export interface ProviderCallRow {
  readonly purpose: string;
  readonly provider: string;
  readonly model_id: string;
  readonly failure: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_tokens: number;
  readonly cache_write_tokens: number;
  readonly image_input_tokens: number;
  readonly image_output_tokens: number;
  readonly images: number;
  readonly cost_microusd: number;
}

export function openBooks(database: TestDatabase): Books {
  const pool = createPool(database.ownerUrl, { max: 4 });
  const query = async <Row extends object>(text: string, values?: unknown[]) =>
    (await pool.query<Row>(text, values)).rows;
  async function lock(text: string, values?: unknown[]): Promise<Lock> {
    const client = await pool.connect();
    await client.query('begin');
    const [holder] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    await client.query(text, values);
    return {
      async waiting() {
        const behind = await query(
          `with recursive behind (pid) as (
             select $1::int
             union
             select a.pid from pg_stat_activity a join behind b on b.pid = any (pg_blocking_pids(a.pid)))
           select pid from behind where pid <> $1`,
          [holder!.pid],
        );
        return behind.length;
      },
      async release() {
        await client.query('rollback');
        client.release();
      },
    };
  }
  const moved = new Set<string>();
  async function moveDeadlines(ids: readonly string[], by: string): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      // Bypasses the triggers that make events immutable.
      await client.query('set local session_replication_role = replica');
      await client.query(
        `update ledger_event set hold_expires_at = hold_expires_at + $2::interval
          where kind = 'HoldPlaced' and hold_id = any($1)`,
        [ids, by],
      );
      await client.query(
        'update open_hold set expires_at = expires_at + $2::interval where id = any($1)',
        [ids, by],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  }
  return {
    query,
    async passDeadlines() {
      const ids = (await query<{ id: string }>('select id from open_hold')).map(({ id }) => id);
      await moveDeadlines(ids, '-24 hours');
      for (const id of ids) moved.add(id);
    },
    async restoreDeadlines() {
      await moveDeadlines([...moved], '24 hours');
      moved.clear();
    },
    async mark() {
      const [row] = await query(
        `select (select count(*) from ledger_event) as events,
                (select count(*) from hold) as holds,
                (select count(*) from open_hold) as open,
                (select count(*) from wallet) as wallets,
                (select coalesce(sum(balance_paise), 0)::bigint from wallet) as balance,
                (select coalesce(sum(held_paise), 0)::bigint from wallet) as held`,
      );
      return JSON.stringify(row);
    },
    async kinds(walletId) {
      const rows = await query<{ kind: string; count: number }>(
        'select kind, count(*) as count from ledger_event where wallet_id = $1 group by kind',
        [walletId],
      );
      return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
    },
    async expectToBeSound({ openHolds = 0 } = {}) {
      const wrongWallets = await query(
        `select w.id, w.balance_paise, e.balance, w.held_paise, e.held, h.held as holds, w.seq, e.count
           from wallet w
           cross join lateral (
             select coalesce(sum(amount_paise), 0)::bigint as balance,
                    coalesce(sum(held_paise), 0)::bigint as held,
                    count(*) as count, coalesce(max(seq), 0) as last
               from ledger_event where wallet_id = w.id) e
           cross join lateral (
             select coalesce(sum(amount_paise), 0)::bigint as held
               from open_hold where wallet_id = w.id) h
          where w.balance_paise <> e.balance or w.held_paise <> e.held or w.held_paise <> h.held
             or w.seq <> e.count or w.seq <> e.last or w.balance_paise - w.held_paise < 0`,
      );
      expect(wrongWallets, 'wallets that are not the sum of their events').toEqual([]);
      const wrongEvents = await query(
        `select * from (
           select wallet_id, seq, balance_after, held_after,
                  sum(amount_paise) over so_far as balance, sum(held_paise) over so_far as held
             from ledger_event window so_far as (partition by wallet_id order by seq)) e
          where balance_after <> balance or held_after <> held`,
      );
      expect(wrongEvents, 'events that carry another balance').toEqual([]);
      const unequal = await query(
        `select u.hold_id, u.status, h.status as hold from unlock u
           left join hold h on h.id = u.hold_id
          where (u.status, coalesce(h.status, 'none')) not in
            (('pending', 'open'), ('stored', 'open'), ('done', 'captured'),
             ('failed', 'voided'), ('failed', 'expired'))`,
      );
      expect(unequal, 'unlocks that say other than their holds').toEqual([]);
      const open = await query('select id from open_hold');
      expect(open.length, 'open holds').toBe(openHolds);
    },
    lockWallet: (walletId) => lock('select 1 from wallet where id = $1 for update', [walletId]),
    // Only writers wait for this lock. Readers, such as the worker's check of balances, continue.
    lockTable: (table) => lock(`lock table ${table} in exclusive mode`),
    providerCalls: (generationId) =>
      query(
        `select purpose, provider, model_id, failure, input_tokens, output_tokens, images,
                cached_tokens, cache_write_tokens, image_input_tokens, image_output_tokens,
                cost_microusd
           from provider_call where generation_id = $1 order by id`,
        [generationId],
      ),
    close: () => pool.end(),
  };
}
