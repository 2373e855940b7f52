/** The worker's recurring tasks. */
import {
  raiseNotice,
  resolveNotices,
  resolveOfUnconfigured,
  resolvePastDays,
  resolvePastOddities,
  resolvePastRefusals,
} from '@sachet/db/admin/notices';
import { runAuditPass } from '@sachet/db/checks/pass';
import type { createPool } from '@sachet/db/connect';
import { projectNewEvents } from '@sachet/db/finance/provenance/project';
import {
  newestCheckpoint,
  publishKeys,
  refuseWrongKey,
  takeCheckpoint,
} from '@sachet/db/ledger/checkpoint';
import { requestDueVerification } from '@sachet/db/ledger/history/verifications';
import type { SigningKey } from '@sachet/db/ledger/signing-key';
import { watchBalances } from '@sachet/db/models/provider-balances';
import { reviewCatalogue } from '@sachet/db/models/review';
import { issueDueDocuments } from '@sachet/db/tax/invoices';
import { issueReceipts } from '@sachet/db/tax/receipts';
import type { WorkerEnvironment } from '@sachet/shared/configuration/environment';
import type { Dependencies } from './dependencies.ts';
import { keepBooks } from './finance/books.ts';
import { sweepExports } from './finance/exports.ts';
import { sweepSettlements } from './finance/settlements.ts';
import { sweepVerifications, type Verifying } from './ledger/verify-ledger.ts';
import { sweepMails } from './mail/send-mail.ts';
import { sweepSyncs } from './models/sync-models.ts';
import { compareWithGateway } from './payments/compare-gateway.ts';
import { sweepMoney } from './payments/money-sweep.ts';
import { sendReadyNotices } from './people/ready-notices.ts';
import { sweep } from './sweep.ts';

export interface Task {
  readonly name: string;
  /** The time between the starts of two runs. */
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  /** The message of the log line, for alerts. */
  readonly whenFailed: string;
}

interface TaskContext {
  readonly deps: Dependencies;
  readonly pool: ReturnType<typeof createPool>;
  readonly settings: Pick<
    WorkerEnvironment,
    'DATABASE_URL' | 'LEDGER_PUBLIC_KEYS_PREVIOUS' | 'PUBLIC_URL' | 'RUPEES_PER_USD' | 'limits'
  >;
  readonly signingKey: SigningKey | undefined;
  readonly verifying: Verifying;
}

/** A user waits for the notice: the query reads an index that is mostly empty. */
const readyNoticesEveryMs = 2_000;

/**
 * The task that each worker runs on its own timer, because a lost queue has no schedulers that could begin it: it
 * adds lost jobs to the queue, and lets holds expire.
 */
export function createLocalTask({ deps, settings, verifying }: TaskContext): Task {
  return {
    name: 'sweep',
    everyMs: settings.limits.sweepEveryMs,
    run: () => sweep(deps, verifying.silentForMs),
    whenFailed: 'a sweep failed',
  };
}

/**
 * The tasks that the queue gives to one of all workers. Runs of a task on two workers can overlap if one lasts
 * longer than the period, so each takes its rows under locks.
 */
