/** Reports of content that is not allowed, and the actions of admins on them. */
import { sql, type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import { EmailAddress } from '@sachet/shared/organizations/contracts/organization';
import type {
  CreateReport,
  ReportAction,
  ReportNames,
  ReportState,
} from '@sachet/shared/moderation/contracts/report';
import { toMailbox } from '@sachet/shared/people/mailbox';
import { dayMs } from '@sachet/shared/time';
import { lockUntilCommit } from '../locks.ts';
import { newId } from '../ids.ts';
import { notify } from '../live.ts';
import type { Generation } from '../studio/generations.ts';
import type { Database } from '../tables.ts';
import { requestMail } from '../mails.ts';
import { insertAudit } from '../admin/audit.ts';
import { raiseNotice, resolveNotices } from '../admin/notices.ts';

type Report = Selectable<Database['content_report']>;

export interface ReportView extends Report {
  readonly generation: Generation | null;
  /** The keys of the bought copies. */
  readonly image_keys: string[];
  readonly history: Selectable<Database['content_report_step']>[];
}

/**
 * The most open reports. Reports that name none of our content have a separate limit, so that they cannot
 * fill the inbox, and 20 reports about the same content are enough to find it.
 */
const openMax = { nothing: 4_000, content: 10_000, sameContent: 20 };
const noticeSubject = 'inbox';

/** The id of the existing generation that a report names; null for any other text. */
export async function findNamedContent(
  db: Kysely<Database>,
  about: string,
): Promise<string | null> {
  const named = /gen_[0-9a-z]{18}/.exec(about)?.[0];
  if (!named) return null;
  const row = await db
    .selectFrom('generation')
    .select('id')
    .where('id', '=', named)
    .executeTakeFirst();
  return row?.id ?? null;
}

export type InsertOutcome =
  | { readonly ok: true; readonly reportId: string }
  /** `known`: this content already has the maximum number of open reports. */
  | { readonly ok: false; readonly refusal: 'full' | 'known' };

/**
 * Also raises a notice to admins, which stays open while any report is open. For `generationId`, see
 * `findNamedContent`.
 */
export async function insertReport(
  db: Kysely<Database>,
  { about, reason, details, contact, language }: CreateReport,
  generationId: string | null,
): Promise<InsertOutcome> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'reports');
    const refusal = await findFull(trx, generationId);
    if (refusal) return { ok: false, refusal };
    const report = {
      about,
      reason,
      details,
      contact: contact === '' ? null : contact,
      language,
    };
    const { id } = await trx
      .insertInto('content_report')
      .values({ ...report, id: newId('rep'), generation_id: generationId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await raiseNotice(trx, { kind: 'content_reported', data: { reason } }, noticeSubject);
    return { ok: true, reportId: id };
  });
}

async function findFull(
  trx: Transaction<Database>,
  generationId: string | null,
): Promise<'full' | 'known' | null> {
  const open = await trx
    .selectFrom('content_report')
    .select(({ fn }) => [
      fn.count<number>('generation_id').as('content'),
      fn.countAll<number>().filterWhere('generation_id', 'is', null).as('nothing'),
      fn.countAll<number>().filterWhere('generation_id', '=', generationId).as('same'),
    ])
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (generationId === null) return open.nothing >= openMax.nothing ? 'full' : null;
  if (open.same >= openMax.sameContent) return 'known';
  return open.content >= openMax.content ? 'full' : null;
}

