/**
 * `npm run bench -- uploads`: latency of reading a wallet, and the API's memory, while attackers upload
 * as many large pictures as they can, compared with an idle API.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { peakMiBDuring } from '../local/resident-memory.ts';
import { quantile } from './load.ts';
import { startAttack, type AttackOptions } from './uploads/attack.ts';
import { startStack, type Stack } from './uploads/stack.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only attacks whose name contains this. */
    only: { type: 'string', default: '' },
    seconds: { type: 'string' },
  },
});
const seconds = Number(options.seconds ?? (options.quick ? 3 : 12));
const p99MaxMs = 250;
const memoryMaxMiB = 700;
const databaseUrl = process.env['BENCH_DATABASE_APP_URL'];
if (!databaseUrl) throw new Error('run `npm run bench -- uploads`');
const say = (line: string) => void process.stdout.write(`${line}\n`);
const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

say(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`);
say(`Node ${process.version}, load average before: ${loadavg().map((load) => load.toFixed(2))}`);
const stack = await startStack(databaseUrl);
process.once('SIGTERM', () => void stack.stop().then(() => process.exit(143)));
try {
  await run(stack);
} finally {
  await stack.stop();
}

async function run({ apiUrl, apiPid, stranger, signUp, picture }: Stack): Promise<void> {
  await readWallet({ apiUrl, stranger, forMs: 2_000 });
  const quiet = await measure(null);
  say(
    `\nA stranger reads the wallet every 20 ms, ${seconds} s for each attack. Pictures have 24 MP`,
  );
  say('and 19 MB; whoever was turned away begins again 250 ms later.\n');
  say('| attack | taken | turned away | p50 ms | p99 ms | p99 / quiet | most ms | peak MiB |');
  say('|---|---:|---:|---:|---:|---:|---:|---:|');
  sayRow('nobody', { answers: {}, ...quiet });
  const worst = { p99: quiet.p99, mib: quiet.mib };
  for (const attack of attacks(picture)) {
    if (!attack.name.includes(options.only)) continue;
    const headers = await Promise.all(Array.from({ length: attack.accounts }, signUp));
    const ongoing = await startAttack({ ...attack, apiUrl, headers });
    const found = await measure(ongoing.stop);
    sayRow(attack.name, { ...found, answers: await ongoing.stop() });
    worst.p99 = Math.max(worst.p99, found.p99);
    worst.mib = Math.max(worst.mib, found.mib);
    await sleep(1_500);
  }
  say('\n## Targets\n');
  const reached = (isReached: boolean) => (isReached ? 'reached' : 'missed');
  say(
    `- a stranger's p99 at most ${p99MaxMs} ms: ${number(worst.p99)} ms, ${reached(worst.p99 <= p99MaxMs)}`,
  );
  say(
    `- memory at most ${memoryMaxMiB} MiB: ${number(worst.mib)} MiB, ${reached(worst.mib <= memoryMaxMiB)}`,
  );

  async function measure(after: (() => Promise<unknown>) | null) {
    let waits = new Float64Array();
    const mib = await peakMiBDuring(apiPid, async () => {
      waits = await readWallet({ apiUrl, stranger, forMs: 1000 * seconds });
      await after?.();
    });
    return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), most: waits.at(-1)!, mib };
  }

  function sayRow(
    name: string,
    row: { answers: Record<string, number>; p50: number; p99: number; most: number; mib: number },
  ): void {
    const { answers, p50, p99, most, mib } = row;
    const others = Object.keys(answers).filter((each) => !/^(20[12]|413|429|0)$/.test(each));
    if (others.length > 0) throw new Error(`${name}: ${JSON.stringify(answers)}`);
    const taken = (answers['201'] ?? 0) + (answers['202'] ?? 0);
    const refused = (answers['429'] ?? 0) + (answers['413'] ?? 0);
    say(
      `| ${name} | ${taken} | ${refused} | ${number(p50, 1)} | ${number(p99, 1)} | ` +
        `${number(p99 / quiet.p99, 1)} | ${number(most)} | ${number(mib)} |`,
    );
  }
}

/** How long each answer took in milliseconds, sorted. */
async function readWallet({
  apiUrl,
  stranger,
  forMs,
}: Pick<Stack, 'apiUrl' | 'stranger'> & { forMs: number }): Promise<Float64Array<ArrayBuffer>> {
  const waits: number[] = [];
  for (const until = performance.now() + forMs; performance.now() < until; await sleep(20)) {
    const asked = performance.now();
    const answer = await fetch(`${apiUrl}/api/wallet`, { headers: stranger });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`GET /api/wallet: ${answer.status}`);
    waits.push(performance.now() - asked);
  }
  return Float64Array.from(waits).sort();
}

type Attack = { name: string; accounts: number } & Omit<AttackOptions, 'apiUrl' | 'headers'>;

function attacks(picture: Stack['picture']): Attack[] {
  const crowds = [
    { who: '30 of one account', senders: 30, accounts: 1 },
    { who: '60 of twelve accounts', senders: 60, accounts: 12 },
  ];
  const ways = [
    { how: 'whole', everyMs: 0, cut: false },
    { how: 'slow', everyMs: 100, cut: false },
    { how: 'cut off', everyMs: 0, cut: true },
  ];
  const routes = [
    { path: '/api/upload', file: picture.form, what: 'forms' },
    { path: '/api/generate', file: picture.order, what: 'orders' },
    { path: '/api/generate', file: picture.largestOrder, what: 'orders of 1 MiB' },
  ] as const;
  return routes.flatMap(({ path, file, what }) =>
    ways.flatMap(({ how, everyMs, cut }) =>
      crowds.map(({ who, senders, accounts }) => ({
        name: `${what}, ${how}, ${who}`,
        path,
        file,
        everyMs,
        cut,
        senders,
        accounts,
      })),
    ),
  );
}
