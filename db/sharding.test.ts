// Wallets could be divided over several Postgres (docs/scale.md): what an engine for it refuses is listed here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '@sachet/dev/local/places';
import { createTestDatabase, type TestDatabase } from '@sachet/dev/local/testing/database';

/** Unique indexes without the wallet, each with what replaces it. */
const indexesToReplace: Record<string, string> = {
  wallet_owner_kind_owner_id_key: 'a table of owners on the coordinator, written with the wallet',
  ledger_event_key: 'the wallet as a column before the expression',
  ledger_event_position: 'the sequence alone',
  ledger_event_payment_credited: 'a table of credited payments on the coordinator',
  ledger_event_hold_placed: 'the wallet added: commands name the hold and its wallet',
  ledger_event_hold_ended: 'the wallet added: commands name the hold and its wallet',
  open_hold_pkey: 'the wallet added',
  generation_pkey: 'the wallet added: ids are random',
  generation_request: 'the wallet added: a person asks from one wallet at a time',
  unlock_pkey: 'the wallet added: ids are random',
  unlock_request: 'the wallet added: a person buys from one wallet at a time',
  unlock_current: 'the wallet added: a generation is bought from its own wallet',
  unlock_generation_id_attempt_key: 'the wallet added: a generation is bought from its own wallet',
  unlock_upgraded: 'the wallet added: a larger copy is bought from the same wallet',
};

/** Foreign keys that would cross nodes, each with what holds the same. */
const keysToDrop: Record<string, string> = {
  'admin_proposal.wallet_id': 'wallets are never deleted',
  'content_report.generation_id': 'generations are blanked, not deleted',
  'generation.source_generation_id':
    'generations are blanked; a source may be of an earlier wallet',
  'generation.uid': 'people are blanked, not deleted',
  'gift_redemption.wallet_id': 'wallets are never deleted',
  'payment_order.wallet_id': 'wallets are never deleted',
  'payment_refund.wallet_id': 'wallets are never deleted',
  'picture_version.generation_id': 'generations are blanked, not deleted',
  'provider_call.generation_id': 'generations are blanked, not deleted',
  'referral.friend_wallet_id': 'wallets are never deleted',
  'referral.inviter_wallet_id': 'wallets are never deleted',
  'unlock.generation_id': 'the wallet added to the key',
  'unlock.uid': 'people are blanked, not deleted',
  'unlock.upgrades_hold_id': 'the wallet added to the key',
  'user_profile.wallet_id': 'wallets are never deleted',
  'wallet_closing.wallet_id': 'wallets are never deleted',
};

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The tables of the page, by the first words of their row. */
function readPlaces(): { place: string; tables: string[] }[] {
  const page = readFileSync(join(root, 'docs/scale.md'), 'utf8');
  const section = page.slice(page.indexOf('## Beyond one Postgres'));
  return [...section.matchAll(/^\| (distributed|reference|coordinator)[^|]*\|(.*)\|$/gm)].map(
    ([, place, cells]) => ({
      place: place!,
      tables: [...cells!.matchAll(/`(\w+)`/g)].map(([, table]) => table!),
    }),
  );
}
const tablesAt = (wanted: string) =>
  readPlaces().flatMap(({ place, tables }) => (place === wanted ? tables : []));

test('docs/scale.md gives every table one place', async () => {
  const { rows } = await client.query<{ table: string }>(
    `select relname as table from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const placed = readPlaces().flatMap(({ tables }) => tables);
  expect(placed.toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
});

test('every unique index of a distributed table contains the wallet, or its replacement is known', async () => {
  const { rows } = await client.query<{ index: string }>(
    `select i.indexrelid::regclass::text as index
       from pg_index i
      where i.indisunique and i.indrelid::regclass::text = any ($1)
        and not exists (
          select from pg_attribute a
           where a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
             and a.attname = case i.indrelid when 'wallet'::regclass then 'id' else 'wallet_id' end)`,
    [tablesAt('distributed')],
  );
  const found = rows.map(({ index }) => index);
  expect(found.toSorted()).toEqual(Object.keys(indexesToReplace).toSorted());
});

test('no foreign key crosses nodes, but for those that another rule holds too', async () => {
  const { rows } = await client.query<{ from: string; to: string; columns: string[] }>(
    `select c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
       array(select attname::text from pg_attribute
              where attrelid = c.conrelid and attnum = any (c.conkey)) as columns
       from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  const distributed = new Set(tablesAt('distributed'));
  const copied = new Set(tablesAt('reference'));
  const crossing = rows.filter(({ from, to, columns }) => {
    if (!distributed.has(from)) return distributed.has(to);
    if (copied.has(to)) return false;
    return !distributed.has(to) || !columns.includes('wallet_id');
  });
  const found = crossing.map(({ from, columns }) => `${from}.${columns.join('+')}`);
  expect(found.toSorted()).toEqual(Object.keys(keysToDrop).toSorted());
});
