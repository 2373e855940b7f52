import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import { decisionStatement, insertProposal, readAdjustableAlone } from './credit-proposals.ts';
import { newId } from '../ids.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../tables.ts';
import { verifyAudit } from './verify-audit.ts';
import { openWallet } from '../wallets/wallets.ts';

const limit = 5_000_00;

let database: TestDatabase;
let owner: pg.Pool;
let app: pg.Pool;
let db: Kysely<Database>;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = createPool(database.ownerUrl, { max: 2 });
  app = createPool(database.appUrl, { max: 4 });
  db = createKysely(app);
  ledger = createLedger({ connectionString: database.appUrl });
});
afterAll(async () => {
  await ledger?.close();
  await db?.destroy();
  await owner?.end();
  await database?.drop();
});

const someWallet = () => openWallet(db, { kind: 'user', id: `user_${randomUUID()}` });

const adjust = (
  walletId: string,
  amountPaise: number,
  { key = randomUUID(), actor = 'admin:a' }: { key?: string; actor?: string } = {},
  ...also: Parameters<Ledger['append']>[1] extends readonly (infer S)[] | undefined ? S[] : never
) =>
  ledger.append(
    { type: 'AdjustByAdmin', walletId, amountPaise, actor, reason: 'x', idempotencyKey: key },
    also,
  );

const proposed = (walletId: string, amountPaise: number) =>
  db.transaction().execute((trx) =>
    insertProposal(trx, {
      id: newId('crp'),
      wallet_id: walletId,
      target_uid: 'asha',
      amount_paise: amountPaise,
      reason: 'x',
      proposed_by: 'a',
      request_key: randomUUID(),
    }),
  );

/** As the story does it: the proposal's end and the event in one transaction. */
const approve = (
  id: string,
  walletId: string,
  amountPaise: number,
  { decidedBy = 'b', key = `credit-proposal:${id}` } = {},
) =>
  adjust(
    walletId,
    amountPaise,
    { key },
    decisionStatement(db, { id, status: 'approved', decidedBy, note: null }),
  );

const readBalance = async (walletId: string): Promise<number> => {
  const { rows } = await owner.query('select balance_paise from wallet where id = $1', [walletId]);
  return rows[0].balance_paise;
};

const needsApproval = { constraint: 'credit_needs_approval' };
const notApproved = { constraint: 'credit_not_approved' };

describe('the ledger, by itself', () => {
  test('takes what is within the limit, and nothing beyond it from one admin alone', async () => {
    const walletId = await someWallet();
    await expect(adjust(walletId, limit + 1)).rejects.toMatchObject(needsApproval);
    expect(await adjust(walletId, limit)).toMatchObject({ ok: true });
    // Splitting, and taking, count against the same limit.
    await expect(adjust(walletId, 1)).rejects.toMatchObject(needsApproval);
    await expect(adjust(walletId, -1)).rejects.toMatchObject(needsApproval);
    // Another admin is a second one already; another wallet is another one.
    expect(await adjust(walletId, -limit, { actor: 'admin:b' })).toMatchObject({ ok: true });
    expect(await adjust(await someWallet(), limit)).toMatchObject({ ok: true });
    expect(await readBalance(walletId)).toBe(0);
    expect(await readAdjustableAlone(db, { walletId, actor: 'admin:a' })).toBe(0);
    expect(await readAdjustableAlone(db, { walletId, actor: 'admin:c' })).toBe(limit);
  });

  test('of 40 halves at once takes two, and harms no neighbour in the batch', async () => {
    const [walletId, other] = [await someWallet(), await someWallet()];
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 40 }, () => adjust(walletId, limit / 2)),
      ...Array.from({ length: 40 }, () => adjust(other, 1_00)),
    ]);
    const accepted = outcomes.map(({ status }) => status === 'fulfilled');
    expect(accepted.slice(0, 40).filter(Boolean)).toHaveLength(2);
    expect(accepted.slice(40)).not.toContain(false);
    expect([await readBalance(walletId), await readBalance(other)]).toEqual([limit, 40_00]);
  });

  test('forgets after 24 hours', async () => {
    const walletId = await someWallet();
    await adjust(walletId, limit);
    const left = async (hours: number): Promise<number> => {
      const { rows } = await owner.query(
        `select adjusted_alone($1, 'admin:a', clock_timestamp() + make_interval(hours => $2)) as n`,
        [walletId, hours],
      );
      return limit - rows[0].n;
    };
    expect([await left(0), await left(23), await left(25)]).toEqual([0, 0, limit]);
  });
});

