// Empties a queue on Postgres, so that only the rows in our own tables are left.
import type { Books } from '../../api/testing/books.ts';

/** Returns the number of lost jobs. */
export async function loseQueue(books: Books): Promise<number> {
  const tables = await books.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = (select schemaname from pg_tables where tablename = 'job')
        and tablename not like '%migration%'`,
  );
  const names = tables.map(({ name }) => name);
  const job = names.find((name) => name.endsWith('.job'))!;
  const [jobs] = await books.query<{ count: number }>(`select count(*) from ${job}`);
  await books.query(`truncate ${names.join(', ')}`);
  return jobs!.count;
}
