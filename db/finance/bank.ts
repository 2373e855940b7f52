/** Bank statements: imports them, withdraws imports, and finds the gateway's money in their lines. */
import { createHash } from 'node:crypto';
import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { ColumnRole } from '@sachet/shared/finance/settlement/bank-columns';
import type { DateOrder } from '@sachet/shared/finance/settlement/bank-day';
import { lockUntilCommit } from '../locks.ts';
import { requestComparison } from './comparisons.ts';
import { refuseLockedDays } from './months.ts';
import { arrivesWithinDays } from './reconcile.ts';
import { recordImport, type SettlementImport } from './settlements.ts';
import { toLineKey, type StatementLine } from '@sachet/shared/finance/settlement/bank-statement';
import type { Database } from '../tables.ts';

/** A line has the same digest in every file of the same account. */
const toBankDigest = (line: StatementLine): Buffer =>
  createHash('sha256')
    .update(`${toLineKey(line)} ${line.occurrence}`)
    .digest();

const rowsPerStatement = 1_000;

/** Days of the settlements that bank lines with these references belong to. */
async function findSettledDays(db: Kysely<Database>, refs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct settled_on as day from settlement_current
     where upper(utr) = any(${refs}::text[]) and settled_on is not null`.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * Days whose settlements should have arrived by the end of this statement, but not by the end of any other.
 * They are compared too, because a missing settlement has no line.
 */
async function findDueDays(trx: Transaction<Database>, toDay: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with other as (
      select max(i.to_day) as day from settlement_import i
       where i.source = 'bank'
         and not exists (select from bank_withdrawal w where w.import_id = i.id))
    select distinct c.settled_on as day from settlement_current c, other
     where c.utr is not null and c.settled_on <= ${toDay}
       and c.settled_on >= coalesce(
             to_char(other.day::date - ${arrivesWithinDays + 1}::int, 'YYYY-MM-DD'), '')`.execute(
    trx,
  );
  return rows.map(({ day }) => day);
}

/**
 * The caller holds the lock of the statements.
 * @throws {MonthIsLocked} for a new line of a month that is signed off.
 */
export async function storeStatement(
  trx: Transaction<Database>,
  row: Omit<Insertable<Database['settlement_import']>, 'new_lines' | 'touched_days'>,
  lines: readonly StatementLine[],
): Promise<SettlementImport> {
  const digests = lines.map(toBankDigest);
  const { rows: known } = await sql<{ digest: Buffer }>`
    select digest from bank_money where digest = any(${digests}::bytea[])`.execute(trx);
  const knownDigests = new Set(known.map(({ digest }) => digest.toString('hex')));
  const isNew = (_: StatementLine, at: number) => !knownDigests.has(digests[at]!.toString('hex'));
  const newLines = lines.filter(isNew);
  await refuseLockedDays(
    trx,
    newLines.map(({ day }) => day),
  );
  const refs = [...new Set(lines.flatMap(({ references }) => references))];
  const touchedDays = [
    ...new Set([
      ...lines.map(({ day }) => day),
      ...(await findSettledDays(trx, refs)),
      ...(row.to_day ? await findDueDays(trx, row.to_day) : []),
    ]),
  ].toSorted();
  const imported = await recordImport(trx, {
    ...row,
    new_lines: newLines.length,
    touched_days: touchedDays,
  });
  for (let at = 0; at < lines.length; at += rowsPerStatement) {
    const batch = lines.slice(at, at + rowsPerStatement);
    await trx
      .insertInto('bank_line')
      .values(
        batch.map((line, n) => ({
          import_id: imported.id,
          line: line.line,
          day: line.day,
          amount_paise: line.amountPaise,
          narration: line.text,
          refs: [...line.references],
          names_gateway: line.namesGateway,
          balance_paise: line.balancePaise,
          digest: digests[at + n]!,
        })),
      )
      .execute();
  }
  return imported;
}

/**
 * Returns the days that the statement touches; null if there is no such import, or if it was already
 * withdrawn.
 * @throws {MonthIsLocked} if a line is of a month that is signed off.
 */
export async function withdrawStatement(
  trx: Transaction<Database>,
  { importId, reason, by }: { importId: number; reason: string; by: string },
): Promise<readonly string[] | null> {
  await lockUntilCommit(trx, 'bankStatements');
  const imported = await trx
    .selectFrom('settlement_import')
    .select('touched_days')
    .where('id', '=', importId)
    .where('source', '=', 'bank')
    .executeTakeFirst();
  if (!imported) return null;
  const { rows: days } = await sql<{ day: string }>`
    select distinct day from bank_line where import_id = ${importId}`.execute(trx);
  await refuseLockedDays(
    trx,
    days.map(({ day }) => day),
  );
  const withdrawn = await trx
    .insertInto('bank_withdrawal')
    .values({ import_id: importId, reason, withdrawn_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('import_id')
    .executeTakeFirst();
  if (!withdrawn) return null;
  await requestComparison(trx, imported.touched_days);
  return imported.touched_days;
}

/**
 * Stores a person's decision whether a line is the gateway's money, and requests the comparison of its days. Returns
 * the line; null if it is unknown.
 */
export async function markBankLine(
  trx: Transaction<Database>,
  { id, isGateway, note, by }: { id: number; isGateway: boolean; note: string; by: string },
): Promise<BankMoney | null> {
  const line = await trx
    .selectFrom('bank_money')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!line) return null;
  await refuseLockedDays(trx, [line.day]);
  await trx
    .insertInto('bank_mark')
    .values({ digest: line.digest, is_gateway: isGateway, note, marked_by: by })
    .execute();
  await requestComparison(trx, [line.day, ...(await findSettledDays(trx, line.refs))]);
  return { ...line, is_gateway: isGateway };
}

export type BankMoney = Selectable<Database['bank_money']>;

/** Newest first. `before` is the last id of the previous page. */
export async function listBankLines(
  db: Kysely<Database>,
  page: { business?: 'gateway' | 'other' | undefined; before: number | null; limit: number },
): Promise<BankMoney[]> {
  let query = db.selectFrom('bank_money').selectAll();
  if (page.business) query = query.where('is_gateway', '=', page.business === 'gateway');
  if (page.before !== null) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}

export interface BankLayout {
  readonly roles: readonly (ColumnRole | null)[];
  readonly dateOrder: DateOrder | null;
}

export async function readBankLayout(
  db: Kysely<Database>,
  header: string,
): Promise<BankLayout | undefined> {
  const row = await db
    .selectFrom('bank_layout')
    .select(['roles', 'date_order'])
    .where('header', '=', header)
    .executeTakeFirst();
  return row && { roles: row.roles, dateOrder: row.date_order };
}

export async function storeBankLayout(
  trx: Transaction<Database>,
  { header, roles, dateOrder, by }: BankLayout & { header: string; by: string },
): Promise<void> {
  const layout = { roles: JSON.stringify(roles), date_order: dateOrder, set_by: by };
  await trx
    .insertInto('bank_layout')
    .values({ header, ...layout } satisfies Insertable<Database['bank_layout']>)
    .onConflict((conflict) =>
      conflict.column('header').doUpdateSet({ ...layout, set_at: new Date() }),
    )
    .execute();
}
