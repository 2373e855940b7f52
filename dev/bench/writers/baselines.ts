/** The baselines for the ledger: the textbook transaction, and a bare `update` that records no event. */
import type { Pool } from 'pg';
import { createPool } from '@sachet/db/connect';
import { fundsPaise, movements, toActor, type Movement, type Writer } from './writer.ts';

/** A wallet and its events as any application would store them, without a foreign key as in the ledger. */
const createTables = (schema: string) => `
  create schema ${schema};
  create table ${schema}.wallet (
    id            text primary key,
    balance_paise bigint not null,
    held_paise    bigint not null default 0,
    seq           bigint not null default 0
  ) with (fillfactor = 50);
  create table ${schema}.event (
    wallet_id       text        not null,
    seq             bigint      not null,
    kind            text        not null,
    amount_paise    bigint      not null,
    held_paise      bigint      not null,
    balance_after   bigint      not null,
    held_after      bigint      not null,
    counter_account text        not null,
    actor           text        not null,
    member_uid      text        not null,
    generation_id   text        not null,
    hold_id         text        not null,
    idempotency_key text        not null,
    recorded_at     timestamptz not null,
    primary key (wallet_id, seq),
    unique (wallet_id, idempotency_key)
  )`;

/** A writer over a pool on separate tables. `append` writes one movement. */
function createBaseline(
  connectionString: string,
  schema: string,
  {
    append,
    ...writer
  }: Pick<Writer, 'name' | 'does' | 'tables'> & {
    append(pool: Pool, movement: Movement): Promise<void>;
  },
): Writer {
  return {
    ...writer,
    hasPool: true,
    async prepare(owner, wallets) {
      await owner.query(createTables(schema));
      await owner.query(
        `insert into ${schema}.wallet (id, balance_paise) select unnest($1::text[]), $2`,
        [wallets, fundsPaise],
      );
    },
    async open(poolSize) {
      const pool = createPool(connectionString, { max: poolSize, connectionTimeoutMillis: 0 });
      return {
        caller(index, wallets) {
          const next = movements(index, wallets);
          return () => append(pool, next());
        },
        close: () => pool.end(),
      };
    },
  };
}

export const bareUpdate = (connectionString: string): Writer =>
  createBaseline(connectionString, 'bare_update', {
    name: 'bare update',
    does: 'changes one balance and writes nothing else, one statement a transaction',
    tables: { events: [], all: [] },
    async append(pool, { walletId, amountPaise }) {
      const text = `update bare_update.wallet set balance_paise = balance_paise + $2 where id = $1`;
      await pool.query({ name: 'update', text, values: [walletId, amountPaise] });
    },
  });

export const textbook = (connectionString: string): Writer =>
  createBaseline(connectionString, 'textbook', {
    name: 'textbook',
    does: 'BEGIN, SELECT FOR UPDATE, INSERT, UPDATE, COMMIT over a pool; unique idempotency key',
    tables: { events: ['textbook.event'], all: ['textbook.event', 'textbook.wallet'] },
    append: appendByTheBook,
  });

// Prepared once for each connection, as a careful application does.
const statements = {
  lock: `select balance_paise, held_paise, seq from textbook.wallet where id = $1 for update`,
  insert: `
    insert into textbook.event (wallet_id, seq, kind, amount_paise, held_paise, balance_after,
      held_after, counter_account, actor, member_uid, generation_id, hold_id, idempotency_key, recorded_at)
    values ($1, $2, $3, $4, $5, $6, $7, 'revenue:image', $8, $9, $10, $10, $11, clock_timestamp())`,
  update: `update textbook.wallet set balance_paise = $2, held_paise = $3, seq = $4 where id = $1`,
};

/** Locks the wallet, decides in the application, inserts, updates and commits. */
async function appendByTheBook(pool: Pool, movement: Movement): Promise<void> {
  const client = await pool.connect();
  const run = (name: keyof typeof statements, values: unknown[]) =>
    client.query({ name, text: statements[name], values });
  try {
    await client.query('begin');
    const { balance_paise, held_paise, seq } = (await run('lock', [movement.walletId])).rows[0];
    const { walletId, kind, amountPaise, heldPaise, memberUid, holdId, idempotencyKey } = movement;
    const balance = balance_paise + amountPaise;
    const held = held_paise + heldPaise;
    if (balance - held < 0) throw new Error('insufficient funds');
    const event = [walletId, seq + 1, kind, amountPaise, heldPaise, balance, held];
    await run('insert', [...event, toActor(movement), memberUid, holdId, idempotencyKey]);
    await run('update', [walletId, balance, held, seq + 1]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
