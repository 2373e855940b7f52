import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coordinate } from '../../local/testing/coordinates.ts';
import { createPool } from '../connect.ts';

const folder = import.meta.dirname;
const migration = '0028-chat-seed.sql';

/** What chats began with, and whose name they then bear. */
const seeds = [
  { id: 'bought', prompt: 'Kites?', content: 'On the roof. Then by the river.', label: 'Premium' },
  { id: 'locked', prompt: 'Kites?', content: 'On the roof.…', label: 'Premium' },
  { id: 'other-words', prompt: 'Kites?', content: 'By the sea.', label: null },
  { id: 'typed', prompt: null, content: 'On the roof. Then by the river.', label: null },
  { id: 'erased', prompt: null, content: null, label: null },
];

test('answers that chats began with get the name of their model back, and others lose a wrong one', async () => {
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
    await pool.query(`
      insert into wallet (id, owner_kind, owner_id) values ('w', 'user', 'u');
      insert into user_profile (uid, account_type, wallet_id, first_name, last_name, email)
        values ('u', 'individual', 'w', 'A', 'B', 'a@example.in');
      insert into generation (id, uid, wallet_id, mode, provider, model_id, model_label, prompt, quality,
          language, aspect_ratio, preview_max, status, content, rate_card_version)
        select 'g', 'u', 'w', 'general', provider, id, 'Premium', 'Kites?', 'quality', 'en', '1:1', 256, 'ready',
               E'\\nOn the roof. Then by the river.\\n', '1'
          from model where provider = 'google' limit 1;
      insert into conversation (id, uid, provider, language, title, model_id, model_label)
        select 'c', 'u', provider, 'en', 'Kites', id, 'Free' from model
         where provider = 'google' limit 1;`);
    const turn = `insert into chat_turn (id, conversation_id, uid, number, status, prompt, content,
      model_id, model_label, rate_card_version) values ($1, 'c', 'u', $2, $3, $4, $5, 'm', 'Free', '1')`;
    for (const { id, prompt, content } of seeds) {
      await pool.query(turn, [id, null, 'seed', prompt, content]);
    }
    await pool.query(turn, ['reply', 0, 'done', 'Kites?', 'On the roof.']);
    await pool.query(await readFile(join(folder, migration), 'utf8'));

    const { rows } = await pool.query('select id, model_label from chat_turn');
    const labels = Object.fromEntries(rows.map((row) => [row.id, row.model_label]));
    const expected = seeds.map(({ id, label }) => [id, label]);
    expect(labels).toEqual({ ...Object.fromEntries(expected), reply: 'Free' });
    const nameless = `update chat_turn set model_label = null where id = 'reply'`;
    await expect(pool.query(nameless)).rejects.toThrow('chat_turn_model_check');
  } finally {
    await pool.end();
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.end();
  }
});
