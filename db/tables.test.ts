// The generated tables are those of the migrations. `WRITE_TABLES=1 npm test -- db/tables` writes them again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, PostgresDialect } from 'kysely-codegen';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { createTestDatabase } from '@sachet/dev/local/testing/database';
import { createKysely, createPool } from './connect.ts';

const file = join(import.meta.dirname, 'generated-tables.ts');

test('the types of the tables are those of the migrated schema', async () => {
  const database = await createTestDatabase();
  const db = createKysely(createPool(database.ownerUrl));
  try {
    const generated = await generate({
      db: db as never,
      dialect: new PostgresDialect(),
      defaultSchemas: ['public'],
      // As `db/connect.ts` parses them.
      typeMapping: {
        int8: 'number',
        numeric: 'number',
        timestamptz: 'Date',
        date: 'string',
        jsonb: 'unknown',
      },
      typeOnlyImports: true,
      print: false,
    });
    const text = await format(generated, { ...(await resolveConfig(file)), filepath: file });
    if (process.env.WRITE_TABLES) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
