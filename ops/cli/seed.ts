import type { Auth } from 'firebase-admin/auth';
import { type DemoPerson, demoPassword, demoPeople } from './demo-people.ts';
import { signInByEmail } from '../../dev/local/sign-in.ts';
import { Plain } from '../../dev/local/steps.ts';

export interface SeedTarget {
  apiUrl: string;
  projectId: string;
  /** host:port of the Auth emulator (`emulator` in docker-compose). No real Firebase project is ever seeded. */
  emulatorHost: string;
}

/** Creates the demo accounts and their profiles. Existing ones do not change. */
export async function seed(target: SeedTarget): Promise<void> {
  if (!/^(127\.0\.0\.1|localhost|emulator):\d+$/.test(target.emulatorHost)) {
    throw new Plain(`Demo accounts are for a local emulator only, not ${target.emulatorHost}.`);
  }
  // firebase-admin uses the emulator instead of the real Firebase only if this variable is set.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = target.emulatorHost;
  const [{ deleteApp, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const app = initializeApp({ projectId: target.projectId }, 'seed');
  try {
    const auth = getAuth(app);
    // One after another, because the organization has to exist before its member.
    for (const person of demoPeople) await seedPerson(auth, target, person);
  } finally {
    await deleteApp(app);
  }
}

async function seedPerson(auth: Auth, target: SeedTarget, person: DemoPerson): Promise<void> {
  await ensureAccount(auth, person);
  const call = await signedIn(target, person.email);
  const known = await call('GET', '/api/user');
  if (known.ok) return;
  await createProfile(call, person);
  if (person.invitedBy) await join(target, call, person);
}

async function createProfile(call: Call, person: DemoPerson): Promise<void> {
  const { firstName, lastName, orgName } = person;
  const account = orgName
    ? { accountType: 'organization', firstName, lastName, orgName }
    : { accountType: 'individual', firstName, lastName };
  const made = await call('POST', '/api/user', account);
  if (!made.ok) {
    throw new Plain(`The demo account ${person.email} got no profile: ${await made.text()}`);
  }
}

/** The admin invites the member, who accepts. */
async function join(target: SeedTarget, call: Call, { email, invitedBy }: DemoPerson) {
  const inviter = await signedIn(target, invitedBy!);
  const own = await inviter('GET', '/api/organization');
  const { id: organizationId } = (await own.json()) as { id?: string };
  const invite = { action: 'invite', email, organizationId };
  const asked = await inviter('POST', '/api/organization', invite);
  if (!asked.ok) throw new Plain(`${email} could not be invited: ${await asked.text()}`);
  const listed = await call('GET', '/api/invitations');
  const { invitations } = (await listed.json()) as { invitations: { id: string }[] };
  const invitation = { id: invitations[0]?.id };
  const joined = await call('POST', '/api/invitations', { action: 'accept', invitation });
  if (!joined.ok) throw new Plain(`${email} could not accept: ${await joined.text()}`);
}

type Call = (method: string, path: string, body?: object) => Promise<Response>;

async function signedIn({ apiUrl, emulatorHost }: SeedTarget, email: string): Promise<Call> {
  const { token } = await signInByEmail(emulatorHost, email, demoPassword);
  return (method, path, body) =>
    fetch(apiUrl + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
}

async function ensureAccount(auth: Auth, person: DemoPerson): Promise<void> {
  const { email, phoneNumber } = person;
  const found = await auth.getUserByEmail(email).catch((error: { code?: string }) => {
    if (error.code === 'auth/user-not-found') return undefined;
    throw error;
  });
  if (found) return;
  const displayName = `${person.firstName} ${person.lastName}`;
  await auth.createUser({
    email,
    phoneNumber,
    displayName,
    password: demoPassword,
    emailVerified: true,
  });
}
