/**
 * `npm run bench -- attack`: latency of paying users, alone and then during attacks by free accounts:
 * large uploads, pictures that unpack to gigabytes, senders of a byte every three seconds, floods of
 * previews, event streams, orders, invitations, junk tokens.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { verifyLedger } from '@sachet/db/ledger/verify';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { peakMiBDuring } from '../local/resident-memory.ts';
import { prepareAttack, type Tally } from './attack/attackers.ts';
import { workUntil, type Work } from './attack/payers.ts';
import { startAttackStack } from './attack/stack.ts';
import { getDatabaseUrl, number, say, sayMachine, share, stopOnSignal } from './report.ts';

const { values: options } = parseArgs({ options: { seconds: { type: 'string' } } });
const attackMs = 1000 * Number(options.seconds ?? 180);
const quietMs = attackMs / 3;
const databaseUrl = getDatabaseUrl('APP');

sayMachine();
const stack = await startAttackStack(databaseUrl);
stopOnSignal(stack);
try {
  const payers = await Promise.all([1, 2, 3, 4].map(() => stack.person(20_000)));
  await workUntil(stack, payers, performance.now() + 5_000);
  const quiet = await workUntil(stack, payers, performance.now() + quietMs);
  const attackers = new Worker(new URL('./attack/attacker.ts', import.meta.url), {
    workerData: await prepareAttack(stack),
  });
  let attacked: Work | undefined;
  const peakMiB = await peakMiBDuring(stack.api.pid, async () => {
    attacked = await workUntil(stack, payers, performance.now() + attackMs);
  });
  attackers.postMessage('stop');
  const [tally] = (await once(attackers, 'message')) as [Tally];
  report(quiet, attacked!);
  say(`\nmost memory of the API with its decoders: ${number(peakMiB)} MiB`);
  sayTally(tally);
  const { faults, events } = await verifyLedger({ connectionString: databaseUrl });
  say(`\n${events} events verified: ${faults.length} faults`);
  say(`API runs: ${stack.api.isRunning()}, worker runs: ${stack.worker.isRunning()}`);
} finally {
  await stack.stop();
}

function report(quiet: Work, attacked: Work): void {
  say(`\n## ${attackMs / 1000} s under attack, ${quietMs / 1000} s alone before it\n`);
  say('| | alone p50 / p95 ms | attacked p50 / p95 ms | p95 ratio |');
  say('|---|---:|---:|---:|');
  for (const [name, key] of [
    ['a paid picture', 'unlockMs'],
    ['GET /api/wallet', 'walletMs'],
  ] as const) {
    const cell = (work: Work) =>
      `${number(share(work[key], 0.5))} / ${number(share(work[key], 0.95))}`;
    const ratio = share(attacked[key], 0.95) / share(quiet[key], 0.95);
    say(`| ${name} | ${cell(quiet)} | ${cell(attacked)} | ${ratio.toFixed(2)} |`);
  }
  for (const [name, work] of [
    ['alone', quiet],
    ['attacked', attacked],
  ] as const) {
    const { unlockMs, busy, faults } = work;
    say(`\n${name}: ${unlockMs.length} pictures, ${busy} times 503, ${faults.length} faults`);
    for (const fault of faults.slice(0, 5)) say(`- ${fault}`);
  }
}

function sayTally(tally: Tally): void {
  say('\n| attack | answers |');
  say('|---|---|');
  for (const [attack, statuses] of tally) {
    const cells = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
    say(`| ${attack} | ${cells.join(', ')} |`);
  }
}
