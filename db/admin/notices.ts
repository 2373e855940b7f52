/** Notices for super admins. At most one notice of a kind about the same subject is open. */
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { AdminNoticeContent } from '@sachet/shared/admin/contracts/admin-notices';
import { RefusalCause } from '@sachet/shared/models/contracts/refusal-cause';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { dayMs, istDay } from '@sachet/shared/time';
import type { Database } from '../tables.ts';

export type NoticeKind = AdminNoticeContent['kind'];

export type Notice = AdminNoticeContent & {
  readonly id: number;
  readonly subject: string;
  readonly raisedAt: Date;
};

/** Does nothing while a notice of this kind about `subject` is open. */
export async function raiseNotice(
  db: Kysely<Database>,
  content: AdminNoticeContent,
  subject: string,
): Promise<void> {
  await raise(content, subject).execute(db);
}

/** `raiseNotice` as a statement for the transaction of its cause. */
export const raiseNoticeStatement = (
  db: Kysely<Database>,
  content: AdminNoticeContent,
  subject: string,
): CompiledQuery => raise(content, subject).compile(db);

/** A returning notice is not mailed again within an hour. */
const raise = ({ kind, data }: AdminNoticeContent, subject: string) => sql`
  with raised as (
    insert into admin_notice (kind, subject, data)
    values (${kind}, ${subject}, ${JSON.stringify(data)}::jsonb)
    on conflict (kind, subject) where resolved_at is null do nothing
    returning id
  )
  insert into mail (kind, about, due_at)
  select 'notice', id::text, greatest(clock_timestamp(), (
           select max(mailed_at) + interval '1 hour' from admin_notice
            where kind = ${kind} and subject = ${subject} and mailed_at is not null))
    from raised`;

/** As `raiseNotice`, but an open notice gets the new data, such as the current amounts. */
export async function renewNotice(
  db: Kysely<Database>,
  content: AdminNoticeContent,
  subject: string,
): Promise<void> {
  await raiseNotice(db, content, subject);
  await db
    .updateTable('admin_notice')
    .set({ data: JSON.stringify(content.data) })
    .where('kind', '=', content.kind)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .execute();
}

export async function resolveNotices(
  db: Kysely<Database>,
  { kind, subjects }: { kind: NoticeKind; subjects: readonly string[] },
): Promise<void> {
  if (subjects.length > 0) await resolve(db, kind, subjects).execute();
}

/** To be run in the transaction that ends the cause of the notices. */
export function resolveNoticesStatement(
  db: Kysely<Database>,
  { kind, subjects }: { kind: NoticeKind; subjects: readonly string[] },
): CompiledQuery {
  return resolve(db, kind, subjects).compile();
}

const resolve = (db: Kysely<Database>, kind: NoticeKind, subjects: readonly string[]) =>
  db
    .updateTable('admin_notice')
    .set({ resolved_at: new Date() })
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('resolved_at', 'is', null);

