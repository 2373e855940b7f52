import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { compileAuditRows, insertAudit, readAudit } from './audit.ts';
import { createKysely, createPool } from '../connect.ts';
import { createLedger } from '../ledger/ledger.ts';
import type { Database } from '../tables.ts';
import { verifyWhole } from '../checks/run.ts';
import { openWallet } from '../wallet/wallets.ts';

let database: TestDatabase;
let app: Kysely<Database>;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createKysely(createPool(database.appUrl));
});
afterAll(async () => {
  await app?.destroy();
  await database?.drop();
});

/** The findings of the trail's check, as lines. */
async function verifyTrail({ ownerUrl }: TestDatabase) {
  const { auditRows: rows, findings } = await verifyWhole({ connectionString: ownerUrl }, [
    'audit_trail_broken',
  ]);
  return { rows, found: findings.map(({ subject, detail }) => `${subject} ${detail}`) };
}

const record = (action: string, details: Record<string, unknown> = {}) =>
  app
    .transaction()
    .execute((trx) => insertAudit(trx, { actor: 'user:boss', action, targetUid: 'asha', details }));

describe('the audit trail', () => {
  test('the audit trail is one chain, with any number of concurrent writers', async () => {
    const ledgers = [1, 2].map(() => createLedger({ connectionString: database.appUrl }));
    const walletId = await openWallet(app, { kind: 'user', id: 'asha' });
    const credit = (i: number) =>
      ledgers[i % 2]!.append(
        {
          type: 'AdjustByAdmin',
          walletId,
          actor: 'admin:boss',
          amountPaise: 100,
          reason: 'a test',
          idempotencyKey: `credit-${i}`,
        },
        [compileAuditRows(app, [{ actor: 'user:boss', action: 'credit', targetUid: 'asha' }])],
      );
    try {
      const numbers = Array.from({ length: 30 }, (_, i) => i);
      await Promise.all(
        numbers.map((i) => (i % 3 === 0 ? credit(i) : record('note', { ключ: `₹${i}`, b: null }))),
      );
    } finally {
      await Promise.all(ledgers.map((ledger) => ledger.close()));
    }
    expect(await verifyTrail(database)).toEqual({ rows: 30, found: [] });
    const newest = await readAudit(app, { uid: 'asha', limit: 100 });
    expect(newest.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i));
    const moments = newest.map(({ at }) => at.getTime());
    expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  });

  test('the audit trail has no gap after an undone change, and accepts a request key once', async () => {
    const { rows } = await verifyTrail(database);
    const undone = app.transaction().execute(async (trx) => {
      await insertAudit(trx, { actor: 'user:boss', action: 'undone' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    const once = () =>
      app
        .transaction()
        .execute((trx) =>
          insertAudit(trx, { actor: 'user:boss', action: 'once', requestKey: 'user:boss:1' }),
        );
    await once();
    await expect(once()).rejects.toMatchObject({ constraint: 'admin_audit_request' });
    expect(await verifyTrail(database)).toEqual({ rows: rows + 1, found: [] });
  });

  test('the audit trail refuses a hash, a position or a changed head from the application', async () => {
    const pool = createPool(database.appUrl, { max: 1 });
    try {
      await pool.query(
        `insert into admin_audit (id, at, hash, actor, action)
         values (1, '1999-01-01', decode(repeat('ab', 32), 'hex'), 'user:boss', 'forged')`,
      );
      for (const change of [
        'update admin_audit_head set last_id = 0',
        "update admin_audit set action = 'x'",
        'delete from admin_audit',
      ]) {
        await expect(pool.query(change)).rejects.toThrow(/permission denied/);
      }
    } finally {
      await pool.end();
    }
    const { found } = await verifyTrail(database);
    expect(found).toEqual([]);
    const forged = await app
      .selectFrom('admin_audit')
      .select(['id', 'at'])
      .where('action', '=', 'forged')
      .executeTakeFirstOrThrow();
    expect(forged.id).toBeGreaterThan(1);
    expect(forged.at.getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
  });
});
