import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@sachet/db/ids';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import type {
  ContentReport,
  ContentReports,
  CreateReport,
  ReportAction,
  ReportReceived,
  ReportsDismissed,
} from '@sachet/shared/moderation/contracts/report';
import { hourMs } from '@sachet/shared/time';
import type { InboxAnswer } from '@sachet/dev/sandbox/inbox';
import { loseQueue } from '../../worker/testing/queue-loss.ts';
import { createCustomer, send, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient } from '../testing/stack.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let stack: AdministeredStack;
let admin: Customer;
let customer: Customer;
beforeAll(async () => {
  stack = await openAdministeredStack({
    queue: 'postgres',
    withoutWorker: false,
    limits: { ...impatient, undoDeleteMs: 120_000, reportsPerMinute: 60 },
  });
  admin = stack.admins[0];
  customer = await createCustomer(stack.stack);
});
afterAll(() => stack?.stop());

const report = (body: Partial<CreateReport>) =>
  send<ReportReceived>(`${stack.stack.apiUrl}/api/report`, {
    json: { about: 'a poster on a wall', reason: 'hate', ...body },
  });
const read = async (query = '') =>
  (await admin.send<ContentReports>(`/api/admin/reports${query}`)).body.items;
const find = async (id: string, query = '') =>
  (await read(query)).find(({ reportId }) => reportId === id);
const act = (reportId: string, action: ReportAction, note = 'looked at') =>
  admin.send<ContentReport>('/api/admin/reports', { json: { reportId, action, note } });
const readNotices = async () => {
  const { body } = await admin.send<AdminNoticesResponse>('/api/admin/notices');
  return body.notices.filter(({ kind }) => kind === 'content_reported');
};
const hoursBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / hourMs;

describe('a report of a picture by a visitor', () => {
  test('admins see the evidence and both deadlines of a reported link, and a takedown removes it for everyone', async () => {
    const preview = await customer.preview({ quality: 'speed' });
    const { generationId } = preview;
    const { imageUrl } = (await customer.unlock(preview, 512)).body;
    const edited = await customer.preview({ mode: 'edit_image', sourceGenerationId: generationId });
    const urls = [imageUrl, preview.previewImageUrl!].map((path) => stack.stack.apiUrl + path);
    const { status, body } = await report({ about: urls[0]!, contact: 'someone@people.test' });
    expect(status).toBe(201);
    const { reportId } = body;
    const open = (await find(reportId))!;
    expect(open).toMatchObject({
      contact: 'someone@people.test',
      acknowledgedAt: null,
      takeDownBy: null,
      evidence: { generationId, uid: customer.uid, prompt: preview.prompt },
    });
    expect(hoursBetween(open.createdAt, open.acknowledgeBy)).toBe(7 * 24);
    expect(open.evidence!.pictures).toHaveLength(2);
    expect(await readNotices()).toHaveLength(1);

    expect((await act(reportId, 'acknowledge')).body.acknowledgedAt).not.toBeNull();
    const ordered = (await act(reportId, 'order', 'order 7 of 2026')).body;
    expect(hoursBetween(ordered.orderedAt!, ordered.takeDownBy!)).toBe(3);
    const taken = await act(reportId, 'take-down', 'followed');
    expect(taken.body).toMatchObject({ outcome: 'taken_down', evidence: { pictures: [] } });
    expect(taken.body.history.map(({ action, note }) => [action, note])).toEqual([
      ['acknowledge', 'looked at'],
      ['order', 'order 7 of 2026'],
      ['take-down', 'followed'],
    ]);
    for (const url of urls) expect((await fetch(url)).status).toBe(404);
    expectRefusal(await customer.send(`/api/generation?id=${generationId}`), 'not_found');
    expectRefusal(
      await customer.generate({ mode: 'edit_image', sourceGenerationId: generationId }),
      'not_found',
      'sourceGenerationId',
    );
    expect((await customer.generation(edited.generationId)).inputImageUrl).toBeNull();
    expect((await stack.trail(customer.uid)).at(-1)).toMatchObject({
      action: 'report-take-down',
      details: { report: reportId, generation: generationId },
    });
    expect(await readNotices()).toEqual([]);
    expect((await find(reportId, '?state=closed'))!.resolvedAt).not.toBeNull();
    expectRefusal(await act(reportId, 'dismiss'), 'wrong_state');
    // Evidence is kept for 180 days and then erased together with the words.
    const [row] = await stack.books.query<{ original_key: string | null; prompt: string }>(
      'select original_key, prompt from generation where id = $1',
      [generationId],
    );
    expect(row).toMatchObject({ prompt: preview.prompt, original_key: expect.any(String) });
    await stack.books.query(
      `update generation set erase_after = erase_after - interval '180 days'
        where id = $1 and erase_after > now() + interval '179 days'`,
      [generationId],
    );
    await expect
      .poll(() =>
        stack.books.query('select original_key, prompt from generation where id = $1', [
          generationId,
        ]),
      )
      .toEqual([{ original_key: null, prompt: '' }]);
    await stack.books.expectToBeSound();
  });

  test('a report of content that is not ours is accepted and can only be dismissed', async () => {
    const reportId = (await report({ about: `gen_${'0'.repeat(18)}` })).body.reportId;
    expect((await find(reportId, '?reason=hate'))!.evidence).toBeNull();
    expect(await find(reportId, '?reason=child')).toBeUndefined();
    expectRefusal(await act(reportId, 'take-down'), 'wrong_state');
    expect((await act(reportId, 'note', 'asked for the link')).body.outcome).toBeNull();
    expect((await act(reportId, 'dismiss')).body.outcome).toBe('dismissed');
    expectRefusal(await act('rep_0', 'note'), 'not_found');
  });

  test('the sender and text of a report are erased 180 days after it was closed', async () => {
    const sent = { contact: 'mira.late@people.test', details: 'my own face' };
    const ids = await Promise.all([0, 1, 2].map(async () => (await report(sent)).body.reportId));
    const [old, recent, open] = ids as [string, string, string];
    for (const id of ids) await act(id, 'acknowledge');
    for (const id of [old, recent]) await act(id, 'dismiss');
    await stack.books.query(
      `update content_report set resolved_at = now() - make_interval(days => $2) where id = $1`,
      [old, 181],
    );
    await stack.books.query(
      `update content_report set resolved_at = now() - make_interval(days => $2) where id = $1`,
      [recent, 179],
    );
    const readWords = async (id: string) => {
      const [row] = await stack.books.query(
        `select about, contact, mailbox, details from content_report where id = $1`,
        [id],
      );
      return row;
    };
    await expect
      .poll(() => readWords(old))
      .toEqual({ about: '', contact: null, mailbox: null, details: '' });
    for (const id of [recent, open]) expect(await readWords(id)).toMatchObject(sent);
    const erased = (await find(old, '?state=closed'))!;
    expect(erased).toMatchObject({ about: '', erasedAt: expect.any(String) });
    expect(erased.history).toHaveLength(2);
    expect((await find(open))!.erasedAt).toBeNull();
  });

  test.each([
    ['about', { about: ' ' }],
    ['reason', { reason: 'boring' as never }],
  ])('a report with a bad %s is refused', async (field, body) => {
    expectRefusal(await report(body), 'invalid', field);
  });
});

