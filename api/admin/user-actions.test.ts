import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { locks } from '@sachet/db/locks';
import { createPool } from '@sachet/db/connect';
import { verifyWhole } from '@sachet/db/checks/run';
import { AdminAuditResponse } from '@sachet/shared/admin/contracts/admin-users';
import { changeAccount, signInByEmail } from '../../dev/local/sign-in.ts';
import { signUpByPhone, signUpWithEmail, withFreshToken } from '../../dev/local/testing/people.ts';
import { asCustomer, createCustomer, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
beforeAll(async () => {
  open = await openAdministeredStack({});
});
afterAll(async () => {
  if (!open) return;
  const { auditRows, findings } = await verifyWhole(
    { connectionString: open.stack.database.appUrl },
    ['audit_trail_broken'],
  );
  await open.books.expectToBeSound();
  await open.stop();
  expect({ findings, isEmpty: auditRows === 0 }).toEqual({ findings: [], isEmpty: false });
});

const by = (admin = 0) => `user:${open.admins[admin]!.uid}`;

describe('disable and enable', () => {
  test('disabling a user rejects their old token immediately, and after enabling them only a new sign-in works', async () => {
    const { host } = open.stack.emulator;
    const person = await signUpWithEmail();
    const customer = asCustomer(open.stack, person);
    await customer.send('/api/user', {
      json: { accountType: 'individual', firstName: 'Dev', lastName: 'Patel' },
    });
    expect((await customer.wallet()).walletBalance).toBe(250);

    await open.done({ uid: person.uid, action: 'disable' });
    for (const path of ['/api/wallet', '/api/user', '/api/generations', '/api/admin/me']) {
      expectRefusal(await customer.send(path), 'account_disabled');
    }
    await expect(signInByEmail(host, person.email!, person.password!)).rejects.toThrow('DISABLED');
    expect((await open.detail(person.uid)).user.disabled).toBe(true);

    await open.done({ uid: person.uid, action: 'enable' });
    const again = await signInByEmail(host, person.email!, person.password!);
    const headers = { authorization: `Bearer ${again.token}` };
    expect((await customer.send('/api/wallet', { headers })).status).toBe(200);
    expect(await open.trail(person.uid)).toEqual([
      { actor: by(), action: 'disable', details: {} },
      { actor: by(), action: 'enable', details: {} },
    ]);
  });

  test('disabling works for an account without a profile, and for a profile without an account', async () => {
    const { host } = open.stack.emulator;
    const unfinished = await signUpWithEmail();
    await open.done({ uid: unfinished.uid, action: 'disable' });
    await expect(signInByEmail(host, unfinished.email!, unfinished.password!)).rejects.toThrow(
      'USER_DISABLED',
    );
    await open.done({ uid: unfinished.uid, action: 'enable' });
    await signInByEmail(host, unfinished.email!, unfinished.password!);

    await open.books.query(
      `with w as (insert into wallet (id, owner_kind, owner_id) values ('wal_lost', 'user', 'lost'))
       insert into user_profile (uid, account_type, wallet_id, first_name, last_name)
       values ('lost', 'individual', 'wal_lost', 'Lost', 'Account')`,
    );
    await open.done({ uid: 'lost', action: 'disable' });
    expect((await open.detail('lost')).user).toMatchObject({ disabled: true, hasSignIn: false });
    expectRefusal(await open.act({ uid: 'lost', action: 'enable' }), 'wrong_state');
    expectRefusal(await open.act({ uid: 'lost', action: 'reset-claims' }), 'wrong_state');
  });

  test('concurrent disables and enables by two admins end in the same state here and at the provider', async () => {
    const { uid } = await createCustomer(open.stack);
    const actions = ['disable', 'enable', 'disable', 'enable'] as const;
    const answers = await whileLocked(`${locks.user.id}, hashtext($1)`, [uid], actions.length, () =>
      actions.map((action, i) => open.act({ uid, action }, { admin: open.admins[i % 2] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const trail = await open.trail(uid);
    expect(trail).toHaveLength(actions.length);
    const [row] = await open.books.query<{ disabled: boolean }>(
      'select disabled_at is not null as disabled from user_profile where uid = $1',
      [uid],
    );
    expect(row!.disabled).toBe(trail.at(-1)!.action === 'disable');
    expect((await open.detail(uid)).user.disabled).toBe(row!.disabled);
  });
});

/** Holds an advisory lock until this many actions wait for it, then returns their answers. */
async function whileLocked<Answered>(
  lock: string,
  values: unknown[],
  waiting: number,
  begin: () => Promise<Answered>[],
): Promise<Answered[]> {
  const pool = createPool(open.stack.database.ownerUrl, { max: 2 });
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(${lock})`, values);
    const answers = Promise.all(begin());
    const isWaiting = async () => {
      const { rows } = await pool.query(
        `select count(*) as waiting from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
      );
      return rows[0].waiting === waiting;
    };
    await vi.waitUntil(isWaiting, { timeout: 60_000, interval: 10 });
    await holder.query('commit');
    return await answers;
  } finally {
    holder.release();
    await pool.end();
  }
}

describe('super admins', () => {
  test.each(['disable', 'delete'] as const)('super admins cannot %s themselves', async (action) => {
    const [admin] = open.admins;
    expectRefusal(await open.act({ uid: admin.uid, action }), 'forbidden');
    expect(await open.trail(admin.uid)).toEqual([]);
  });

  test('super admins cannot end their own role in an organization', async () => {
    const [admin, other, third] = open.admins;
    const founder = await foundOrganization(open.stack);
    const { organizationId } = founder;
    const { uid } = admin;
    await open.move({ uid, role: 'admin', organizationId }, { proposer: other, approver: third });
    expectRefusal(await open.act({ uid, action: 'set-role', role: 'user' }), 'forbidden');
    const leave = { uid, action: 'set-role' as const, role: 'user', organizationId: null };
    expectRefusal(await open.act(leave), 'forbidden');
    await open.done(leave, { admin: other });
  });

  test('two super admins who remove each other concurrently leave one super admin', async () => {
    const [one, other] = open.admins;
    const answers = await whileLocked(`${locks.superAdmins.id}`, [], 2, () => [
      open.act({ uid: other.uid, action: 'disable' }, { admin: one }),
      open.act({ uid: one.uid, action: 'disable' }, { admin: other }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const left = await open.books.query<{ uid: string }>(
      'select uid from user_profile where disabled_at is null and uid = any($1)',
      [[one.uid, other.uid]],
    );
    expect(left).toHaveLength(1);
    const [winner, loser] = left[0]!.uid === one.uid ? [one, other] : [other, one];
    await open.done({ uid: loser.uid, action: 'enable' }, { admin: winner });
    await renew(loser);
  });

  /** Signs in again, because disabling the admin ended their sessions. */
  async function renew(admin: Customer) {
    const { host } = open.stack.emulator;
    const { token } = await signInByEmail(host, admin.email!, admin.password!);
    admin.headers.authorization = `Bearer ${token}`;
  }
});

describe('delete', () => {
  test('deleting a user erases the person and keeps wallet, ledger and audit trail', async () => {
    const { host } = open.stack.emulator;
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    const { uid } = member;
    await open.done({ uid, action: 'add-credits', amount: 10, reason: 'goodwill', target: 'user' });
    await open.books.query(
      `insert into conversation (id, uid, provider, language, title, model_id, model_label)
       values ('con_' || $1, $1, 'google', 'en', 'My shop', 'gemini-3.5-flash-lite', 'Gemini')`,
      [uid],
    );
    await open.books.query(
      `insert into chat_turn (id, conversation_id, uid, number, status, prompt, content, model_id,
                              model_label, rate_card_version)
       values ('turn_' || $1, 'con_' || $1, $1, 0, 'done', 'secret', 'reply', 'm', 'M', '1')`,
      [uid],
    );
    const started = await member.startPreview({ prompt: 'my secret kite' });

    await open.done({ uid, action: 'delete' });
    expectRefusal(await member.send('/api/wallet'), 'account_disabled');
    await expect(signInByEmail(host, member.email!, member.password!)).rejects.toThrow('NOT_FOUND');
    const [row] = await open.books.query(
      `select first_name, last_name, email, phone_number, organization_id, wallet_id is not null as w
         from user_profile where uid = $1`,
      [uid],
    );
    expect(row).toEqual({
      first_name: 'Deleted',
      last_name: 'user',
      email: null,
      phone_number: null,
      organization_id: null,
      w: true,
    });
    const words = await open.books.query(
      `select (select title from conversation where uid = $1) as title,
              (select concat(prompt, content) from chat_turn where uid = $1) as turn,
              (select prompt from generation where id = $2) as prompt,
              (select status from generation where id = $2) as status,
              (select email from organization_invite where accepted_by = $1) as invite`,
      [uid, started.generationId],
    );
    expect(words).toEqual([
      { title: '', turn: '', prompt: '', status: 'cancelled', invite: `deleted:${uid}` },
    ]);
    const everything = await open.books.query<{ text: string }>(
      `select (select string_agg(u::text, ' ') from user_profile u) ||
              (select string_agg(i::text, ' ') from organization_invite i) ||
              (select string_agg(a::text, ' ') from admin_audit a) ||
              (select string_agg(e::text, ' ') from ledger_event e) as text`,
    );
    expect(everything[0]!.text).not.toContain(member.email);

    expect(toUids((await founder.organization()).members)).toEqual([founder.uid]);
    expect(await open.everyone(`q=${uid.slice(0, -1)}`)).toEqual([]);
    expect(await open.everyone(`q=${uid}`)).toMatchObject([{ uid, deleted: true, disabled: true }]);
    expect(await open.detail(uid)).toMatchObject({ wallet: { user: { balance: 260 } } });
    expect(await open.trail(uid)).toMatchObject([
      { action: 'join-organization' },
      { action: 'set-budget' },
      { action: 'add-credits' },
      { action: 'delete' },
    ]);

    await open.done({ uid, action: 'delete' });
    for (const action of ['enable', 'disable', 'reset-claims'] as const) {
      expectRefusal(await open.act({ uid, action }), 'wrong_state');
    }
    const credits = { uid, action: 'add-credits', amount: 1, reason: 'late' };
    expectRefusal(await open.act(credits), 'wrong_state');
    expect(await open.trail(uid)).toHaveLength(4);
  });

  test('deleting a user lets the address sign up again, without a second bonus', async () => {
    const person = await signUpWithEmail();
    const account = { accountType: 'individual', firstName: 'Dev', lastName: 'Patel' };
    await asCustomer(open.stack, person).send('/api/user', { json: account });
    await open.done({ uid: person.uid, action: 'delete' });
    const again = asCustomer(open.stack, await signUpWithEmail({ email: person.email! }));
    const { body } = await again.send('/api/user', { json: account });
    expect(body.profile).toMatchObject({ walletBalance: 0 });
    expect(again.uid).not.toBe(person.uid);
  });

  test('deleting a user leaves no organization with members and without an admin', async () => {
    const founder = await foundOrganization(open.stack);
    const member = await addMember(open.stack, founder);
    expectRefusal(await open.act({ uid: founder.uid, action: 'delete' }), 'wrong_state');
    expect((await founder.organization()).members).toHaveLength(2);
    await open.done({ uid: member.uid, action: 'set-role', role: 'admin' });
    await open.done({ uid: founder.uid, action: 'delete' });
    await open.done({ uid: member.uid, action: 'delete' });
  });

  test('deleting a user again completes an earlier deletion that crashed after the account was removed', async () => {
    const { host, projectId } = open.stack.emulator;
    const customer = await createCustomer(open.stack);
    const url = `http://${host}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:delete`;
    const gone = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify({ localId: customer.uid }),
    });
    expect(gone.ok).toBe(true);
    expect((await open.detail(customer.uid)).user.hasSignIn).toBe(false);
    await open.done({ uid: customer.uid, action: 'delete' });
    expect((await open.detail(customer.uid)).user.deleted).toBe(true);
  });
});

const toUids = (people: readonly { uid: string }[]) => people.map(({ uid }) => uid);

describe('reset-claims', () => {
  test('reset-claims removes every claim and ends the sessions that carry them', async () => {
    const { host, projectId } = open.stack.emulator;
    const person = await signUpWithEmail();
    await changeAccount(host, projectId, person.uid, { claims: { role: 'owner' } });
    await open.done({ uid: person.uid, action: 'reset-claims' });
    const { token } = await signInByEmail(host, person.email!, person.password!);
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    expect(claims.role).toBeUndefined();
    expect(await open.trail(person.uid)).toMatchObject([{ action: 'reset-claims' }]);
  });
});

describe('update-profile', () => {
  test('update-profile changes the sent fields and records their names, not their values', async () => {
    const customer = await createCustomer(open.stack);
    const { uid } = customer;
    await open.done({
      uid,
      action: 'update-profile',
      firstName: ' Ravi ',
      lastName: 'Kumar',
      phoneNumber: '+919812345678',
    });
    expect((await open.detail(uid)).profile).toMatchObject({
      firstName: 'Ravi',
      lastName: 'Kumar',
      phoneNumber: '+919812345678',
    });
    await open.done({ uid, action: 'update-profile', phoneNumber: '' });
    expect((await open.detail(uid)).profile).toMatchObject({
      firstName: 'Ravi',
      phoneNumber: null,
    });
    expect(await open.trail(uid)).toMatchObject([
      { details: { fields: ['firstName', 'lastName', 'phoneNumber'] } },
      { details: { fields: ['phoneNumber'] } },
    ]);
    const bad = (json: object) => open.act({ uid, action: 'update-profile', ...json });
    expectRefusal(await bad({ firstName: ' ' }), 'invalid', 'firstName');
    expectRefusal(await bad({ lastName: 'x'.repeat(41) }), 'invalid', 'lastName');
    for (const phoneNumber of ['98123', '+91984889673', '+911848896734']) {
      expectRefusal(await bad({ phoneNumber }), 'invalid', 'phoneNumber');
    }
    expectRefusal(await bad({}), 'invalid');
    const unfinished = await signUpByPhone();
    expectRefusal(
      await open.act({ uid: unfinished.uid, action: 'update-profile', firstName: 'A' }),
      'wrong_state',
    );
    await withFreshToken(unfinished);
  });
});

describe('a user action with an invalid request is refused', () => {
  test.each([
    ['an unknown action', { uid: 'x', action: 'promote' }, 'invalid', 'action'],
    ['an unknown uid', { uid: randomUUID(), action: 'disable' }, 'not_found', undefined],
    [
      'credits for an unknown uid',
      { uid: randomUUID(), action: 'add-credits', amount: 1, reason: 'x' },
      'not_found',
      undefined,
    ],
  ] as const)('a user action with %s is refused', async (_name, json, code, field) => {
    expectRefusal(await open.act(json), code, field);
  });

  test('the audit trail of a user has time, actor and action, newest first', async () => {
    const customer = await createCustomer(open.stack);
    await open.done({ uid: customer.uid, action: 'reset-claims' });
    await open.done({ uid: customer.uid, action: 'disable' }, { admin: open.admins[1] });
    const { body } = await open.admins[0].send(`/api/admin/audit?uid=${customer.uid}`);
    const { items } = AdminAuditResponse.parse(body);
    expect(items).toMatchObject([
      { action: 'disable', actorUid: open.admins[1].uid, actorEmail: open.admins[1].email },
      { action: 'reset-claims', actorUid: open.admins[0].uid, actorEmail: open.admins[0].email },
    ]);
    expect(Number(items[0]!.id)).toBeGreaterThan(Number(items[1]!.id));
    const nobody = await open.admins[0].send('/api/admin/audit?uid=nobody');
    expect(nobody.body).toEqual({ items: [] });
  });
});
