/**
 * `npm run bench -- ledger`: the ledger's write path compared with the textbook transaction and a bare update,
 * in one run on one Postgres with fsync on, and how fast the ledger is verified and rebuilt.
 */
import { parseArgs } from 'node:util';
import { createPool } from '@sachet/db/connect';
import { newWalletId } from '@sachet/db/ids';
import { measureProofs } from './proofs.ts';
import { getDatabaseUrl, number, say, sayMachine, sayTable, toTarget } from './report.ts';
import { bareUpdate, textbook } from './writers/baselines.ts';
import { sachet } from './writers/sachet.ts';
import type { Writer } from './writers/writer.ts';
import { measureBytes, measureWriting, type Written } from './writing.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only 'writing' or 'proofs'. */
    only: { type: 'string' },
    /** Events of the ledger that is verified and rebuilt. */
    events: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const { quick } = options;
const rounds = quick ? 1 : 5;
const seconds = Number(options.seconds ?? (quick ? 1 : 5));
const load = { warmUpMs: Math.min(1_000, 300 * seconds), measureMs: 1_000 * seconds };
const events = Number(options.events ?? (quick ? 50_000 : 1_000_000));
const ownerUrl = getDatabaseUrl('OWNER');
const appUrl = getDatabaseUrl('APP');

const owner = createPool(ownerUrl, { max: 2, statement_timeout: 0 });
try {
  sayMachine();
  const { rows } = await owner.query(
    `select split_part(version(), ' on ', 1) || ', fsync ' || current_setting('fsync') as postgres`,
  );
  say(rows[0].postgres);
  say(`${rounds} rounds in turns, ${seconds} s each after a warm-up; medians of the rounds`);
  const parts = { writing: runWriting, proofs: runProofs };
  const targets: string[] = [];
  for (const [name, run] of Object.entries(parts)) {
    if (!options.only || options.only === name) targets.push(...(await run()));
  }
  say('\n## Targets\n');
  for (const target of targets) say(target);
} finally {
  await owner.end();
}

async function runWriting(): Promise<string[]> {
  say('\n## Writing\n');
  const hot = newWalletId();
  const many = Array.from({ length: 2_000 }, newWalletId);
  const writers = [textbook(ownerUrl), sachet(appUrl, hot), bareUpdate(ownerUrl)];
  for (const writer of writers) {
    say(`  ${writer.name}: ${writer.does}`);
    await writer.prepare(owner, [hot, ...many]);
  }
  const written = await measureWriting({
    writers,
    scenarios: [
      { name: '1 wallet', wallets: [hot] },
      { name: '2,000 wallets', wallets: many },
    ].flatMap((wallets) => [1, 64, 512].map((callers) => ({ ...wallets, callers }))),
    poolSizes: quick ? [8, 64] : [1, 4, 8, 16, 64],
    rounds,
    load,
    probe: { warmUpMs: 300, measureMs: quick ? 500 : 2_000 },
  });
  sayTable(
    ['wallets', 'callers', 'writer', 'pool', 'events/s', 'of textbook', 'p50 ms', 'p99 ms'],
    written.map(({ scenario, writer, poolSize, eventsPerSecond, p50Ms, p99Ms }) => {
      const { name, callers } = scenario;
      const baseline = findRow(written, 'textbook', name, callers);
      return [
        name,
        callers,
        writer.name,
        poolSize ?? '',
        number(eventsPerSecond),
        number(eventsPerSecond / baseline.eventsPerSecond, 2),
        number(p50Ms, 2),
        number(p99Ms, 2),
      ];
    }),
  );
  await saySizes(writers);
  return toWritingTargets(written);
}

async function saySizes(writers: readonly Writer[]): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const writer of writers.filter(({ tables }) => tables.events.length > 0)) {
    const { rows: counted } = await owner.query(
      `select count(*)::float8 as n from ${writer.tables.events[0]}`,
    );
    const count: number = counted[0].n;
    const own = (await measureBytes(owner, writer.tables.events)) / count;
    const all = (await measureBytes(owner, writer.tables.all)) / count;
    rows.push([writer.name, number(count), number(own), number(all)]);
  }
  sayTable(['writer', 'events', 'bytes an event, with indexes', 'with projections'], rows);
}

function findRow(rows: readonly Written[], name: string, wallets: string, callers: number) {
  return rows.find(
    ({ writer, scenario }) =>
      writer.name === name && scenario.name === wallets && scenario.callers === callers,
  )!;
}

function toWritingTargets(written: readonly Written[]): string[] {
  const at = findRow.bind(null, written);
  const getRatio = (of: string, wallets: string, callers: number) =>
    at('ledger', wallets, callers).eventsPerSecond / at(of, wallets, callers).eventsPerSecond;
  const targets = [
    ['1 wallet', 64, 15],
    ['1 wallet', 512, 22],
    ['2,000 wallets', 64, 4.5],
    ['2,000 wallets', 512, 6],
  ] as const;
  const { p99Ms } = at('ledger', '1 wallet', 64);
  const bare = getRatio('bare update', '2,000 wallets', 64);
  const latency = at('ledger', '1 wallet', 1).p50Ms / at('textbook', '1 wallet', 1).p50Ms;
  return [
    ...targets.map(([wallets, callers, times]) => {
      const ratio = getRatio('textbook', wallets, callers);
      const what = `${wallets}, ${callers} callers, at least ${times} times the textbook`;
      return toTarget(what, ratio >= times, number(ratio, 1));
    }),
    toTarget('1 wallet, 64 callers, p99 at most 10 ms', p99Ms <= 10, `${number(p99Ms, 1)} ms`),
    toTarget('2,000 wallets, 64 callers, ahead of a bare update', bare >= 1, number(bare, 2)),
    toTarget("1 caller, p50 at most the textbook's", latency <= 1, `${number(latency, 2)} times`),
  ];
}

async function runProofs(): Promise<string[]> {
  say('\n## Verifying and rebuilding\n');
  const wallets = Math.min(2_000, Math.ceil(events / 50));
  const speeds = await measureProofs({ ownerUrl, appUrl, events, wallets, repeats: quick ? 1 : 3 });
  const { verifiedPerSecond, comparedPerSecond, rebuiltPerSecond, newProofs } = speeds;
  sayTable(
    [`${number(events)} events of ${number(wallets)} wallets`, 'events/s'],
    [
      ['verify', number(verifiedPerSecond)],
      ['rebuild, nothing to replace', number(comparedPerSecond)],
      ['rebuild from nothing', number(rebuiltPerSecond)],
    ],
  );
  say(`\nmost memory while verifying: ${number(speeds.memoryWhileVerified / 1e6)} MB`);
  for (const proof of newProofs) {
    const after = `${number(proof.events)} events after the checkpoint`;
    say(`verify --new, ${after}: ${number(proof.ms)} ms`);
  }
  const { slice } = speeds;
  say(`the auditor's slice of ${number(slice.events)} old events: ${number(slice.ms)} ms`);
  const atLeast = (what: string, least: number, found: number) =>
    toTarget(`${what} at least ${number(least)} events/s`, found >= least, `${number(found)}/s`);
  return [
    atLeast('verify', 150_000, verifiedPerSecond),
    atLeast('rebuild, nothing to replace,', 100_000, comparedPerSecond),
    atLeast('rebuild from nothing', 100_000, rebuiltPerSecond),
  ];
}