describe('the mail that acknowledges a report', () => {
  const poll = { timeout: 60_000, interval: 50 };
  const mailsTo = async (email: string) => {
    const answer = await fetch(`${stack.stack.inboxUrl}/api/messages`);
    const { messages } = (await answer.json()) as InboxAnswer;
    return messages.filter(({ to }) => to === email);
  };
  const readMailStatus = async (id: string) =>
    ((await find(id)) ?? (await find(id, '?state=closed')))!.mailStatus;
  const reportFrom = async (contact: string, more: Partial<CreateReport> = {}) =>
    (await report({ contact, ...more })).body.reportId;

  test('a reporter with an address gets one mail in their language, after an admin has decided', async () => {
    const words = 'Buy gold at https://spam.test';
    const reportId = await reportFrom('Mira@People.test', {
      language: 'hi',
      about: words,
      details: words,
    });
    await act(reportId, 'note');
    expect(await readMailStatus(reportId)).toBeNull();
    await Promise.all([act(reportId, 'acknowledge'), act(reportId, 'order')]);
    await expect.poll(() => readMailStatus(reportId), poll).toBe('sent');
    expect((await act(reportId, 'take-down')).status).toBe(409);
    const mails = await mailsTo('mira@people.test');
    expect(mails).toMatchObject([
      {
        subject: 'Sachet: आपकी शिकायत मिल गई',
        link: expect.stringMatching(/\/content-policy\?lang=hi$/),
      },
    ]);
    expect(mails[0]!.text).toContain(reportId);
    // The mail does not quote the report, because its address may belong to a person who reported nothing.
    expect(mails[0]!.text).not.toContain('gold');
  });

  test('a reporter with a phone number or no contact, or whose report is dismissed immediately, gets no mail', async () => {
    const ids = await Promise.all(['+91 98765 43210', ''].map((contact) => reportFrom(contact)));
    for (const id of ids) await act(id, 'acknowledge');
    const dismissed = await reportFrom('stranger@people.test');
    await act(dismissed, 'dismiss');
    for (const id of [...ids, dismissed]) expect(await readMailStatus(id)).toBeNull();
  });

  test('a mailbox with many reports gets at most three mails a day', async () => {
    const ids = await Promise.all(
      ['a.b@gmail.com', 'ab@gmail.com', 'ab+x@googlemail.com', 'a.b+y@gmail.com'].map((each) =>
        reportFrom(each),
      ),
    );
    await Promise.all(ids.map((id) => act(id, 'acknowledge')));
    const statuses = async () => (await Promise.all(ids.map(readMailStatus))).toSorted();
    await expect.poll(statuses, poll).toEqual(['sent', 'sent', 'sent', 'too_many']);
  });

  test('a mail is retried when the mail server is busy, and dropped when it refuses', async () => {
    const busy = await reportFrom('mira+mail-busy-2@people.test');
    const refused = await reportFrom('mira+mail-refuse@people.test');
    for (const id of [busy, refused]) await act(id, 'acknowledge');
    await expect.poll(() => readMailStatus(refused), poll).toBe('failed');
    await expect.poll(() => readMailStatus(busy), poll).toBe('sent');
    expect(await mailsTo('mira+mail-busy-2@people.test')).toHaveLength(1);
  });

  test('the sweep sends the mail whose job was lost, and stops trying after a day', async () => {
    await stack.stack.worker.kill('SIGKILL');
    const [lost, late] = [
      await reportFrom('lost@people.test'),
      await reportFrom('late@people.test'),
    ];
    for (const id of [lost, late]) await act(id, 'acknowledge');
    await stack.books.query(
      `update mail set asked_at = now() - interval '25 hours' where about = $1`,
      [late],
    );
    expect(await loseQueue(stack.books)).toBeGreaterThan(0);
    await stack.stack.worker.start();
    await expect.poll(() => readMailStatus(late), poll).toBe('failed');
    await expect.poll(() => readMailStatus(lost), poll).toBe('sent');
    expect(await mailsTo('lost@people.test')).toHaveLength(1);
    expect(await mailsTo('late@people.test')).toEqual([]);
  });
});

