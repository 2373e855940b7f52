// The readers of `GET /api/events` that another session's change reaches.
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { grantRole, revokeRole } from '@sachet/db/admin/roles';
import { issueReceipts } from '@sachet/db/tax/receipts';
import type { Database } from '@sachet/db/tables';
import { audiences, Subject } from '@sachet/shared/contracts/live';
import { testSupplier } from '@sachet/shared/tax/testing/parties';
import { istDay } from '@sachet/shared/time';
import { createCustomer, respondAsync, send, type Customer } from '../testing/client.ts';
import { listenToEvents, type Listener } from '../testing/live.ts';
import {
  addMember,
  foundOrganization,
  signUpByEmail,
  type Founder,
} from '../testing/organization.ts';
import { createPayer, openCounter, toCallback } from '../testing/payments.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

const people = ['admin', 'finance', 'founder', 'member', 'stranger'] as const;
type Person = (typeof people)[number];

let open: AdministeredStack;
let db: Kysely<Database>;
let founder: Founder;
let customers: Record<Person, Customer>;
let streams: Record<Person, Listener>;
beforeAll(async () => {
  open = await openAdministeredStack({});
  db = createKysely(createPool(open.stack.database.ownerUrl, { max: 2 }));
  founder = await foundOrganization(open.stack);
  customers = {
    admin: open.admins[0],
    finance: await createCustomer(open.stack),
    founder,
    member: await addMember(open.stack, founder),
    stranger: await createCustomer(open.stack),
  };
  await open.books.query('insert into finance_user (uid) values ($1)', [customers.finance.uid]);
  const listening = people.map(async (name) => [name, await listen(customers[name])] as const);
  streams = Object.fromEntries(await Promise.all(listening)) as typeof streams;
});
afterAll(async () => {
  for (const stream of Object.values(streams ?? {})) stream.close();
  await db?.destroy();
  await open?.books.expectToBeSound();
  await open?.stop();
});

const listen = ({ headers }: Customer) => listenToEvents(open.stack.apiUrl, headers);
const query = (text: string) => open.books.query(text);

/** The other super admin, whose session changes what the first one watches. */
const ask = async (path: string, json?: object) => {
  const answer = await open.admins[1].send(path, { json, method: 'POST', headers: respondAsync });
  expect(answer.status).toBeLessThan(300);
};

const hearers: Record<(typeof audiences)[Subject], readonly Person[]> = {
  'super-admin': ['admin'],
  finance: ['admin', 'finance'],
  'organization-admin': ['founder'],
  // Everyone who uses the wallet.
  'signed-in': ['founder', 'member'],
};

const day = istDay(Date.now());

async function issueDocument(): Promise<void> {
  await ask('/api/admin/supplier', { settings: testSupplier, fromDay: day });
  const payer = createPayer(founder);
  const { orderId } = await payer.order(500);
  const { body } = await payer.verify(
    toCallback(orderId, await openCounter(open.stack.razorpayUrl).pay(orderId)),
  );
  expect(body.status).toBe('credited');
  await issueReceipts(db, (error) => {
    throw error;
  });
}

const changes: Record<Subject, () => Promise<unknown>> = {
  models: () => ask('/api/admin/sync-now'),
  balances: () =>
    query(
      `insert into provider_balance (provider) values ('google')
         on conflict (provider) do update set notes = excluded.notes`,
    ),
  notices: () =>
    query(`insert into admin_notice (kind, subject, data, resolved_at)
           values ('store_unwritable', 'x', '{}', now())`),
  proposals: () =>
    open.act(
      {
        uid: customers.stranger.uid,
        action: 'add-credits',
        amount: 20_000,
        reason: 'a campaign',
      },
      { admin: open.admins[1] },
    ),
  reports: () =>
    send(`${open.stack.apiUrl}/api/report`, { json: { about: 'a picture', reason: 'other' } }),
  growth: () => query('update referral_campaign set is_on = is_on'),
  supplier: () => ask('/api/admin/supplier', { settings: testSupplier, fromDay: day }),
  exports: () => ask('/api/admin/exports', { what: 'exceptions', from: day, to: day }),
  verification: () => ask('/api/admin/ledger/verify'),
  payments: () =>
    query(`insert into payment_refund
             (id, payment_id, wallet_id, hold_id, amount_paise, reason, requested_by, requested_as,
              status, idempotency_key)
           select 'ref_1', 'pay_1', wallet_id, 'hold_1', 100, 'x', 'x', 'admin', 'processed', 'x'
             from user_profile limit 1`),
  exceptions: () =>
    query(`insert into payment_exception (kind, subject, detail, resolved_at)
           values ('unknown_order', 'x', '{}', now())`),
  settlements: () => ask('/api/admin/settlements/import', { from: day, to: day }),
  finance: () =>
    query(`insert into usd_rate (from_day, paise_per_usd) values ('2026-01-01', 8500)`),
  register: issueDocument,
  documents: issueDocument,
  organization: () => founder.setBudget(customers.member.uid, 750),
};

