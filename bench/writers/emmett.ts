/** (c) An event store: one stream a wallet, appended to through its own API. */
import { isExpectedVersionConflictError } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@sachet/db/connect';
import { toActor, movements, type Movement, type Writer } from './writer.ts';

export function emmett(connectionString: string): Writer {
  return {
    name: '(c) emmett-postgresql',
    does: 'appendToStream alone: no reading, no decision, no balance; repeated when another was first',
    hasPool: true,
    tables: { events: ['emt_messages'], all: ['emt_messages', 'emt_streams'] },
    async prepare(owner) {
      const store = getPostgreSQLEventStore(connectionString, {
        connectionOptions: { pool: owner },
      });
      await store.schema.migrate();
    },
    async open(poolSize) {
      const pool = createPool(connectionString, { max: poolSize, connectionTimeoutMillis: 0 });
      const store = getPostgreSQLEventStore(connectionString, {
        connectionOptions: { pool },
        schema: { autoMigration: 'None' },
      });
      let retries = 0;
      const append = async (movement: Movement): Promise<void> => {
        for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, 32)) {
          try {
            await store.appendToStream(`wallet-${movement.walletId}`, [toEvent(movement)]);
            return;
          } catch (error) {
            if (!isExpectedVersionConflictError(error)) throw error;
            retries += 1;
            await sleep(Math.random() * pauseMs);
          }
        }
      };
      return {
        get retries() {
          return retries;
        },
        caller(index, wallets) {
          const next = movements(index, wallets);
          return () => append(next());
        },
        async close() {
          await store.close();
          await pool.end();
        },
      };
    },
  };
}

/** The same facts, as its users would write them. */
function toEvent(movement: Movement) {
  const { kind, amountPaise, heldPaise, memberUid, holdId, idempotencyKey } = movement;
  return {
    type: kind,
    data: {
      amountPaise,
      heldPaise,
      counterAccount: 'revenue:image',
      actor: toActor(movement),
      memberUid,
      generationId: holdId,
      holdId,
      idempotencyKey,
      recordedAt: new Date().toISOString(),
    },
  };
}
