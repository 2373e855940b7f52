import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createPool } from '@sachet/db/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './places.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function run(args: string[], env: Record<string, string> = {}) {
  const tool = fork(join(root, 'local', 'db.ts'), args, {
    env: { ...process.env, DATABASE_OWNER_URL: database.ownerUrl, ...env },
    silent: true,
  });
  const [out, err] = [text(tool.stdout!), text(tool.stderr!)];
  const [code] = (await once(tool, 'exit')) as [number];
  return { code, out: await out, err: await err };
}

test('status tells when each migration was applied, plan and migrate what is missing', async () => {
  const pool = createPool(database.ownerUrl, { max: 1 });
  try {
    const lines = (await run(['status'])).out.trim().split('\n');
    expect(lines[0]).toMatch(/^0001-ledger +applied \d{4}-/);
    expect(await run(['plan'])).toMatchObject({ code: 0, out: 'Nothing to apply.\n' });
    await pool.query(`
      drop schema public cascade; create schema public; grant usage on schema public to public`);
    expect((await run(['plan'])).out).toMatch(/^0001-ledger +one transaction\n/);
    const migrated = await run(['migrate'], { DATABASE_URL: database.appUrl });
    expect(migrated.out).toMatch(/^Applied: 0001-ledger, /);
  } finally {
    await pool.end();
  }
});

test('given a wrong address or command, then it says what is expected, and repeats no password', async () => {
  const wrong = await run(['migrate'], { DATABASE_URL: 'mysql://sachet:hush@db/sachet' });
  expect([wrong.code, wrong.out]).toEqual([1, '']);
  expect(wrong.err).toContain('DATABASE_URL: must begin with postgres://');
  expect(wrong.err).not.toContain('hush');
  expect(await run(['drop'])).toMatchObject({ code: 1, err: expect.stringMatching(/^usage: /) });
});
