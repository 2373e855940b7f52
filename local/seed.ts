import type { Auth } from 'firebase-admin/auth';
import { type DemoPerson, demoPassword, demoPeople } from './demo-people.ts';
import { signInByEmail } from './sign-in.ts';
import { Plain } from './steps.ts';

export interface SeedTarget {
  apiUrl: string;
  projectId: string;
  /** host:port of the Auth emulator. There is no way to seed into a real Firebase project. */
  emulatorHost: string;
}

/** Makes the demo accounts and their profiles. What is there already stays as it is. */
export async function seed(target: SeedTarget): Promise<void> {
  if (!/^(127\.0\.0\.1|localhost):\d+$/.test(target.emulatorHost)) {
    throw new Plain(`Demo accounts are for a local emulator only, not ${target.emulatorHost}.`);
  }
  // firebase-admin reads this variable, and only this one, to leave the real Firebase alone.
  process.env.FIREBASE_AUTH_EMULATOR_HOST = target.emulatorHost;
  const [{ deleteApp, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const app = initializeApp({ projectId: target.projectId }, 'seed');
  try {
    const auth = getAuth(app);
    // One after the other: the organisation has to exist before its member.
    for (const person of demoPeople) await seedPerson(auth, target, person);
  } finally {
    await deleteApp(app);
  }
}

async function seedPerson(auth: Auth, target: SeedTarget, person: DemoPerson): Promise<void> {
  const uid = await ensureAccount(auth, person);
  if (person.superAdmin) await grantSuperAdmin(auth, uid);
  const { token } = await signInByEmail(target.emulatorHost, person.email, demoPassword);
  await ensureProfile(target.apiUrl, token, person);
  // LATER: the organisation member joins the admin's organisation here, once the API has a way to
  // add one (the super admin's set-role with an organizationId). Until then it is an individual.
}

async function ensureAccount(auth: Auth, person: DemoPerson): Promise<string> {
  const { email, phoneNumber } = person;
  const found = await auth.getUserByEmail(email).catch((error: { code?: string }) => {
    if (error.code === 'auth/user-not-found') return undefined;
    throw error;
  });
  if (found) return found.uid;
  const displayName = `${person.firstName} ${person.lastName}`;
  const made = await auth.createUser({
    email,
    phoneNumber,
    displayName,
    password: demoPassword,
    emailVerified: true,
  });
  return made.uid;
}

async function grantSuperAdmin(auth: Auth, uid: string): Promise<void> {
  const { customClaims } = await auth.getUser(uid);
  if (customClaims?.superAdmin !== true) {
    await auth.setCustomUserClaims(uid, { ...customClaims, superAdmin: true });
  }
}

async function ensureProfile(apiUrl: string, token: string, person: DemoPerson): Promise<void> {
  const { firstName, lastName, orgName } = person;
  const account = orgName
    ? { accountType: 'organization', firstName, lastName, orgName }
    : { accountType: 'individual', firstName, lastName };
  const answer = await fetch(`${apiUrl}/api/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(account),
  });
  if (!answer.ok) {
    throw new Plain(`The demo account ${person.email} got no profile: ${await answer.text()}`);
  }
}
