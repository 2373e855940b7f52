import { randomUUID } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool } from '../connect.ts';
import { decisionStatement, insertProposal, readAdjustableAlone } from './proposals.ts';
import { newId } from '../ids.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../tables.ts';
import { verifyWhole } from '../checks/run.ts';
import { openWallet } from '../wallet/wallets.ts';

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

const someAdmin = () => `admin:${randomUUID()}`;

/** Adjusts the balance as a new admin, unless `actor` names one. */
const adjust = (
  walletId: string,
  amountPaise: number,
  {
    key = randomUUID(),
    actor = someAdmin(),
    by = ledger,
  }: { key?: string; actor?: string; by?: Ledger } = {},
  ...also: CompiledQuery[]
) =>
  by.append(
    { type: 'AdjustByAdmin', walletId, amountPaise, actor, reason: 'x', idempotencyKey: key },
    also,
  );

const proposed = async (walletId: string, amountPaise: number) => {
  const proposal = await db.transaction().execute((trx) =>
    insertProposal(trx, {
      id: newId('prp'),
      kind: 'credits',
      exception_id: null,
      wallet_id: walletId,
      target_uid: 'asha',
      amount_paise: amountPaise,
      reason: 'x',
      proposed_by: 'a',
      request_key: randomUUID(),
    }),
  );
  return proposal!;
};

/** Ends the proposal and appends the event in one transaction, as the product does. */
const approve = (
  id: string,
  walletId: string,
  amountPaise: number,
  { decidedBy = 'b', key = `credit-proposal:${id}`, actor = 'admin:a' } = {},
) =>
  adjust(
    walletId,
    amountPaise,
    { key, actor },
    decisionStatement(db, { id, status: 'approved', decidedBy, note: null }),
  );

const readBalance = async (walletId: string): Promise<number> => {
  const { rows } = await owner.query('select balance_paise from wallet where id = $1', [walletId]);
  return rows[0].balance_paise;
};

const needsApproval = { constraint: 'credit_needs_approval' };
const ownWallet = { constraint: 'credit_own_wallet' };
const notApproved = { constraint: 'credit_not_approved' };

const left = (actor: string) => readAdjustableAlone(db, actor);

