/** The tiles above the users (docs/product.md, Records: Metrics). */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../tables.ts';

/** Amounts in paise. */
export interface Metrics {
  readonly individuals: number;
  readonly organizationUsers: number;
  readonly individualWalletsPaise: number;
  readonly organizationWalletsPaise: number;
}

/** Counts people who are not disabled, and organizations with at least one such person. */
export async function readMetrics(db: Kysely<Database>): Promise<Metrics> {
  const { rows } = await sql<Metrics>`
    select
      (select count(*) from user_profile
        where disabled_at is null and account_type = 'individual') as individuals,
      (select count(*) from user_profile
        where disabled_at is null and account_type = 'organization') as "organizationUsers",
      (select coalesce(sum(w.balance_paise), 0)::bigint
         from user_profile u join wallet w on w.id = u.wallet_id
        where u.disabled_at is null and u.account_type = 'individual') as "individualWalletsPaise",
      (select coalesce(sum(balance_paise), 0)::bigint from wallet
        where owner_kind = 'organization' and owner_id in (
          select organization_id from user_profile
           where disabled_at is null and organization_id is not null
        )) as "organizationWalletsPaise"`.execute(db);
  return rows[0]!;
}
