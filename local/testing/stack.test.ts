import { createPool } from '@sachet/db/connect';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';
import { createPerson, signUpWithEmail } from './people.ts';
import { startStack } from './stack.ts';

test('each test gets a separate, migrated database and uses it with the rights of the product', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const pool = createPool(one.appUrl, { max: 1 });
  try {
    expect(one.name).not.toBe(other.name);
    const { rows } = await pool.query('select current_user, count(*) from wallet');
    expect(rows).toEqual([{ current_user: 'sachet_app', count: 0 }]);
    await expect(pool.query('truncate ledger_event')).rejects.toThrow('permission denied');
  } finally {
    await pool.end();
    await Promise.all([one.drop(), other.drop()]);
  }
});

test('a test that connects to another machine fails immediately', async () => {
  await expect(fetch('http://192.0.2.1/')).rejects.toMatchObject({
    cause: { message: 'A test tried to reach 192.0.2.1: tests stay on this machine.' },
  });
});

describe.each(['postgres', 'redis'] as const)('a stack with its queue on %s', (queue) => {
  test('a stack serves users, and its servers can be killed and started again', async () => {
    const stack = await startStack({ queue });
    try {
      const person = await createPerson({ apiUrl: stack.apiUrl });
      const answer = await fetch(`${stack.apiUrl}/api/user`, { headers: person.headers });
      expect(answer.status).toBe(200);
      expect((await signUpWithEmail({ verified: false })).email).toMatch(/@people\.test$/);

      await stack.worker.kill('SIGKILL');
      expect(stack.worker.isRunning()).toBe(false);
      await Promise.all([stack.worker.start(), stack.api.kill('SIGTERM')]);
      await stack.api.start();
      expect((await fetch(`${stack.apiUrl}/readyz`)).status).toBe(200);
    } finally {
      await stack.stop();
    }
  });
});