describe("the ledger's own rules", () => {
  test('one admin adjusts up to the limit, over all wallets together', async () => {
    const [walletId, other] = [await someWallet(), await someWallet()];
    const [actor, second] = [someAdmin(), someAdmin()];
    await expect(adjust(walletId, limit + 1, { actor })).rejects.toMatchObject(needsApproval);
    expect(await adjust(walletId, limit - 1, { actor })).toMatchObject({ ok: true });
    expect(await left(actor)).toBe(1);
    // The limit also counts split amounts, deductions and other wallets.
    for (const [id, amount] of [
      [walletId, 2],
      [walletId, -2],
      [other, 2],
    ] as const) {
      await expect(adjust(id, amount, { actor })).rejects.toMatchObject(needsApproval);
    }
    expect(await adjust(other, 1, { actor })).toMatchObject({ ok: true });
    expect([await left(actor), await left(second)]).toEqual([0, limit]);
    expect(await adjust(walletId, 1 - limit, { actor: second })).toMatchObject({ ok: true });
    expect([await readBalance(walletId), await readBalance(other)]).toEqual([0, 1]);
  });

  test("two of one admin's 40 concurrent adjustments by half the limit succeed, over 8 wallets and two processes, and other commands in their batches do not fail", async () => {
    const wallets = await Promise.all(Array.from({ length: 8 }, someWallet));
    const neighbor = await someWallet();
    const actor = someAdmin();
    const another = createLedger({ connectionString: database.appUrl });
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 40 }, (_, i) =>
        adjust(wallets[i % 8]!, limit / 2, { actor, by: i % 2 ? another : ledger }),
      ),
      ...Array.from({ length: 40 }, () => adjust(neighbor, 1_00)),
    ]);
    await another.close();
    const accepted = outcomes.map(({ status }) => status === 'fulfilled');
    expect(accepted.slice(0, 40).filter(Boolean)).toHaveLength(2);
    expect(accepted.slice(40)).not.toContain(false);
    const balances = await Promise.all(wallets.map(readBalance));
    expect(balances.reduce((sum, each) => sum + each, 0)).toBe(limit);
    expect(await readBalance(neighbor)).toBe(40_00);
  });

  test('an adjustment no longer counts after 24 hours', async () => {
    const actor = someAdmin();
    await adjust(await someWallet(), limit, { actor });
    const leftIn = async (hours: number): Promise<number> => {
      const { rows } = await owner.query(
        `select adjusted_alone($1, clock_timestamp() + make_interval(hours => $2)) as n`,
        [actor, hours],
      );
      return limit - rows[0].n;
    };
    expect([await leftIn(0), await leftIn(23), await leftIn(25)]).toEqual([0, 0, limit]);
  });

  test('an admin cannot adjust a wallet that they can spend from now, or could earlier, alone or with others', async () => {
    const uid = randomUUID();
    const own = await openWallet(db, { kind: 'user', id: uid });
    const left = await openWallet(db, { kind: 'organization', id: `org_${uid}` });
    await owner.query(
      'insert into member_budget (wallet_id, member_uid, budget_paise) values ($1, $2, 1)',
      [left, uid],
    );
    for (const walletId of [own, left]) {
      await adjust(walletId, 1);
      for (const amount of [1, -1]) {
        const alone = adjust(walletId, amount, { actor: `admin:${uid}` });
        await expect(alone).rejects.toMatchObject(ownWallet);
      }
      const { id } = await proposed(walletId, 3 * limit);
      const asApprover = approve(id, walletId, 3 * limit, { decidedBy: uid });
      await expect(asApprover).rejects.toMatchObject(ownWallet);
      const asProposer = approve(id, walletId, 3 * limit, { actor: `admin:${uid}` });
      await expect(asProposer).rejects.toMatchObject(ownWallet);
      expect(await readBalance(walletId)).toBe(1);
      expect(await approve(id, walletId, 3 * limit)).toMatchObject({ ok: true });
    }
  });
});

