import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { grantRole, revokeRole } from '@sachet/db/admin/roles';
import { signUpWithEmail } from '../../dev/local/testing/people.ts';
import { redact } from './queue-board.ts';
import { readQueueSession, signQueueSession } from './queue-session.ts';
import { createSigners } from '../identity/signers.ts';
import { asCustomer, createCustomer, send, type Customer } from '../testing/client.ts';
import { openAuditedStack, type AuditedStack } from '../testing/ledger-history.ts';
import { foundOrganization, someEmail } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';

interface Board {
  queues: { name: string; readOnlyMode: boolean; jobs: { id: string; data: object }[] }[];
}

describe.each(['postgres', 'redis'] as const)('the queues on %s', (queue) => {
  let open: AuditedStack;
  beforeAll(async () => {
    open = await openAuditedStack({ queue, withoutWorker: true });
  });
  afterAll(() => open?.stop());

  const page = (path = '/', sent: Parameters<typeof send>[1] = {}) =>
    send<string>(`${open.stack.apiUrl}/api/admin/queues${path}`, sent);

  async function session(admin: Customer = open.admin) {
    const answer = await admin.send<{ url: string }>('/api/admin/queues/session', {
      method: 'POST',
    });
    expect(answer.status).toBe(200);
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(/; Path=\/api\/admin\/queues;.* HttpOnly; SameSite=Strict$/);
    return { cookie: cookie.split(';')[0]! };
  }

  test('queue pages open only for a super admin with a session', async () => {
    expectRefusal(await page(), 'unauthenticated');
    expectRefusal(await page('/', { headers: open.admin.headers }), 'unauthenticated');
    const customer = await createCustomer(open.stack);
    const refused = await customer.send('/api/admin/queues/session', { method: 'POST' });
    expectRefusal(refused, 'forbidden');
    expect(refused.headers.get('set-cookie')).toBeNull();
    const headers = await session();
    const html = await page('/', { headers });
    expect(html.status).toBe(200);
    expect(html.body).toContain('<base href="/api/admin/queues/"');
    expect(html.body).not.toContain('//fonts.');
    const policy = html.headers.get('content-security-policy')!;
    expect(policy).toContain("base-uri 'self'");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toMatch(/script-src 'self'[^;]*/);
    expect(policy).not.toMatch(/script-src [^;]*unsafe/);
    const script = /src="(static\/js\/main\.[^"]+)"/.exec(html.body)![1]!;
    expect((await page(`/${script}`, { headers })).status).toBe(200);
  });

  test('queue pages show jobs without addresses and allow no changes', async () => {
    const founder = await foundOrganization(open.stack);
    const email = someEmail();
    expect((await founder.invite(email)).status).toBe(200);
    const headers = await session();
    const path = '/api/queues?activeQueue=mail&status=latest&page=1&jobsPerPage=10';
    const { status, body } = await page(path, { headers });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(email);
    const { queues } = body as unknown as Board;
    expect(queues.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['google-picture', 'openai-text', 'mail']),
    );
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    const [job] = queues.find(({ name }) => name === 'mail')!.jobs;
    expect(job!.data).toEqual({
      name: 'mail',
      mailId: expect.any(Number),
      cause: { requestId: expect.any(String), trace: {} },
    });
    const shown = await page(`/api/queues/mail/${encodeURIComponent(job!.id)}`, { headers });
    expect(shown.status).toBe(200);
    for (const change of ['/api/queues/pause', '/api/queues/mail/pause', '/api/queues/mail/add']) {
      expectRefusal(await page(change, { method: 'PUT', headers }), 'forbidden');
      expectRefusal(await page(change, { method: 'POST', headers, json: {} }), 'forbidden');
    }
    expect((await page('/api/redis/stats', { headers })).status).toBe(200);
  });

  test('queue pages close immediately for a user who is no longer a super admin', async () => {
    const owner = createKysely(createPool(open.stack.database.ownerUrl, { max: 1 }));
    try {
      const person = await signUpWithEmail();
      const admin = asCustomer(open.stack, person);
      await admin.send('/api/user', {
        json: { accountType: 'individual', firstName: 'A', lastName: 'B' },
      });
      await grantRole(owner, { email: person.email!, role: 'super-admin' });
      const headers = await session(admin);
      expect((await page('/', { headers })).status).toBe(200);
      await revokeRole(owner, { email: person.email!, role: 'super-admin' });
      expectRefusal(await page('/', { headers }), 'forbidden');
    } finally {
      await owner.destroy();
    }
  });
});

describe('a session', () => {
  const caller = {
    uid: 'u1',
    phoneNumber: null,
    email: 'a@b.test',
    emailVerified: true,
    expiresAtMs: 0,
  };
  const { queueSession: signer } = createSigners({ secret: 'a-secret-of-this-test' });
  const signed = (expiresAtMs: number) =>
    `sachet_queues=${signQueueSession(caller, { signer, expiresAtMs })}`;

  test('a queue session can be read until it expires', () => {
    expect(readQueueSession(`a=b; ${signed(1000)}`, { signer, nowMs: 999 })).toMatchObject({
      uid: 'u1',
      email: 'a@b.test',
    });
    expect(readQueueSession(signed(1000), { signer, nowMs: 1000 })).toBeNull();
  });

  test('a queue session with another secret, another body or no signature is invalid', () => {
    const { queueSession: another } = createSigners({ secret: 'another secret of it' });
    expect(readQueueSession(signed(1000), { signer: another, nowMs: 0 })).toBeNull();
    const [, signature] = signed(1000).split('.');
    const forged = Buffer.from(
      JSON.stringify({ ...caller, uid: 'u2', expiresAtMs: 1000 }),
    ).toString('base64url');
    expect(
      readQueueSession(`sachet_queues=${forged}.${signature}`, { signer, nowMs: 0 }),
    ).toBeNull();
    for (const cookies of [
      undefined,
      '',
      'sachet_queues=',
      'sachet_queues=a',
      'sachet_queues=a.b',
    ]) {
      expect(readQueueSession(cookies, { signer, nowMs: 0 })).toBeNull();
    }
  });
});

test('job data is shown without addresses, keys and long texts', () => {
  const shown = redact({
    id: 'invite_org_1_54a6dc2e',
    data: { email: 'asha@people.test', organizationId: 'org_1' },
    failedReason: 'Bearer abc.def to postgres://sachet:hunter2@db/x with sk-proj-0123456789abcdef',
    stacktrace: ['p'.repeat(5_000)],
    attempts: 3,
    finishedOn: null,
  });
  expect(shown).toEqual({
    id: 'invite_org_1_54a6dc2e',
    data: { email: '[address]', organizationId: 'org_1' },
    failedReason: '[secret] to postgres[secret]db/x with [secret]',
    stacktrace: [`${'p'.repeat(300)}…`],
    attempts: 3,
    finishedOn: null,
  });
});
