/**
 * The real firebase-admin, as in production, calls a Google server of this test, which answers, refuses,
 * fails or does not respond.
 */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import express from 'express';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseApiEnvironment, type ApiEnvironment } from '@sachet/shared/configuration/environment';
import { createResources } from '../limits/resources.ts';
import { createAuthenticate } from './caller.ts';
import { createRateLimits, type RateLimits } from '../limits/rate-limits.ts';
import { answerWithError } from '../http/refusal.ts';
import { send } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';

const projectId = 'a-real-project';
const uid = 'somebody';
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });

type Answer = (response: ServerResponse) => void;
const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
const html =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Not now</h1>');
const reset: Answer = (response) => void response.socket!.resetAndDestroy();
const silence: Answer = () => {};

const pem = ours.publicKey.export({ type: 'spki', format: 'pem' });
const publicKeys = json(200, { 'key-1': pem });
const account = (more: object = {}) =>
  json(200, { users: [{ localId: uid, validSince: '1', ...more }] });

/** Requests are counted in this process only, because the shared count is unreachable. */
function settings(): ApiEnvironment {
  const parsed = parseApiEnvironment({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    QUEUE_URL: 'redis://127.0.0.1:1',
    IMAGE_STORE: '/nowhere',
    SIGNING_SECRET: 'a secret of some length',
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: 'web-key',
    PUBLIC_URL: 'https://studio.example',
  });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  return parsed.value;
}

let limits: RateLimits;
let keys: Answer;
let lookup: Answer;
let google: Server;
let api: Server;
let url: string;
let app: ReturnType<typeof initializeApp>;
beforeEach(async () => {
  keys = publicKeys;
  lookup = account();
  google = createServer((request: IncomingMessage, response) =>
    (request.url!.includes('/x509/') ? keys : lookup)(response),
  );
  const googlePort = await listening(google);
  class ToThisMachine extends Agent {
    override createConnection(): Duplex {
      return connect(googlePort, '127.0.0.1');
    }
  }
  // An app for this test alone, because keys are cached for the lifetime of an app.
  app = initializeApp(
    {
      projectId,
      credential: { getAccessToken: async () => ({ access_token: 'any', expires_in: 3600 }) },
      httpAgent: new ToThisMachine(),
    },
    `test ${Math.random()}`,
  );
  const log = pino({ level: 'silent' });
  limits = createRateLimits(settings(), log);
  const authenticate = createAuthenticate({
    auth: getAuth(app),
    log,
    limits,
    resources: createResources(settings()),
  });
  const edge = express();
  edge.get('/', (request, response, next) => {
    authenticate(request, response).then((caller) => response.json(caller), next);
  });
  edge.use(answerWithError(log));
  api = createServer(edge);
  url = `http://127.0.0.1:${await listening(api)}`;
});
afterEach(async () => {
  await limits.close();
  await deleteApp(app);
  for (const server of [google, api] as ReturnType<typeof createServer>[]) {
    server.close();
    server.closeAllConnections();
  }
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

function makeToken(
  { kid = 'key-1', ...payload }: Record<string, unknown> = {},
  key: KeyObject = ours.privateKey,
): string {
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    auth_time: nowSeconds() - 60,
    iat: nowSeconds() - 60,
    exp: nowSeconds() + 3600,
    ...payload,
  };
  return signed({ alg: 'RS256', typ: 'JWT', kid }, claims, key);
}

function signed(header: object, claims: unknown, key: KeyObject = ours.privateKey): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}

const signIn = (token = makeToken()) =>
  send(url, { headers: { authorization: `Bearer ${token}` } });

/** Closes the server, so that its port refuses connections. */
async function leave(): Promise<void> {
  const closed = once(google, 'close');
  google.close();
  (google as ReturnType<typeof createServer>).closeAllConnections();
  await closed;
}

test('a valid token is accepted while the sign-in provider works', async () => {
  expect(await signIn()).toMatchObject({ status: 200, body: { uid } });
});

test('concurrent requests with one token ask the sign-in provider once', async () => {
  let lookups = 0;
  lookup = (response) => {
    lookups += 1;
    account()(response);
  };
  const token = makeToken();
  const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(token)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { uid } });
  expect(lookups).toBe(1);
});

test('a remembered token is refused once it has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const token = makeToken({ exp: nowSeconds() + 5 });
  expect((await signIn(token)).status).toBe(200);
  vi.setSystemTime(Date.now() + 6_000);
  expectRefusal(await signIn(token), 'unauthenticated');
});

describe('failures of the sign-in provider', () => {
  async function expectUnavailable(token?: string): Promise<void> {
    const answer = await signIn(token);
    expectRefusal(answer, 'unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }

  test('when the sign-in provider refuses connections, the answer is 503 and the token is not rejected', async () => {
    await leave();
    await expectUnavailable();
    // Without keys, a bad signature cannot be distinguished from a good one.
    await expectUnavailable(makeToken({}, others.privateKey));
  });

  const failures: [string, Answer][] = [
    ['an error in JSON', json(500, { error: 'backend error', error_description: 'try later' })],
    ['an error page', html(502)],
    ['a page of a proxy', html(200)],
    ['silence', silence],
  ];
  test.each([...failures, ['a connection that breaks', reset] as const])(
    'when the request for keys is answered with %s, sign-in answers 503',
    async (_what, answer) => {
      keys = answer;
      await expectUnavailable();
      keys = publicKeys;
      expect((await signIn()).status).toBe(200);
    },
  );

  test.each(failures)(
    'when the request for the account is answered with %s, sign-in answers 503',
    async (_what, answer) => {
      lookup = answer;
      await expectUnavailable();
      lookup = account();
      expect((await signIn()).status).toBe(200);
    },
  );
});

describe('a provider that answers', () => {
  const bad: [string, () => string][] = [
    ['is signed with another key', () => makeToken({}, others.privateKey)],
    ['names an unknown key', () => makeToken({ kid: 'key-2' })],
    ['is for another project', () => makeToken({ aud: 'another' })],
    ['has expired', () => makeToken({ exp: nowSeconds() - 1 })],
    ['has no key', () => signed({ alg: 'RS256' }, { aud: projectId })],
    ['has no signature', () => `${makeToken().split('.').slice(0, 2).join('.')}.`],
    ['says null', () => signed({ alg: 'RS256', kid: 'key-1' }, null)],
    ['is not a token', () => 'nonsense'],
  ];
  test.each(bad)('a token that %s is rejected', async (_what, token) => {
    expectRefusal(await signIn(token()), 'unauthenticated');
  });

  test('a revoked session and a deleted or disabled account are refused', async () => {
    lookup = account({ validSince: String(nowSeconds()) });
    expectRefusal(await signIn(), 'unauthenticated');
    lookup = json(200, { kind: 'identitytoolkit#GetAccountInfoResponse' });
    expectRefusal(await signIn(), 'unauthenticated');
    lookup = account({ disabled: true });
    expectRefusal(await signIn(), 'account_disabled');
  });
});
