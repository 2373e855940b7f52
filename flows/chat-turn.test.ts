import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local/testing/database.ts';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import { endAbandonedTurns } from './chat-turn.ts';
import { signUp } from './sign-up.ts';

let database: TestDatabase;
let db: Kysely<Database>;
let owner: pg.Pool;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl));
  owner = createPool(database.ownerUrl, { max: 1 });
  ledger = createLedger({ connectionString: database.appUrl });
});
afterAll(async () => {
  await ledger?.close();
  await db?.destroy();
  await owner?.end();
  await database?.drop();
});

/** A reply of a paid block whose process stopped renewing the lease. */
async function abandonReply(): Promise<void> {
  const { profile } = await signUp(
    { db, ledger },
    {
      uid: 'asha',
      firstName: 'Asha',
      lastName: 'Rao',
      phoneNumber: '+919811122233',
      email: null,
      emailVerified: false,
      organizationName: null,
    },
  );
  const placed = await ledger.append({
    type: 'PlaceHold',
    walletId: profile.wallet_id,
    idempotencyKey: 'hold:hold_1',
    actor: 'user:asha',
    holdId: 'hold_1',
    amountPaise: 15_00,
    tool: 'chat',
    memberUid: 'asha',
    conversationId: 'con_1',
    expiresAtMs: Date.now() + 600_000,
  });
  expect(placed.ok).toBe(true);
  // Without the model that the rows reference.
  await owner.query(`
    set session_replication_role = replica;
    insert into conversation (id, uid, provider, language, title, model_id, model_label)
    values ('con_1', 'asha', 'google', 'en', 'My shop', 'm', 'M');
    insert into chat_turn (id, conversation_id, uid, number, status, model_id, model_label,
                           rate_card_version, hold_id, price_paise, lease_until)
    values ('turn_1', 'con_1', 'asha', 5, 'streaming', 'm', 'M', '1', 'hold_1', 1500, now() - interval '1 minute');
    set session_replication_role = origin`);
}

test('an abandoned reply ends together with its hold, even if the ledger was busy at first', async () => {
  await abandonReply();
  const read = async () => {
    const { rows } = await owner.query(
      `select t.status, h.status as hold from chat_turn t join hold h on h.id = t.hold_id`,
    );
    return rows[0];
  };
  const busy = createLedger({ connectionString: database.appUrl, maxWaiting: 0 });
  const which = { limit: 10, actor: 'worker' };
  expect(await endAbandonedTurns({ db, ledger: busy }, which)).toBe(0);
  expect(await read()).toEqual({ status: 'streaming', hold: 'open' });
  await busy.close();
  expect(await endAbandonedTurns({ db, ledger }, which)).toBe(1);
  expect(await read()).toEqual({ status: 'failed', hold: 'voided' });
});
