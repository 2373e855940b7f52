// People who are there already when a journey begins, each with a browser that is logged in.
import { createPerson, signUpWithEmail, type Person } from '@sachet/local/testing/people';
import { logInByEmail, see, someAddress } from './steps.ts';
import type { Studio } from './studio.ts';
import type { BrowserState } from './visitor.ts';

const founder = { firstName: 'Imran', lastName: 'Sheikh' };
const joiner = { firstName: 'Meera', lastName: 'Nair' };

export function createIndividual({ url }: Studio): Promise<Person> {
  return createPerson({ apiUrl: url, by: 'email' });
}

/** The founder of an organisation of their own. */
export function createOrganizationAdmin({ url }: Studio): Promise<Person> {
  const account = { ...founder, accountType: 'organization', orgName: 'Chai & Co.' } as const;
  return createPerson({ apiUrl: url, by: 'email', account });
}

export async function inviteTo(studio: Studio, admin: Person, email: string): Promise<void> {
  const answer = await fetch(`${studio.url}/api/organization`, { headers: admin.headers });
  const { id } = (await answer.json()) as { id: string };
  await post(studio, admin, '/api/organization', { action: 'invite', email, organizationId: id });
}

export async function createMemberOf(studio: Studio, admin: Person): Promise<Person> {
  const email = someAddress('member');
  await inviteTo(studio, admin, email);
  return createWithAddress(studio, email);
}

/** An individual, unless somebody has invited this address. */
export async function createWithAddress(studio: Studio, email: string): Promise<Person> {
  const person = await signUpWithEmail({ email });
  await post(studio, person, '/api/user', { ...joiner, accountType: 'individual' });
  return person;
}

/** A browser in which this person has logged in. */
export async function browserOf(studio: Studio, person: Person): Promise<BrowserState> {
  const { email = '', password = '' } = person;
  let state: BrowserState | undefined;
  await studio.visit(async ({ page, context }) => {
    await logInByEmail(page, { email, password });
    await see(page.getByRole('link', { name: /^Wallet, ₹/ }));
    state = await context.storageState();
  });
  if (!state) throw new Error('The visit left no state.');
  return state;
}

async function post(studio: Studio, person: Person, path: string, body: object): Promise<void> {
  const answer = await fetch(studio.url + path, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}