describe('bulk dismissals', () => {
  /** Inserts open reports directly. */
  async function addOpen(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId('rep'));
    await stack.books.query(
      `insert into content_report (id, about, reason, details)
       select id, 'junk', 'other', '' from unnest($1::text[]) as id`,
      [ids],
    );
    return ids;
  }

  const closeAll = () =>
    stack.books.query(
      `update content_report set resolved_at = now(), outcome = 'dismissed' where resolved_at is null`,
    );

  const dismiss = (reportIds: string[], note = 'a flood', by = admin) =>
    by.send<ReportsDismissed>('/api/admin/reports/dismiss', { json: { reportIds, note } });

  test('concurrent bulk dismissals close each report once, with an audit row and a history row', async () => {
    await closeAll();
    const ids = await addOpen(20);
    const kept = await addOpen(1);
    const answers = await Promise.all([
      dismiss(ids),
      dismiss(ids.toReversed(), 'the same', stack.admins[1]),
      dismiss([...ids.slice(0, 5), 'rep_unknown']),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.dismissed, 0)).toBe(20);
    const rows = await stack.books.query<{ outcome: string; steps: number; audits: number }>(
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
    expect((await read('?names=nothing')).map(({ reportId }) => reportId)).toEqual(kept);
    const [first] = await read('?state=closed');
    expect(first!.history).toMatchObject([{ action: 'dismiss' }]);
  });

  test('a bulk dismissal of the last open report ends the notice, and sends no mail', async () => {
    await closeAll();
    const { reportId } = (await report({ contact: 'victim@people.test' })).body;
    expect(await readNotices()).toHaveLength(1);
    expect((await dismiss([reportId])).body).toEqual({ dismissed: 1 });
    expect(await readNotices()).toEqual([]);
    expect((await find(reportId, '?state=closed'))!.mailStatus).toBeNull();
  });

  test('a bulk dismissal needs a reason, one to 500 reports and a super admin', async () => {
    expectRefusal(await dismiss(['rep_1'], ' '), 'invalid', 'note');
    expectRefusal(await dismiss([]), 'invalid', 'reportIds');
    expectRefusal(await dismiss(Array<string>(501).fill('rep_1')), 'invalid', 'reportIds');
    expectRefusal(await dismiss(['rep_1'], 'mine', customer), 'forbidden');
  });
});
