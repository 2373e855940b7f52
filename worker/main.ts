/** The worker process: takes jobs from the queue, and sweeps for unfinished work. */
import { createKysely, createPool } from '@sachet/db/connect';
import { listen } from '@sachet/db/live';
import { compareRequestedDays } from '@sachet/db/finance/comparisons';
import { createLedger } from '@sachet/db/ledger/ledger';
import { storeConfigured } from '@sachet/db/models/providers';
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
import { findConfiguredProviders } from '@sachet/shared/configuration/configured-providers';
import { processWith, type Job } from '@sachet/adapters/queue/jobs';
import { createJobQueue, createJobWorker } from '@sachet/adapters/queue/queue';
import {
  parseWorkerEnvironment,
  type WorkerEnvironment,
} from '@sachet/shared/configuration/environment';
import { observeLedgerState, observeQueue } from './gauges.ts';
import { createMailer } from '@sachet/adapters/mail/mail';
import { sendMail } from './mail/send-mail.ts';
import type { Dependencies } from './dependencies.ts';
import { importSettlements } from './finance/settlements.ts';
import { makeExport } from '@sachet/flows/finance/make-export';
import { makeGenerationPreview } from './studio/preview.ts';
import { reconcileOrder } from './payments/reconcile.ts';
import { createReport } from './report.ts';
import { every } from './every.ts';
import { createTaskRunner } from './run-tasks.ts';
import { refillQueue } from './sweep.ts';
import { createLocalTask, createTasks, type Task } from './tasks.ts';
import { createProviderPlaces } from './studio/provider-places.ts';
import { syncModels } from './models/sync-models.ts';
import { createCancellations } from './studio/cancellations.ts';
import { unlockImage } from './studio/unlock.ts';
import { verifyOnRequest } from './ledger/verify-ledger.ts';
import { processWebhook } from './payments/webhook.ts';

const setup = await requireSetup('worker', parseWorkerEnvironment(process.env), process.env);
const { settings } = setup;
/** A worker without a heartbeat for this long counts as dead. */
const silentForMs = 4 * settings.limits.sweepEveryMs;

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

const signingKey = settings.LEDGER_SIGNING_KEY
  ? readSigningKey(settings.LEDGER_SIGNING_KEY, settings.LEDGER_PUBLIC_KEYS_PREVIOUS)
  : undefined;
const verifying = {
  connectionString: settings.DATABASE_URL,
  ...(signingKey ? { publicKeyHex: signingKey.publicKeyHex } : {}),
  previousPublicKeysHex: settings.LEDGER_PUBLIC_KEYS_PREVIOUS,
  silentForMs,
};
const context = { deps, pool, settings, signingKey, verifying };
const tasks = createTasks(context);
const runner = createTaskRunner(tasks, report);
let isStarted = false;
const issueReceiptsSoon = () => {
  if (isStarted) runner.runSoon('issue receipts');
};

const notifications = listen(settings.DATABASE_URL, {
  name: 'sachet-worker-live',
  heard: (notification) => {
    if (notification.event === 'cancelled') deps.cancellations.cancel(notification.id);
    if (notification.event === 'top-up') issueReceiptsSoon();
  },
  // After a missed cancellation, a provider only finishes work that is not paid.
  missed: issueReceiptsSoon,
  waits: (error) => log.warn({ err: error }, 'database unreachable; waiting for it'),
});
/** Background tasks, which are stopped together. */
const running: { stop(): Promise<void> }[] = [];

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  isStarted = false;
  log.info('stopping');
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
function repeat({ everyMs, run, whenFailed }: Task): void {
  running.push(every(everyMs, run, report(whenFailed)));
}

// Waits for the database, because the worker can do nothing without it.
const starting = { server: 'worker', stopping: stopping.signal } as const;
await notifications.ready
  .then(setup.checkDatabaseAgain)
  .then(() => storeConfigured(db, findConfiguredProviders(settings)))
  .catch(refuseAddress(starting, 'DATABASE_URL'));
// If the process is stopped at this moment, nothing new may begin.
if (stopping.signal.aborted) await new Promise(() => {});
if (!signingKey) log.warn('LEDGER_SIGNING_KEY is not set: no checkpoints are taken');

const processJob = processWith({
  task: async ({ task }) => {
    // A worker of another version added it, and adds it again if it still runs.
    if (!(await runner.run(task))) await deps.queue.removeSchedule(task);
  },
  preview: (job) => makeGenerationPreview(deps, job.generationId),
  unlock: (job) => unlockImage(deps, job.holdId),
  webhook: (job) => processWebhook(deps, job.eventId),
  'reconcile-order': (job) => reconcileOrder(deps, job.orderId),
  refund: (job) => makeRefund(deps, job.refundId),
  'import-settlements': (job) => importSettlements(deps, job.day),
  'compare-days': () => compareRequestedDays(deps.db),
  mail: (job) =>
    sendMail(deps, { mailId: job.mailId, retryAfterMs: 20 * settings.limits.sweepEveryMs }),
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
  tasksAtOnce: tasks.length,
  failed: (error, job) => report(toFailure(job))(error),
});
running.push({ stop: () => worker.close() }, runner);
isStarted = true;
repeat(createLocalTask(context));
let isScheduled = false;
repeat({
  name: 'keep the schedules',
  everyMs: 4 * settings.limits.sweepEveryMs,
  run: keepSchedules,
  whenFailed: 'scheduling the tasks failed',
});
deps.queue.onReturn(() => {
  void refillQueue(deps).catch(report('refilling the queue failed'));
  void keepSchedules().catch(report('scheduling the tasks failed'));
  runner.runSoon('sweep payments');
});

async function keepSchedules(): Promise<void> {
  await deps.queue.keepSchedules(tasks, { isFirst: !isScheduled });
  isScheduled = true;
}

function toFailure(job: Job | undefined): string {
  const task = job?.name === 'task' && tasks.find(({ name }) => name === job.task);
  return task ? task.whenFailed : 'a job failed';
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
