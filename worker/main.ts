/** The worker process: takes jobs from the queue, and sweeps for unfinished work. */
import { createKysely, createPool } from '@sachet/db/connect';
import { listen } from '@sachet/db/live';
import {
  newestCheckpoint,
  publishKeys,
  refuseWrongKey,
  takeCheckpoint,
} from '@sachet/db/ledger/checkpoint';
import { projectNewEvents } from '@sachet/db/finance/provenance/project';
import { issueDueDocuments } from '@sachet/db/tax/invoices';
import { issueReceipts } from '@sachet/db/tax/receipts';
import { createLedger } from '@sachet/db/ledger/ledger';
import { createReader } from '@sachet/db/reader';
import { createReadiness } from '@sachet/db/readiness';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { logSetup, requireSetup } from '@sachet/flows/setup/check-setup';
import { createExportFiles } from '@sachet/flows/finance/export-files';
import { keepChecksums } from '@sachet/flows/studio/keep-checksums';
import { whenBack } from '@sachet/flows/when-back';
import { openObjects } from '@sachet/adapters/images/open-objects';
import { createImageStore } from '@sachet/adapters/images/store';
import { createLog } from '@sachet/adapters/operations/log';
import {
  observeLedger,
  observePool,
  observeReadiness,
  observeStore,
} from '@sachet/adapters/operations/observers';
import { createReadinessProbe } from '@sachet/adapters/operations/readiness';
import { refuseAddress } from '@sachet/adapters/operations/refuse-to-start';
import { serveOperations } from '@sachet/adapters/operations/server';
import { startTracing } from '@sachet/adapters/operations/tracing';
import { createGateway } from '@sachet/adapters/payments/configured';
import { makeRefund } from '@sachet/flows/payments/refund';
import { createProviders } from '@sachet/adapters/providers/configured';
import { processWith } from '@sachet/adapters/queue/jobs';
import { createJobQueue, createJobWorker } from '@sachet/adapters/queue/queue';
import {
  parseWorkerEnvironment,
  type WorkerEnvironment,
} from '@sachet/shared/configuration/environment';
import { audit } from './ledger/auditor.ts';
import { keepBooks } from './finance/books.ts';
import { mailDocument, sweepDocumentMails } from './tax/document-mail.ts';
import { mailInvite } from './organizations/invite-mail.ts';
import { observeLedgerState, observeQueue } from './gauges.ts';
import { createMailer } from '@sachet/adapters/mail/mail';
import { mailNotice, sweepNotices } from './admin/notice-mail.ts';
import { mailReport, sweepReportMails } from './moderation/report-mail.ts';
import type { Dependencies } from './dependencies.ts';
import { sweepMoney } from './payments/money-sweep.ts';
import { compareImport, importSettlements, sweepSettlements } from './finance/settlements.ts';
import { makeExport } from '@sachet/flows/finance/make-export';
import { sweepExports } from './finance/exports.ts';
import { makeGenerationPreview } from './studio/preview.ts';
import { sendReadyNotices } from './people/ready-notices.ts';
import { reconcileOrder } from './payments/reconcile.ts';
import { createReport } from './report.ts';
import { compareWithGateway } from './payments/compare-gateway.ts';
import { every, type Repeated } from './every.ts';
import { refillQueue, sweep, sweepInvites } from './sweep.ts';
import { createProviderPlaces } from './studio/provider-places.ts';
import { watchProviders } from './models/provider-watch.ts';
import { noteStore } from './studio/store-watch.ts';
import { sweepSyncs, syncModels } from './models/sync-models.ts';
import { createCancellations } from './studio/cancellations.ts';
import { unlockImage } from './studio/unlock.ts';
import { sweepVerifications, verifyOnRequest } from './ledger/verify-ledger.ts';
import { processWebhook } from './payments/webhook.ts';

const setup = await requireSetup('worker', parseWorkerEnvironment(process.env), process.env);
const { settings } = setup;
/** A worker without a heartbeat for this long counts as dead. */
const silentForMs = 4 * settings.limits.sweepEveryMs;

/** A user waits for the notice: the query reads an index that is mostly empty. */
const readyNoticesEveryMs = 2_000;

