/** The API process. */
import { applicationDefault, cert, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKysely, createPool, shortTimeouts } from '@sachet/db/connect';
import { createLedger } from '@sachet/db/ledger/ledger';
import { createProofs } from '@sachet/db/ledger/receipt';
import { listen } from '@sachet/db/live';
import { storeConfigured } from '@sachet/db/models/providers';
import { createReader } from '@sachet/db/reader';
import { createReadiness } from '@sachet/db/readiness';
import { logSetup, requireSetup } from '@sachet/flows/setup/check-setup';
import { createExportFiles } from '@sachet/flows/finance/export-files';
import { keepChecksums } from '@sachet/flows/studio/keep-checksums';
import { openObjects } from '@sachet/adapters/images/open-objects';
import { createImageStore } from '@sachet/adapters/images/store';
import {
  observeLedger,
  observePool,
  observeReadiness,
  observeStore,
} from '@sachet/adapters/operations/observers';
import { createLog } from '@sachet/adapters/operations/log';
import { createReadinessProbe } from '@sachet/adapters/operations/readiness';
import { refuseAddress, refuseToStart } from '@sachet/adapters/operations/refuse-to-start';
import { serveOperations } from '@sachet/adapters/operations/server';
import { startTracing } from '@sachet/adapters/operations/tracing';
import { createProviders } from '@sachet/adapters/providers/configured';
import { findConfiguredProviders } from '@sachet/shared/configuration/configured-providers';
import { createGateway } from '@sachet/adapters/payments/configured';
import { createJobQueue } from '@sachet/adapters/queue/queue';
import { parseApiEnvironment } from '@sachet/shared/configuration/environment';
import { createApp } from './app.ts';
import { createOverlays } from './studio/overlays.ts';
import { createReplies } from './chat/replies.ts';
import { createCountries } from './site/geo.ts';
import { createNotificationBus } from './events/notification-bus.ts';
import { createOpenStreams } from './limits/open-streams.ts';
import type { Dependencies } from './dependencies.ts';
import { createSigners } from './identity/signers.ts';
import { createPlaces } from './limits/places.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { createResources } from './limits/resources.ts';

const setup = await requireSetup('API', parseApiEnvironment(process.env), process.env);
const { settings } = setup;

const log = createLog('api', settings.LOG_LEVEL);
logSetup(log, setup);
const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'sachet-api');
const credential = settings.FIREBASE_SERVICE_ACCOUNT
  ? readServiceAccount(settings.FIREBASE_SERVICE_ACCOUNT)
  : settings.FIREBASE_AUTH_EMULATOR_HOST
    ? undefined
    : applicationDefault();
const firebase = initializeApp({
  projectId: settings.FIREBASE_PROJECT_ID,
  ...(credential ? { credential } : {}),
});
const pool = createPool(settings.DATABASE_URL, {
  application_name: 'sachet-api',
  ...shortTimeouts,
});
const db = createKysely(pool);
const live = createNotificationBus(db);
const notifications = listen(settings.DATABASE_URL, {
  name: 'sachet-api-live',
  heard: (notice) => live.announce(notice),
  missed: () => live.announce('missed'),
  waits: (error) => log.warn({ err: error }, 'database unreachable; waiting for it'),
});
const stopping = new AbortController();
const starting = { server: 'API', stopping: stopping.signal } as const;
const listening = notifications.ready
  .then(setup.checkDatabaseAgain)
  .then(() => storeConfigured(db, findConfiguredProviders(settings)))
  .catch(refuseAddress(starting, 'DATABASE_URL'));
