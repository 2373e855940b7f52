import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationResponse } from '@sachet/shared/contracts/organization';
import type { InboxAnswer } from '@sachet/sandbox/inbox';
import { createCustomer, type Customer } from '../api/testing/client.ts';
import { impatient, openStack, type OpenStack } from '../api/testing/stack.ts';

const poll = { timeout: 60_000, interval: 50 };

async function createOrganization(open: OpenStack): Promise<Customer & { organizationId: string }> {
  const admin = await createCustomer(open.stack, {
    accountType: 'organization',
    orgName: 'Chai & Co',
    firstName: 'Asha',
    lastName: 'Rao',
  });
  const { body } = await admin.send<OrganizationResponse>('/api/organization');
  return { ...admin, organizationId: body.id };
}

async function inviteBy(
  { send, organizationId }: Awaited<ReturnType<typeof createOrganization>>,
  email: string,
): Promise<void> {
  const { status, body } = await send('/api/organization', {
    json: { action: 'invite', email, organizationId },
  });
  expect([status, body]).toMatchObject([200, { email }]);
}

async function mailStatus(admin: Customer, email: string): Promise<string | undefined> {
  const { body } = await admin.send<OrganizationResponse>('/api/organization');
  return body.invites.find((invite) => invite.email === email)?.mailStatus;
}

async function mailsTo({ stack }: OpenStack, email: string): Promise<InboxAnswer['messages']> {
  const { messages } = (await (
    await fetch(`${stack.inboxUrl}/api/messages`)
  ).json()) as InboxAnswer;
  return messages.filter(({ to }) => to === email);
}

describe('the mail of an invitation', () => {
  let open: OpenStack;
  let admin: Awaited<ReturnType<typeof createOrganization>>;
  beforeAll(async () => {
    open = await openStack({ queue: 'postgres', limits: impatient });
    admin = await createOrganization(open);
  });
  afterAll(() => open?.stop());

  test("an invitation's mail arrives once, from the worker, and the admin sees that it was sent", async () => {
    await Promise.all(Array.from({ length: 5 }, () => inviteBy(admin, 'ravi@b.in')));
    await expect.poll(() => mailStatus(admin, 'ravi@b.in'), poll).toBe('sent');
    expect(await mailsTo(open, 'ravi@b.in')).toMatchObject([
      {
        subject: 'You’re invited to join an organization on Sachet',
        link: expect.stringMatching(/\/invitation#[\w-]{43}$/),
      },
    ]);
  });

  test("an invitation's mail is retried while the mail server is busy, and dropped when the server refuses it", async () => {
    await inviteBy(admin, 'mira+mail-busy-2@b.in');
    await inviteBy(admin, 'mira+mail-refuse@b.in');
    await expect.poll(() => mailStatus(admin, 'mira+mail-refuse@b.in'), poll).toBe('failed');
    await expect.poll(() => mailStatus(admin, 'mira+mail-busy-2@b.in'), poll).toBe('sent');
    expect(await mailsTo(open, 'mira+mail-busy-2@b.in')).toHaveLength(1);
    expect(await mailsTo(open, 'mira+mail-refuse@b.in')).toEqual([]);
  });

  test("a sweep sends an invitation's mail after the queue lost it or a long outage used up its retries", async () => {
    await open.stack.worker.kill('SIGKILL');
    await inviteBy(admin, 'lost@b.in');
    await open.books.query(
      `insert into organization_invite (organization_id, email, invited_by, expires_at, mail_requested_at, budget_paise)
       select organization_id, 'outage+mail-busy-4@b.in', invited_by, expires_at, mail_requested_at - interval '1 hour', budget_paise
         from organization_invite where email = 'lost@b.in'`,
    );
    await loseQueue();
    await open.stack.worker.start();
    for (const email of ['lost@b.in', 'outage+mail-busy-4@b.in']) {
      await expect.poll(() => mailStatus(admin, email), poll).toBe('sent');
      expect(await mailsTo(open, email)).toHaveLength(1);
    }
  });

  test("an invitation's mail that no server accepts for a day is dropped", async () => {
    await open.books.query(
      `insert into organization_invite (organization_id, email, invited_by, expires_at, mail_requested_at, budget_paise)
       select organization_id, 'never+mail-busy@b.in', invited_by, expires_at, now() - interval '25 hours', budget_paise
         from organization_invite where email = 'lost@b.in'`,
    );
    await expect.poll(() => mailStatus(admin, 'never+mail-busy@b.in'), poll).toBe('failed');
  });

  async function loseQueue(): Promise<void> {
    const tables = await open.books.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname like 'stack\\_%' and tablename not like '%migration%'`,
    );
    expect(tables.length).toBeGreaterThan(0);
    await open.books.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  }
});

test('a worker without a mail server logs this, and its invitations show as failed', async () => {
  const open = await openStack({ queue: 'postgres', limits: impatient, env: { SMTP_URL: '' } });
  try {
    const admin = await createOrganization(open);
    await inviteBy(admin, 'ravi@b.in');
    await expect.poll(() => mailStatus(admin, 'ravi@b.in'), poll).toBe('failed');
    expect(await mailsTo(open, 'ravi@b.in')).toEqual([]);
  } finally {
    await open.stop();
  }
});
