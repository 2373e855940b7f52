/** Creates a user's profile, wallet and bonus; once, even for repeated and concurrent calls. */
import { createHash, randomUUID } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import { violates } from '@sachet/db/constraint';
import type { Ledger } from '@sachet/db/ledger/ledger';
import {
  profileStatements,
  readProfile,
  type NewProfile,
  type Profile,
} from '@sachet/db/people/profiles';
import { joinStatement } from '@sachet/db/people/referrals';
import type { Database } from '@sachet/db/tables';
import type { BonusWithheld } from '@sachet/shared/people/contracts/user';
import { openWallet } from '@sachet/db/wallet/wallets';
import { creditBonus } from './signup-bonus.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
}

type Person = Pick<
  NewProfile,
  'uid' | 'firstName' | 'lastName' | 'phoneNumber' | 'email' | 'emailVerified'
>;

export interface SignUp extends Person {
  /** Set for an organization account: the caller becomes its admin. */
  organizationName: string | null;
  /** The code of the friend's link that brought this person. */
  friendCode?: string | undefined;
  /** When the account was created at the sign-in provider. */
  readAccountCreated?: (() => Promise<Date>) | undefined;
}

export interface SignedUp {
  readonly profile: Profile;
  readonly createdProfile: boolean;
}

/**
 * Always creates a separate account: an open invitation is accepted in another step (`join-organization.ts`).
 * `createdProfile` is true for exactly one call, which created the profile.
 */
export async function signUp(deps: Dependencies, person: SignUp): Promise<SignedUp> {
  const signUpId = randomUUID();
  for (let tries = 0; tries < 5; tries += 1) {
    const profile = await readProfile(deps.db, person.uid);
    if (profile) return { profile, createdProfile: profile.sign_up_id === signUpId };
    await createAccount(deps, person, signUpId);
  }
  throw new Error(`no profile after signing up ${person.uid}`);
}

async function createAccount(deps: Dependencies, person: SignUp, signUpId: string): Promise<void> {
  const { db } = deps;
  const organizationId = person.organizationName === null ? null : toOrganizationId(person.uid);
  // A wallet without a profile is harmless, but a profile without a wallet is not.
  const walletId = await openWallet(
    db,
    organizationId
      ? { kind: 'organization', id: organizationId }
      : { kind: 'user', id: person.uid },
  );
  const profile = {
    ...person,
    walletId,
    signUpId,
    founds: organizationId ? { id: organizationId, name: person.organizationName! } : null,
  };
  const statementsFor = (bonusWithheld: BonusWithheld | null): CompiledQuery[] => {
    const insertions = profileStatements(db, { ...profile, bonusWithheld });
    const { uid, friendCode: code } = person;
    // An account that gets no bonus brings its inviter nothing either.
    const joining =
      code && bonusWithheld === null ? [joinStatement(db, { uid, walletId, code })] : [];
    return [...insertions, ...joining];
  };
  const bonus = await creditBonus(deps, profile, statementsFor(null));
  if (bonus !== 'credited') await ignoreAlreadyMade(runAll(db, statementsFor(bonus)));
}

/** A founder has one organization: repeating the call must not create a second one. */
function toOrganizationId(founderUid: string): string {
  const digest = createHash('sha256').update(`sachet.organization\n${founderUid}`).digest('hex');
  return `org_${digest.slice(0, 26)}`;
}

async function runAll(db: Kysely<Database>, statements: readonly CompiledQuery[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await trx.executeQuery(statement);
  });
}

/** If another call created the profile first, the caller's next read finds it. */
async function ignoreAlreadyMade(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!violates(error, 'user_profile_pkey', 'organization_pkey')) throw error;
  }
}
