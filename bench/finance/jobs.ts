/** The worker's finance jobs alone, in a process of their own: a second's pause between two passes. */
import { createKysely, createPool } from '@sachet/db/connect';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { projectNewEvents } from '@sachet/db/provenance/project';
import { every } from '@sachet/worker/every';
import { getDatabaseUrl } from '../report.ts';

const pool = createPool(getDatabaseUrl('APP'), {
  application_name: 'bench-jobs',
  query_timeout: 35_000,
});
const db = createKysely(pool);
const pauseMs = 1_000;

function end(error: unknown): never {
  console.error(error);
  process.exit(1);
}

const sums = every(pauseMs, async () => void (await countNewEvents(db)), end);
const provenance = every(pauseMs, async () => void (await projectNewEvents(db, end)), end);

process.on('SIGTERM', () => {
  void Promise.all([sums.stop(), provenance.stop()])
    .then(() => db.destroy())
    .then(() => process.exit(0));
});
process.send?.({ ready: true });
