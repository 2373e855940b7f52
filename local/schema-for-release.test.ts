import { expect, test } from 'vitest';
import { schemaForRelease } from './schema-for-release.ts';

const migrations = [
  { name: '0001-wallets', text: 'create table wallet ();' },
  { name: '0002-smaller-index', text: 'create index beside;' },
  { name: '0003-old-index-goes', text: '-- needs code of 0002-smaller-index\ndrop index old;' },
  { name: '0004-notes', text: 'create table note ();' },
];
const namesFor = (...released: string[]) => {
  const { applied, tooNew } = schemaForRelease(migrations, new Set(released));
  return { applied: applied.map(({ name }) => name), tooNew: tooNew?.name };
};

test('given a release that knows what a migration needs, then it works on the whole schema', () => {
  expect(namesFor('0001-wallets', '0002-smaller-index')).toEqual({
    applied: migrations.map(({ name }) => name),
    tooNew: undefined,
  });
});

test('given a release that does not, then it works on the schema before that migration', () => {
  expect(namesFor('0001-wallets')).toEqual({
    applied: ['0001-wallets', '0002-smaller-index'],
    tooNew: '0003-old-index-goes',
  });
});
