/** How long a full queue takes, compared with its providers' time alone. */
import type { Kysely } from 'kysely';
import { newId } from '@sachet/db/ids';
import type { Database } from '@sachet/db/tables';
import type { JobQueue } from '@sachet/adapters/queue/queue';
import { toMade } from '@sachet/shared/tools';
import type { Child } from '../../local/children.ts';
import type { Listener } from './listener.ts';

export interface Stack {
  readonly db: Kysely<Database>;
  readonly queue: JobQueue;
  readonly worker: Child;
  readonly uid: string;
  readonly walletId: string;
}

export interface DrainOptions {
  readonly mode: 'image' | 'general';
  readonly jobs: number;
  readonly concurrency: number;
  readonly latencyMs: number;
}

export interface Drained {
  readonly elapsedMs: number;
  readonly idealMs: number;
  /** Milliseconds from the worker's clock immediately before its last statement to the browser's event. */
  readonly delaysMs: readonly number[];
}

const models = { image: 'gemini-3.1-flash-lite-image', general: 'gemini-3.5-flash-lite' };

/** Suspends the worker while the queue is filled. Measures from its continuation to the last event. */
export async function drain(
  { db, queue, worker, uid, walletId }: Stack,
  { mode, jobs, concurrency, latencyMs }: DrainOptions,
  listener: Listener,
): Promise<Drained> {
  // Rows as `POST /api/generate` writes them, without jobs in the queue.
  const rows = Array.from({ length: jobs }, (_, i) => ({
    id: newId('gen'),
    uid,
    wallet_id: walletId,
    mode,
    provider: 'google' as const,
    prompt: `a blue kite over market ${i} [[latency:${latencyMs}]]`,
    language: 'en' as const,
    quality: 'speed' as const,
    aspect_ratio: '1:1' as const,
    preview_max: 256,
    model_id: models[mode],
    model_label: 'bench',
    status: 'queued' as const,
    applicant_class: 'customer' as const,
    rate_card_version: 'bench',
  }));
  await db.insertInto('generation').values(rows).execute();
  const ids = rows.map(({ id }) => id);
  worker.kill('SIGSTOP');
  try {
    for (const generationId of ids) {
      await queue.add({
        name: 'preview',
        generationId,
        provider: 'google',
        class: 'customer',
        makes: toMade(mode),
        round: 1,
      });
    }
  } finally {
    worker.kill('SIGCONT');
  }
  const released = performance.timeOrigin + performance.now();
  // One event when a job starts, one when it ends.
  const receivedAt = await listener.waitFor(ids, 2);
  const made = await db
    .selectFrom('generation')
    .select(['id', 'status', 'error', 'updated_at'])
    .where('id', 'in', ids)
    .execute();
  const other = made.find(({ status }) => status !== 'ready');
  if (other) throw new Error(`${other.id} is ${other.status}: ${JSON.stringify(other.error)}`);
  return {
    elapsedMs: Math.max(...ids.map((id) => receivedAt.get(id)!)) - released,
    idealMs: Math.ceil(jobs / concurrency) * latencyMs,
    delaysMs: made.map(({ id, updated_at }) => receivedAt.get(id)! - updated_at.getTime()),
  };
}
