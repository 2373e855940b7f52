import type { Kysely, Selectable } from 'kysely';
import type { Database, UserProfileTable } from './tables.ts';

export type Profile = Selectable<UserProfileTable> & {
  organization_name: string | null;
  balance_paise: number;
  held_paise: number;
  budget_paise: number;
  lifetime_spent_paise: number;
};

/** A person with what their pages show of money. Undefined when there is no profile. */
export async function readProfile(db: Kysely<Database>, uid: string): Promise<Profile | undefined> {
  return db
    .selectFrom('user_profile as u')
    .innerJoin('wallet as w', 'w.id', 'u.wallet_id')
    .leftJoin('organization as o', 'o.id', 'u.organization_id')
    .leftJoin('member_budget as b', (join) =>
      join.onRef('b.wallet_id', '=', 'u.wallet_id').onRef('b.member_uid', '=', 'u.uid'),
    )
    .selectAll('u')
    .select((select) => [
      'o.name as organization_name',
      'w.balance_paise',
      'w.held_paise',
      select.fn.coalesce('b.budget_paise', select.lit(0)).as('budget_paise'),
      select
        .selectFrom('member_month as m')
        .whereRef('m.member_uid', '=', 'u.uid')
        .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('m.spent_paise'), sum.lit(0)).as('sum'))
        .$castTo<number>()
        .as('lifetime_spent_paise'),
    ])
    .where('u.uid', '=', uid)
    .executeTakeFirst()
    .then((row) => row && { ...row, lifetime_spent_paise: Number(row.lifetime_spent_paise) });
}

export interface NewProfile {
  uid: string;
  walletId: string;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  email: string | null;
  emailVerified: boolean;
  organization: { id: string; name: string } | null;
}

/** The statements that make a profile real, to run in the transaction that credits the bonus. */
export function profileStatements(db: Kysely<Database>, profile: NewProfile) {
  const { organization } = profile;
  const user = db.insertInto('user_profile').values({
    uid: profile.uid,
    account_type: organization ? 'organization' : 'individual',
    role: organization ? 'admin' : 'user',
    organization_id: organization?.id ?? null,
    wallet_id: profile.walletId,
    first_name: profile.firstName,
    last_name: profile.lastName,
    phone_number: profile.phoneNumber,
    email: profile.email,
    email_verified: profile.emailVerified,
    disabled_at: null,
  });
  const statements = organization
    ? [db.insertInto('organization').values(organization).compile(), user.compile()]
    : [user.compile()];
  return statements;
}

export function claimStatement(db: Kysely<Database>, claim: { uid: string; digest: Buffer }) {
  return db
    .insertInto('bonus_claim')
    .values({ uid: claim.uid, person_digest: claim.digest })
    .compile();
}

export async function hasClaimedBonus(db: Kysely<Database>, digest: Buffer): Promise<boolean> {
  const claim = await db
    .selectFrom('bonus_claim')
    .select('uid')
    .where('person_digest', '=', digest)
    .executeTakeFirst();
  return claim !== undefined;
}
