/** Stops a transaction in the middle, to kill its connection there or to commit others before it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { locks } from '../locks.ts';

const gateId = locks.testGate.id;

/** Makes writers of rows of `table` that match `condition` wait until `release`. */
export async function stopWriters(owner: pg.Pool, table: string, condition: string) {
  const gate = await owner.connect();
  await gate.query(`select pg_advisory_lock(${gateId})`);
  await owner.query(`
    create function wait_for_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${gateId}); return null; end $$;
    create trigger gate after insert on ${table} for each row
      when (${condition}) execute function wait_for_gate()`);
  const waiting = async () => {
    const { rows } = await owner.query(
      `select pid from pg_locks where locktype = 'advisory' and objid = ${gateId} and not granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.pid as number | undefined;
  };
  return {
    /** The pid of the waiting Postgres process. */
    async isReached(): Promise<number> {
      for (;;) {
        const pid = await waiting();
        if (pid !== undefined) return pid;
        await sleep(10);
      }
    },
    async release() {
      await gate.query(`select pg_advisory_unlock(${gateId})`);
      gate.release();
      while ((await waiting()) !== undefined) await sleep(10);
      await owner.query(`drop trigger gate on ${table}; drop function wait_for_gate`);
    },
  };
}
