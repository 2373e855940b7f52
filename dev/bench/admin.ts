/**
 * `npm run bench -- admin`: how long the queries of the admin pages take over HTTP with 100,000 users and a
 * million events, and how much memory the API needs to export all of them.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createKysely, createPool } from '@sachet/db/connect';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { peakMiBDuring } from '../local/resident-memory.ts';
import { askInTurns, startStack } from './admin/pages.ts';
import { seedPeople } from './admin/people.ts';
import { createQuestions } from './admin/questions.ts';
import { seedYear } from './finance/seed.ts';
import { getDatabaseUrl, number, sayMachine, sayTable, sayTargets } from './report.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
  },
});
const { quick } = options;
const users = quick ? 5_000 : 100_000;
const events = quick ? 50_000 : 1_000_000;
/** Requests of each query. */
const requests = quick ? 20 : 100;

sayMachine();
const owner = createPool(getDatabaseUrl('OWNER'), { max: 2, statement_timeout: 0 });
const stack = await startStack();
try {
  await seedYear(owner, { events, payments: events / 5, wallets: users, teamShare: 0.2 });
  await seedPeople(owner, stack.emulator);
  // Computes the daily sums as the worker does every minute: without them, a trial balance reads every event.
  await countNewEvents(createKysely(owner));
  await owner.query('vacuum analyze');
  const target = await askInTurns(stack, await createQuestions(owner, { users, events }), requests);
  await exportAll();
  sayTargets([target]);
} finally {
  await stack.stop();
  await owner.end();
}

async function exportAll(): Promise<void> {
  const rows: string[][] = [];
  for (const format of ['ndjson', 'csv']) {
    let bytes = 0;
    const began = performance.now();
    const peakMiB = await peakMiBDuring(stack.api.pid, async () => {
      const { body } = await stack.ask(`/api/admin/ledger/export?format=${format}`);
      for await (const chunk of body!) bytes += chunk.length;
    });
    const perSecond = (1000 * events) / (performance.now() - began);
    rows.push([format, number(bytes / 1e6), number(perSecond), number(peakMiB)]);
  }
  sayTable(['export of every event', 'MB', 'events/s', 'peak memory, MiB'], rows);
}
