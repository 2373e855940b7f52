import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@sachet/dev/local/testing/database';
import type { Command } from '@sachet/shared/ledger/command';
import { startCable } from '../../api/testing/cable.ts';
import { createKysely, createPool } from '../connect.ts';
import type { Database } from '../tables.ts';
import { brokenInvariants } from '../testing/ledger-checks.ts';
import { openWallet } from '../wallet/wallets.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Outcome } from './outcome.ts';

let database: TestDatabase;
let owner: pg.Pool;
let db: Kysely<Database>;
let ledger: Ledger;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createPool(database.ownerUrl);
  db = createKysely(createPool(database.appUrl));
  ledger = createLedger({ connectionString: database.appUrl });
});

afterAll(async () => {
  expect(await brokenInvariants(owner)).toEqual([]);
  await ledger.close();
  await db.destroy();
  await owner.end();
  await database.drop();
});

let owners = 0;

async function walletWith(paise: number): Promise<string> {
  const walletId = await openWallet(db, { kind: 'user', id: `owner_${(owners += 1)}` });
  if (paise > 0) {
    await accepted({
      type: 'CreditSignupBonus',
      walletId,
      idempotencyKey: 'bonus',
      actor: 'system',
      amountPaise: paise,
    });
  }
  return walletId;
}