describe('a proposal', () => {
  test('given another admin’s approval, then it is one event, and no second one', async () => {
    const walletId = await someWallet();
    const { id } = await proposed(walletId, 3 * limit);
    expect(await approve(id, walletId, 3 * limit)).toMatchObject({ ok: true, replayed: false });
    expect(await approve(id, walletId, 3 * limit)).toMatchObject({ ok: true, replayed: true });
    expect(await readBalance(walletId)).toBe(3 * limit);
    // What two decided together leaves each what they may do alone.
    expect(await readAdjustableAlone(db, { walletId, actor: 'admin:a' })).toBe(limit);
  });

  test('given nobody’s, another amount, another wallet or another name, then there is no event', async () => {
    const [walletId, other] = [await someWallet(), await someWallet()];
    const { id } = await proposed(walletId, 3 * limit);
    const key = `credit-proposal:${id}`;
    await expect(adjust(walletId, 3 * limit, { key })).rejects.toMatchObject(notApproved);
    await expect(approve(id, walletId, 3 * limit + 1)).rejects.toMatchObject(notApproved);
    await expect(approve(id, other, 3 * limit)).rejects.toMatchObject(notApproved);
    await expect(approve(id, walletId, 3 * limit, { key: 'plain' })).rejects.toMatchObject(
      needsApproval,
    );
    // A name that only looks like one, even of a small amount.
    const forged = adjust(walletId, 1, { key: 'credit-proposal:crp_none' });
    await expect(forged).rejects.toMatchObject(notApproved);
    expect([await readBalance(walletId), await readBalance(other)]).toEqual([0, 0]);
    const { rows } = await owner.query('select status from credit_proposal where id = $1', [id]);
    expect(rows).toEqual([{ status: 'waiting' }]);
  });

  test('given whoever proposed it, then the database refuses their approval', async () => {
    const walletId = await someWallet();
    const { id } = await proposed(walletId, 3 * limit);
    await expect(approve(id, walletId, 3 * limit, { decidedBy: 'a' })).rejects.toMatchObject({
      constraint: 'credit_proposal_second_admin',
    });
    expect(await readBalance(walletId)).toBe(0);
  });

  test('given its time is over, then it cannot be approved, and not before can it expire', async () => {
    const walletId = await someWallet();
    const { id } = await proposed(walletId, 3 * limit);
    const expire = `update credit_proposal set status = 'expired' where id = '${id}'`;
    await expect(app.query(expire)).rejects.toMatchObject({
      constraint: 'credit_proposal_out_of_time',
    });
    await owner.query(`
      alter table credit_proposal disable trigger user;
      update credit_proposal set expires_at = now() where id = '${id}';
      alter table credit_proposal enable trigger user`);
    await expect(approve(id, walletId, 3 * limit)).rejects.toMatchObject({
      constraint: 'credit_proposal_in_time',
    });
    await app.query(expire);
    expect(await readBalance(walletId)).toBe(0);
  });

  test('given a decision, then it stays as it was decided', async () => {
    const walletId = await someWallet();
    const { id } = await proposed(walletId, 3 * limit);
    const set = (change: string) =>
      app.query(`update credit_proposal set ${change} where id = $1`, [id]);
    await set(`status = 'refused', decided_by = 'b', note = 'no'`);
    await expect(set(`status = 'approved', decided_by = 'b'`)).rejects.toThrow('already refused');
    await expect(set(`status = 'waiting', decided_by = null`)).rejects.toThrow('already refused');
    await expect(approve(id, walletId, 3 * limit)).rejects.toMatchObject(notApproved);
  });

  test.each([
    ['raise the limit', 'update credits_limit set limit_paise = 1e9'],
    ['make a limit of its own', 'insert into credits_limit values (true, 1)'],
    ['say when it was proposed', `update credit_proposal set expires_at = 'infinity'`],
    ['change what was proposed', 'update credit_proposal set amount_paise = 1'],
    ['delete one', 'delete from credit_proposal'],
    ['empty the table', 'truncate credit_proposal'],
    [
      'insert one that is decided',
      `insert into credit_proposal (id, wallet_id, target_uid, amount_paise, reason, proposed_by,
         request_key, status, decided_by) values ('x', 'x', 'x', 1, 'x', 'a', 'x', 'approved', 'b')`,
    ],
  ])('the servers’ login cannot %s', async (_what, statement) => {
    await expect(app.query(statement)).rejects.toThrow('permission denied');
  });
});

test('whoever migrates sets the limit, on record, once', async () => {
  const urls = { ownerUrl: database.ownerUrl, appUrl: database.appUrl };
  const walletId = await someWallet();
  await migrate({ ...urls, creditsLimitPaise: 10_00 });
  await migrate({ ...urls, creditsLimitPaise: 10_00 });
  await migrate(urls);
  await expect(adjust(walletId, 10_01)).rejects.toMatchObject(needsApproval);
  expect(await adjust(walletId, 10_00)).toMatchObject({ ok: true });
  await migrate({ ...urls, creditsLimitPaise: limit });
  const { rows } = await owner.query('select actor, details from admin_audit order by id');
  expect(rows).toEqual([
    { actor: 'operator', details: { from: limit, to: 10_00 } },
    { actor: 'operator', details: { from: 10_00, to: limit } },
  ]);
  expect((await verifyAudit(db)).faults).toEqual([]);
});
