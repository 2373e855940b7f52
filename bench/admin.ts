/**
 * `npm run bench -- admin`: how long the admin pages' queries take over HTTP, with 100,000 users and a
 * million events, and how much memory the API needs to export all of them.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createKysely, createPool } from '@sachet/db/connect';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { residentMiB } from '../local/resident-memory.ts';
import { getDatabaseUrl, number, say, sayMachine, stopOnSignal } from './report.ts';
import { askInTurns } from './admin/asking.ts';
import { createQuestions } from './admin/questions.ts';
import { seedAccounts, seedEvents, seedPeople } from './admin/seed.ts';
import { startStack } from './admin/stack.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    users: { type: 'string' },
    events: { type: 'string' },
    /** Requests of each query. */
    requests: { type: 'string' },
  },
});
const { quick } = options;
const seed = {
  users: Number(options.users ?? (quick ? 5_000 : 100_000)),
  events: Number(options.events ?? (quick ? 50_000 : 1_000_000)),
};
const requests = Number(options.requests ?? (quick ? 20 : 100));
const appUrl = getDatabaseUrl('APP');

sayMachine();
const owner = createPool(getDatabaseUrl('OWNER'), { max: 2, statement_timeout: 0 });
const stack = await startStack(appUrl);
stopOnSignal(stack);
try {
  await seedAll();
  const questions = await createQuestions(owner, seed);
  const missed = await askInTurns(stack, questions, requests);
  await exportAll();
  say('\n## Targets\n');
  const withTarget = questions.filter(({ targetMs }) => targetMs !== null).length;
  const reached = withTarget - missed.length;
  say(
    `- ${reached} of ${withTarget} questions reached theirs${missed.map((name) => `; missed: ${name}`).join('')}`,
  );
} finally {
  await stack.stop();
  await owner.end();
}

async function seedAll(): Promise<void> {
  const began = performance.now();
  await seedPeople(owner, seed);
  await seedAccounts(stack.emulator, seed);
  const written = performance.now();
  await seedEvents(appUrl, seed);
  const seconds = (performance.now() - written) / 1000;
  // As the worker does every minute: without the days' sums, a trial balance reads every event.
  await countNewEvents(createKysely(owner));
  // Autovacuum would have analysed older tables.
  await owner.query('vacuum analyze');
  say(
    `${number(seed.users)} people and ${number(seed.events)} events in ` +
      `${number((performance.now() - began) / 1000)} s, ${number(seed.events / seconds)} events/s`,
  );
}

async function exportAll(): Promise<void> {
  say('\n| export of every event | MB | events/s | memory before, MiB | most, MiB |');
  say('|---|---:|---:|---:|---:|');
  for (const format of ['ndjson', 'csv']) {
    const before = residentMiB(stack.api.pid);
    let most = before;
    let bytes = 0;
    const began = performance.now();
    const answer = await fetch(`${stack.api.ready.url}/api/admin/ledger/export?format=${format}`, {
      headers: await stack.authorize(),
    });
    for await (const chunk of answer.body!) {
      bytes += chunk.length;
      most = Math.max(most, residentMiB(stack.api.pid));
    }
    const perSecond = (1000 * seed.events) / (performance.now() - began);
    say(
      `| ${format} | ${number(bytes / 1e6)} | ${number(perSecond)} | ${number(before)} | ${number(most)} |`,
    );
  }
}
