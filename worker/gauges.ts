/** Gauges over all processes: each worker queries the queue and the database when it is scraped. */
import type { Kysely } from 'kysely';
import { countOpenFindings } from '@sachet/db/checks/findings';
import type { Database } from '@sachet/db/tables';
import { countHolds } from '@sachet/db/wallet/wallets';
import {
  holds,
  openFindings,
  queueJobs,
  queueWaitSeconds,
} from '@sachet/adapters/operations/metrics';
import type { JobQueue } from '@sachet/adapters/queue/queue';

export async function observeQueue(queue: Pick<JobQueue, 'readDepths'>): Promise<void> {
  for (const { lane, waiting, active, frontWaitMs } of await queue.readDepths()) {
    queueJobs.set({ lane, state: 'waiting' }, waiting);
    queueJobs.set({ lane, state: 'active' }, active);
    queueWaitSeconds.set({ lane }, frontWaitMs / 1_000);
  }
}

export async function observeLedgerState(db: Kysely<Database>): Promise<void> {
  const { open, overdue } = await countHolds(db);
  holds.set({ state: 'open' }, open);
  holds.set({ state: 'overdue' }, overdue);
  openFindings.set(await countOpenFindings(db));
}
