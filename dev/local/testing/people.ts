import { randomBytes, randomInt } from 'node:crypto';
import type { CreateUserRequest } from '@sachet/shared/people/contracts/user';
import {
  changeAccount,
  refreshIdToken,
  signInByPhone,
  signUpByEmail,
  type SignedIn,
} from '../sign-in.ts';
import { type Emulator, readyEmulator } from './coordinates.ts';

export interface Person extends SignedIn {
  phoneNumber?: string;
  email?: string;
  password?: string;
  /** Headers in the format of `fetch`. */
  headers: { authorization: string };
}

const password = 'a-password-for-tests';

/** A phone account in the emulator, without a profile in the product yet. */
export async function signUpByPhone(phoneNumber = somePhoneNumber()): Promise<Person> {
  const { host, projectId } = await readyEmulator();
  return asPerson(await signInByPhone(host, projectId, phoneNumber), { phoneNumber });
}

/** An email account, whose address is verified unless the test requests otherwise. */
export async function signUpWithEmail(
  options: { email?: string; verified?: boolean } = {},
): Promise<Person> {
  const emulator = await readyEmulator();
  const email = options.email ?? `${randomBytes(6).toString('hex')}@people.test`;
  const account = await signUpByEmail(emulator.host, email, password);
  const person = asPerson(account, { email, password });
  if (options.verified === false) return person;
  await changeAccount(emulator.host, emulator.projectId, person.uid, { emailVerified: true });
  return withFreshToken(person, emulator);
}

/** The same person with a new token: after a change of claims or of the email's state. */
export async function withFreshToken(person: Person, emulator?: Emulator): Promise<Person> {
  const { host } = emulator ?? (await readyEmulator());
  const token = await refreshIdToken(host, person.refreshToken);
  return { ...person, token, headers: { authorization: `Bearer ${token}` } };
}

export interface NewPerson {
  apiUrl: string;
  by?: 'phone' | 'email';
  account?: CreateUserRequest;
}

/**
 * A user with a profile, created as the sign-up dialog does: an individual unless the test requests an
 * organization.
 */
export async function createPerson({ apiUrl, by = 'phone', account }: NewPerson): Promise<Person> {
  const person = by === 'phone' ? await signUpByPhone() : await signUpWithEmail();
  const answer = await fetch(`${apiUrl}/api/user`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(
      account ?? { accountType: 'individual', firstName: 'Test', lastName: 'Person' },
    ),
  });
  if (!answer.ok) throw new Error(`POST /api/user: ${answer.status} ${await answer.text()}`);
  return person;
}

/** One after another: among some hundred random numbers of eight digits, two are the same now and then. */
let lastNumber = randomInt(9_700_000_000, 9_999_000_000);

/** A number that no other test of this process has. */
export function somePhoneNumber(): string {
  return `+91${(lastNumber += 1)}`;
}

function asPerson(account: SignedIn, more: Partial<Person>): Person {
  return { ...account, ...more, headers: { authorization: `Bearer ${account.token}` } };
}
