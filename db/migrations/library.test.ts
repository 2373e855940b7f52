// What people had made before there was a library: it stays as it was.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { coordinate } from '../../local/testing/coordinates.ts';
import { createPool } from '../connect.ts';
import { createLedger } from '../ledger/ledger.ts';
import { migrate } from '../migrate.ts';

test('what was bought is known as bought, what was deleted is due, and what was not bought begins its days now', async () => {
  const server = new URL(coordinate('TEST_DATABASE_OWNER_URL'));
  const app = new URL(coordinate('TEST_DATABASE_APP_URL'));
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  server.pathname = '/postgres';
  const cluster = createPool(server.href, { max: 1 });
  await cluster.query(`create database ${name}`);
  server.pathname = app.pathname = `/${name}`;
  const urls = { ownerUrl: server.href, appUrl: app.href };
  const pool = createPool(server.href, { max: 2 });
  try {
    await migrate({ ...urls, upTo: '0034-exports' });
    await pool.query(`
      insert into wallet (id, owner_kind, owner_id) values ('w', 'user', 'u');
      insert into user_profile (uid, account_type, wallet_id, first_name, last_name, email)
        values ('u', 'individual', 'w', 'A', 'B', 'a@example.in');
      insert into generation (id, uid, wallet_id, mode, provider, model_id, model_label, prompt,
          quality, language, aspect_ratio, preview_max, status, rate_card_version, prices,
          created_at, deleted_at)
        select g.id, 'u', 'w', 'image', m.provider, m.id, 'Premium', 'Kites', 'quality', 'en', '1:1',
               256, 'ready', '1', '{"512": 45}', now() - interval '1 year',
               case when g.id = 'deleted' then now() - interval '1 day' end
          from (values ('bought'), ('preview'), ('deleted')) g (id),
               (select provider, id from model where provider = 'google' limit 1) m`);
    const ledger = createLedger({ connectionString: app.href });
    const command = { walletId: 'w', actor: 'test', amountPaise: 45_00 } as const;
    const outcomes = [
      await ledger.append({ ...command, type: 'AdjustByAdmin', reason: 'x', idempotencyKey: '1' }),
      await ledger.append({
        ...command,
        type: 'Charge',
        tool: 'image',
        memberUid: 'u',
        generationId: 'bought',
        idempotencyKey: '2',
      }),
    ];
    await ledger.close();
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);

    await migrate(urls);
    const { rows } = await pool.query(`
      select g.id, g.bought_at = e.recorded_at as is_bought, g.erase_after = g.deleted_at as is_due,
             g.kept_from > now() - interval '1 hour' as is_new
        from generation g left join ledger_event e on e.generation_id = g.id order by g.id`);
    expect(rows).toEqual([
      { id: 'bought', is_bought: true, is_due: null, is_new: true },
      { id: 'deleted', is_bought: null, is_due: true, is_new: true },
      { id: 'preview', is_bought: null, is_due: null, is_new: true },
    ]);
  } finally {
    await pool.end();
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.end();
  }
});
