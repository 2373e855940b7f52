/**
 * `npm run bench -- attack`: latency of paying users, alone and then during attacks by free accounts, and the
 * API's peak memory during the attacks: photos, picture bombs, slow uploads, hostile texts, bursts, floods of
 * previews, event streams, orders, invitations, junk tokens. `--only NAME` runs the attacks whose name
 * contains NAME.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { verifyLedgerAndBooks } from '@sachet/db/books/verify';
import { peakMiBDuring } from '../local/resident-memory.ts';
import { prepareAttack, type Tally } from './attack/attackers.ts';
import { workUntil, type Work } from './attack/payers.ts';
import { startAttackStack } from './attack/stack.ts';
import {
  getDatabaseUrl,
  number,
  say,
  sayMachine,
  share,
  stopOnSignal,
  toTarget,
} from './report.ts';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string' }, only: { type: 'string', default: '' } },
});
const attackMs = 1000 * Number(options.seconds ?? 180);
const quietMs = attackMs / 2;
const ratioMax = 2;
const memoryMaxMiB = 700;
const databaseUrl = getDatabaseUrl('APP');

sayMachine();
const stack = await startAttackStack(databaseUrl);
stopOnSignal(stack);
try {
  const people = (rupees: number, many: number) =>
    Promise.all(Array.from({ length: many }, () => stack.person(rupees)));
  const payers = { buyers: await people(20_000, 4), readers: await people(500, 2) };
  const attack = await prepareAttack(stack, options.only);
  await workUntil(stack, payers, performance.now() + 5_000);
  const quiet = await workUntil(stack, payers, performance.now() + quietMs);
  const attackers = fork(fileURLToPath(new URL('./attack/attacker.ts', import.meta.url)), {
    serialization: 'advanced',
  });
  // Attackers have machines of their own: here, they take what the product leaves of the cores.
  setPriority(attackers.pid!, constants.priority.PRIORITY_LOW);
  attackers.send(attack);
  let attacked!: Work;
  const peakMiB = await peakMiBDuring(stack.api.pid, async () => {
    attacked = await workUntil(stack, payers, performance.now() + attackMs);
  });
  attackers.send('stop');
  const [tally] = (await once(attackers, 'message')) as [Tally];
  report(quiet, attacked, peakMiB);
  sayTally(tally);
  const { faults, events } = await verifyLedgerAndBooks({ connectionString: databaseUrl });
  say(`\n${events} events verified: ${faults.length} faults`);
  say(`API runs: ${stack.api.isRunning()}, worker runs: ${stack.worker.isRunning()}`);
} finally {
  await stack.stop();
}

function report(quiet: Work, attacked: Work, peakMiB: number): void {
  say(`\n## ${attackMs / 1000} s under attack, ${quietMs / 1000} s alone before it\n`);
  say('| | alone p50 / p95 / p99 ms | attacked p50 / p95 / p99 ms | p99 ratio |');
  say('|---|---:|---:|---:|');
  const ratios = (
    [
      ['GET /api/wallet', 'walletMs'],
      ['a paid picture', 'unlockMs'],
    ] as const
  ).map(([name, key]) => {
    const cell = (work: Work) =>
      [0.5, 0.95, 0.99].map((part) => number(share(work[key], part))).join(' / ');
    const ratio = share(attacked[key], 0.99) / share(quiet[key], 0.99);
    say(`| ${name} | ${cell(quiet)} | ${cell(attacked)} | ${ratio.toFixed(2)} |`);
    return ratio;
  });
  for (const [name, work] of [
    ['alone', quiet],
    ['attacked', attacked],
  ] as const) {
    const { unlockMs, walletMs, busy, faults } = work;
    const done = `${unlockMs.length} pictures, ${walletMs.length} reads`;
    say(`\n${name}: ${done}, ${busy} times 503, ${faults.length} faults`);
    for (const fault of faults.slice(0, 5)) say(`- ${fault}`);
  }
  say('\n## Targets\n');
  const worst = Math.max(...ratios);
  say(toTarget(`p99 at most ${ratioMax} times as long`, worst <= ratioMax, worst.toFixed(2)));
  const memory = `${number(peakMiB)} MiB`;
  say(toTarget(`memory at most ${memoryMaxMiB} MiB`, peakMiB <= memoryMaxMiB, memory));
}

function sayTally(tally: Tally): void {
  say('\n| attack | answers |');
  say('|---|---|');
  for (const [attack, statuses] of tally) {
    const cells = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
    say(`| ${attack} | ${cells.join(', ')} |`);
  }
}
