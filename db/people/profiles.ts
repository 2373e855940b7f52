import { sql, type CompiledQuery, type Kysely, type Selectable } from 'kysely';
import type { BonusWithheld } from '@sachet/shared/people/contracts/user';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { istMonth } from '@sachet/shared/time';
import { prepare } from '../prepared.ts';
import { withheldPaise } from './signup-bonus.ts';
import type { Database } from '../tables.ts';

export type Profile = Selectable<Database['user_profile']> & {
  organization_name: string | null;
  /** The number of the wallet's newest event. */
  wallet_seq: number;
  balance_paise: number;
  held_paise: number;
  /** The part of the balance that cannot be spent (`withheldPaise`). */
  withheld_paise: number;
  /** The person whose verification releases the wallet's bonus, if it is locked. */
  locked_for: string | null;
  budget_paise: number;
  lifetime_spent_paise: number;
  /** In this calendar month in India, from the profile's current wallet. */
  spent_this_month_paise: number;
};

/** A user with their wallet's figures; undefined without a profile. */
export async function readProfile(db: Kysely<Database>, uid: string): Promise<Profile | undefined> {
  const [profile] = await readOne(db, { uid, month: istMonth(Date.now()) });
  return profile;
}

const readOne = prepare('profile', (db, { uid, month }: { uid: string; month: string }) =>
  selectProfiles(db, month).where('u.uid', '=', uid),
);

/** Returns the profiles in no order; users without a profile are left out. */
export async function readProfiles(
  db: Kysely<Database>,
  uids: readonly string[],
): Promise<Profile[]> {
  return selectProfiles(db, istMonth(Date.now()))
    .where('u.uid', '=', sql<string>`any(${uids})`)
    .execute();
}

/** The columns are listed, because one of the queries is prepared. */
const columns = Object.keys({
  uid: true,
  account_type: true,
  role: true,
  organization_id: true,
  wallet_id: true,
  first_name: true,
  last_name: true,
  phone_number: true,
  email: true,
  email_verified: true,
  disabled_at: true,
  created_at: true,
  sign_up_id: true,
  bonus_withheld: true,
  deleted_at: true,
  erased_at: true,
  rules_seen_at: true,
  low_balance_paise: true,
  bill_mails: true,
  language: true,
  search_text: true,
} satisfies Record<keyof Database['user_profile'], true>) as (keyof Database['user_profile'])[];

function selectProfiles(db: Kysely<Database>, month: string) {
  return db
    .selectFrom('user_profile as u')
    .innerJoin('wallet as w', 'w.id', 'u.wallet_id')
    .leftJoin('organization as o', 'o.id', 'u.organization_id')
    .leftJoin('member_budget as b', (join) =>
      join.onRef('b.wallet_id', '=', 'u.wallet_id').onRef('b.member_uid', '=', 'u.uid'),
    )
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('member_month as m')
          .whereRef('m.member_uid', '=', 'u.uid')
          .select((sum) => [
            sum.fn.sum<string>('m.spent_paise').as('ever'),
            sum.fn
              .sum<string>('m.spent_paise')
              .filterWhereRef('m.wallet_id', '=', 'u.wallet_id')
              .filterWhere('m.month', '=', month)
              .as('this_month'),
          ])
          .as('s'),
      (join) => join.onTrue(),
    )
    .select(columns.map((column) => `u.${column}` as const))
    .select(({ fn, lit }) => [
      'o.name as organization_name',
      'w.seq as wallet_seq',
      'w.balance_paise',
      'w.held_paise',
      'w.locked_for',
      withheldPaise.as('withheld_paise'),
      fn.coalesce('b.budget_paise', lit(0)).as('budget_paise'),
      sql<number>`coalesce(s.ever, 0)::bigint`.as('lifetime_spent_paise'),
      sql<number>`coalesce(s.this_month, 0)::bigint`.as('spent_this_month_paise'),
    ]);
}

/** Returns those of these users who were disabled or deleted. */
export async function readWhoseAccessEnded(
  db: Kysely<Database>,
  uids: readonly string[],
): Promise<string[]> {
  const ended = await db
    .selectFrom('user_profile')
    .select('uid')
    .where('uid', '=', sql<string>`any(${uids})`)
    .where('disabled_at', 'is not', null)
    .execute();
  return ended.map(({ uid }) => uid);
}

export interface NewProfile {
  uid: string;
  walletId: string;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  email: string | null;
  emailVerified: boolean;
  /** Identifies the call: the row stores the id of the call that created it. */
  signUpId: string;
  bonusWithheld: BonusWithheld | null;
  /** The organization that this person founds, as its admin. */
  founds: { id: string; name: string } | null;
}

/** Inserts the profile, after the organization that the person founds. */
export function profileStatements(db: Kysely<Database>, profile: NewProfile): CompiledQuery[] {
  const { founds } = profile;
  const insertion = db.insertInto('user_profile').values({
    uid: profile.uid,
    account_type: founds ? 'organization' : 'individual',
    role: founds ? 'admin' : 'user',
    organization_id: founds?.id ?? null,
    wallet_id: profile.walletId,
    first_name: profile.firstName,
    last_name: profile.lastName,
    phone_number: profile.phoneNumber,
    email: profile.email,
    email_verified: profile.emailVerified,
    sign_up_id: profile.signUpId,
    bonus_withheld: profile.bonusWithheld,
    disabled_at: null,
  });
  const organization = founds && db.insertInto('organization').values(founds).compile();
  return [...(organization ? [organization] : []), insertion.compile()];
}

/** Records that the user has read the content rules. */
export async function markRulesSeen(db: Kysely<Database>, uid: string): Promise<void> {
  await db
    .updateTable('user_profile')
    .set({ rules_seen_at: new Date() })
    .where('uid', '=', uid)
    .execute();
}

/** The language of mails to this user. */
export async function setLanguage(
  db: Kysely<Database>,
  { uid, language }: { uid: string; language: Language },
): Promise<void> {
  await db.updateTable('user_profile').set({ language }).where('uid', '=', uid).execute();
}

/** Stores the address that the sign-in provider has verified. */
export async function storeVerifiedEmail(
  db: Kysely<Database>,
  {
    uid,
    email,
    bonusWithheld,
  }: { uid: string; email: string; bonusWithheld: BonusWithheld | null },
): Promise<void> {
  await db
    .updateTable('user_profile')
    .set({ email, email_verified: true, bonus_withheld: bonusWithheld })
    .where('uid', '=', uid)
    .execute();
}
