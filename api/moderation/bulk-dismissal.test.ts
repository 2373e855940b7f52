import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@sachet/db/ids';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import type { ContentReports, ReportsDismissed } from '@sachet/shared/moderation/contracts/report';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
let admin: Customer;
let customer: Customer;
beforeAll(async () => {
  open = await openAdministeredStack({ withoutWorker: false });
  admin = open.admins[0];
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());

const readReports = async (query = '') =>
  (await admin.send<ContentReports>(`/api/admin/reports${query}`)).body.items;

/** Inserts open reports directly. */
async function addOpen(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('rep'));
  await open.books.query(
    `insert into content_report (id, about, reason, details)
     select id, 'junk', 'other', '' from unnest($1::text[]) as id`,
    [ids],
  );
  return ids;
}

const dismiss = (reportIds: string[], note = 'a flood', by = admin) =>
  by.send<ReportsDismissed>('/api/admin/reports/dismiss', { json: { reportIds, note } });

test('concurrent bulk dismissals close each report once, with an audit row and a history row', async () => {
  const ids = await addOpen(20);
  const kept = await addOpen(1);
  const answers = await Promise.all([
    dismiss(ids),
    dismiss(ids.toReversed(), 'the same', open.admins[1]),
    dismiss([...ids.slice(0, 5), 'rep_unknown']),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.dismissed, 0)).toBe(20);
  const rows = await open.books.query<{ outcome: string; steps: number; audits: number }>(
    `select r.outcome,
            (select count(*)::int from content_report_step s
              where s.report_id = r.id and s.action = 'dismiss') as steps,
            (select count(*)::int from admin_audit a
              where a.action = 'report-dismiss' and a.details->>'report' = r.id) as audits
       from content_report r where r.id = any($1)`,
    [ids],
  );
  expect(rows).toHaveLength(20);
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ outcome: 'dismissed', steps: 1, audits: 1 })]),
  );
  expect((await readReports('?names=nothing')).map(({ reportId }) => reportId)).toEqual(kept);
  const [first] = await readReports('?state=closed');
  expect(first!.history).toMatchObject([{ action: 'dismiss' }]);
});

test('a bulk dismissal of the last open report ends the notice, and sends no mail', async () => {
  await open.books.query(
    `update content_report set resolved_at = now(), outcome = 'dismissed' where resolved_at is null`,
  );
  const about = { about: 'junk', reason: 'other', contact: 'victim@people.test' };
  const sent = await send<{ reportId: string }>(`${open.stack.apiUrl}/api/report`, {
    json: about,
  });
  const count = async () => {
    const { body } = await admin.send<AdminNoticesResponse>('/api/admin/notices');
    return body.notices.filter(({ kind }) => kind === 'content_reported').length;
  };
  expect(await count()).toBe(1);
  expect((await dismiss([sent.body.reportId])).body).toEqual({ dismissed: 1 });
  expect(await count()).toBe(0);
  const [row] = await open.books.query<{ mail_status: string | null }>(
    'select mail_status from content_report where id = $1',
    [sent.body.reportId],
  );
  expect(row!.mail_status).toBeNull();
});

test('a bulk dismissal needs a reason, one to 500 reports and a super admin', async () => {
  expectRefusal(await dismiss(['rep_1'], ' '), 'invalid', 'note');
  expectRefusal(await dismiss([]), 'invalid', 'reportIds');
  expectRefusal(await dismiss(Array<string>(501).fill('rep_1')), 'invalid', 'reportIds');
  expectRefusal(await dismiss(['rep_1'], 'mine', customer), 'forbidden');
});
