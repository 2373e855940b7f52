/**
 * `npm run bench -- studio`: the time to process a full queue compared with its providers' time alone,
 * how long a browser waits for a worker's commit, and whether the worker's memory stays flat.
 */
import { parseArgs } from 'node:util';
import { median } from './load.ts';
import {
  getDatabaseUrl,
  number,
  say,
  sayMachine,
  share,
  stopOnSignal,
  toTarget,
} from './report.ts';
import { announce, type Announced } from './studio/announcing.ts';
import { drain, type Drained } from './studio/draining.ts';
import {
  listenAsBrowser,
  listenToDatabase,
  type CommitListener,
  type Listeners,
} from './studio/listeners.ts';
import { watchMemory, type Remembered } from './studio/memory.ts';
import { startStack, type Stack } from './studio/stack.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only 'queue', 'events' or 'memory'. */
    only: { type: 'string' },
    rounds: { type: 'string' },
    jobs: { type: 'string' },
    /** Default: the benchmark's own Postgres. */
    'queue-url': { type: 'string' },
  },
});
const { quick, only } = options;
const rounds = Number(options.rounds ?? (quick ? 1 : 3));
const jobs = Number(options.jobs ?? (quick ? 40 : 200));
const commits = quick ? 100 : 1_000;
const images = quick ? 200 : 2_000;
const concurrency = 8;
const latencyMs = 300;
const databaseUrl = getDatabaseUrl('APP');
const queueUrl = options['queue-url'] ?? databaseUrl;

sayMachine();
say(`the queue on ${new URL(queueUrl).protocol.replace(':', '')}`);
const stack = await startStack({ databaseUrl, queueUrl, concurrency });
stopOnSignal(stack);
try {
  const browser = await listenAsBrowser(stack);
  const listener = await listenToDatabase(stack);
  const listeners = { browser, database: listener };
  const targets = [
    ...(!only || only === 'queue' ? await runQueue(stack, listeners) : []),
    ...(!only || only === 'events'
      ? [sayAnnounced(await announce(stack, commits, listeners))]
      : []),
    ...(!only || only === 'memory' ? [await runMemory(stack, listener)] : []),
  ];
  say('\n## Targets\n');
  for (const target of targets) say(target);
  await browser.close();
  await listener.close();
} finally {
  await stack.stop();
}

async function runQueue(stack: Stack, listeners: Listeners): Promise<string[]> {
  say(`\n## ${jobs} queued previews of one provider\n`);
  say(`${concurrency} at once, ${latencyMs} ms each; ${rounds} rounds in turns, medians\n`);
  const modes = ['general', 'image'] as const;
  const drained: Record<(typeof modes)[number], Drained[]> = { general: [], image: [] };
  const terms = { concurrency, latencyMs };
  for (const mode of modes)
    await drain(stack, { ...terms, mode, jobs: 4 * concurrency }, listeners);
  for (let round = 0; round < rounds; round++) {
    for (const mode of modes)
      drained[mode].push(await drain(stack, { ...terms, mode, jobs }, listeners));
  }
  say('| previews | ideal s | taken s | taken / ideal | each round |');
  say('|---|---:|---:|---:|---|');
  const targets: string[] = [];
  for (const mode of modes) {
    const ratios = drained[mode].map(({ elapsedMs, idealMs }) => elapsedMs / idealMs);
    const ratio = median(ratios);
    const seconds = median(drained[mode].map(({ elapsedMs }) => elapsedMs)) / 1000;
    const name = mode === 'image' ? 'images' : 'texts';
    say(
      `| ${name} | ${number(drained[mode][0]!.idealMs / 1000, 2)} | ${number(seconds, 2)} | ` +
        `${number(ratio, 3)} | ${ratios.map((each) => number(each, 3)).join(', ')} |`,
    );
    const what = `${jobs} ${name} within 1.15 times the ideal`;
    targets.push(toTarget(what, ratio <= 1.15, number(ratio, 3)));
  }
  say('\nFrom the worker’s last statement to the event, while it works on them:\n');
  const toBrowserMs = drained.image.flatMap((round) => round.toBrowserMs);
  const toListenerMs = drained.image.flatMap((round) => round.toListenerMs);
  return [...targets, sayDelays('under load', { toBrowserMs, toListenerMs })];
}

function sayAnnounced(announced: Announced): string {
  say(`\n## From a commit to the browser’s event\n`);
  say(`${commits} commits one after the other, from the sending of COMMIT\n`);
  return sayDelays('at rest', announced);
}

function sayDelays(when: string, { toBrowserMs, toListenerMs }: Announced): string {
  say('| heard by | p50 ms | p95 ms | p99 ms | p95 of a bare LISTEN |');
  say('|---|---:|---:|---:|---:|');
  const bareP95 = share(toListenerMs, 0.95);
  for (const [name, delays] of [
    ['a bare LISTEN', toListenerMs],
    ['a browser at /api/events', toBrowserMs],
  ] as const) {
    const at = (part: number) => number(share(delays, part), 2);
    const ratio = number(share(delays, 0.95) / bareP95, 2);
    say(`| ${name} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${ratio} |`);
  }
  const p95 = share(toBrowserMs, 0.95);
  return toTarget(
    `commit to browser ${when}, p95 at most 50 ms`,
    p95 <= 50,
    `${number(p95, 1)} ms`,
  );
}

async function runMemory(stack: Stack, listener: CommitListener): Promise<string> {
  const warmUp = images / 10;
  say(`\n## The worker’s memory over ${number(images)} images\n`);
  const found: Remembered = await watchMemory(stack, { jobs: images, warmUp }, listener);
  const { quartersMiB, mostMiB, jobsPerSecond } = found;
  say(`After ${warmUp} to warm up; ${number(jobsPerSecond, 1)} images/s, without latency\n`);
  say('| quarter | median resident MiB |');
  say('|---|---:|');
  for (const [n, mib] of quartersMiB.entries()) say(`| ${n + 1} | ${number(mib)} |`);
  say(`| most | ${number(mostMiB)} |`);
  const ratio = quartersMiB[3]! / quartersMiB[0]!;
  return toTarget('last quarter at most 1.1 times the first', ratio <= 1.1, number(ratio, 3));
}
