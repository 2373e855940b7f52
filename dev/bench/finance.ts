/**
 * `npm run bench -- finance`: measures a year of payments and purchases with their settlements: how fast the
 * books are computed and files imported, how long a busy day takes to compare, and how long the finance
 * pages' queries take over HTTP.
 */
import { parseArgs } from 'node:util';
import { createPool } from '@sachet/db/connect';
import { askInTurns, startStack } from './admin/pages.ts';
import { computeBooks } from './finance/computing.ts';
import { importAndReconcile } from './finance/importing.ts';
import { createFinanceQuestions } from './finance/questions.ts';
import { seedYear } from './finance/seed.ts';
import { getDatabaseUrl, say, sayMachine, sayTargets } from './report.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    events: { type: 'string' },
    payments: { type: 'string' },
  },
});
const { quick } = options;
const events = Number(options.events ?? (quick ? 100_000 : 10_000_000));
const payments = Number(options.payments ?? events / 5);
/** Requests of each query. */
const requests = quick ? 10 : 40;
const appUrl = getDatabaseUrl('APP');

sayMachine();
const owner = createPool(getDatabaseUrl('OWNER'), { max: 2, statement_timeout: 0 });
const stack = await startStack();
try {
  const wallets = Math.max(100, Math.round(events / 100));
  const teamShare = Math.min(0.2, 100_000 / events);
  const seeded = await seedYear(owner, { events, payments, wallets, teamShare });
  say('\n## Books');
  await computeBooks(appUrl);
  say('\n## Settlements');
  const targets = await importAndReconcile(stack, seeded);
  await owner.query('vacuum analyze');
  say('\n## Questions');
  const questions = await createFinanceQuestions(owner, { plan: seeded.plan, events });
  targets.unshift(await askInTurns(stack, questions, requests));
  sayTargets(targets);
} finally {
  await stack.stop();
  await owner.end();
}
