/**
 * Finds work that a crash, a lost queue or an unresponsive provider left unfinished. The rows are the outbox:
 * unfinished work is queued again, which never makes a second job.
 */
import {
  advanceGeneration,
  claimGenerationsToErase,
  expirePreviews,
  markGenerationErased,
  readOverdueGenerations,
  readStrandedGenerations,
  readWaitingGenerations,
  type Generation,
} from '@sachet/db/studio/generations';
import { deleteBrandKit, readEndedBrandKits } from '@sachet/db/studio/brand-kits';
import { forgetFreeWork } from '@sachet/db/studio/free-work';
import { eraseContent, readPeopleToErase } from '@sachet/db/people/user-erasure';
import {
  readStrandedUnlocks,
  readWaitingUnlocks,
  type UnlockToQueue,
} from '@sachet/db/studio/unlocks';
import { resolveOldReports } from '@sachet/db/admin/notices';
import { eraseOldReports } from '@sachet/db/moderation/reports';
import { deleteOldInviteMails } from '@sachet/db/organizations/sent-invitations';
import { deleteChatPicture, readChatPicturesToErase } from '@sachet/db/chat/pictures';
import { deleteUpload, readExpiredUploads } from '@sachet/db/studio/uploads';
import { endAbandonedTurns } from '@sachet/flows/chat/chat-turn';
import { settleReferrals } from '@sachet/flows/people/referrals';
import { expireProposals } from '@sachet/flows/admin/proposals';
import { expireOverdueHolds } from '@sachet/flows/wallet/expired-holds';
import { dayMs, hourMs, istDay, minuteMs } from '@sachet/shared/time';
import { recoveredWork } from '@sachet/adapters/operations/metrics';
import { ourFailure } from '@sachet/adapters/providers/stored-failure';
import { isProvider, type Provider } from '@sachet/shared/providers';
import { toMade, tools, type Mode } from '@sachet/shared/tools';
import type { Dependencies } from './dependencies.ts';

const perSweep = 500;

/** A preview that is unfinished after this time fails, because no user waits longer for a free preview. */
const previewDeadlineMs = 10 * minuteMs;

type SweepDependencies = Pick<
  Dependencies,
  'db' | 'ledger' | 'images' | 'previewsKeptDays' | 'log'
> & { readonly queue: Pick<Dependencies['queue'], 'add'> };

/** `strandedAfterMs`: how long a row may stay unchanged before a sweep queues it again. */
export async function sweep(deps: SweepDependencies, strandedAfterMs: number): Promise<void> {
  const abandoned = await endAbandonedTurns(deps, { limit: perSweep, actor: 'worker' });
  recoveredWork.inc({ kind: 'chat reply ended' }, abandoned);
  recoveredWork.inc({ kind: 'hold expired' }, await expireOverdueHolds(deps, perSweep));
  const before = new Date(Date.now() - strandedAfterMs);
  const unlocks = await readStrandedUnlocks(deps.db, { before, limit: perSweep });
  await queueUnlocks(deps, unlocks);
  recoveredWork.inc({ kind: 'purchase queued again' }, unlocks.length);
  recoveredWork.inc({ kind: 'preview ended' }, await endOverduePreviews(deps, before));
  const previews = await readStrandedGenerations(deps.db, { before, limit: perSweep });
  await queuePreviews(deps, previews);
  recoveredWork.inc({ kind: 'preview queued again' }, previews.length);
  for (const uid of await readPeopleToErase(deps.db, perSweep)) {
    await eraseContent(deps.db, { uid, limit: perSweep });
  }
  const keptMs = deps.previewsKeptDays * dayMs;
  await expirePreviews(deps.db, { keptBefore: new Date(Date.now() - keptMs), limit: perSweep });
  await eraseDeleted(deps);
  await settleReferrals(deps, perSweep);
  await expireProposals(deps.db, perSweep);
  await eraseUploads(deps);
  await eraseBrandKits(deps);
  await eraseChatPictures(deps);
  await forgetFreeWork(deps.db, { before: istDay(Date.now()), limit: perSweep });
  await eraseOldReports(deps.db, perSweep);
  await deleteOldInviteMails(deps.db);
  await resolveOldReports(deps.db);
}