export function createTasks({
  deps,
  pool,
  settings,
  signingKey,
  verifying,
}: TaskContext): readonly Task[] {
  const { limits } = settings;
  const { sweepEveryMs } = limits;
  const { silentForMs } = verifying;
  const { log } = deps;
  return [
    {
      name: 'check the image store',
      everyMs: sweepEveryMs,
      run: () => noteStore(deps),
      whenFailed: 'checking the image store failed',
    },
    {
      name: 'sweep payments',
      everyMs: sweepEveryMs,
      run: () => sweepMoney(deps, silentForMs),
      whenFailed: 'a sweep of payments failed',
    },
    {
      name: 'send ready notices',
      everyMs: Math.min(readyNoticesEveryMs, sweepEveryMs),
      run: () => sendReadyNotices({ ...deps, pushContact: toPushContact(settings.PUBLIC_URL) }),
      whenFailed: 'sending notices of finished work failed',
    },
    {
      name: 'sweep settlements',
      everyMs: 4 * sweepEveryMs,
      run: () => sweepSettlements(deps),
      whenFailed: 'a sweep of settlements failed',
    },
    {
      name: 'sweep mails',
      everyMs: sweepEveryMs,
      run: () => sweepMails(deps),
      whenFailed: 'a sweep of mails failed',
    },
    {
      name: 'watch providers',
      everyMs: 20 * sweepEveryMs,
      run: () => watchProviders(deps),
      whenFailed: 'watching the providers failed',
    },
    {
      name: 'sweep syncs',
      everyMs: 4 * sweepEveryMs,
      run: () => sweepSyncs(deps, limits.modelSyncEveryMs),
      whenFailed: 'a sweep of syncs failed',
    },
    {
      name: 'compare with the gateway',
      everyMs: limits.gatewayCompareEveryMs,
      run: () => compareWithGateway(deps),
      whenFailed: 'comparing the ledger with the gateway failed',
    },
    {
      name: 'sweep verifications',
      everyMs: sweepEveryMs,
      run: () => sweepVerifications(deps, verifying),
      whenFailed: 'a sweep of verifications failed',
    },
    {
      name: 'sweep exports',
      everyMs: 4 * sweepEveryMs,
      run: () => sweepExports(deps, silentForMs),
      whenFailed: 'a sweep of exports failed',
    },
    {
      name: 'audit',
      everyMs: limits.auditEveryMs,
      run: () => audit(deps, settings.DATABASE_URL),
      whenFailed: 'a pass of the auditor failed',
    },
    {
      name: 'keep the books',
      everyMs: 2 * sweepEveryMs,
      run: () =>
        keepBooks({ ...deps, pool }, { rupeesPerUsd: settings.RUPEES_PER_USD, signingKey }),
      whenFailed: 'updating the daily books failed',
    },
    {
      name: 'compute provenance',
      everyMs: 4 * sweepEveryMs,
      async run() {
        await projectNewEvents(deps.db, (error, walletId) =>
          log.error({ err: error, walletId }, 'computing the provenance of a wallet failed'),
        );
      },
      whenFailed: 'computing provenance failed',
    },
    {
      name: 'issue receipts',
      everyMs: sweepEveryMs,
      run: () =>
        issueReceipts(deps.db, (error, walletId) =>
          log.error({ err: error, walletId }, 'issuing a receipt failed'),
        ),
      whenFailed: 'issuing receipts failed',
    },
    {
      name: 'issue tax documents',
      everyMs: 4 * sweepEveryMs,
      run: () =>
        issueDueDocuments(deps.db, (error, walletId) =>
          log.error({ err: error, walletId }, 'issuing the tax documents of a wallet failed'),
        ),
      whenFailed: 'issuing tax documents failed',
    },
    {
      name: 'take a checkpoint',
      everyMs: limits.checkpointEveryMs,
      async run() {
        if (!signingKey) return;
        const newest = await newestCheckpoint(pool);
        if (newest) await refuseWrongKey(pool, signingKey, newest);
        await publishKeys(pool, [...settings.LEDGER_PUBLIC_KEYS_PREVIOUS, signingKey.publicKeyHex]);
        await takeCheckpoint(pool, signingKey);
      },
      whenFailed: 'a checkpoint failed',
    },
  ];
}

/** Raises a notice for admins while pictures cannot be stored. All workers store them in the same place. */
async function noteStore({ db, images }: Pick<Dependencies, 'db' | 'images'>): Promise<void> {
  const kind = 'images_not_stored';
  const subject = 'images';
  const { state } = await images.readHealth();
  if (state === 'writable') await resolveNotices(db, { kind, subjects: [subject] });
  else await raiseNotice(db, { kind, data: { state } }, subject);
}

/** Checks our balances with the providers, and resolves notices that no longer apply. */
async function watchProviders({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  await watchBalances(db);
  await resolveOfUnconfigured(db);
  await resolvePastRefusals(db);
  await resolvePastOddities(db);
  await resolvePastDays(db);
  await reviewCatalogue(db);
}

/** Verifies new events, and requests a verification of the whole ledger once a day. */
async function audit(
  { db, queue, log }: Pick<Dependencies, 'db' | 'queue' | 'log'>,
  connectionString: string,
): Promise<void> {
  const pass = await runAuditPass(connectionString);
  for (const finding of pass?.newFindings ?? []) log.error(finding, 'audit finding');
  const verificationId = await requestDueVerification(db);
  if (verificationId !== undefined) await queue.add({ name: 'verify-ledger', verificationId });
}

/** Push services accept nothing but https and mailto. */
function toPushContact(publicUrl: string | undefined): string {
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:operator@example.com';
}
