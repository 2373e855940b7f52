// The requests of the browser's Firebase client, against the emulator.
import { Plain } from './steps.ts';

export const emulatorKey = 'demo-key';

export interface SignedIn {
  uid: string;
  token: string;
  refreshToken: string;
}

interface TokenAnswer {
  localId: string;
  idToken: string;
  refreshToken: string;
}

/**
 * Signs up and then signs in again: the emulator sometimes dates the password a second after the sign-up, and
 * then the sign-up's own token counts as revoked.
 */
export async function signUpByEmail(host: string, email: string, password: string) {
  await call(host, 'signUp', { email, password, ...secure });
  return signInByEmail(host, email, password);
}

export async function signInByEmail(host: string, email: string, password: string) {
  return signedIn(
    await call<TokenAnswer>(host, 'signInWithPassword', { email, password, ...secure }),
  );
}

export async function signInByPhone(host: string, projectId: string, phoneNumber: string) {
  const { sessionInfo } = await call<{ sessionInfo: string }>(host, 'sendVerificationCode', {
    phoneNumber,
    recaptchaToken: 'not-checked-by-the-emulator',
  });
  const answer = await fetch(`http://${host}/emulator/v1/projects/${projectId}/verificationCodes`);
  const { verificationCodes } = (await answer.json()) as {
    verificationCodes: { sessionInfo: string; code: string }[];
  };
  const code = verificationCodes.find((sent) => sent.sessionInfo === sessionInfo)?.code;
  return signedIn(await call<TokenAnswer>(host, 'signInWithPhoneNumber', { sessionInfo, code }));
}

/** A new ID token, with the current claims and email state. */
export async function refreshIdToken(host: string, refreshToken: string): Promise<string> {
  const answer = await fetch(
    `http://${host}/securetoken.googleapis.com/v1/token?key=${emulatorKey}`,
    {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    },
  );
  const body = (await answer.json()) as { id_token: string };
  if (!answer.ok) throw new Plain(`The emulator gave no new token: ${JSON.stringify(body)}`);
  return body.id_token;
}

/** Creates accounts that have never signed in, a thousand of them in one call. */
export async function createAccounts(
  host: string,
  projectId: string,
  uids: readonly string[],
): Promise<void> {
  await administer(host, projectId, 'batchCreate', {
    users: uids.map((localId) => ({ localId })),
  });
}

/** Changes an account as its administrator would: verify an email, disable, set claims. */
export async function changeAccount(
  host: string,
  projectId: string,
  uid: string,
  change: { emailVerified?: boolean; disableUser?: boolean; claims?: object },
): Promise<void> {
  const { claims, ...fields } = change;
  await administer(host, projectId, 'update', {
    localId: uid,
    ...fields,
    ...(claims ? { customAttributes: JSON.stringify(claims) } : {}),
  });
}

async function administer(
  host: string,
  projectId: string,
  method: string,
  body: object,
): Promise<void> {
  const answer = await fetch(
    `http://${host}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:${method}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(body),
    },
  );
  if (!answer.ok) throw new Plain(`The emulator refused ${method}: ${await answer.text()}`);
}

const secure = { returnSecureToken: true };

async function call<Answer>(host: string, method: string, body: object): Promise<Answer> {
  const url = `http://${host}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=${emulatorKey}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Plain(`The Auth emulator refused ${method}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

function signedIn(answer: TokenAnswer): SignedIn {
  return {
    uid: answer.localId,
    token: answer.idToken,
    refreshToken: answer.refreshToken,
  };
}
