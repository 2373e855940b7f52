// Users who exist before a journey, each with a signed-in browser.
import { emulatorKey } from '../local/sign-in.ts';
import { createPerson, signUpWithEmail, type Person } from '../local/testing/people.ts';
import type { Page } from 'playwright-core';
import { hourMs } from '@sachet/shared/time';
import { seeInWallet } from './steps.ts';
import type { Studio } from './studio.ts';
import type { BrowserState } from './visitor.ts';

const founder = { firstName: 'Imran', lastName: 'Sheikh' };
const joiner = { firstName: 'Meera', lastName: 'Nair' };

export function createIndividual({ url }: Studio): Promise<Person> {
  return createPerson({ apiUrl: url, by: 'email' });
}

/** The founder of an organization. */
export function createOrganizationAdmin({ url }: Studio): Promise<Person> {
  const account = { ...founder, accountType: 'organization', orgName: 'Chai & Co.' } as const;
  return createPerson({ apiUrl: url, by: 'email', account });
}

/** An individual, or the founder of an organization. */
export async function createWithAddress(
  studio: Studio,
  email: string,
  orgName?: string,
): Promise<Person> {
  const person = await signUpWithEmail({ email });
  const account = orgName
    ? { accountType: 'organization', orgName }
    : { accountType: 'individual' };
  await post(studio, person, '/api/user', { ...joiner, ...account });
  return person;
}

/** The browser state of a signed-in user, as the SDK stores it. */
export function toBrowserState({ url }: Studio, person: Person): BrowserState {
  return { cookies: [], origins: [{ origin: url, localStorage: [toSession(person)] }] };
}

/**
 * Opens the main screen as a new, signed-in user with the bonus. `sign-up.test.ts` tests the
 * sign-up itself.
 */
export async function arrive({ url }: Studio, page: Page): Promise<void> {
  const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Verma' } as const;
  const { name, value } = toSession(await createPerson({ apiUrl: url, account }));
  // Only a page of the studio's origin can write to the origin's storage. This page runs no script.
  await page.goto('/favicon.svg');
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [name, value] as const);
  await page.goto('/');
  await seeInWallet(page, '₹250.00');
}

function toSession({ uid, token, refreshToken }: Person) {
  return {
    name: `firebase:authUser:${emulatorKey}:[DEFAULT]`,
    // The SDK asks the server for the rest of the account.
    value: JSON.stringify({
      uid,
      emailVerified: false,
      isAnonymous: false,
      providerData: [],
      stsTokenManager: {
        refreshToken,
        accessToken: token,
        expirationTime: Date.now() + hourMs,
      },
      apiKey: emulatorKey,
      appName: '[DEFAULT]',
    }),
  };
}

async function post(studio: Studio, person: Person, path: string, body: object): Promise<void> {
  const answer = await fetch(studio.url + path, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}