async function accepted(command: Command): Promise<Extract<Outcome, { ok: true }>> {
  const outcome = await ledger.append(command);
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal}`);
  return outcome;
}

const toHold = (
  walletId: string,
  holdId: string,
  amountPaise: number,
  memberUid = 'u1',
): Command => ({
  type: 'PlaceHold',
  walletId,
  idempotencyKey: `hold:${holdId}`,
  actor: `user:${memberUid}`,
  holdId,
  amountPaise,
  tool: 'image',
  memberUid,
  generationId: `gen_${holdId}`,
  expiresAtMs: Date.now() + 600_000,
});

const toCapture = (walletId: string, holdId: string): Command => ({
  type: 'CaptureHold',
  walletId,
  idempotencyKey: `capture:${holdId}`,
  actor: 'worker',
  holdId,
});

async function balances(walletId: string) {
  const { rows } = await owner.query(
    'select balance_paise, held_paise, seq from wallet where id = $1',
    [walletId],
  );
  return rows[0];
}

/** A transaction of another process, which ends with the test at the latest. */
async function beginElsewhere(): Promise<pg.PoolClient> {
  const client = await owner.connect();
  await client.query('begin');
  onTestFinished(async () => {
    await client.query('rollback');
    client.release();
  });
  return client;
}

async function countWaitingForLocks(): Promise<number> {
  const { rows } = await owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

const isFree = async (walletId: string) => {
  const { rows } = await owner.query(
    'select from wallet where id = $1 for no key update skip locked',
    [walletId],
  );
  return rows.length === 1;
};

const toCharge = (walletId: string, key: string, amountPaise = 1_00, memberUid = 'm1'): Command => {
  const base = { walletId, idempotencyKey: key, actor: `user:${memberUid}`, amountPaise };
  return { ...base, type: 'Charge', tool: 'chat', memberUid };
};

describe('append', () => {
  it('a hold and its capture move money once and update the projections', async () => {
    const walletId = await walletWith(250_00);
    await accepted(toHold(walletId, 'a1', 75_00));
    expect(await balances(walletId)).toEqual({ balance_paise: 250_00, held_paise: 75_00, seq: 2 });
    const { event } = await accepted(toCapture(walletId, 'a1'));
    expect(event).toMatchObject({ seq: 3, balanceAfterPaise: 175_00, heldAfterPaise: 0 });
    expect(await balances(walletId)).toEqual({ balance_paise: 175_00, held_paise: 0, seq: 3 });
    const { rows } = await owner.query('select amount_paise from charge where generation_id = $1', [
      'gen_a1',
    ]);
    expect(rows).toEqual([{ amount_paise: 75_00 }]);
  });

  it('a repeated key returns the first outcome, and a conflict for another payload', async () => {
    const walletId = await walletWith(250_00);
    const first = await accepted(toHold(walletId, 'b1', 75_00));
    const again = await accepted(toHold(walletId, 'b1', 75_00));
    expect(again).toEqual({ ok: true, event: first.event, replayed: true });
    const other = { ...toHold(walletId, 'b1', 76_00) };
    expect(await ledger.append(other)).toEqual({ ok: false, refusal: 'idempotency_conflict' });
    expect((await balances(walletId)).seq).toBe(2);
  });

  it('repeated commands among new ones get their first outcome, and the others are accepted', async () => {
    const walletId = await walletWith(250_00);
    const toCharge = (key: string, amountPaise: number): Command => {
      const base = { walletId, idempotencyKey: key, actor: 'user:u1', amountPaise };
      return { ...base, type: 'Charge', tool: 'chat', memberUid: 'u1' };
    };
    // Without their keys, these commands would be accepted a second time.
    const first = await accepted(toCharge('c1', 10_00));
    const elsewhere = await walletWith(10_00);
    const theirs = { ...toCharge('c1', 1_00), walletId: elsewhere };
    const second = await accepted(theirs);
    // Without its key, the repeated capture would be refused, because the hold has ended.
    await accepted(toHold(walletId, 'r1', 20_00));
    const third = await accepted(toCapture(walletId, 'r1'));
    const outcomes = await Promise.all([
      ledger.append(toCharge('c2', 10_00)),
      ledger.append(toCharge('c1', 10_00)),
      ledger.append(toCharge('c1', 11_00)),
      ledger.append(theirs),
      ledger.append(toCapture(walletId, 'r1')),
      ledger.append({ ...toCapture(walletId, 'r1'), idempotencyKey: 'again' }),
      ledger.append(toCharge('c3', 10_00)),
    ]);
    expect(outcomes).toMatchObject([
      { ok: true, replayed: false },
      { ok: true, replayed: true, event: first.event },
      { ok: false, refusal: 'idempotency_conflict' },
      { ok: true, replayed: true, event: second.event },
      { ok: true, replayed: true, event: third.event },
      { ok: false, refusal: 'hold_already_resolved' },
      { ok: true, replayed: false },
    ]);
    const alone = await ledger.append(toCharge('c1', 10_00));
    expect(alone).toEqual({ ok: true, replayed: true, event: first.event });
    expect(await balances(walletId)).toEqual({ balance_paise: 200_00, held_paise: 0, seq: 6 });
  });

  it('a budget that another transaction is setting applies to a command that arrives before its commit', async () => {
    const walletId = await walletWith(50_00);
    const setter = await beginElsewhere();
    await setter.query(`insert into member_budget values ($1, 'm1', 100)`, [walletId]);
    const charged = ledger.append(toCharge(walletId, 'concurrent', 2_00));
    await expect.poll(countWaitingForLocks).toBe(1);
    await setter.query('commit');
    expect(await charged).toEqual({ ok: false, refusal: 'budget_exceeded' });
  });

  it('a refused command does not affect others in its batch', async () => {
    const walletId = await walletWith(100_00);
    const outcomes = await Promise.all([
      ledger.append(toHold(walletId, 'd1', 60_00)),
      ledger.append(toHold(walletId, 'd2', 60_00)),
      ledger.append({ ...toHold('wal_nowhere', 'd3', 1), walletId: 'wal_nowhere' }),
      ledger.append(toHold(walletId, 'd4', 40_00)),
    ]);
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.refusal))).toEqual([
      'ok',
      'insufficient_funds',
      'wallet_not_found',
      'ok',
    ]);
  });

  it('commands beyond the waiting limit are refused as busy, and nothing is lost', async () => {
    const walletId = await walletWith(250_00);
    const small = createLedger({ connectionString: database.appUrl, maxWaiting: 10 });
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => small.append(toHold(walletId, `busy${i}`, 1))),
    );
    await small.close();
    expect(outcomes.filter((o) => o.ok)).toHaveLength(10);
    expect(outcomes.filter((o) => !o.ok && o.refusal === 'ledger_busy')).toHaveLength(20);
  });

  it.each([
    ['a NUL in a text', { memberUid: 'u\0' }],
    ['an empty key', { idempotencyKey: '' }],
    ['half a millisecond', { expiresAtMs: Date.now() + 0.5 }],
    ['a time outside the valid range', { effectiveAtMs: 8.64e15 }],
    ['a time that is not a number', { effectiveAtMs: Number.NaN }],
  ])('a command with %s is refused, and others in its batch are accepted', async (_, odd) => {
    const walletId = await walletWith(250_00);
    const outcomes = await Promise.all([
      ledger.append(toHold(walletId, `odd_${walletId}`, 1_00)),
      ledger.append({ ...toHold(walletId, `odder_${walletId}`, 1_00), ...odd }),
    ]);
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, refusal: 'command_invalid' }]);
  });

  it('a refund of a refund is refused, and the rest of the charge can still be refunded', async () => {
    const walletId = await walletWith(100_00);
    const base = { walletId, actor: 'user:u1' };
    const refund = (key: string, chargeSeq: number, amountPaise: number): Command => {
      return { ...base, type: 'RefundCharge', idempotencyKey: key, chargeSeq, amountPaise };
    };
    const spending = { tool: 'chat', memberUid: 'u1' } as const;
    const charge = { ...base, ...spending, type: 'Charge', amountPaise: 50_00 } as const;
    const { event: charged } = await accepted({ ...charge, idempotencyKey: 'c' });
    const { event: refunded } = await accepted(refund('r1', charged.seq, 20_00));
    const outcomes = await Promise.all([
      ledger.append(refund('r2', refunded.seq, 1_00)),
      ledger.append(refund('r3', charged.seq, 30_00)),
      ledger.append(refund('r4', charged.seq, 1)),
    ]);
    expect(outcomes).toMatchObject([
      { ok: false, refusal: 'charge_not_found' },
      { ok: true },
      { ok: false, refusal: 'refund_exceeds_charge' },
    ]);
  });

  it('a refund of a fractional charge number is refused', async () => {
    const refund: Command = {
      type: 'RefundCharge',
      walletId: await walletWith(0),
      idempotencyKey: 'r',
      actor: 'system',
      amountPaise: 1,
      chargeSeq: 1.5,
    };
    expect(await ledger.append(refund)).toEqual({ ok: false, refusal: 'command_invalid' });
  });

  it('append throws an error that names the cause when the database is unreachable', async () => {
    const nowhere = createLedger({
      connectionString: 'postgres://nobody@127.0.0.1:1/none',
      reconnectWithinMs: 100,
    });
    await expect(nowhere.append(toHold('wal_x', 'h', 1))).rejects.toThrow('cannot be reached');
    await nowhere.close();
  });
});

describe('wallets that this process wrote last', () => {
  /** Appends until the ledger remembers the wallet, and no other process has written it since. */
  async function remembered(walletId: string): Promise<string> {
    for (const key of ['once', 'twice', 'thrice']) await accepted(toCharge(walletId, key));
    return walletId;
  }

  it('the budget of a member who has not spent yet holds in a remembered wallet', async () => {
    const walletId = await walletWith(50_00);
    await owner.query(`insert into member_budget values ($1, 'm2', 100)`, [walletId]);
    await remembered(walletId);
    const theirs = await ledger.append(toCharge(walletId, 'theirs', 1_01, 'm2'));
    expect(theirs).toEqual({ ok: false, refusal: 'budget_exceeded' });
  });

  it('in a batch with remembered wallets, only the unknown wallet is read', async () => {
    const unknown = await walletWith(100_00);
    const known = await Promise.all(
      Array.from({ length: 8 }, async () => remembered(await walletWith(100_00))),
    );
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    await Promise.all(
      known.map(async (walletId, caller) => {
        for (let i = 0; i < 40; i += 1) {
          const isNew = caller === 0 && i > 20;
          await accepted(toCharge(isNew ? unknown : walletId, `again${i}`));
        }
      }),
    );
    const names = queries.mock.calls.map(([query]) => (query as { name?: string }).name);
    queries.mockRestore();
    const count = (prefix: string) => names.filter((name) => name?.startsWith(prefix)).length;
    expect(count('ledger_read_wallets')).toBeLessThan(count('ledger_write_') / 2);
  });

  it('a budget that is set between commands applies immediately to a remembered wallet', async () => {
    const walletId = await remembered(await walletWith(50_00));
    await owner.query(`insert into member_budget values ($1, 'm1', 100)`, [walletId]);
    const refusal = 'budget_exceeded';
    expect(await ledger.append(toCharge(walletId, 'late', 2_00))).toEqual({ ok: false, refusal });
  });

  it('a remembered wallet whose row is changed by hand and restored is read as it is now', async () => {
    const walletId = await remembered(await walletWith(50_00));
    const setBalance = (paise: number) =>
      owner.query('update wallet set balance_paise = $2 where id = $1', [walletId, paise]);
    await setBalance(0);
    const refused = await ledger.append(toCharge(walletId, 'poor'));
    expect(refused).toEqual({ ok: false, refusal: 'insufficient_funds' });
    await setBalance(47_00);
    const { event } = await accepted(toCharge(walletId, 'poor'));
    expect(event.balanceAfterPaise).toBe(46_00);
  });

  it("a command's wallet is locked before its additional statements run", async () => {
    const walletId = await remembered(await walletWith(50_00));
    const other = await walletWith(0);
    const holder = await beginElsewhere();
    await holder.query('select from wallet where id = $1 for update', [walletId]);
    const touch = sql`select from wallet where id = ${other} for update`;
    const charged = ledger.append(toCharge(walletId, 'waits'), [touch.compile(db)]);
    await expect.poll(countWaitingForLocks).toBe(1);
    const isOtherFree = await isFree(other);
    await holder.query('rollback');
    expect(await charged).toMatchObject({ ok: true });
    expect(isOtherFree).toBe(true);
  });

  it('the wallets of a batch are locked in the order of their ids, not of its commands', async () => {
    const [first, second] = (
      await Promise.all(
        [walletWith(50_00), walletWith(50_00)].map(async (id) => remembered(await id)),
      )
    ).sort() as [string, string];
    const holder = await beginElsewhere();
    await holder.query('select from wallet where id = $1 for update', [first]);
    const charged = [second, first].map((id) => ledger.append(toCharge(id, 'ordered')));
    await expect.poll(countWaitingForLocks).toBe(1);
    const isSecondFree = await isFree(second);
    await holder.query('rollback');
    expect(await Promise.all(charged)).toMatchObject([{ ok: true }, { ok: true }]);
    expect(isSecondFree).toBe(true);
  });

  it('a wallet that another process has written is found changed by the write, and decided again', async () => {
    const conflicted = vi.fn<() => void>();
    const mine = createLedger({
      connectionString: database.appUrl,
      observer: { answered: () => {}, conflicted },
    });
    const walletId = await walletWith(50_00);
    for (const key of ['once', 'twice', 'thrice']) await mine.append(toCharge(walletId, key));
    await accepted(toCharge(walletId, 'elsewhere'));
    expect(conflicted).not.toHaveBeenCalled();
    expect(await mine.append(toCharge(walletId, 'late'))).toMatchObject({
      ok: true,
      event: { balanceAfterPaise: 45_00 },
    });
    expect(conflicted).toHaveBeenCalledTimes(1);
    await mine.close();
  });

  it('after a repeated command in a batch, later commands are still decided by the state after the accepted ones', async () => {
    const walletId = await remembered(await walletWith(250_00));
    const names = Array.from({ length: 40 }, (_, i) => `${walletId}_${i}`);
    const outcomes = await Promise.all([
      ...names.map((name) => ledger.append(toHold(walletId, name, 1_00))),
      ledger.append(toCharge(walletId, 'once')),
      ledger.append(toCharge(walletId, 'too much', 900_00)),
      ...names.map((name) => ledger.append(toCapture(walletId, name))),
    ]);
    const told = outcomes.map((o) => (o.ok ? (o.replayed ? 'again' : 'ok') : o.refusal));
    const oks = names.map(() => 'ok');
    expect(told).toEqual([...oks, 'again', 'insufficient_funds', ...oks]);
    expect(await balances(walletId)).toEqual({ balance_paise: 207_00, held_paise: 0, seq: 84 });
  });

  it('the second half of a batch is committed after the first half had to be decided again', async () => {
    const walletId = await remembered(await walletWith(250_00));
    const other = await remembered(await walletWith(250_00));
    const charges = (of: string) =>
      Array.from({ length: 17 }, (_, i) => ledger.append(toCharge(of, `many${i}`)));
    const [mine, theirs] = await Promise.all([
      Promise.all([
        ...charges(walletId).slice(1),
        ledger.append(toCharge(walletId, 'once')),
        ledger.append(toHold(walletId, 'same', 1_00)),
      ]),
      Promise.all([...charges(other), ledger.append(toHold(other, 'same', 1_00))]),
    ]);
    expect(mine.slice(-2)).toMatchObject([{ replayed: true }, { ok: true, replayed: false }]);
    expect(theirs.at(-1)).toEqual({ ok: false, refusal: 'hold_exists' });
  });
});

describe('finding rows', () => {
  /** Opens a database whose tables have no statistics yet, and a ledger that has planned no statement. */
  async function openYoung() {
    const young = await createTestDatabase();
    const people = createKysely(createPool(young.appUrl));
    const books = createPool(young.ownerUrl, { max: 1 });
    const fresh = createLedger({ connectionString: young.appUrl });
    const walletId = await openWallet(people, { kind: 'organization', id: 'o' });
    const must = async (command: Command) =>
      expect(await fresh.append(command)).toMatchObject({ ok: true });
    onTestFinished(async () => {
      await people.destroy();
      await books.end();
      await young.drop();
    });
    return { walletId, books, fresh, must };
  }

  it('rows are still found by their keys with plans made while the tables were small', async () => {
    const { walletId, books, must, fresh } = await openYoung();
    await books.query(`insert into member_budget values ($1, 'u1', 100000000)`, [walletId]);
    const round = async (name: string) => {
      await must({
        type: 'CreditTopUp',
        walletId,
        idempotencyKey: `top-up:${name}`,
        actor: 'system',
        amountPaise: 10_00,
        orderId: `order_${name}`,
        paymentId: `pay_${name}`,
      });
      await must(toHold(walletId, name, 1_00));
      await must(toCapture(walletId, name));
    };
    await round('first');
    // Simulates an autovacuum at a bad moment, when every table has only a row or two.
    await books.query('analyze');
    await round('second');

    const many = 150;
    await Promise.all(Array.from({ length: many }, (_, i) => round(`n${i}`)));
    await books.query('select pg_stat_force_next_flush()');
    const readings = async () => {
      const { rows } = await books.query(
        `select sum(idx_tup_read)::int8 as by_index, (select sum(seq_tup_read)::int8 from pg_stat_user_tables
           where relname in ('open_hold', 'member_month')) as in_full
         from pg_stat_user_indexes where relname in ('open_hold', 'member_month', 'ledger_event')`,
      );
      return rows[0];
    };
    await fresh.close();
    await expect.poll(async () => (await readings()).by_index).toBeGreaterThan(many);
    // A few reads for each of 450 commands. With the tables joined in the other order it would be many
    // times 150².
    const { by_index, in_full } = await readings();
    expect(by_index).toBeLessThan(many * 3 * 8);
    expect(in_full).toBeLessThan(many);
  });

  it('each month of a member who spends from many wallets is found by its whole key', async () => {
    const { walletId, books, must, fresh } = await openYoung();
    const elsewhere = 400;
    // Rows of other wallets: an index of the member alone is smaller at first, and no statistics show its
    // selectivity.
    await books.query(
      `insert into member_month (wallet_id, member_uid, month)
       select 'elsewhere_' || i, 'u1', '2026-11' from generate_series(1, $1::int) as i`,
      [elsewhere],
    );
    await must({
      type: 'CreditSignupBonus',
      walletId,
      idempotencyKey: 'bonus',
      actor: 'system',
      amountPaise: 250_00,
    });
    await must(toHold(walletId, 'first', 1_00));
    await must(toCapture(walletId, 'first'));
    await fresh.close();
    const readings = async () => {
      const { rows } = await books.query(
        `select sum(idx_scan)::int8 as looked, sum(idx_tup_read)::int8 as read
         from pg_stat_user_indexes where relname = 'member_month'`,
      );
      return rows[0];
    };
    await expect.poll(async () => (await readings()).looked).toBe(2);
    expect((await readings()).read).toBeLessThan(10);
    await books.query(`delete from member_month where wallet_id like 'elsewhere%'`);
  });
});

it('a key with the digest of another key is refused and affects no other command', async () => {
  const twins = await createTestDatabase();
  const books = createPool(twins.ownerUrl, { max: 1 });
  const people = createKysely(createPool(twins.appUrl));
  // Replaces the digest, because finding two keys with the same digest would take days of computing.
  await books.query(
    `create or replace function ledger_key(wallet_id text, idempotency_key text) returns uuid
     language sql immutable parallel safe
     return md5(replace(wallet_id || E'\n' || idempotency_key, 'twin', 'one'))::uuid`,
  );
  const fresh = createLedger({ connectionString: twins.appUrl });
  const walletId = await openWallet(people, { kind: 'user', id: 'o' });
  const topUp = (idempotencyKey: string): Command => ({
    type: 'CreditSignupBonus',
    walletId,
    idempotencyKey,
    actor: 'system',
    amountPaise: 250_00,
  });
  expect(await fresh.append(topUp('one'))).toMatchObject({ ok: true });
  expect(
    await Promise.all(['twin', 'another'].map((key) => fresh.append(topUp(key)))),
  ).toMatchObject([
    { ok: false, refusal: 'idempotency_conflict' },
    { ok: true, replayed: false },
  ]);
  expect(await fresh.append(topUp('one'))).toMatchObject({ ok: true, replayed: true });
  const { rows } = await books.query('select balance_paise, seq from wallet');
  expect(rows).toEqual([{ balance_paise: 500_00, seq: 2 }]);
  await fresh.close();
  await people.destroy();
  await books.end();
  await twins.drop();
});

describe("a command's additional statements", () => {
  const insertWallet = (id: string) =>
    sql`insert into wallet (id, owner_kind, owner_id) values (${id}, 'user', ${id})`.compile(db);
  const exists = async (id: string) =>
    (await owner.query('select 1 from wallet where id = $1', [id])).rows.length === 1;

  it.each([
    // Refused when it is repeated, because its hold exists.
    ['a hold', 'f1', (walletId: string) => toHold(walletId, 'f1', 1_00)],
    // Accepted when it is repeated, until its key is found to exist.
    ['a charge', 'f2', (walletId: string) => toCharge(walletId, 'f2')],
  ])(
    'additional statements run with %s, and not again when it is repeated',
    async (_what, name, make) => {
      const walletId = await walletWith(250_00);
      const command = make(walletId);
      expect(await ledger.append(command, [insertWallet(`wal_${name}`)])).toMatchObject({
        ok: true,
      });
      expect(await exists(`wal_${name}`)).toBe(true);
      // If the insert ran a second time, the command would fail.
      expect(await ledger.append(command, [insertWallet(`wal_${name}`)])).toMatchObject({
        replayed: true,
      });
    },
  );

  it("an update of a wallet's amounts with the application's login is refused", async () => {
    const walletId = await walletWith(250_00);
    for (const change of [
      'locked_paise = 1, locked_for = $2',
      'balance_paise = balance_paise + 1, terms_version = terms_version + length($2)',
      'held_paise = length($2)',
    ]) {
      const update = sql`update wallet set ${sql.raw(change.replace('$2', "'u1'"))} where id = ${walletId}`;
      await expect(update.execute(db)).rejects.toThrow('change only with an event');
    }
  });

  it('a purchase and the release that it needs are recorded together, once, or not at all', async () => {
    const walletId = await walletWith(0);
    await accepted({
      type: 'CreditSignupBonus',
      walletId,
      actor: 'user:m1',
      idempotencyKey: 'bonus',
      amountPaise: 250_00,
      lockedPaise: 250_00,
    });
    const released = { releasesPaise: 100_00, allowanceDay: '2026-11-29' };
    const hold = { ...toHold(walletId, 'released', 100_00), ...released };
    const read = async () => {
      const { rows } = await owner.query(
        `select array_agg(kind order by e.seq) as kinds, sum(e.locked_paise)::int as locked,
           max(w.locked_paise) as shown
         from ledger_event e join wallet w on w.id = e.wallet_id where wallet_id = $1`,
        [walletId],
      );
      return rows[0];
    };
    expect(await ledger.append(toHold(walletId, 'released', 100_00))).toEqual({
      ok: false,
      refusal: 'unverified_funds',
    });
    expect(await ledger.append({ ...toHold(walletId, 'released', 100_01), ...released })).toEqual({
      ok: false,
      refusal: 'unverified_funds',
    });
    const broken = sql`select 1 / 0`.compile(db);
    await expect(ledger.append(hold, [broken])).rejects.toThrow('division by zero');
    expect(await read()).toEqual({ kinds: ['SignupBonusCredited'], locked: 25000, shown: 25000 });
    await accepted(hold);
    expect(await ledger.append(toHold(walletId, 'released', 100_00))).toMatchObject({
      replayed: true,
    });
    expect(await ledger.append(hold)).toMatchObject({ replayed: true });
    const kinds = ['SignupBonusCredited', 'BonusReleased', 'HoldPlaced'];
    expect(await read()).toEqual({ kinds, locked: 15000, shown: 15000 });
  });

  it('an uncommitted row that references the wallet does not block its writers', async () => {
    const walletId = await walletWith(250_00);
    const naming = await beginElsewhere();
    // Takes the lock that a foreign key check takes.
    await naming.query('select 1 from wallet where id = $1 for key share', [walletId]);
    const outcomes = [
      await ledger.append(toHold(walletId, 'n1', 1_00)),
      await ledger.append(toHold(walletId, 'n2', 1_00), [insertWallet('wal_n2')]),
    ];
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('additional statements do not run with a refused command', async () => {
    const walletId = await walletWith(1_00);
    await ledger.append(toHold(walletId, 'g1', 75_00), [insertWallet('wal_g1')]);
    expect(await exists('wal_g1')).toBe(false);
  });

  it('a failing additional statement undoes only its own command', async () => {
    const walletId = await walletWith(250_00);
    const broken = sql`select 1 / 0`.compile(db);
    const outcomes = await Promise.allSettled([
      ledger.append(toHold(walletId, 'h1', 10_00)),
      ledger.append(toHold(walletId, 'h2', 10_00), [insertWallet('wal_h2'), broken]),
      ledger.append(toHold(walletId, 'h3', 10_00)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await exists('wal_h2')).toBe(false);
    expect(await balances(walletId)).toEqual({ balance_paise: 250_00, held_paise: 20_00, seq: 3 });
  });

  it('an additional statement that cannot be sent undoes only its own command', async () => {
    const walletId = await walletWith(250_00);
    const unsendable = {
      ...sql`select ${1}`.compile(db),
      parameters: [
        {
          toPostgres: () => {
            throw new Error('unsendable');
          },
        },
      ],
    };
    const outcomes = await Promise.allSettled([
      ledger.append(toHold(walletId, 'i1', 10_00)),
      ledger.append(toHold(walletId, 'i2', 10_00), [unsendable]),
    ]);
    expect(outcomes[0]).toMatchObject({ status: 'fulfilled', value: { ok: true } });
    expect(outcomes[1]).toMatchObject({ status: 'rejected' });
    expect(await balances(walletId)).toEqual({ balance_paise: 250_00, held_paise: 10_00, seq: 2 });
  });
});

describe('a broken connection', () => {
  it('every acknowledged command is stored once when backends are killed under load', async () => {
    const walletId = await walletWith(1_000_000_00);
    const acknowledged: boolean[] = [];
    let done = false;
    const killer = (async () => {
      for (let seen = -1; !done; seen = acknowledged.length) {
        // A busy machine may need longer than any fixed pause to get a command through.
        while (!done && acknowledged.length === seen) await sleep(10);
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and (query like '%ledger%' or query in ('begin', 'commit'))`,
        );
      }
    })();
    await Promise.all(
      Array.from({ length: 16 }, async (_, caller) => {
        for (let i = 0; i < 15; i += 1) {
          const holdId = `kill_${caller}_${i}`;
          const outcome = await ledger.append(toHold(walletId, holdId, 1_00));
          if (outcome.ok) acknowledged.push(outcome.replayed);
        }
      }),
    ).finally(() => {
      done = true;
      return killer;
    });
    // Each command was sent once, so even if the answer to a commit was lost, no command is a repetition.
    expect(acknowledged).toEqual(Array.from({ length: 16 * 15 }, () => false));
    const { rows } = await owner.query(
      'select count(*) as n from ledger_event where wallet_id = $1',
      [walletId],
    );
    expect(rows[0].n).toBe(16 * 15 + 1);
  });
});

