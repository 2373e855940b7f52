import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { insertLockIds, locks } from './locks.ts';

const root = join(import.meta.dirname, '..');
const folders = '{adapters,api,db,dev,flows,ops,shared,worker}';
const files = [...globSync(`${folders}/**/*.{ts,sql,mjs}`, { cwd: root })]
  .filter((file) => !file.includes('node_modules') && !file.startsWith('db/locks.'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('advisory locks', () => {
  test('every lock has its own number and a purpose', () => {
    const all = Object.values(locks);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ purpose }) => purpose)).size).toBe(all.length);
  });

  test('no other file has the number of a lock', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(filesWith(/\b72070\d\d\b|hashtext\('sachet/)).toEqual([]);
    expect(filesWith(/pg_\w*advisory\w*\(\s*(\d|hashtext\('\w)/)).toEqual([]);
  });

  // Statements that travel with a ledger command are built in `db` and `flows`: only functions of
  // `db/locks.ts`, which all run immediately, can wait for an advisory lock.
  test('no statement that travels with a ledger command can wait for an advisory lock', () => {
    const production = filesWith(/pg_(try_)?advisory/).filter(
      (file) => !/\.test\.ts$|\/testing\//.test(file),
    );
    expect(production.toSorted()).toEqual([
      'db/migrations/0001-ledger.sql',
      'db/migrations/0006-admin.sql',
    ]);
    const textOf = (name: string) => files.find(({ file }) => file.endsWith(name))!.text;
    expect(textOf('0001-ledger.sql').match(/pg_\w*advisory\w*/g)).toEqual([
      'pg_try_advisory_xact_lock',
    ]);
    // Only a new gift code waits, which is no ledger command.
    const [before, ...others] = textOf('0006-admin.sql').split('pg_advisory_xact_lock');
    expect(others).toHaveLength(1);
    expect(before!.lastIndexOf('create function check_gift_code()')).toBe(
      before!.lastIndexOf('create function'),
    );
  });

  test('a migration cannot name a lock that does not exist', () => {
    expect(insertLockIds('lock_now(:lock_adjustments, x)')).toBe(
      `lock_now(${locks.adjustments.id}, x)`,
    );
    expect(() => insertLockIds(':lock_nothing')).toThrow('no lock is called nothing');
  });
});
