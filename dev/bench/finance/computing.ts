/** How fast the worker's finance jobs process the seeded year. */
import { performance } from 'node:perf_hooks';
import { createKysely, createPool } from '@sachet/db/connect';
import { closeDueDays } from '@sachet/db/finance/day-close';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { projectNewEvents } from '@sachet/db/finance/provenance/project';
import { number, sayTable } from '../report.ts';

const signingKey = readSigningKey('a-signing-key-for-benchmarks');

export async function computeBooks(appUrl: string): Promise<void> {
  const pool = createPool(appUrl, { application_name: 'bench', query_timeout: 35_000 });
  const db = createKysely(pool);
  const closeAllDays = async () => {
    let days = 0;
    for (;;) {
      const closed = await closeDueDays({ db, pool }, signingKey);
      if (closed.length === 0) return days;
      days += closed.length;
    }
  };
  try {
    sayTable(
      ['the worker computes', 'of', 'seconds', 'per second'],
      [
        await measure('daily sums', 'events', () => countNewEvents(db)),
        await measure('provenance', 'events', () =>
          projectNewEvents(db, (error) => {
            throw error;
          }),
        ),
        await measure('day closes', 'days', closeAllDays),
      ],
    );
  } finally {
    await db.destroy();
  }
}

async function measure(name: string, unit: string, work: () => Promise<number>): Promise<string[]> {
  const began = performance.now();
  const count = await work();
  const seconds = (performance.now() - began) / 1000;
  return [name, `${number(count)} ${unit}`, number(seconds, 1), number(count / seconds)];
}
