/**
 * `npm run bench -- scale`: measures what each operation of a user costs the servers, and computes from it
 * and from stated assumptions the machines and rupees of up to ten million users (docs/scale.md).
 */
import { parseArgs } from 'node:util';
import { number, say, sayMachine, sayTable } from './report.ts';
import { assumptions, bounds, cases, estimate, prices, round } from './scale/estimate.ts';
import { measureCosts } from './scale/costs.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
});

sayMachine();
const { costs, eventsOfPurchase } = await measureCosts(options.quick ? 0.2 : 1);
say('\n## Costs of one operation, measured: CPU ms of each part, bytes of database and WAL');
sayTable(
  ['operation', 'times', 'API', 'worker', 'Postgres', 'database', 'WAL'],
  Object.entries(costs).map(([name, cost]) => [
    name,
    cost.times,
    ...[cost.apiMs, cost.workerMs, cost.postgresMs, cost.databaseBytes, cost.walBytes].map(round),
  ]),
);
say(`\nLedger events of a purchase: ${eventsOfPurchase}`);

say('\n## Assumptions');
sayTable(
  ['quantity', 'value', 'source'],
  [...assumptions, ...prices].map(([what, value, source]) => [what, round(value), source]),
);

const estimates = cases.map((each) => estimate(each, costs, eventsOfPurchase));
say('\n## Machines and rupees');
sayTable(
  ['', ...cases.map(([users, share]) => `${number(users)} users, ${100 * share} % daily`)],
  Object.keys(estimates[0]!).map((row) => [row, ...estimates.map((each) => round(each[row]!))]),
);

say('\n## Bounds');
sayTable(
  ['part', 'bound', 'the last case needs', 'share'],
  bounds(cases.at(-1)!, costs, eventsOfPurchase).map(([part, bound, need, share]) => [
    part,
    bound,
    need,
    `${round(100 * share)} %`,
  ]),
);