const perRefill = 10_000;

/**
 * Queues all work that no worker has begun, paid work first, because the queue may have come back empty. Work
 * that has begun is finished by its worker, or found by a sweep.
 */
export async function refillQueue(deps: Pick<Dependencies, 'db' | 'queue' | 'log'>): Promise<void> {
  await queueUnlocks(deps, await readWaitingUnlocks(deps.db, perRefill));
  await queuePreviews(deps, await readWaitingGenerations(deps.db, perRefill));
}

async function queueUnlocks(
  { queue, log }: Pick<SweepDependencies, 'queue' | 'log'>,
  unlocks: readonly UnlockToQueue[],
): Promise<void> {
  for (const unlock of keepKnown(log, unlocks)) {
    const { hold_id: holdId, generation_id: generationId, provider, queue_round: round } = unlock;
    await queue.add({ name: 'unlock', holdId, generationId, provider, round });
  }
}

async function queuePreviews(
  { queue, log }: Pick<SweepDependencies, 'queue' | 'log'>,
  generations: readonly Generation[],
): Promise<void> {
  for (const { id, provider, mode, applicant_class, queue_round } of keepKnown(log, generations)) {
    await queue.add({
      name: 'preview',
      generationId: id,
      provider,
      class: applicant_class,
      makes: toMade(mode),
      round: queue_round,
    });
  }
}

/**
 * The rows whose provider and tool this release has. Another release, newer or taken back, wrote the others, and
 * their deadlines end them.
 */
function keepKnown<Row extends { readonly provider: Provider; readonly mode?: Mode }>(
  log: Dependencies['log'],
  rows: readonly Row[],
): Row[] {
  const known = rows.filter(
    ({ provider, mode }) => isProvider(provider) && (mode === undefined || mode in tools),
  );
  const skipped = rows.length - known.length;
  if (skipped > 0)
    log.warn({ skipped }, 'work of a provider or tool that this release does not have is skipped');
  return known;
}

/** Resolves to the number of ended previews. */
async function endOverduePreviews({ db }: SweepDependencies, before: Date): Promise<number> {
  const createdBefore = new Date(Date.now() - previewDeadlineMs);
  const overdue = await readOverdueGenerations(db, { before, createdBefore, limit: perSweep });
  for (const generation of overdue) {
    const error = JSON.stringify(ourFailure(generation.provider, 'deadline_exceeded'));
    await advanceGeneration(db, generation, { status: 'failed', error });
  }
  return overdue.length;
}

/** Erases the words and images of generations that their owner deleted or that were not bought in time. */
async function eraseDeleted({ db, images }: SweepDependencies): Promise<void> {
  for (const id of await claimGenerationsToErase(db, perSweep)) {
    await images.deleteAll(id);
    await markGenerationErased(db, id);
  }
}

/** Longer than an upload may take to arrive and be checked. */
const receivedForMs = hourMs;

/** Erases photos that can no longer be used, and leftovers of crashes. */
async function eraseUploads({ db, images }: SweepDependencies): Promise<void> {
  for (const { id, image_key: key } of await readExpiredUploads(db, perSweep)) {
    if (key !== null) await images.delete(key);
    await deleteUpload(db, id);
  }
  await images.sweepReceived(new Date(Date.now() - receivedForMs));
}

/** Erases the logos of deleted people with their kits. */
async function eraseBrandKits({ db, images }: SweepDependencies): Promise<void> {
  for (const id of await readEndedBrandKits(db, perSweep)) {
    await images.deleteAll(id);
    await deleteBrandKit(db, id);
  }
}

/** Erases pictures of deleted conversations, and pictures whose message never began. */
async function eraseChatPictures({ db, images }: SweepDependencies): Promise<void> {
  for (const id of await readChatPicturesToErase(db, perSweep)) {
    await images.deleteAll(id);
    await deleteChatPicture(db, id);
  }
}