const log = createLog('worker', settings.LOG_LEVEL);
logSetup(log, setup);
const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'sachet-worker');
const report = createReport(log);
const pool = createPool(settings.DATABASE_URL, { application_name: 'sachet-worker' });
const place = { url: settings.QUEUE_URL, prefix: settings.QUEUE_PREFIX };
const db = createKysely(pool);
const objects = openObjects(settings.IMAGE_STORE);
const deps: Dependencies = {
  db,
  reader: createReader({
    primary: db,
    replicaUrl: settings.DATABASE_REPLICA_URL,
    pool: { application_name: 'sachet-worker-reader' },
    late: (error) => log.warn({ err: error }, 'reports are read from the primary for a while'),
  }),
  ledger: createLedger({
    connectionString: settings.DATABASE_URL,
    connection: { application_name: 'sachet-worker-ledger' },
    observer: observeLedger,
  }),
  images: keepChecksums(createImageStore(objects), { db, retry: whenBack }),
  exportFiles: createExportFiles(objects),
  providers: createProviders(settings),
  queue: createJobQueue(place),
  gateway: createGateway(settings),
  previewsKeptDays: settings.limits.previewsKeptDays,
  topUpCheckAfterMs: settings.limits.topUpCheckAfterMs,
  providerPlaces: createProviderPlaces(settings.WORKER_CONCURRENCY),
  cancellations: createCancellations(),
  mail: createMailDependency(settings),
  noticeEmails: settings.ADMIN_NOTICE_EMAILS,
  aiMark: settings.AI_MARK,
  log,
};
if (!deps.mail) log.warn('SMTP_URL is not set: mails are not sent and invitations fail');

const stopping = new AbortController();
const isReady = createReadinessProbe({
  database: createReadiness(deps.db),
  queue: deps.queue,
  images: deps.images,
  does: 'jobs',
  stopping: stopping.signal,
});
const operations =
  settings.OPERATIONS_PORT === undefined
    ? null
    : await serveOperations({
        host: settings.HOST,
        port: settings.OPERATIONS_PORT,
        isReady,
        refresh: [
          observePool(pool),
          observeReadiness(isReady),
          observeStore(deps.images),
          () => observeQueue(deps.queue),
          () => observeLedgerState(deps.db),
        ],
      });

let receipts: Repeated | undefined;
const notifications = listen(settings.DATABASE_URL, {
  name: 'sachet-worker-live',
  heard: (notification) => {
    if (notification.event === 'cancelled') deps.cancellations.cancel(notification.id);
    if (notification.event === 'top-up') receipts?.now();
  },
  // After a missed cancellation, a provider only finishes work that is not paid.
  missed: () => receipts?.now(),
  waits: (error) => log.warn({ err: error }, 'database unreachable; waiting for it'),
});
/** Background tasks, which are stopped together. */
const running: { stop(): Promise<void> }[] = [];

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  await Promise.all(running.map((each) => each.stop()));
  await notifications.close().catch(() => {});
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

/** Runs until the process is asked to stop. */
function repeat(pauseMs: number, task: () => Promise<void>, whenFailed: string): Repeated {
  const repeated = every(pauseMs, task, report(whenFailed));
  running.push(repeated);
  return repeated;
}

// Waits for the database, because the worker can do nothing without it.
const starting = { server: 'worker', stopping: stopping.signal } as const;
await notifications.ready
  .then(setup.checkDatabaseAgain)
  .catch(refuseAddress(starting, 'DATABASE_URL'));
// If the process is stopped at this moment, nothing new may begin.
if (stopping.signal.aborted) await new Promise(() => {});

const processJob = processWith({
  preview: (job) => makeGenerationPreview(deps, job.generationId),
  unlock: (job) => unlockImage(deps, job.holdId),
  webhook: (job) => processWebhook(deps, job.eventId),
  'reconcile-order': (job) => reconcileOrder(deps, job.orderId),
  refund: (job) => makeRefund(deps, job.refundId),
  'import-settlements': (job) => importSettlements(deps, job.day),
  'compare-import': (job) => compareImport(deps, job.importId),
  'invite-mail': (job) => mailInvite(deps, job),
  'notice-mail': (job) => mailNotice(deps, job.noticeId),
  'report-mail': (job) => mailReport(deps, job.reportId),
  'document-mail': (job) => mailDocument(deps, job.documentId),
  'sync-models': (job) => syncModels(deps, job.syncId),
  'make-export': (job) => makeExport(deps, { id: job.exportId, silentForMs }),
  'verify-ledger': (job) => verifyOnRequest(deps, verifying, job.verificationId),
});
const worker = createJobWorker({
  place,
  // More jobs than calls: some jobs load, resize or store images while others call the provider.
  concurrency: Math.ceil(1.5 * settings.WORKER_CONCURRENCY),
  lockMs: settings.limits.workerLockMs,
  process: processJob,
  failed: report('a job failed'),
});
running.push({ stop: () => worker.close() });
repeat(
  settings.limits.sweepEveryMs,
  () => sweep(deps, 4 * settings.limits.sweepEveryMs),
  'a sweep failed',
);
repeat(settings.limits.sweepEveryMs, () => noteStore(deps), 'checking the image store failed');
const moneySweeps = repeat(
  settings.limits.sweepEveryMs,
  () => sweepMoney(deps, 4 * settings.limits.sweepEveryMs),
  'a sweep of payments failed',
);
repeat(
  Math.min(readyNoticesEveryMs, settings.limits.sweepEveryMs),
  () => sendReadyNotices({ ...deps, pushContact: toPushContact(settings.PUBLIC_URL) }),
  'sending notices of finished work failed',
);
repeat(
  4 * settings.limits.sweepEveryMs,
  () => sweepSettlements(deps),
  'a sweep of settlements failed',
);
// Infrequent: a mail server that asked us to try later should not be called soon.
repeat(
  20 * settings.limits.sweepEveryMs,
  () => sweepInvites(deps, 4 * settings.limits.sweepEveryMs),
  'a sweep of invitations failed',
);
repeat(
  settings.limits.sweepEveryMs,
  () => sweepDocumentMails(deps, 20 * settings.limits.sweepEveryMs),
  "a sweep of payments' mails failed",
);
repeat(
  20 * settings.limits.sweepEveryMs,
  () => sweepReportMails(deps, 4 * settings.limits.sweepEveryMs),
  "a sweep of reports' mails failed",
);
repeat(
  20 * settings.limits.sweepEveryMs,
  async () => {
    await watchProviders(deps);
    await sweepNotices(deps);
  },
  'a sweep of notices failed',
);
repeat(
  4 * settings.limits.sweepEveryMs,
  () => sweepSyncs(deps, settings.limits.modelSyncEveryMs),
  'a sweep of syncs failed',
);
repeat(
  settings.limits.gatewayCompareEveryMs,
  () => compareWithGateway(deps),
  'comparing the ledger with the gateway failed',
);
deps.queue.onReturn(() => {
  void refillQueue(deps).catch(report('refilling the queue failed'));
  moneySweeps.now();
});
const signingKey = settings.LEDGER_SIGNING_KEY
  ? readSigningKey(settings.LEDGER_SIGNING_KEY, settings.LEDGER_PUBLIC_KEYS_PREVIOUS)
  : undefined;
