import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coordinate } from '../../local/testing/coordinates.ts';
import { createKysely, createPool } from '../connect.ts';
import { storeWebhook } from '../payments/webhooks.ts';

const folder = import.meta.dirname;
const migration = '0023-second-admin.sql';

const toName = (body: string): string =>
  `sha256_${createHash('sha256').update(body).digest('hex')}`;

test('webhooks that were kept by their header are known by what was signed', async () => {
  const server = new URL(coordinate('TEST_DATABASE_OWNER_URL'));
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  server.pathname = '/postgres';
  const cluster = createPool(server.href, { max: 1 });
  await cluster.query(`create database ${name}`);
  server.pathname = `/${name}`;
  const pool = createPool(server.href, { max: 2 });
  try {
    const files = (await readdir(folder)).filter((file) => file < migration).sort();
    for (const file of files) await pool.query(await readFile(join(folder, file), 'utf8'));
    await pool.query(
      `insert into gateway_webhook (event_id, kind, body, received_at, processed_at, outcome) values
         ('evt_one', 'x', 'one', now() - interval '3 hours', now(), 'processed'),
         ('evt_twice', 'x', 'two', now() - interval '2 hours', null, null),
         ('evt_again', 'x', 'two', now() - interval '1 hour', now(), 'ignored'),
         ('evt_old', 'x', null, now() - interval '60 days', now(), 'processed'),
         ($1, 'x', 'unnamed', now(), null, null)`,
      [toName('unnamed')],
    );
    await pool.query(await readFile(join(folder, migration), 'utf8'));
    const { rows } = await pool.query(
      'select event_id, gateway_event_id from gateway_webhook order by received_at',
    );
    expect(rows).toEqual([
      { event_id: 'evt_old', gateway_event_id: 'evt_old' },
      { event_id: toName('one'), gateway_event_id: 'evt_one' },
      { event_id: toName('two'), gateway_event_id: 'evt_twice' },
      { event_id: 'evt_again', gateway_event_id: 'evt_again' },
      { event_id: toName('unnamed'), gateway_event_id: null },
    ]);
    const replay = { eventId: toName('two'), kind: 'x', body: Buffer.from('two') };
    expect(await storeWebhook(createKysely(pool), replay)).toBe(false);
  } finally {
    await pool.end();
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.end();
  }
});
