import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { createKysely, createPool, whenDatabaseIsBack } from '@sachet/db/connect';
import { createLedger, type Ledger } from '@sachet/db/ledger/ledger';
import type { Database } from '@sachet/db/tables';
import { somePerson } from '../testing/somebody.ts';
import { endAbandonedTurns, finishTurn } from './chat-turn.ts';
import { signUp } from '../people/sign-up.ts';

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

/** A reply of a paid block that is being written. The rows have the person's name in their ids. */
async function beginReply(uid: 'asha' | 'ravi') {
  const phoneNumber = uid === 'asha' ? '+919811122233' : '+919811122234';
  const { profile } = await signUp({ db, ledger }, somePerson(uid, phoneNumber));
  const holdId = `hold_${uid}`;
  const conversationId = `con_${uid}`;
  const placed = await ledger.append({
    type: 'PlaceHold',
    walletId: profile.wallet_id,
    idempotencyKey: `hold:${holdId}`,
    actor: `user:${uid}`,
    holdId,
    amountPaise: 15_00,
    tool: 'chat',
    memberUid: uid,
    conversationId,
    expiresAtMs: Date.now() + 600_000,
  });
  expect(placed.ok).toBe(true);
  // Without the model that the rows reference.
  await owner.query(`
    set session_replication_role = replica;
    insert into conversation (id, uid, provider, language, title, model_id, model_label)
    values ('${conversationId}', '${uid}', 'google', 'en', 'My shop', 'm', 'M');
    insert into chat_turn (id, conversation_id, uid, number, status, model_id, model_label,
                           rate_card_version, hold_id, price_paise, lease_until)
    values ('turn_${uid}', '${conversationId}', '${uid}', 5, 'streaming', 'm', 'M', '1', '${holdId}', 1500, now());
    set session_replication_role = origin`);
  return {
    id: `turn_${uid}`,
    uid,
    conversation_id: conversationId,
    number: 5,
    hold_id: holdId,
    model_id: 'm',
    model_label: 'M',
    provider: 'google',
    wallet_id: profile.wallet_id,
  } as const;
}

async function readReply(uid: string) {
  const { rows } = await owner.query(
    `select t.status, h.status as hold, w.balance_paise from chat_turn t
     join hold h on h.id = t.hold_id join wallet w on w.id = h.wallet_id where t.uid = $1`,
    [uid],
  );
  return rows[0];
}

const full = 250_00;

test('an abandoned reply ends together with its hold, even if the ledger was busy at first', async () => {
  await beginReply('asha');
  const busy = createLedger({ connectionString: database.appUrl, maxWaiting: 0 });
  const which = { limit: 10, actor: 'worker' };
  expect(await endAbandonedTurns({ db, ledger: busy }, which)).toBe(0);
  expect(await readReply('asha')).toEqual({
    status: 'streaming',
    hold: 'open',
    balance_paise: full,
  });
  await busy.close();
  expect(await endAbandonedTurns({ db, ledger }, which)).toBe(1);
  expect(await readReply('asha')).toEqual({
    status: 'failed',
    hold: 'voided',
    balance_paise: full,
  });
});

test('a written reply is charged once the ledger is no longer busy', async () => {
  const turn = await beginReply('ravi');
  const busy = createLedger({ connectionString: database.appUrl, maxWaiting: 0 });
  const ledgers = [busy, busy, ledger];
  const end = { status: 'done', content: 'Namaste', isCut: false } as const;
  const finish = () => finishTurn({ db, ledger: ledgers.shift()!, log: console }, turn, end);
  await whenDatabaseIsBack(finish, { withinMs: 60_000 });
  await busy.close();
  expect(await readReply('ravi')).toEqual({
    status: 'done',
    hold: 'captured',
    balance_paise: full - 15_00,
  });
});