const queue = createJobQueue({
  url: settings.QUEUE_URL,
  prefix: settings.QUEUE_PREFIX,
  waits: (error) => log.warn({ err: error }, 'queue unreachable; waiting for it'),
});
const objects = openObjects(settings.IMAGE_STORE);
const images = keepChecksums(createImageStore(objects), { db });
const resources = createResources(settings);
const deps: Dependencies = {
  settings,
  log,
  live,
  db,
  reader: createReader({
    primary: db,
    replicaUrl: settings.DATABASE_REPLICA_URL,
    pool: { application_name: 'sachet-api-reader', ...shortTimeouts },
    late: (error) => log.warn({ err: error }, 'reports are read from the primary for a while'),
  }),
  limits: createRateLimits(settings, log),
  places: {
    ofUser: createPlaces({ places: 8, waiting: 250, waitMs: 30_000, keptMs: 1_000 }),
    // Thousands of users may share an address.
    ofAddress: createPlaces({ places: 64, waiting: 2_000, waitMs: 30_000, keptMs: 1_000 }),
  },
  streams: createOpenStreams(
    { db, live, log },
    { perUser: settings.limits.eventStreamsPerUser, places: resources.streams },
  ),
  replies: createReplies({ db, live, log }),
  resources,
  overlays: createOverlays({ images, resources, aiMark: settings.AI_MARK }),
  countries: createCountries(),
  signers: createSigners({
    secret: settings.SIGNING_SECRET,
    previous: settings.SIGNING_SECRET_PREVIOUS,
  }),
  ledger: createLedger({
    connectionString: settings.DATABASE_URL,
    connection: { application_name: 'sachet-api-ledger', ...shortTimeouts },
    reconnectWithinMs: 3_000,
    observer: observeLedger,
  }),
  images,
  exportFiles: createExportFiles(objects),
  providers: createProviders(settings),
  queue,
  gateway: createGateway(settings),
  proofs: createProofs(pool),
  auth: getAuth(firebase),
  readiness: createReadinessProbe({
    database: createReadiness(db),
    queue,
    images,
    does: 'requests',
    stopping: stopping.signal,
  }),
  stopping: stopping.signal,
};

const server = createApp(deps).listen(settings.PORT, settings.HOST, (error) => {
  if (error) {
    console.error(`The API cannot listen on ${settings.HOST}:${settings.PORT}: ${error.message}`);
    process.exit(1);
  }
});

const operations =
  settings.OPERATIONS_PORT === undefined
    ? null
    : await serveOperations({
        host: settings.HOST,
        port: settings.OPERATIONS_PORT,
        isReady: deps.readiness,
        refresh: [observePool(pool), observeReadiness(deps.readiness), observeStore(images)],
      });

// Longer than a proxy in front keeps an idle connection, so that it never uses one that we are closing.
server.keepAliveTimeout = 150_000;

function readServiceAccount(json: string) {
  try {
    return cert(JSON.parse(json));
  } catch {
    // Not logged, because the error may quote the key.
    const problem = 'FIREBASE_SERVICE_ACCOUNT: its key cannot be read';
    const remedy = 'Make a new key in the Firebase console and set its JSON in one line.';
    return refuseToStart('API', [{ level: 'error', problem, remedy }]);
  }
}

/** How long the stop is announced: a proxy checks readiness every few seconds. */
const announceMs = 5_000;

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  log.info('stopping');
  const { stopGraceMs: graceMs } = settings.limits;
  const announcedMs = Math.min(announceMs, graceMs / 4);
  await sleep(announcedMs);
  const closed = new Promise((resolve) => server.close(resolve));
  // Closes connections that become idle after this; otherwise they would wait for the next request.
  setInterval(() => server.closeIdleConnections(), 100).unref();
  deps.streams.sendAway();
  await Promise.race([
    Promise.all([closed, deps.replies.whenIdle()]),
    sleep(graceMs - announcedMs, undefined, { ref: false }),
  ]);
  await deps.replies.close();
  // Event streams would stay open forever; running requests, which use what is closed below, get a second.
  setTimeout(() => server.closeAllConnections(), 1_000).unref();
  await closed;
  await notifications.close().catch(() => {});
  await deps.limits.close();
  await deps.queue.close();
  await deps.ledger.close();
  await deps.reader.close();
  await deps.db.destroy();
  await operations?.close();
  await tracing.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
// Ends this process when the process that started it ends.
process.on('disconnect', () => void stop());

await Promise.all([listening, deps.queue.ready.catch(refuseAddress(starting, 'QUEUE_URL'))]);
if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
const { port } = server.address() as AddressInfo;
log.info({ port }, 'ready');
process.send?.({
  ready: true,
  url: `http://${settings.HOST}:${port}`,
  operationsUrl: operations?.url,
});
