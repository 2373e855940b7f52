/** The auditor's open findings. Each check that has findings has one notice to admins. */
import { sql, type Kysely } from 'kysely';
import type { CheckName, Finding } from '@sachet/shared/ledger/contracts/admin-ledger';
import { raiseNotice, resolveNotices } from '../admin/notices.ts';
import type { Database } from '../tables.ts';

/**
 * Stores the findings of complete runs of `checks` and resolves those that no longer occur, with their
 * notices. Returns the new findings.
 */
export async function storeFindings(
  db: Kysely<Database>,
  { checks, findings }: { checks: readonly CheckName[]; findings: readonly Finding[] },
): Promise<Finding[]> {
  const found = {
    checks: findings.map(({ check }) => check),
    subjects: findings.map(({ subject }) => subject),
    walletIds: findings.map(({ walletId }) => walletId),
    seqs: findings.map(({ seq }) => seq),
    details: findings.map(({ detail }) => detail),
  };
  await sql`
    update audit_finding f set resolved_at = now()
     where f.resolved_at is null and f.check_name = any(${checks}::text[])
       and (f.check_name, f.subject) not in (
         select * from unnest(${found.checks}::text[], ${found.subjects}::text[]))`.execute(db);
  const { rows } = await sql<Finding>`
    insert into audit_finding (check_name, subject, wallet_id, seq, detail)
    select * from unnest(${found.checks}::text[], ${found.subjects}::text[],
      ${found.walletIds}::text[], ${found.seqs}::int8[], ${found.details}::text[])
    on conflict (check_name, subject) where resolved_at is null do nothing
    returning check_name as "check", subject, wallet_id as "walletId", seq, detail`.execute(db);
  for (const check of checks) {
    if (!found.checks.includes(check)) {
      await resolveNotices(db, { kind: 'audit_finding', subjects: [check] });
    }
  }
  for (const { check, subject } of rows) {
    await raiseNotice(db, { kind: 'audit_finding', data: { check, subject } }, check);
  }
  return rows;
}

export async function countOpenFindings(db: Kysely<Database>): Promise<number> {
  const { open } = await db
    .selectFrom('audit_finding')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

/** Open findings, newest first, and the time of the auditor's last pass. */
export async function readAuditorState(db: Kysely<Database>, limit: number) {
  const [findings, count, state] = await Promise.all([
    db
      .selectFrom('audit_finding')
      .select([
        'check_name as check',
        'subject',
        'wallet_id as walletId',
        'seq',
        'detail',
        'found_at as foundAt',
      ])
      .where('resolved_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    countOpenFindings(db),
    db
      .selectFrom('auditor_state')
      .select([
        'last_pass_at as lastPassAt',
        'caught_up_at as caughtUpAt',
        'round_ended_at as roundEndedAt',
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { ...state, count, findings };
}
