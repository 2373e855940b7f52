// Changes that are committed while a stream opens: after its request has read the profile, and before the
// stream is subscribed.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { listen, notify, type Notification } from '@sachet/db/live';
import { profileStatements } from '@sachet/db/people/profiles';
import { setDisabled } from '@sachet/db/people/user-changes';
import type { Database } from '@sachet/db/tables';
import { openWallet } from '@sachet/db/wallet/wallets';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { createOpenStreams } from '../limits/open-streams.ts';
import { createPlaces } from '../limits/places.ts';
import { createResources } from '../limits/resources.ts';
import { Limits } from '@sachet/shared/configuration/limits';
import { hourMs } from '@sachet/shared/time';
import { listenToEvents } from '../testing/live.ts';
import { getEvents } from './events.ts';
import { createNotificationBus } from './notification-bus.ts';

const uid = 'asha';
const newWallet = 'wallet-of-the-organization';

let database: TestDatabase;
let db: Kysely<Database>;
let server: Server;
let url: string;
let notifications: ReturnType<typeof listen>;
let live: ReturnType<typeof createNotificationBus>;
/** Runs once, between the reading of a profile and its arrival. */
let interrupt: (() => Promise<void>) | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createKysely(createPool(database.appUrl, { max: 4 }));
  const log = pino({ level: 'silent' });
  live = createNotificationBus(db);
  notifications = listen(database.appUrl, {
    name: 'test-live',
    heard: (notification) => live.announce(notification),
    missed: () => live.announce('missed'),
  });
  await notifications.ready;
  const slow = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const act = interrupt;
      interrupt = null;
      await act?.();
      return result;
    },
  });
  const resources = createResources({ limits: Limits.parse('{}') });
  const streams = createOpenStreams({ db, live, log }, { perUser: 6, places: resources.streams });
  const settings = { SUPER_ADMIN_EMAILS: [] };
  const deps = { db: slow, live, streams, log, settings } as unknown as Dependencies;
  const caller = {
    uid,
    phoneNumber: null,
    email: null,
    emailVerified: false,
    expiresAtMs: Date.now() + hourMs,
  };
  const alone = createPlaces({ places: 1, waiting: 0, waitMs: 0, keptMs: hourMs });
  server = createServer(async (request, response) => {
    const placesDone = await alone.enter(uid, 1, response as never).catch(() => null);
    if (!placesDone) return void response.writeHead(429).end();
    await getEvents.handle({ deps, caller, request, response, placesDone } as never);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const walletId = await openWallet(db, { kind: 'user', id: uid });
  const [insertion] = profileStatements(db, {
    uid,
    walletId,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: null,
    email: null,
    emailVerified: false,
    signUpId: randomUUID(),
    bonusWithheld: null,
    founds: null,
  });
  await db.executeQuery(insertion!);
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await notifications?.close();
  await db?.destroy();
  await database?.drop();
});

/** Makes a change, and waits until its notification has arrived in this process. */
async function andHear(event: Notification['event'], change: () => Promise<unknown>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = live.subscribe((notification) => {
    if (notification !== 'missed' && notification.event === event) resolve();
  });
  await change();
  await promise;
  unsubscribe();
}

const setWallet = (walletId: string) =>
  db.updateTable('user_profile').set({ wallet_id: walletId }).where('uid', '=', uid).execute();

test.each(['changed', 'missed'] as const)(
  'a stream has the events of the wallet that its user moved to when the stream opened or notifications were missed: %s',
  async (way) => {
    const walletId = await openWallet(db, { kind: 'organization', id: `${newWallet}-${way}` });
    const move = () => setWallet(walletId);
    if (way === 'changed') interrupt = () => andHear('changed', move);
    const stream = await listenToEvents(url, {});
    if (way === 'missed') {
      await move();
      live.announce('missed');
      await vi.waitUntil(() => stream.heard.filter(({ event }) => event === 'ready').length > 1, {
        timeout: 60_000,
      });
    }
    await andHear('wallet', () => notify(db, { event: 'wallet', ids: [walletId] }));
    await stream.hears('wallet', walletId);
    stream.close();
  },
);

test('an open stream takes none of the places for concurrent requests of its user', async () => {
  const streams = [await listenToEvents(url, {}), await listenToEvents(url, {})];
  for (const { heard } of streams) expect(heard).toMatchObject([{ event: 'ready' }]);
  for (const stream of streams) stream.close();
});

test('a stream ends if its user is disabled while it opens', async () => {
  interrupt = () =>
    andHear('access-ended', () => db.transaction().execute((trx) => setDisabled(trx, uid, true)));
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  await answer.text();
});
