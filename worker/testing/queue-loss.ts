// Empties a queue, so that only the rows in our own tables are left.
import { Redis } from 'ioredis';
import { redisUrl } from '../../local/testing/coordinates.ts';
import type { Books } from '../../api/testing/books.ts';

/**
 * Returns the number of deleted rows or keys. Does not use FLUSHALL, because Redis is shared with other
 * tests.
 */
export async function loseQueue(
  books: Books,
  { queue, prefix }: { queue: 'postgres' | 'redis'; prefix: string },
): Promise<number> {
  if (queue === 'redis') {
    const redis = new Redis(redisUrl());
    const keys = await redis.keys(`${prefix}:*`);
    const lost = keys.length > 0 ? await redis.del(...keys) : 0;
    await redis.quit();
    return lost;
  }
  const tables = await books.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = $1
        and tablename not like '%migration%'`,
    [prefix],
  );
  const names = tables.map(({ name }) => `${prefix}.${name}`);
  const [jobs] = await books.query<{ count: number }>(`select count(*) from ${prefix}.job`);
  await books.query(`truncate ${names.join(', ')}`);
  return jobs!.count;
}
