import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coordinate } from '../../local/testing/coordinates.ts';
import { insertAudit } from '../admin/audit.ts';
import { createKysely, createPool } from '../connect.ts';
import { verifyAudit } from '../admin/verify-audit.ts';

const folder = import.meta.dirname;
const chaining = '0013-users-admin.sql';

test('what was recorded before there was a chain is in it, gaps in the numbers and all', async () => {
  const server = new URL(coordinate('TEST_DATABASE_OWNER_URL'));
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  server.pathname = '/postgres';
  const cluster = createPool(server.href, { max: 1 });
  await cluster.query(`create database ${name}`);
  server.pathname = `/${name}`;
  const pool = createPool(server.href, { max: 2 });
  try {
    const files = (await readdir(folder)).filter((file) => file < chaining).sort();
    for (const file of files) await pool.query(await readFile(join(folder, file), 'utf8'));
    const record = `insert into admin_audit (actor, action, target_uid)
                    values ('operator', 'grant-super-admin', 'dev'), ('operator', 'note', null)`;
    await pool.query(record);
    await pool.query(`begin; ${record}; rollback`);
    await pool.query(record);
    await pool.query(await readFile(join(folder, chaining), 'utf8'));
    const db = createKysely(pool);
    expect(await verifyAudit(db)).toEqual({ rows: 4, faults: [] });
    await db.transaction().execute((trx) => insertAudit(trx, { actor: 'operator', action: 'new' }));
    expect(await verifyAudit(db)).toEqual({ rows: 5, faults: [] });
    const { rows } = await pool.query('select max(id) as newest from admin_audit');
    expect(rows).toEqual([{ newest: 7 }]);
  } finally {
    await pool.end();
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.end();
  }
});
