/**
 * `npm run bench -- studio`: the time to process a full queue compared with its providers' time alone, and how
 * long after a worker's commit a browser has the event.
 */
import { parseArgs } from 'node:util';
import { createKysely, createPool } from '@sachet/db/connect';
import { createJobQueue } from '@sachet/adapters/queue/queue';
import { median, quantile } from './load.ts';
import {
  getDatabaseUrl,
  number,
  say,
  sayMachine,
  sayTable,
  sayTargets,
  toTarget,
} from './report.ts';
import { send, startProduct } from './servers.ts';
import { drain, type Drained } from './studio/draining.ts';
import { listenAsBrowser } from './studio/listener.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Default: the benchmark's own Postgres. */
    'queue-url': { type: 'string' },
  },
});
const { quick } = options;
const rounds = quick ? 1 : 3;
const jobs = quick ? 40 : 200;
const terms = { concurrency: 8, latencyMs: 300 };
const databaseUrl = getDatabaseUrl('APP');
const queueUrl = options['queue-url'] ?? databaseUrl;
const modes = ['general', 'image'] as const;

sayMachine();
say(`the queue on ${new URL(queueUrl).protocol.replace(':', '')}`);
const product = await startProduct({
  hasWorker: true,
  env: { QUEUE_URL: queueUrl, WORKER_CONCURRENCY: String(terms.concurrency) },
});
const db = createKysely(createPool(databaseUrl, { max: 4 }));
const queue = createJobQueue({ url: queueUrl, prefix: 'queue' });
try {
  const person = await product.signUp('phone');
  const wallet = await send(product.apiUrl, person.headers, '/api/wallet');
  const { walletId } = JSON.parse(wallet) as { walletId: string };
  const stack = { db, queue, worker: product.worker!, uid: person.uid, walletId };
  const listener = await listenAsBrowser(product.apiUrl, person);
  const drained: Record<(typeof modes)[number], Drained[]> = { general: [], image: [] };
  for (const mode of modes)
    await drain(stack, { ...terms, mode, jobs: 4 * terms.concurrency }, listener);
  for (let round = 0; round < rounds; round++) {
    for (const mode of modes)
      drained[mode].push(await drain(stack, { ...terms, mode, jobs }, listener));
  }
  report(drained);
  listener.close();
} finally {
  await queue.close();
  await db.destroy();
  await product.stop();
}

function report(drained: Record<(typeof modes)[number], readonly Drained[]>): void {
  const { concurrency, latencyMs } = terms;
  say(`\n## ${jobs} queued previews of one provider\n`);
  say(`${concurrency} concurrent, ${latencyMs} ms each; ${rounds} rounds in turns, medians`);
  const ratios = modes.map((mode) =>
    median(drained[mode].map(({ elapsedMs, idealMs }) => elapsedMs / idealMs)),
  );
  sayTable(
    ['previews', 'ideal s', 'taken / ideal'],
    modes.map((mode, i) => [
      mode,
      number(drained[mode][0]!.idealMs / 1000, 2),
      number(ratios[i]!, 3),
    ]),
  );
  const delaysMs = drained.image.flatMap((round) => round.delaysMs);
  const figures = [0.5, 0.95, 0.99].map((part) => number(quantile(delaysMs, part), 1));
  say(`\nFrom the worker’s last statement to the event, p50, p95, p99: ${figures.join(', ')} ms`);
  const p95 = quantile(delaysMs, 0.95);
  sayTargets([
    ...modes.map((mode, i) => {
      const what = `${jobs} ${mode} previews within 1.15 times the ideal`;
      return toTarget(what, ratios[i]! <= 1.15, number(ratios[i]!, 3));
    }),
    toTarget('last statement to browser, p95 at most 50 ms', p95 <= 50, `${number(p95, 1)} ms`),
  ]);
}
