/** (b) The same in one round trip: a stored function a call, committed by itself. */
import { createPool } from '@sachet/db/connect';
import { createPlainTables, toDetails, listTables } from './plain-tables.ts';
import { movements, type Writer } from './writer.ts';

const schema = 'stored_function';

const append = `
  create function ${schema}.append(
    the_wallet text, kind text, amount bigint, held bigint, counter_account text, actor text,
    member_uid text, generation_id text, hold_id text, idempotency_key text
  ) returns bigint language plpgsql as $$
  declare w ${schema}.wallet;
  begin
    select * into w from ${schema}.wallet where id = the_wallet for update;
    w.balance_paise := w.balance_paise + amount;
    w.held_paise := w.held_paise + held;
    w.seq := w.seq + 1;
    if w.balance_paise < w.held_paise then raise exception 'insufficient funds'; end if;
    insert into ${schema}.event values (the_wallet, w.seq, kind, amount, held, w.balance_paise,
      w.held_paise, counter_account, actor, member_uid, generation_id, hold_id, idempotency_key,
      clock_timestamp());
    update ${schema}.wallet
    set balance_paise = w.balance_paise, held_paise = w.held_paise, seq = w.seq where id = the_wallet;
    return w.seq;
  end $$`;

const call = {
  name: 'append',
  text: `select ${schema}.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

export function storedFunction(connectionString: string): Writer {
  return {
    name: '(b) stored function',
    does: 'one call an event does what (a) does, in one round trip',
    hasPool: true,
    tables: { events: [`${schema}.event`], all: listTables(schema) },
    async prepare(owner, wallets) {
      await createPlainTables(owner, schema, wallets);
      await owner.query(append);
    },
    async open(poolSize) {
      const pool = createPool(connectionString, { max: poolSize, connectionTimeoutMillis: 0 });
      return {
        retries: 0,
        caller(index, wallets) {
          const next = movements(index, wallets);
          return async () => {
            const movement = next();
            const { walletId, kind, amountPaise, heldPaise } = movement;
            const values = [walletId, kind, amountPaise, heldPaise, ...toDetails(movement)];
            await pool.query({ ...call, values });
          };
        },
        close: () => pool.end(),
      };
    },
  };
}