const heardBy = (name: Person, subject: Subject) =>
  streams[name].heard.filter(({ event, id }) => event === 'changed' && id === subject).length;

describe('a change by another session', () => {
  test.each(Subject.options)('%s reaches only people who may see it', async (subject) => {
    const expected = hearers[audiences[subject]];
    const before = Object.fromEntries(people.map((name) => [name, heardBy(name, subject)]));
    await changes[subject]();
    for (const name of expected) {
      await expect.poll(() => heardBy(name, subject)).toBeGreaterThan(before[name]!);
    }
    // Notifications arrive in order: after this one, nothing of the change is still on its way to anyone.
    const marks = people.map(async (name) => {
      const { uid } = customers[name];
      const id = `mark-${subject}-${uid}`;
      const mark = JSON.stringify({ event: 'generation', uid, id });
      await open.books.query(`select pg_notify('sachet_live', $1)`, [mark]);
      await streams[name].hears('generation', id);
    });
    await Promise.all(marks);
    for (const name of people.filter((each) => !expected.includes(each))) {
      expect([name, heardBy(name, subject)]).toEqual([name, 0]);
    }
  });

  test('many lines of one import are one event', async () => {
    const before = heardBy('finance', 'settlements');
    await open.books.query(`
      do $$ begin
        for i in 1 .. 50 loop
          insert into settlement_day (day)
            select to_char(date '2080-01-01' + i * 100 + n, 'YYYY-MM-DD') from generate_series(1, 100) n;
        end loop;
      end $$`);
    await expect.poll(() => heardBy('finance', 'settlements')).toBe(before + 1);
    const { uid } = customers.finance;
    const mark = JSON.stringify({ event: 'generation', uid, id: 'after-the-import' });
    await open.books.query(`select pg_notify('sachet_live', $1)`, [mark]);
    await streams.finance.hears('generation', 'after-the-import');
    expect(heardBy('finance', 'settlements')).toBe(before + 1);
  });

  test('an update of no row is not announced', async () => {
    const { rows } = await withNotifications(() =>
      query(`update admin_notice set resolved_at = now() where subject = 'no such subject'`),
    );
    expect(rows).toEqual([]);
  });
});

/** The subjects that are announced while `act` runs. */
async function withNotifications(act: () => Promise<unknown>): Promise<{ rows: string[] }> {
  const rows: string[] = [];
  const pool = createPool(open.stack.database.ownerUrl, { max: 1 });
  const client = await pool.connect();
  client.on('notification', ({ payload }) => {
    const { event, subject } = JSON.parse(payload!);
    if (event === 'changed' && subject === 'notices') rows.push(subject);
  });
  await client.query('listen sachet_live');
  await act();
  await client.query('select 1');
  client.release(true);
  await pool.end();
  return { rows };
}

test('a stream follows the roles of its reader', async () => {
  const person = await signUpByEmail(open.stack);
  const email = person.email!;
  const stream = await listen(person);
  const raise = (subject: string) =>
    query(`insert into admin_notice (kind, subject, data, resolved_at)
           values ('store_unwritable', '${subject}', '{}', now())`);
  const readies = () => stream.heard.filter(({ event }) => event === 'ready').length;
  const notices = () => stream.heard.filter(({ id }) => id === 'notices').length;

  await grantRole(db, { email, role: 'super-admin' });
  await expect.poll(readies).toBe(2);
  await raise('granted');
  await stream.hears('changed', 'notices');
  const before = notices();

  await revokeRole(db, { email, role: 'super-admin' });
  await expect.poll(readies).toBe(3);
  await raise('revoked');
  const mark = JSON.stringify({ event: 'generation', uid: person.uid, id: 'after-the-notice' });
  await open.books.query(`select pg_notify('sachet_live', $1)`, [mark]);
  await stream.hears('generation', 'after-the-notice');
  expect(notices()).toBe(before);
  stream.close();
});

test('every subject has a table, and every announced subject is known', async () => {
  const rows = await open.books.query<{ subject: string }>(`
    select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as subject
      from pg_trigger where tgfoid in ('announce_rows'::regproc, 'announce_row'::regproc)`);
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual(
    [...Subject.options, 'access', 'orders'].toSorted(),
  );
});

test('the tables of the ledger’s write path announce nothing by triggers', async () => {
  const rows = await open.books.query(`
    select tgrelid::regclass::text as name from pg_trigger
     where tgfoid in ('announce_rows'::regproc, 'announce_row'::regproc) and tgrelid = any(array[
       'wallet', 'ledger_event', 'open_hold', 'member_month', 'generation', 'unlock', 'chat_turn',
       'provider_call']::regclass[])`);
  expect(rows).toEqual([]);
});
