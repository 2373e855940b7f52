/**
 * Files of the books, on request of finance. A row is also the job: a worker takes it, and a sweep finds lost
 * jobs.
 */
import { sql, type Kysely, type Selectable } from 'kysely';
import {
  exportKeptMs,
  mostExports,
  mostUnfinishedExports,
  type ExportRequest,
} from '@sachet/shared/finance/contracts/admin-exports';
import { lockUntilCommit } from '../locks.ts';
import { insertAudit } from '../admin/audit.ts';
import { newId } from '../ids.ts';
import type { Database } from '../tables.ts';

export type ExportRow = Selectable<Database['export_file']>;

const unfinished = ['requested', 'running'] as const;

/** Inserts a new export with its audit row. Returns `full` if no more exports may exist. */
export async function requestExport(
  db: Kysely<Database>,
  { request, uid }: { request: ExportRequest; uid: string },
): Promise<ExportRow | 'full'> {
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'exports');
    const { rows } = await sql<{ unfinished: number; all: number }>`
      select count(*) filter (where status = any(${unfinished})) as unfinished, count(*) as all
        from export_file where status <> 'deleted'`.execute(trx);
    const { unfinished: waiting, all } = rows[0]!;
    if (waiting >= mostUnfinishedExports || all >= mostExports) return 'full';
    const row = await trx
      .insertInto('export_file')
      .values({
        id: newId('exp'),
        request: JSON.stringify(request),
        requested_by: uid,
        bytes: null,
        sha256: null,
        error: null,
        expires_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await insertAudit(trx, {
      actor: `user:${uid}`,
      action: 'export-books',
      details: { exportId: row.id, what: request.what },
    });
    return row;
  });
}

/** All visible exports, newest first. */
export async function readExports(db: Kysely<Database>): Promise<ExportRow[]> {
  return db
    .selectFrom('export_file')
    .selectAll()
    .where('status', '<>', 'deleted')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('id', 'desc')
    .execute();
}

export async function readExport(db: Kysely<Database>, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom('export_file').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * False if there is no such export. The export's worker notices the deletion, and the sweep erases the file.
 */
export async function deleteExport(
  db: Kysely<Database>,
  { id, uid }: { id: string; uid: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('export_file')
      .set({ status: 'deleted' })
      .where('id', '=', id)
      .where('status', '<>', 'deleted')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const details = { exportId: id };
    await insertAudit(trx, { actor: `user:${uid}`, action: 'delete-export', details });
    return true;
  });
}

const silentSince = (ms: number) => sql<Date>`now() - ${ms} * interval '1 millisecond'`;

/** Takes an export that no worker has: a new one, or one whose worker has been silent for this long. */
export async function takeExport(
  db: Kysely<Database>,
  { id, silentForMs }: { id: string; silentForMs: number },
): Promise<ExportRow | undefined> {
  return db
    .updateTable('export_file')
    .set({
      status: 'running',
      attempt: sql`attempt + 1`,
      beat_at: sql`now()`,
      progress: 0,
      rows: 0,
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'requested'),
        eb('status', '=', 'running').and('beat_at', '<', silentSince(silentForMs)),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

const ofAttempt = (db: Kysely<Database>, { id, attempt }: Pick<ExportRow, 'id' | 'attempt'>) =>
  db
    .updateTable('export_file')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'running');

/** False if the export was deleted, or if another worker has taken it over. */
export async function beatExport(
  db: Kysely<Database>,
  which: Pick<ExportRow, 'id' | 'attempt'>,
  { progress, rows }: { progress: number; rows: number },
): Promise<boolean> {
  const { numUpdatedRows } = await ofAttempt(db, which)
    .set({ progress, rows, beat_at: sql`now()` })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endExport(
  db: Kysely<Database>,
  which: Pick<ExportRow, 'id' | 'attempt'>,
  end: { rows: number; bytes: number; sha256: Buffer } | { error: string },
): Promise<void> {
  const set =
    'error' in end
      ? { status: 'failed' as const, error: end.error }
      : { status: 'done' as const, progress: 1, ...end };
  await ofAttempt(db, which)
    .set({ ...set, expires_at: sql<Date>`now() + ${exportKeptMs} * interval '1 millisecond'` })
    .execute();
}

/**
 * Ids of exports that are unfinished and have had no working worker for this long, after a crash or a lost
 * job.
 */
export async function readStrandedExports(
  db: Kysely<Database>,
  silentForMs: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('export_file')
    .select('id')
    .where('status', 'in', unfinished)
    .where('beat_at', '<', silentSince(silentForMs))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of exports that can no longer be downloaded. */
export async function readExportsToErase(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('export_file')
    .select('id')
    .where((eb) => eb.or([eb('status', '=', 'deleted'), eb('expires_at', '<', sql<Date>`now()`)]))
    .execute();
  return rows.map(({ id }) => id);
}

export async function forgetExport(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('export_file').where('id', '=', id).execute();
}
