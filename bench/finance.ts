/**
 * `npm run bench -- finance`: a year of payments and purchases with their settlements; how long the
 * finance pages' questions take over HTTP, how fast files are imported, days compared, books computed
 * and exported, and what computing them costs the write path.
 */
import { parseArgs } from 'node:util';
import { createPool } from '@sachet/db/connect';
import { askInTurns } from './admin/asking.ts';
import { startStack } from './admin/stack.ts';
import { measureBeside } from './finance/beside.ts';
import { computeAll, exportAll, restate } from './finance/computing.ts';
import { importAndReconcile } from './finance/importing.ts';
import { createFinanceQuestions } from './finance/questions.ts';
import { seedYear } from './finance/seed.ts';
import { getDatabaseUrl, say, sayMachine, stopOnSignal } from './report.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Of which payments are best a fifth: what is paid is spent. */
    events: { type: 'string' },
    payments: { type: 'string' },
    /** Requests of each question. */
    requests: { type: 'string' },
    /** Of writing with and without the worker's jobs. */
    rounds: { type: 'string' },
  },
});
const { quick } = options;
const seed = {
  events: Number(options.events ?? (quick ? 100_000 : 10_000_000)),
  payments: Number(options.payments ?? (quick ? 20_000 : 2_000_000)),
};
const requests = Number(options.requests ?? (quick ? 10 : 40));
const rounds = Number(options.rounds ?? (quick ? 2 : 5));
const load = { warmUpMs: 1_000, measureMs: quick ? 2_000 : 5_000 };
const appUrl = getDatabaseUrl('APP');

sayMachine();
const owner = createPool(getDatabaseUrl('OWNER'), { max: 2, statement_timeout: 0 });
const stack = await startStack(appUrl);
stopOnSignal(stack);
try {
  say('\n## Seed\n');
  const seeded = await seedYear(owner, seed);
  say('\n## Books');
  await computeAll(appUrl, owner);
  await restate(appUrl, seeded.plan);
  await exportAll(appUrl, stack, seeded.plan);
  say('\n## Settlements');
  const targets = await importAndReconcile(stack, seeded);
  await owner.query('vacuum analyze');
  say('\n## Questions');
  const questions = await createFinanceQuestions(owner, { plan: seeded.plan, events: seed.events });
  const missed = await askInTurns(stack, questions, requests);
  say('\n## Writing');
  await measureBeside({ appUrl, owner }, { rounds, load });
  say('\n## Targets\n');
  const reached = questions.length - missed.length;
  const missing = missed.map((name) => `; missed: ${name}`).join('');
  say(`- ${reached} of ${questions.length} questions reached theirs${missing}`);
  for (const target of targets) say(target);
} finally {
  await stack.stop();
  await owner.end();
}
