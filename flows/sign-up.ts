/** Makes a person's profile, wallet and bonus; once, however often and however parallel it is asked. */
import { createHash, randomUUID } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Ledger } from '@sachet/db/ledger/ledger';
import {
  endBonusWait,
  hasClaimedBonus,
  insertClaim,
  insertProfile,
  readProfile,
  type NewProfile,
  type Profile,
} from '@sachet/db/people';
import type { Database } from '@sachet/db/tables';
import { openWallet } from '@sachet/db/wallets';

interface Parts {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
}

type Person = Pick<
  NewProfile,
  'uid' | 'firstName' | 'lastName' | 'phoneNumber' | 'email' | 'emailVerified'
>;

export interface SignUp extends Person {
  /** Given for an organisation account: the caller becomes its admin. */
  organizationName: string | null;
  /** Whether somebody without a phone number gets the bonus only once the address is verified. */
  bonusRequiresVerification: boolean;
}

export interface SignedUp {
  readonly profile: Profile;
  readonly createdProfile: boolean;
}

/** Specification, section 9: ₹250. */
export const signupBonusPaise = 250_00;

/**
 * Always an account of one's own: an invitation that stands open is accepted by a step of its own
 * (`join-organization.ts`). `createdProfile` is true for exactly one call, that which made the profile.
 */
export async function signUp(parts: Parts, person: SignUp): Promise<SignedUp> {
  const signUpId = randomUUID();
  for (let tries = 0; tries < 5; tries += 1) {
    const profile = await readProfile(parts.db, person.uid);
    if (profile) return { profile, createdProfile: profile.sign_up_id === signUpId };
    await createAccount(parts, person, signUpId);
  }
  throw new Error(`no profile after signing up ${person.uid}`);
}

async function createAccount(parts: Parts, person: SignUp, signUpId: string): Promise<void> {
  const { db } = parts;
  const organizationId = person.organizationName === null ? null : organizationIdOf(person.uid);
  // A wallet without a profile is harmless; a profile without a wallet would not be.
  const walletId = await openWallet(
    db,
    organizationId
      ? { kind: 'organization', id: organizationId }
      : { kind: 'user', id: person.uid },
  );
  const bonusAwaitsVerification =
    person.bonusRequiresVerification && person.phoneNumber === null && !person.emailVerified;
  const profile: NewProfile = {
    ...person,
    walletId,
    signUpId,
    bonusAwaitsVerification,
    organization: organizationId ? { id: organizationId, role: 'admin' } : null,
  };
  const statements = [insertProfile(db, profile).compile()];
  if (organizationId) {
    const organization = { id: organizationId, name: person.organizationName! };
    statements.unshift(db.insertInto('organization').values(organization).compile());
  }
  const credited =
    !bonusAwaitsVerification && (await creditBonus(parts, { ...person, walletId }, statements));
  if (!credited) await unlessMade(runAll(db, statements));
}

/** One organisation for one founder: the same call twice must not found a second. */
function organizationIdOf(founderUid: string): string {
  const digest = createHash('sha256').update(`sachet.organization\n${founderUid}`).digest('hex');
  return `org_${digest.slice(0, 26)}`;
}

/** For a profile whose bonus waited for its address, which is verified now. */
export async function creditAwaitedBonus(parts: Parts, profile: Profile): Promise<void> {
  const person = {
    uid: profile.uid,
    walletId: profile.wallet_id,
    phoneNumber: profile.phone_number,
    email: profile.email,
  };
  const end = endBonusWait(parts.db, profile.uid);
  if (!(await creditBonus(parts, person, [end.compile()]))) await end.execute();
}

/**
 * Credits the bonus and runs `statements` in one transaction. False when `statements` did not run
 * because this person, or this uid, had the bonus before.
 */
async function creditBonus(
  { db, ledger }: Parts,
  person: Pick<NewProfile, 'uid' | 'walletId' | 'phoneNumber' | 'email'>,
  statements: readonly CompiledQuery[],
): Promise<boolean> {
  const digest = personDigest(person);
  if (await hasClaimedBonus(db, digest)) return false;
  try {
    const outcome = await ledger.append(
      {
        type: 'CreditSignupBonus',
        walletId: person.walletId,
        idempotencyKey: `signup-bonus:${person.uid}`,
        actor: `user:${person.uid}`,
        amountPaise: signupBonusPaise,
      },
      [...statements, insertClaim(db, { uid: person.uid, digest }).compile()],
    );
    if (!outcome.ok) throw new Error(`sign-up bonus refused: ${outcome.refusal}`);
    return !outcome.replayed;
  } catch (error) {
    // At the same moment: the same uid in another call, or the same person under another uid.
    if (isViolationOf(error, [...madeAlready, 'bonus_claim_pkey'])) return false;
    throw error;
  }
}

function personDigest({
  phoneNumber,
  email,
  uid,
}: Pick<NewProfile, 'uid' | 'phoneNumber' | 'email'>): Buffer {
  const person = phoneNumber ? `phone:${phoneNumber}` : email ? `email:${email}` : `uid:${uid}`;
  return createHash('sha256').update(`sachet.person\n${person}`).digest();
}

async function runAll(db: Kysely<Database>, statements: readonly CompiledQuery[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await trx.executeQuery(statement);
  });
}

const madeAlready = ['user_profile_pkey', 'organization_pkey'];

/** Another call that made the profile first is for the next look to see. */
async function unlessMade(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isViolationOf(error, madeAlready)) throw error;
  }
}

function isViolationOf(error: unknown, constraints: readonly string[]): boolean {
  const { constraint } = (error ?? {}) as { constraint?: string };
  return constraint !== undefined && constraints.includes(constraint);
}
