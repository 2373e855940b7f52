import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coordinate } from '../../local/testing/coordinates.ts';
import { createPool } from '../connect.ts';

const folder = import.meta.dirname;
const locking = '0018-signup-bonus.sql';

const toDigest = (email: string) =>
  createHash('sha256').update(`sachet.person\nemail:${email}`).digest();

/** What they have bought, in rupees, and what they paid in. */
const people = [
  { uid: 'new', email: 'n.ew+1@googlemail.com', verified: false, bought: 0, paidIn: 0 },
  { uid: 'spender', email: 'spender@example.in', verified: false, bought: 100, paidIn: 0 },
  { uid: 'payer', email: 'payer@example.in', verified: false, bought: 300, paidIn: 500 },
  { uid: 'holder', email: 'holder@example.in', verified: false, bought: 0, paidIn: 0, held: 75 },
  { uid: 'verified', email: 'veri.fied@example.in', verified: true, bought: 0, paidIn: 0 },
  { uid: 'phone', email: null, verified: false, bought: 0, paidIn: 0 },
];

test('what unverified people have left of their bonus is locked, and claims name mailboxes', async () => {
  const server = new URL(coordinate('TEST_DATABASE_OWNER_URL'));
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  server.pathname = '/postgres';
  const cluster = createPool(server.href, { max: 1 });
  await cluster.query(`create database ${name}`);
  server.pathname = `/${name}`;
  const pool = createPool(server.href, { max: 2 });
  try {
    const files = (await readdir(folder)).filter((file) => file < locking).sort();
    for (const file of files) await pool.query(await readFile(join(folder, file), 'utf8'));
    let position = 0;
    for (const { uid, email, verified, bought, paidIn, held = 0 } of people) {
      const balance = 250 + paidIn - bought;
      await pool.query(
        `insert into wallet (id, owner_kind, owner_id, balance_paise, held_paise)
         values ($1, 'user', $1, $2, $3)`,
        [uid, balance * 100, held * 100],
      );
      await pool.query(
        `insert into user_profile (uid, account_type, wallet_id, first_name, last_name, email,
           email_verified, phone_number) values ($1, 'individual', $1, 'A', 'B', $2, $3, $4)`,
        [uid, email, verified, email === null ? '+919800000000' : null],
      );
      const events = [
        ['SignupBonusCredited', 250, `user:${uid}`],
        ...(paidIn ? [['TopUpCredited', paidIn, 'gateway']] : []),
        ...(bought ? [['Charged', -bought, `user:${uid}`]] : []),
      ];
      for (const [seq, [kind, rupees, actor]] of events.entries()) {
        await pool.query(
          `insert into ledger_event (wallet_id, seq, position, encoding_version, kind, amount_paise,
             held_paise, balance_after, held_after, actor, effective_at, recorded_at,
             idempotency_key, request_hash, hash)
           values ($1, $2, $3, 1, $4, $5, 0, 0, 0, $6, now(), now(), $4,
             sha256('r'), sha256('h'))`,
          [uid, seq + 1, (position += 1), kind, Number(rupees) * 100, actor],
        );
      }
      if (email) {
        const claim = `insert into bonus_claim (person_digest, uid) values ($1, $2)`;
        await pool.query(claim, [toDigest(email), uid]);
      }
    }
    await pool.query(await readFile(join(folder, locking), 'utf8'));

    const { rows } = await pool.query(
      `select id, locked_paise / 100 as locked, locked_for from wallet order by id`,
    );
    const locked = Object.fromEntries(rows.map((row) => [row.id, [row.locked, row.locked_for]]));
    expect(locked).toEqual({
      new: [250, 'new'],
      spender: [150, 'spender'],
      payer: [0, null],
      holder: [175, 'holder'],
      verified: [0, null],
      phone: [0, null],
    });
    const claims = await pool.query('select person_digest, uid from bonus_claim');
    const uidByDigest = new Map(
      claims.rows.map((row) => [row.person_digest.toString('hex'), row.uid]),
    );
    const findClaimant = (email: string) => uidByDigest.get(toDigest(email).toString('hex'));
    expect(['new@gmail.com', 'n.ew+1@googlemail.com'].map(findClaimant)).toEqual(['new', 'new']);
    expect(findClaimant('veri.fied@example.in')).toBe('verified');
  } finally {
    await pool.end();
    await cluster.query(`drop database ${name} with (force)`);
    await cluster.end();
  }
});
