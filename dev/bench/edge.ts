/**
 * `npm run bench -- edge`: measures the overhead of the API's HTTP layer. Requests `GET /api/wallet` in turns
 * with a bare Express route that verifies the same token and makes one indexed query.
 */
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { drive, findMedian, type Measured, type Step } from './load.ts';
import { number, say, sayMachine, sayTable, sayTargets, toTarget } from './report.ts';
import { startProduct } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
  },
});
const callers = 32;
const rounds = options.quick ? 1 : 7;
const load = { warmUpMs: 1_000, measureMs: 3_000 };

sayMachine();
const product = await startProduct();
const agent = new Agent({ keepAlive: true, maxSockets: callers });
try {
  const { ready: bare } = await product.start<{ url: string }>('dev/bench/edge/bare.ts');
  const people = await Promise.all(Array.from({ length: callers }, () => product.signUp()));
  const from = (url: string): Step[] =>
    people.map(
      ({ headers }) =>
        () =>
          ask(url, headers),
    );
  const routes = {
    'a bare route': from(`${bare.url}/wallet`),
    'GET /api/wallet': from(`${product.apiUrl}/api/wallet`),
  };
  type Name = keyof typeof routes;
  const names = Object.keys(routes) as Name[];
  const found = new Map<Name, Measured[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) found.get(name)!.push(await drive(routes[name], load));
  }
  const medianOf = (name: Name) => findMedian(found.get(name)!);
  say(`\n${rounds} rounds of 3 s in turns, ${callers} callers, medians`);
  sayTable(
    ['route', 'requests/s', 'p50 ms', 'p99 ms'],
    names.map((name) => {
      const { eventsPerSecond, p50Ms, p99Ms } = medianOf(name);
      return [name, number(eventsPerSecond), number(p50Ms, 1), number(p99Ms, 1)];
    }),
  );
  const ratio =
    medianOf('GET /api/wallet').eventsPerSecond / medianOf('a bare route').eventsPerSecond;
  sayTargets([
    toTarget('GET /api/wallet at least 0.5 times a bare route', ratio >= 0.5, number(ratio, 2)),
  ]);
} finally {
  agent.destroy();
  await product.stop();
}

/** Uses `node:http`, because `fetch` would take most of two cores from the servers. */
function ask(url: string, headers: { readonly authorization: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${answer.statusCode}`));
      });
    });
    request.once('error', reject);
  });
}
