/**
 * Answers the requests of the Firebase Auth SDK as the emulator does, for accounts that a test prepares or
 * creates.
 */
import { onTestFinished, vi } from 'vitest';
import { signOut } from '../features/people/auth/firebase-session';

export interface Account {
  uid: string;
  email: string | null;
  password: string | null;
  phoneNumber: string | null;
  emailVerified: boolean;
}

type Body = Record<string, unknown>;

const identityPath = '/identitytoolkit.googleapis.com/';
const tokenPath = '/securetoken.googleapis.com/';

let made = 0;
let hasSignedIn = false;
let accounts: Account[] = [];
const failures = new Map<string, string>();

/** The codes and emails that were sent, oldest first. */
export const sentCodes: { phoneNumber: string; code: string }[] = [];
export const sentMails: { kind: string; email: string }[] = [];

export const allAccounts = (): readonly Account[] => accounts;

/** Creates an account with an email address, or with a phone number if one is given. */
export function haveAccount(given: Partial<Account> = {}): Account {
  made += 1;
  const email = given.phoneNumber ? null : `person${made}@people.test`;
  const account: Account = {
    uid: `account-${made}`,
    email,
    password: email && 'chai and samosa',
    phoneNumber: null,
    emailVerified: false,
    ...given,
  };
  accounts.push(account);
  return account;
}

/** Makes an operation fail: `failAuth('signInWithPassword', 'USER_DISABLED')`. */
export function failAuth(operation: string, code: string): void {
  failures.set(operation, code);
}

/**
 * Skips two waits until the test ends: the SDK's test captcha takes 500 ms to solve itself, and a missing
 * profile is read again after 400 ms.
 */
export function skipWaits(): void {
  const wait = window.setTimeout.bind(window);
  const skipped = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) =>
      wait(work, ms === 500 || ms === 400 ? 0 : ms)) as typeof setTimeout);
  onTestFinished(() => skipped.mockRestore());
}

export const isAuthPath = (path: string) =>
  path.startsWith(identityPath) || path.startsWith(tokenPath);

/** Signs out and deletes all accounts after a test. */
export async function resetFirebase(): Promise<void> {
  if (hasSignedIn) await signOut();
  hasSignedIn = false;
  accounts = [];
  sentCodes.length = 0;
  sentMails.length = 0;
  failures.clear();
}

export async function serveAuth(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith(tokenPath)) {
    const form = new URLSearchParams(await request.text());
    const uid = form.get('refresh_token')!;
    const token = { access_token: toIdToken(uid), refresh_token: uid, expires_in: '3600' };
    return Response.json({ ...token, user_id: uid });
  }
  if (/\/recaptcha(Config|Params)$/.test(pathname)) {
    return Response.json({ recaptchaKey: 'projects/sachet/keys/none', recaptchaSiteKey: 'none' });
  }
  const operation = pathname.split(':').at(-1)!;
  const code = failures.get(operation);
  if (code) return refuse(code);
  const handle = operations[operation];
  if (!handle) throw new Error(`No answer of Firebase is prepared for ${pathname}`);
  return handle((await request.json()) as Body);
}

const refuse = (message: string) =>
  Response.json({ error: { code: 400, message, errors: [] } }, { status: 400 });

const operations: Record<string, (body: Body) => Response> = {
  signUp({ email, password }) {
    if (find({ email })) return refuse('EMAIL_EXISTS');
    return signIn(haveAccount({ email, password } as Partial<Account>));
  },
  signInWithPassword({ email, password }) {
    const account = find({ email, password });
    return account ? signIn(account) : refuse('INVALID_LOGIN_CREDENTIALS');
  },
  sendVerificationCode({ phoneNumber }) {
    const code = String(100_001 + sentCodes.length);
    sentCodes.push({ phoneNumber: String(phoneNumber), code });
    return Response.json({ sessionInfo: String(sentCodes.length - 1) });
  },
  signInWithPhoneNumber({ sessionInfo, code }) {
    const sent = sentCodes[Number(sessionInfo)]!;
    if (code !== sent.code) return refuse('INVALID_CODE');
    const { phoneNumber } = sent;
    return signIn(find({ phoneNumber }) ?? haveAccount({ phoneNumber }));
  },
  lookup({ idToken }) {
    const { uid: localId, ...account } = readBearer(idToken);
    return Response.json({ users: [{ localId, ...account, providerUserInfo: [] }] });
  },
  delete({ idToken }) {
    const { uid } = readBearer(idToken);
    accounts = accounts.filter((account) => account.uid !== uid);
    return Response.json({});
  },
  sendOobCode({ requestType, idToken, email }) {
    const account = idToken ? readBearer(idToken) : find({ email });
    if (!account) return refuse('EMAIL_NOT_FOUND');
    sentMails.push({ kind: String(requestType), email: account.email! });
    return Response.json({ email: account.email });
  },
};

function find(wanted: Partial<Record<keyof Account, unknown>>): Account | undefined {
  const names = Object.keys(wanted) as (keyof Account)[];
  return accounts.find((account) => names.every((name) => account[name] === wanted[name]));
}

function signIn({ uid }: Account): Response {
  hasSignedIn = true;
  const tokens = { idToken: toIdToken(uid), refreshToken: uid, expiresIn: '3600' };
  return Response.json({ localId: uid, ...tokens });
}

/** Creates an unsigned token, like those of the emulator. */
function toIdToken(uid: string): string {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const claims = { sub: uid, user_id: uid, iat: nowSeconds, exp: nowSeconds + 3600 };
  return `${btoa(JSON.stringify({ alg: 'none' }))}.${btoa(JSON.stringify(claims))}.`;
}

function readBearer(idToken: unknown): Account {
  const { sub } = JSON.parse(atob(String(idToken).split('.')[1]!)) as { sub: string };
  const account = find({ uid: sub });
  if (!account) throw new Error(`The account ${sub} was deleted`);
  return account;
}
