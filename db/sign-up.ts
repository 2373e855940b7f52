/** Makes a person's profile, wallet and bonus; once, however often and however parallel it is asked. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Ledger } from './ledger/ledger.ts';
import { claimStatement, hasClaimedBonus, profileStatements, readProfile } from './people.ts';
import type { NewProfile, Profile } from './people.ts';
import type { Database } from './tables.ts';
import { openWallet } from './wallets.ts';

export interface SignUp extends Omit<NewProfile, 'walletId' | 'organization'> {
  /** Given for an organisation account: the caller becomes its admin. */
  organizationName: string | null;
}

/** Specification, section 9: ₹250. */
export const signupBonusPaise = 250_00;

export async function signUp(
  { db, ledger }: { db: Kysely<Database>; ledger: Ledger },
  person: SignUp,
): Promise<{ profile: Profile; createdProfile: boolean }> {
  const existing = await readProfile(db, person.uid);
  if (existing) return { profile: existing, createdProfile: false };

  const organization =
    person.organizationName === null
      ? null
      : { id: organizationIdOf(person.uid), name: person.organizationName };
  // A wallet without a profile is harmless; a profile without a wallet would not be.
  const walletId = await openWallet(
    db,
    organization ? { kind: 'organization', id: organization.id } : { kind: 'user', id: person.uid },
  );
  const createdProfile = await createProfile({ db, ledger }, { ...person, walletId, organization });
  const profile = await readProfile(db, person.uid);
  if (!profile) throw new Error(`no profile after signing up ${person.uid}`);
  return { profile, createdProfile };
}

/** One organisation for one founder: the same call twice must not found a second. */
function organizationIdOf(founderUid: string): string {
  const digest = createHash('sha256').update(`sachet.organization\n${founderUid}`).digest('hex');
  return `org_${digest.slice(0, 26)}`;
}

function personDigest({ phoneNumber, email, uid }: NewProfile): Buffer {
  const person = phoneNumber ? `phone:${phoneNumber}` : email ? `email:${email}` : `uid:${uid}`;
  return createHash('sha256').update(`sachet.person\n${person}`).digest();
}

/** False when somebody else was first with the same uid. */
async function createProfile(
  { db, ledger }: { db: Kysely<Database>; ledger: Ledger },
  profile: NewProfile,
): Promise<boolean> {
  const digest = personDigest(profile);
  if (await hasClaimedBonus(db, digest)) return createWithoutBonus(db, profile);
  try {
    const outcome = await ledger.append(
      {
        type: 'CreditSignupBonus',
        walletId: profile.walletId,
        idempotencyKey: `signup-bonus:${profile.uid}`,
        actor: `user:${profile.uid}`,
        amountPaise: signupBonusPaise,
      },
      [...profileStatements(db, profile), claimStatement(db, { uid: profile.uid, digest })],
    );
    if (!outcome.ok) throw new Error(`sign-up bonus refused: ${outcome.refusal}`);
    return !outcome.replayed;
  } catch (error) {
    // The same person under another uid, at the same moment: the bonus went there.
    if (isViolationOf(error, 'bonus_claim_pkey')) return createWithoutBonus(db, profile);
    throw error;
  }
}

async function createWithoutBonus(db: Kysely<Database>, profile: NewProfile): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      for (const statement of profileStatements(db, profile)) await trx.executeQuery(statement);
    });
    return true;
  } catch (error) {
    if (isViolationOf(error, 'user_profile_pkey') || isViolationOf(error, 'organization_pkey')) {
      return false;
    }
    throw error;
  }
}

function isViolationOf(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string } | null)?.constraint === constraint;
}
