/** The people of a seeded year: a profile and an account for each wallet, and the organization's members. */
import type { Pool } from 'pg';
import { createAccounts } from '../../local/sign-in.ts';
import { memberCount, team } from '../finance/year.ts';

export const organizationId = 'org_bench';
export const toEmail = (user: number) => `person.${user}@bench${user % 97}.test`;

export async function seedPeople(
  owner: Pool,
  { host, projectId }: { host: string; projectId: string },
): Promise<void> {
  await owner.query(`insert into organization (id, name) values ($1, 'Bench and Sons')`, [
    organizationId,
  ]);
  const { rows } = await owner.query<{ uid: string }>(
    `with person as (
       select owner_id as uid, id as wallet_id, null as organization_id,
              row_number() over (order by id)::int - 1 as n
         from wallet where owner_kind = 'user'
       union all
       select 'member_' || i, $1, $2, 90000000 + i from generate_series(0, $3::int - 1) as i
     )
     insert into user_profile (uid, account_type, organization_id, wallet_id, first_name, last_name,
       phone_number, email, email_verified, created_at)
     select uid, case when organization_id is null then 'individual' else 'organization' end,
            organization_id, wallet_id, 'Person', 'No ' || n, '+9198' || lpad(n::text, 8, '0'),
            'person.' || n || '@bench' || n % 97 || '.test', true, now() - n % 500000 * interval '1 minute'
       from person returning uid`,
    [team, organizationId, memberCount],
  );
  const uids = rows.map(({ uid }) => uid);
  for (let from = 0; from < uids.length; from += 1000) {
    await createAccounts(host, projectId, uids.slice(from, from + 1000));
  }
}
