/** (a) The textbook transaction: lock the wallet, decide in the application, insert, update, commit. */
import type { Pool } from 'pg';
import { createPool } from '@sachet/db/connect';
import { createPlainTables, toDetails, listTables } from './plain-tables.ts';
import { movements, type Movement, type Writer } from './writer.ts';

const schema = 'textbook';

// Prepared once a connection, as a careful application does.
const statements = {
  lock: `select balance_paise, held_paise, seq from ${schema}.wallet where id = $1 for update`,
  insert: `
    insert into ${schema}.event (wallet_id, seq, kind, amount_paise, held_paise, balance_after,
      held_after, counter_account, actor, member_uid, generation_id, hold_id, idempotency_key, recorded_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp())`,
  update: `update ${schema}.wallet set balance_paise = $2, held_paise = $3, seq = $4 where id = $1`,
};

export function textbook(connectionString: string): Writer {
  return {
    name: '(a) textbook transaction',
    does: 'BEGIN, SELECT FOR UPDATE, INSERT, UPDATE, COMMIT over a pool; unique idempotency key',
    hasPool: true,
    tables: { events: [`${schema}.event`], all: listTables(schema) },
    prepare: (owner, wallets) => createPlainTables(owner, schema, wallets),
    async open(poolSize) {
      const pool = createPool(connectionString, { max: poolSize, connectionTimeoutMillis: 0 });
      return {
        retries: 0,
        caller(index, wallets) {
          const next = movements(index, wallets);
          return () => append(pool, next());
        },
        close: () => pool.end(),
      };
    },
  };
}

async function append(pool: Pool, movement: Movement): Promise<void> {
  const client = await pool.connect();
  const run = (name: keyof typeof statements, values: unknown[]) =>
    client.query({ name, text: statements[name], values });
  try {
    await client.query('begin');
    const { balance_paise, held_paise, seq } = (await run('lock', [movement.walletId])).rows[0];
    const balance = balance_paise + movement.amountPaise;
    const held = held_paise + movement.heldPaise;
    if (balance - held < 0) throw new Error('insufficient funds');
    const { walletId, kind, amountPaise, heldPaise } = movement;
    const event = [walletId, seq + 1, kind, amountPaise, heldPaise, balance, held];
    await run('insert', [...event, ...toDetails(movement)]);
    await run('update', [walletId, balance, held, seq + 1]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