/** Newest first. */
export async function readOpenNotices(
  db: Kysely<Database>,
  { kind, limit }: { kind?: NoticeKind; limit: number },
): Promise<Notice[]> {
  const rows = await db
    .selectFrom('admin_notice')
    .select(['id', 'kind', 'subject', 'data', 'raised_at'])
    .where('resolved_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => fromRow(row) ?? []);
}

/** Undefined for a notice of another release, whose kind or provider is not known. */
function fromRow(row: {
  id: number;
  kind: string;
  subject: string;
  data: unknown;
  raised_at: Date;
}): Notice | undefined {
  const content = AdminNoticeContent.safeParse({ kind: row.kind, data: row.data });
  if (!content.success) return undefined;
  return { ...content.data, id: row.id, subject: row.subject, raisedAt: row.raised_at };
}

interface Refused {
  readonly provider: Provider;
  /** Null if no admin has to act. */
  readonly cause: RefusalCause | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly detail: string | null;
}

/**
 * The calls whose answer ends a refusal: of the refused model, or of all models that are called in the same way.
 * A key or a balance may allow texts and refuse pictures.
 */
const answerEnds: Readonly<Record<RefusalCause, 'model' | 'kind'>> = {
  billing: 'kind',
  key: 'kind',
  leaked_key: 'kind',
  account: 'kind',
  region: 'kind',
  verification: 'model',
  model: 'model',
  capacity: 'model',
  parameter: 'model',
  other: 'model',
};
const accountCauses = RefusalCause.options.filter((cause) => answerEnds[cause] === 'kind');

/**
 * Raises a notice when a provider rejects our calls until an admin acts. Its subject is the cause and the calls that
 * can end it (`answerEnds`), so that an open notice never hides another one, and its end ends no other. `modelId` is
 * null if no model was requested.
 */
export async function noteRefusal(
  db: Kysely<Database>,
  failure: Refused & { readonly modelId: string | null },
): Promise<void> {
  const { provider, cause, status, code, detail, modelId } = failure;
  if (cause === null) return;
  const data = { provider, cause, status, code, detail, modelId };
  let calls = modelId ?? 'list';
  if (modelId !== null && accountCauses.includes(cause)) {
    const { rows } = await sql<{ kind: string }>`
      select ${kindOf(sql.val(provider), sql.val(modelId))} as kind`.execute(db);
    calls = rows[0]!.kind;
  }
  const subject = [provider, cause, calls, ...(cause === 'other' ? [status, code] : [])];
  await raiseNotice(db, { kind: 'provider_refuses', data }, subject.join(':'));
}

/** Raises a notice when prompts cannot be checked until an admin acts. */
export async function noteUncheckedPrompts(
  db: Kysely<Database>,
  { provider, cause, status, code, detail }: Refused,
): Promise<void> {
  if (cause === null) return;
  const data = { provider, cause, status, code, detail };
  await raiseNotice(db, { kind: 'prompts_unchecked', data }, `${provider}:${cause}`);
}

/** Ends the notices of `noteUncheckedPrompts`. */
export async function resolveUncheckedPrompts(
  db: Kysely<Database>,
  provider: Provider,
): Promise<void> {
  const subjects = RefusalCause.options.map((cause) => `${provider}:${cause}`);
  await resolveNotices(db, { kind: 'prompts_unchecked', subjects });
}

/** Whether a model makes pictures or texts. */
const kindOf = (provider: RawBuilder<unknown>, modelId: RawBuilder<unknown>) => sql`(
  select case when known.capabilities && '{image,image-edit}' then 'picture' else 'text' end
    from model known where known.provider = ${provider} and known.id = ${modelId})`;

/**
 * Ends notices about refusals if the last of the calls that can end them (`answerEnds`) was answered, or if no
 * model that they are about is on sale. A refused list of models is not a call: the next list ends it.
 */
export async function resolvePastRefusals(db: Kysely<Database>): Promise<void> {
  await sql`
    with refusal as (
      select id, raised_at, provider, model_id, is_account,
             ${kindOf(sql.ref('r.provider'), sql.ref('r.model_id'))} as kind
        from (select id, raised_at, data->>'provider' as provider, data->>'modelId' as model_id,
                     data->>'cause' = any(${sql.val(accountCauses)}) as is_account
                from admin_notice where kind = 'provider_refuses' and resolved_at is null) r
       where model_id is not null
    )
    update admin_notice n set resolved_at = now() from refusal r
     where n.id = r.id
       and (exists (
              select from provider_call c
               where c.provider = r.provider and c.at > r.raised_at
                 and case when r.is_account
                          then ${kindOf(sql.ref('c.provider'), sql.ref('c.model_id'))} = r.kind
                          else c.model_id = r.model_id end
              having max(c.at) filter (where c.failure is null)
                     > coalesce(max(c.at) filter (where c.failure in ('access', 'quota')), r.raised_at))
            or not exists (
              select from model m
               where m.provider = r.provider and m.enabled and m.status <> 'deprecated'
                 and case when r.is_account
                          then ${kindOf(sql.ref('m.provider'), sql.ref('m.id'))} = r.kind
                          else m.id = r.model_id end))
  `.execute(db);
}

/** Ends notices about odd calls if there was no such call in the last day. */
export async function resolvePastOddities(db: Kysely<Database>): Promise<void> {
  await sql`
    update admin_notice n set resolved_at = now()
     where n.resolved_at is null
       and case n.kind
             when 'model_rerouted' then not exists (
               select from provider_call c
                where c.provider = n.data->>'provider' and c.model_id = n.data->>'modelId'
                  and c.at > now() - interval '1 day' and c.answered_by is not null)
             when 'cheap_call' then n.raised_at < now() - interval '1 day'
             when 'parameter_refused' then (n.data->>'at')::timestamptz < now() - interval '2 days'
             else false
           end
  `.execute(db);
}

/** Ends the notices about providers that are not asked any more, because their keys were removed. */
export async function resolveOfUnconfigured(db: Kysely<Database>): Promise<void> {
  await sql`
    update admin_notice n set resolved_at = now()
      from provider p
     where n.resolved_at is null and p.id = n.data->>'provider' and not p.is_configured
  `.execute(db);
}

/** Resolves old notices about reports, because no event resolves them. */
export async function resolveOldReports(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('admin_notice')
    .set({ resolved_at: new Date() })
    .where('kind', '=', 'invitation_reported')
    .where('resolved_at', 'is', null)
    .where('raised_at', '<', new Date(Date.now() - reportShownMs))
    .execute();
}

const reportShownMs = 7 * dayMs;

/** Resolves notices about daily budgets of past days (IST). */
export async function resolvePastDays(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('admin_notice')
    .set({ resolved_at: new Date() })
    .where('kind', '=', 'daily_budget_used')
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`data->>'day' < ${istDay(Date.now())}`)
    .execute();
}

/** Undefined when the notice has ended. */
export async function noticeToMail(db: Kysely<Database>, id: number): Promise<Notice | undefined> {
  const row = await db
    .selectFrom('admin_notice')
    .select(['id', 'kind', 'subject', 'data', 'raised_at'])
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function markNoticeMailed(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('admin_notice')
    .set({ mailed_at: new Date() })
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .execute();
}