describe('a proposal', () => {
  test('an approved proposal becomes exactly one event', async () => {
    const walletId = await someWallet();
    const { id } = await proposed(walletId, 3 * limit);
    expect(await approve(id, walletId, 3 * limit)).toMatchObject({ ok: true, replayed: false });
    expect(await approve(id, walletId, 3 * limit)).toMatchObject({ ok: true, replayed: true });
    expect(await readBalance(walletId)).toBe(3 * limit);
    // Credits that a second admin approved do not reduce what each admin may do alone.
    expect(await left('admin:a')).toBe(limit);
  });

  test('a proposal without approval, or with another amount, wallet or key, becomes no event', async () => {
    const [walletId, other] = [await someWallet(), await someWallet()];
    const { id } = await proposed(walletId, 3 * limit);
    const key = `credit-proposal:${id}`;
    await expect(adjust(walletId, 3 * limit, { key })).rejects.toMatchObject(notApproved);
    await expect(approve(id, walletId, 3 * limit + 1)).rejects.toMatchObject(notApproved);
    await expect(approve(id, other, 3 * limit)).rejects.toMatchObject(notApproved);
    await expect(approve(id, walletId, 3 * limit, { key: 'plain' })).rejects.toMatchObject(
      needsApproval,
    );
    // The database refuses a forged key in the format of a proposal, even for a small amount.
    const forged = adjust(walletId, 1, { key: 'credit-proposal:prp_none' });
    await expect(forged).rejects.toMatchObject(notApproved);
    expect([await readBalance(walletId), await readBalance(other)]).toEqual([0, 0]);
    const { rows } = await owner.query('select status from admin_proposal where id = $1', [id]);
    expect(rows).toEqual([{ status: 'waiting' }]);
  });

  test('the database refuses an approval by the proposer or the beneficiary', async () => {
    const walletId = await someWallet();
    const { id } = await proposed(walletId, 3 * limit);
    // There is a second super admin, so the first one does not decide alone.
    await owner.query(
      `insert into user_profile (uid, account_type, wallet_id, first_name, last_name)
       values ('second', 'individual', $1, 'Farah', 'Khan')`,
      [await someWallet()],
    );
    await owner.query(`insert into super_admin (uid) values ('second')`);
    await expect(approve(id, walletId, 3 * limit, { decidedBy: 'a' })).rejects.toMatchObject({
      constraint: 'admin_proposal_not_alone',
    });
    await expect(approve(id, walletId, 3 * limit, { decidedBy: 'asha' })).rejects.toMatchObject({
      constraint: 'admin_proposal_beneficiary',
    });
    expect(await readBalance(walletId)).toBe(0);
  });

  test('a proposal cannot be approved after its deadline, and cannot expire before it', async () => {
    const walletId = await someWallet();
    const { id } = await proposed(walletId, 3 * limit);
    const expire = `update admin_proposal set status = 'expired' where id = '${id}'`;
    await expect(app.query(expire)).rejects.toMatchObject({
      constraint: 'admin_proposal_out_of_time',
    });
    await owner.query(`
      alter table admin_proposal disable trigger user;
      update admin_proposal set expires_at = now() where id = '${id}';
      alter table admin_proposal enable trigger user`);
    await expect(approve(id, walletId, 3 * limit)).rejects.toMatchObject({
      constraint: 'admin_proposal_in_time',
    });
    await app.query(expire);
    expect(await readBalance(walletId)).toBe(0);
  });

  test('a decided proposal cannot be changed', async () => {
    const walletId = await someWallet();
    const { id } = await proposed(walletId, 3 * limit);
    const set = (change: string) =>
      app.query(`update admin_proposal set ${change} where id = $1`, [id]);
    await set(`status = 'refused', decided_by = 'b', note = 'no'`);
    await expect(set(`status = 'approved', decided_by = 'b'`)).rejects.toThrow('already refused');
    await expect(set(`status = 'waiting', decided_by = null`)).rejects.toThrow('already refused');
    await expect(approve(id, walletId, 3 * limit)).rejects.toMatchObject(notApproved);
  });

  test.each([
    ['raise the limit', 'update credits_limit set limit_paise = 1e9'],
    ['insert its own limit', 'insert into credits_limit values (true, 1)'],
    ['change when a proposal expires', `update admin_proposal set expires_at = 'infinity'`],
    ['change a proposed amount', 'update admin_proposal set amount_paise = 1'],
    ['delete a proposal', 'delete from admin_proposal'],
    ['empty the table', 'truncate admin_proposal'],
    [
      'insert an approved proposal',
      `insert into admin_proposal (id, kind, wallet_id, target_uid, amount_paise, reason, proposed_by,
         request_key, status, decided_by)
       values ('x', 'credits', 'x', 'x', 1, 'x', 'a', 'x', 'approved', 'b')`,
    ],
  ])('the servers’ login cannot %s', async (_what, statement) => {
    await expect(app.query(statement)).rejects.toThrow('permission denied');
  });
});

test('a migration sets the limit once, with an audit row', async () => {
  const urls = { ownerUrl: database.ownerUrl, appUrl: database.appUrl };
  const walletId = await someWallet();
  await migrate({ ...urls, creditsLimitPaise: 10_00 });
  await migrate({ ...urls, creditsLimitPaise: 10_00 });
  await migrate(urls);
  await expect(adjust(walletId, 10_01)).rejects.toMatchObject(needsApproval);
  expect(await adjust(walletId, 10_00)).toMatchObject({ ok: true });
  await migrate({ ...urls, creditsLimitPaise: limit });
  const { rows } = await owner.query(
    `select actor, details from admin_audit where actor = 'operator' order by id`,
  );
  expect(rows).toEqual([
    { actor: 'operator', details: { from: limit, to: 10_00 } },
    { actor: 'operator', details: { from: 10_00, to: limit } },
  ]);
  expect(
    (await verifyWhole({ connectionString: database.ownerUrl }, ['audit_trail_broken'])).findings,
  ).toEqual([]);
});
