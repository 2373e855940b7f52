/**
 * (e) No event at all: what Postgres does of `update … where id = $1`, each a transaction, as pgbench
 * would ask it; the Postgres from npm comes without pgbench.
 */
import { createPool } from '@sachet/db/connect';
import { createPlainTables } from './plain-tables.ts';
import { movements, type Writer } from './writer.ts';

const schema = 'bare_update';

const update = {
  name: 'update',
  text: `update ${schema}.wallet set balance_paise = balance_paise + $2 where id = $1`,
};

export function bareUpdate(connectionString: string): Writer {
  return {
    name: '(e) bare UPDATE',
    does: 'changes one balance and writes nothing else, one statement a transaction',
    hasPool: true,
    tables: { events: [], all: [] },
    prepare: (owner, wallets) => createPlainTables(owner, schema, wallets),
    async open(poolSize) {
      const pool = createPool(connectionString, { max: poolSize, connectionTimeoutMillis: 0 });
      return {
        retries: 0,
        caller(index, wallets) {
          const next = movements(index, wallets);
          return async () => {
            const { walletId, amountPaise } = next();
            await pool.query({ ...update, values: [walletId, amountPaise] });
          };
        },
        close: () => pool.end(),
      };
    },
  };
}
