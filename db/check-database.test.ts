import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oldestPostgres } from '@sachet/shared/configuration/environment-variables';
import { coordinate } from '../dev/local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../dev/local/testing/database.ts';
import { freePort } from '../dev/local/ports.ts';
import {
  checkDatabase,
  checkReplica,
  readDatabaseFacts,
  type DatabaseFacts,
} from './check-database.ts';
import { createPool } from './connect.ts';

const timeoutMs = 60_000;
const check = async (url: string) =>
  checkDatabase('DATABASE_URL', await readDatabaseFacts(url, timeoutMs));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

describe('problems of a real server', () => {
  test('a database that Sachet created has no problem', async () => {
    expect(await check(database.appUrl)).toEqual([]);
    expect(await readDatabaseFacts(database.appUrl, timeoutMs)).toEqual({
      state: 'open',
      version: expect.stringMatching(/^1[78]\./),
      encoding: 'UTF8',
      locale: 'C.UTF-8',
      isBytewise: true,
      hasOtherCollation: false,
      isStandby: false,
      awaitsRestored: false,
    });
  });

  test('a database of another encoding is refused', async () => {
    const name = `${database.name}_ascii`;
    const pool = createPool(database.ownerUrl, { max: 1 });
    try {
      await pool.query(
        `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C' locale_provider libc`,
      );
      const url = new URL(database.ownerUrl);
      url.pathname = `/${name}`;
      expect(await check(url.href)).toMatchObject([
        {
          level: 'error',
          problem: 'DATABASE_URL: the encoding of the database is SQL_ASCII, not UTF8',
          remedy: expect.stringContaining("encoding 'UTF8'"),
        },
      ]);
    } finally {
      await pool.query(`drop database if exists ${name} with (force)`);
      await pool.end();
    }
  });

  test('a wrong password and a missing database are refused, and the password is not in the report', async () => {
    const wrong = new URL(database.appUrl);
    wrong.password = 'not-the-password';
    const [refused, ...others] = await check(wrong.href);
    expect(others).toEqual([]);
    expect(refused).toMatchObject({ level: 'error' });
    expect(refused!.isTemporary).toBeUndefined();
    expect(refused!.problem).toMatch(/^DATABASE_URL: password authentication failed/);
    expect(JSON.stringify(refused)).not.toContain('not-the-password');

    const missing = new URL(coordinate('TEST_DATABASE_APP_URL'));
    missing.pathname = '/no_such_database';
    expect(await check(missing.href)).toMatchObject([
      { level: 'error', problem: 'DATABASE_URL: database "no_such_database" does not exist' },
    ]);
  });

  test('a restored database is reported until its restore is recorded', async () => {
    const pool = createPool(database.ownerUrl, { max: 1 });
    try {
      await pool.query(`alter database ${database.name} set sachet.restored = 'a-mark'`);
      expect(await check(database.appUrl)).toMatchObject([
        { level: 'warning', remedy: expect.stringContaining('`ledger restored`') },
      ]);
    } finally {
      await pool.query(`alter database ${database.name} reset sachet.restored`);
      await pool.end();
    }
    expect(await check(database.appUrl)).toEqual([]);
  });

  test('an address for reports that leads to no standby is a warning', async () => {
    const facts = await readDatabaseFacts(database.appUrl, timeoutMs);
    expect(checkReplica('DATABASE_REPLICA_URL', facts)).toMatchObject([
      { level: 'warning', problem: 'DATABASE_REPLICA_URL: this server is not a standby' },
    ]);
  });

  test('a server that does not answer is a temporary error', async () => {
    const url = `postgres://sachet:word@127.0.0.1:${await freePort()}/sachet`;
    const [away] = await check(url);
    expect(away).toMatchObject({ level: 'error', isTemporary: true });
    expect(away!.problem).toContain('the database cannot be reached');
    expect(away!.problem).not.toContain('word');
  });
});

type Open = Extract<DatabaseFacts, { state: 'open' }>;

describe('problems from given facts', () => {
  const facts: Open = {
    state: 'open',
    version: '18.4',
    encoding: 'UTF8',
    locale: 'C.UTF-8',
    isBytewise: true,
    hasOtherCollation: false,
    isStandby: false,
    awaitsRestored: false,
  };
  const find = (other: Partial<Open>) => checkDatabase('DATABASE_URL', { ...facts, ...other });

  test.each(['16.9', '9.6.24', '16.9 (Debian 16.9-1.pgdg12+1)'])(
    'PostgreSQL %s is too old',
    (version) => {
      expect(find({ version })).toMatchObject([
        {
          level: 'error',
          problem: `DATABASE_URL: PostgreSQL ${version} is too old; Sachet needs 17 or newer`,
        },
      ]);
    },
  );

  test('a locale of the system causes a warning, and changed rules of a locale cause a warning with a remedy', () => {
    expect(find({ locale: 'en_US.UTF-8', isBytewise: false })).toMatchObject([
      {
        level: 'warning',
        problem:
          "DATABASE_URL: the database sorts texts by the locale en_US.UTF-8, which an update of the server's system can change",
      },
    ]);
    expect(find({ isBytewise: false, hasOtherCollation: true })).toMatchObject([
      {
        level: 'warning',
        problem:
          "DATABASE_URL: the server's operating system now sorts texts differently than when the indexes were built",
        remedy: expect.stringContaining('reindex database'),
      },
    ]);
  });
});

test.each(['README.md', '.env.example'])(
  '%s names the oldest supported version of PostgreSQL',
  (file) => {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
    expect(text).toContain(`PostgreSQL ${oldestPostgres} or newer`);
  },
);