it('a command waits for a database that is unreachable for a moment, and is accepted once', async () => {
  const walletId = await walletWith(50_00);
  const cable = await startCable(database.appUrl);
  const waiting = createLedger({ connectionString: cable.url });
  await cable.pull();
  const charged = waiting.append(toCharge(walletId, 'unplugged'));
  // The first attempts are refused.
  await Promise.race([charged.catch(() => {}), sleep(200)]);
  await cable.plugIn();
  expect(await charged).toMatchObject({ ok: true, replayed: false });
  await waiting.close();
  await cable.pull();
});

describe('append-only', () => {
  const attempts = [
    `update ledger_event set amount_paise = 1`,
    `delete from ledger_event`,
    `truncate ledger_event`,
    `truncate ledger_event cascade`,
    `alter table ledger_event disable trigger all`,
    `drop trigger ledger_event_append_only on ledger_event`,
    `set session_replication_role = replica`,
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    `alter table ledger_event owner to current_user`,
    `delete from wallet`,
    `update wallet set id = 'x'`,
    `delete from hold`,
    `drop table ledger_event`,
  ];
  it.each(attempts)('the application cannot run: %s', async (statement) => {
    await walletWith(1_00);
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
  });

  it.each(attempts.slice(0, 3))(
    'the triggers prevent even the owner from running: %s',
    async (statement) => {
      await walletWith(1_00);
      await expect(owner.query(statement)).rejects.toMatchObject({
        code: expect.stringMatching(/23001|0A000/),
      });
    },
  );
});
