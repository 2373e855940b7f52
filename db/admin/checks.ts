/** Verifies every link of the audit trail's chain, and that the chain ends at the stored head. */
import { sql, type Kysely } from 'kysely';
import { encode } from '@sachet/shared/ledger/encoding';
import { ofSubject, type Check, type Found, type Look } from '../ledger/check.ts';
import { chainHash, sha256 } from '../ledger/rows.ts';
import type { Database } from '../tables.ts';

const rowsPerRead = 5_000;
const beforeTheFirst = Buffer.alloc(32);

/** Reads the whole trail in batches, in one snapshot. */
async function findBrokenTrail({ db, counts }: Pick<Look, 'db' | 'counts'>): Promise<Found[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const head = await trx.selectFrom('admin_audit_head').selectAll().executeTakeFirst();
      const found: Found[] = [];
      let chain: Buffer = beforeTheFirst;
      let lastId = 0;
      let rows = 0;
      for (let portion = await read(trx, 0); portion.length > 0;) {
        for (const row of portion) {
          if (!chainHash(chain, toRowDigest(row)).equals(row.hash)) {
            const detail = `is not what was recorded after row ${lastId}`;
            found.push(ofSubject(`row ${row.id}`, detail));
          }
          // Continues from the stored hash, so that one finding is reported only once.
          chain = row.hash;
          lastId = row.id;
          rows += 1;
        }
        portion = await read(trx, lastId);
      }
      if (!head || head.last_id !== lastId || !head.hash.equals(chain)) {
        found.push(ofSubject('the end', `is row ${lastId}, not row ${head?.last_id ?? '?'}`));
      }
      counts.auditRows = rows;
      return found;
    });
}

type Row = Awaited<ReturnType<typeof read>>[number];

const read = (db: Kysely<Database>, after: number) =>
  db
    .selectFrom('admin_audit')
    .select(['id', 'actor', 'action', 'target_uid', 'request_key', 'hash'])
    .select([
      sql<number>`(extract(epoch from at) * 1000000)::bigint`.as('at_us'),
      sql<string>`details::text`.as('details'),
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsPerRead)
    .execute();

function toRowDigest(row: Row): Buffer {
  return sha256(
    encode([
      'sachet.admin.audit',
      1,
      row.id,
      row.at_us,
      row.actor,
      row.action,
      row.target_uid,
      row.details,
      row.request_key,
    ]),
  );
}

export const trailChecks = {
  audit_trail_broken: {
    toDo:
      'A login changed what admins did. Keep the evidence, and change the password of the owner’s login ' +
      '(docs/ledger.md#after-a-finding).',
    whole: findBrokenTrail,
  },
} as const satisfies Record<string, Check>;