async function countOpen(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('content_report')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Open reports with the oldest first, whose deadline is nearest; closed ones with the newest first. */
export async function readReports(
  db: Kysely<Database>,
  filter: {
    state: ReportState;
    reason?: string | undefined;
    names?: ReportNames | undefined;
    after: string | null;
    limit: number;
  },
): Promise<ReportView[]> {
  const isOpen = filter.state === 'open';
  let query = db
    .selectFrom('content_report')
    .selectAll()
    .where('resolved_at', isOpen ? 'is' : 'is not', null);
  if (filter.reason) query = query.where('reason', '=', filter.reason);
  if (filter.names) {
    query = query.where('generation_id', filter.names === 'content' ? 'is not' : 'is', null);
  }
  if (filter.after) query = query.where('id', isOpen ? '>' : '<', filter.after);
  const reports = await query
    .orderBy('id', isOpen ? 'asc' : 'desc')
    .limit(filter.limit)
    .execute();
  return addEvidence(db, reports);
}

export async function readReport(
  db: Kysely<Database>,
  id: string,
): Promise<ReportView | undefined> {
  const query = db.selectFrom('content_report').selectAll().where('id', '=', id);
  return (await addEvidence(db, await query.execute()))[0];
}

async function addEvidence(db: Kysely<Database>, reports: Report[]): Promise<ReportView[]> {
  const ids = reports.map(({ id }) => id);
  const named = reports.flatMap(({ generation_id: id }) => id ?? []);
  const [generations, unlocks, steps] = await Promise.all([
    db
      .selectFrom('generation')
      .selectAll()
      .where('id', '=', sql<string>`any(${named})`)
      .execute(),
    db
      .selectFrom('unlock')
      .select(['generation_id', 'image_key'])
      .where('generation_id', '=', sql<string>`any(${named})`)
      .where('status', '=', 'done')
      .execute(),
    db
      .selectFrom('content_report_step')
      .selectAll()
      .where('report_id', '=', sql<string>`any(${ids})`)
      .orderBy('id')
      .execute(),
  ]);
  return reports.map((report) => ({
    ...report,
    generation: generations.find(({ id }) => id === report.generation_id) ?? null,
    image_keys: unlocks
      .filter(({ generation_id: id }) => id === report.generation_id)
      .flatMap(({ image_key: key }) => key ?? []),
    history: steps.filter(({ report_id: id }) => id === report.id),
  }));
}

export type ReportOutcome = 'done' | 'not_found' | 'closed' | 'nothing_of_ours';

/**
 * Content that is taken down disappears immediately for its owner and everyone else; its audit row and the
 * mail that acknowledges the report are in the same transaction.
 */
export async function actOnReport(
  db: Kysely<Database>,
  step: { reportId: string; action: ReportAction; note: string; adminUid: string },
): Promise<ReportOutcome> {
  const { reportId, action, note } = step;
  const actor = `user:${step.adminUid}`;
  return db.transaction().execute(async (trx) => {
    const report = await trx
      .selectFrom('content_report')
      .selectAll()
      .where('id', '=', reportId)
      .forUpdate()
      .executeTakeFirst();
    if (!report) return 'not_found';
    if (report.resolved_at && action !== 'note') return 'closed';
    const generationId = report.generation_id;
    if (action === 'take-down' && generationId === null) return 'nothing_of_ours';
    const ownerUid = action === 'take-down' ? await takeDown(trx, generationId!) : undefined;
    const changes = toChanges(action, report);
    if (changes) {
      const mail = isMailed(action, report) ? await askForMail(trx, report) : {};
      await trx
        .updateTable('content_report')
        .set({ ...changes, ...mail })
        .where('id', '=', reportId)
        .execute();
    }
    await trx
      .insertInto('content_report_step')
      .values({ report_id: reportId, actor, action, note })
      .execute();
    await resolveNoticeIfEmpty(trx);
    await insertAudit(trx, {
      actor,
      action: `report-${action}`,
      ...(ownerUid && { targetUid: ownerUid }),
      details: { report: reportId, generation: generationId },
    });
    return 'done';
  });
}

/**
 * Closes those of the reports that are open, and returns how many. Each gets a history row and an audit row.
 */
export async function dismissReports(
  db: Kysely<Database>,
  { reportIds, note, adminUid }: { reportIds: readonly string[]; note: string; adminUid: string },
): Promise<number> {
  const actor = `user:${adminUid}`;
  const action = 'dismiss';
  return db.transaction().execute(async (trx) => {
    const reports = await trx
      .selectFrom('content_report')
      .selectAll()
      .where('id', '=', sql<string>`any(${reportIds})`)
      .where('resolved_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (reports.length === 0) return 0;
    const ids = reports.map(({ id }) => id);
    const now = new Date();
    await trx
      .updateTable('content_report')
      .set({
        acknowledged_at: sql<Date>`coalesce(acknowledged_at, ${now})`,
        resolved_at: now,
        outcome: 'dismissed',
      })
      .where('id', '=', sql<string>`any(${ids})`)
      .execute();
    await trx
      .insertInto('content_report_step')
      .values(ids.map((id) => ({ report_id: id, actor, action, note })))
      .execute();
    await resolveNoticeIfEmpty(trx);
    await insertAudit(
      trx,
      ...reports.map(({ id, generation_id: generation }) => ({
        actor,
        action: `report-${action}`,
        details: { report: id, generation },
      })),
    );
    return reports.length;
  });
}

async function resolveNoticeIfEmpty(trx: Transaction<Database>): Promise<void> {
  if ((await countOpen(trx)) > 0) return;
  await resolveNotices(trx, { kind: 'content_reported', subjects: [noticeSubject] });
}

/**
 * Each time is stored only once, because it starts or ends a deadline. Every action also acknowledges the
 * report.
 */
function toChanges(
  action: ReportAction,
  report: Report,
): Updateable<Database['content_report']> | null {
  const now = new Date();
  const seen = { acknowledged_at: report.acknowledged_at ?? now };
  switch (action) {
    case 'acknowledge':
      return seen;
    case 'order':
      return { ...seen, ordered_at: report.ordered_at ?? now };
    case 'take-down':
      return { ...seen, resolved_at: now, outcome: 'taken_down' };
    case 'dismiss':
      return { ...seen, resolved_at: now, outcome: 'dismissed' };
    case 'note':
      return null;
    default:
      return action satisfies never;
  }
}

/**
 * A report that is dismissed immediately may be one of a flood that names a stranger's address, so no mail is
 * sent.
 */
function isMailed(action: ReportAction, report: Report): boolean {
  return report.acknowledged_at === null && action !== 'dismiss';
}

/** Mails about reports that one mailbox gets in 24 hours, because a reporter can enter any address. */
const mailsPerMailbox = 3;

async function askForMail(
  trx: Transaction<Database>,
  { id, contact, language }: Report,
): Promise<Updateable<Database['content_report']>> {
  const address = EmailAddress.safeParse(contact);
  if (!address.success) return {};
  const mailbox = toMailbox(address.data);
  await lockUntilCommit(trx, 'reportMails');
  const { count } = await trx
    .selectFrom('content_report')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mailbox', '=', mailbox)
    .where('mail_requested_at', '>', new Date(Date.now() - dayMs))
    .where('mail_status', '!=', 'too_many')
    .executeTakeFirstOrThrow();
  const status = count < mailsPerMailbox ? 'queued' : 'too_many';
  if (status === 'queued') {
    await requestMail(trx, { kind: 'report', about: id, recipient: address.data, language });
  }
  return { mailbox, mail_status: status, mail_requested_at: new Date() };
}

/** Stores that a mail server accepted the mail, or that the mail was given up. */
export async function markReportMailed(
  db: Kysely<Database>,
  id: string,
  status: 'sent' | 'failed',
): Promise<void> {
  await db
    .updateTable('content_report')
    .set({ mail_status: status })
    .where('id', '=', id)
    .where('mail_status', '=', 'queued')
    .execute();
}

/**
 * Erases the sender and text of reports that were closed 180 days ago. The id of the named content and the
 * admins' actions stay, as in the audit trail.
 */
export async function eraseOldReports(db: Kysely<Database>, limit: number): Promise<void> {
  await db
    .updateTable('content_report')
    .set({
      contact: null,
      mailbox: null,
      details: '',
      about: sql<string>`coalesce(generation_id, '')`,
      erased_at: new Date(),
    })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('content_report')
        .select('id')
        .where('resolved_at', '<', new Date(Date.now() - evidenceKeptDays * dayMs))
        .where('erased_at', 'is', null)
        .limit(limit),
    )
    .execute();
}

/** India's IT Rules: content that was taken down is kept for 180 days. */
const evidenceKeptDays = 180;

/**
 * Hides the content from everyone, including its owner, and keeps it as evidence until it is erased like
 * deleted content. Returns its owner.
 */
async function takeDown(trx: Transaction<Database>, id: string): Promise<string> {
  const { uid } = await trx
    .updateTable('generation')
    .set({
      deleted_at: sql<Date>`coalesce(deleted_at, now())`,
      taken_down_at: sql<Date>`coalesce(taken_down_at, now())`,
      erase_after: sql<Date>`coalesce(taken_down_at, now()) + ${evidenceKeptDays} * interval '1 day'`,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returning('uid')
    .executeTakeFirstOrThrow();
  await notify(trx, { event: 'generation', uid, id });
  return uid;
}