if (!signingKey) log.warn('LEDGER_SIGNING_KEY is not set: no checkpoints are taken');
const verifying = {
  connectionString: settings.DATABASE_URL,
  ...(signingKey ? { publicKeyHex: signingKey.publicKeyHex } : {}),
  previousPublicKeysHex: settings.LEDGER_PUBLIC_KEYS_PREVIOUS,
  silentForMs,
};
repeat(
  settings.limits.sweepEveryMs,
  () => sweepVerifications(deps, verifying),
  'a sweep of verifications failed',
);
repeat(
  4 * settings.limits.sweepEveryMs,
  () => sweepExports(deps, silentForMs),
  'a sweep of exports failed',
);
repeat(
  settings.limits.auditEveryMs,
  () => audit(deps, { connectionString: settings.DATABASE_URL }),
  'a pass of the auditor failed',
);
repeat(
  2 * settings.limits.sweepEveryMs,
  () => keepBooks({ ...deps, pool }, { rupeesPerUsd: settings.RUPEES_PER_USD, signingKey }),
  'updating the daily books failed',
);
repeat(
  4 * settings.limits.sweepEveryMs,
  async () => {
    await projectNewEvents(deps.db, (error, walletId) =>
      log.error({ err: error, walletId }, 'computing the provenance of a wallet failed'),
    );
  },
  'computing provenance failed',
);
receipts = repeat(
  settings.limits.sweepEveryMs,
  () =>
    issueReceipts(deps.db, (error, walletId) =>
      log.error({ err: error, walletId }, 'issuing a receipt failed'),
    ),
  'issuing receipts failed',
);
repeat(
  4 * settings.limits.sweepEveryMs,
  () =>
    issueDueDocuments(deps.db, (error, walletId) =>
      log.error({ err: error, walletId }, 'issuing the tax documents of a wallet failed'),
    ),
  'issuing tax documents failed',
);
repeat(
  settings.limits.checkpointEveryMs,
  async () => {
    if (!signingKey) return;
    const newest = await newestCheckpoint(pool);
    if (newest) await refuseWrongKey(pool, signingKey, newest);
    await publishKeys(pool, [...settings.LEDGER_PUBLIC_KEYS_PREVIOUS, signingKey.publicKeyHex]);
    await takeCheckpoint(pool, signingKey);
  },
  'a checkpoint failed',
);

/** Push services accept nothing but https and mailto. */
function toPushContact(publicUrl: string | undefined): string {
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:operator@example.com';
}

function createMailDependency(environment: WorkerEnvironment): Dependencies['mail'] {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: publicUrl } = environment;
  if (!smtpUrl || !from || !publicUrl) return null;
  const mailer = createMailer({ smtpUrl, from });
  return { mailer, publicUrl };
}

await Promise.all([worker.ready, deps.queue.ready]).catch(refuseAddress(starting, 'QUEUE_URL'));
log.info('ready');
process.send?.({ ready: true, operationsUrl: operations?.url });
