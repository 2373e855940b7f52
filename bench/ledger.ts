/**
 * `npm run bench -- ledger`: the ledger's write path beside three other ways of writing the same
 * events and a bare update, in one run on one Postgres with fsync on, and how fast it proves and rebuilds itself.
 */
import { parseArgs } from 'node:util';
import { createPool } from '@sachet/db/connect';
import { newWalletId } from '@sachet/db/ids';
import { measureProcesses, type ProcessSpeeds } from './writers/processes.ts';
import { measureProofs, type ProofSpeeds } from './proofs.ts';
import { watchLedger } from './profile.ts';
import { getDatabaseUrl, number, say, sayMachine, toTarget } from './report.ts';
import {
  measureBytes,
  measureParts,
  countEvents,
  measureWriting,
  type Scenario,
  type Written,
} from './writing.ts';
import { bareUpdate } from './writers/bare-update.ts';
import { emmett } from './writers/emmett.ts';
import { sachet } from './writers/sachet.ts';
import { storedFunction } from './writers/stored-function.ts';
import { textbook } from './writers/textbook.ts';
import type { Writer } from './writers/writer.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    /** Only 'writing', 'processes' or 'proofs'. */
    only: { type: 'string' },
    /** Only these writers, by their letters, '1' or '2000' wallets, 1, 64 or 512 callers; for a look. */
    writers: { type: 'string', default: 'abcde' },
    wallets: { type: 'string' },
    callers: { type: 'string' },
    events: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const { quick } = options;
const rounds = Number(options.rounds ?? (quick ? 1 : 5));
const seconds = Number(options.seconds ?? (quick ? 1 : 5));
const load = { warmUpMs: Math.min(1_000, 300 * seconds), measureMs: 1_000 * seconds };
const events = Number(options.events ?? (quick ? 50_000 : 1_000_000));
const ownerUrl = getDatabaseUrl('OWNER');
const appUrl = getDatabaseUrl('APP');

const owner = createPool(ownerUrl, { max: 2, statement_timeout: 0 });
try {
  await sayWhere();
  const isAsked = (part: string) => !options.only || options.only === part;
  const written = isAsked('writing') ? await runWriting() : null;
  const processes = isAsked('processes') ? await runProcesses() : null;
  const proofs = isAsked('proofs') ? await runProofs() : null;
  say('\n## Targets\n');
  const isWhole = options.writers === 'abcde' && !options.wallets && !options.callers;
  if (written && isWhole) sayWritingTargets(written);
  if (processes) sayProcessTarget(processes);
  if (proofs) sayProofTargets(proofs);
} finally {
  await owner.end();
}

async function sayWhere(): Promise<void> {
  const { rows } = await owner.query(
    `select version() as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as synchronous_commit, current_setting('shared_buffers') as buffers`,
  );
  const { version, fsync, synchronous_commit, buffers } = rows[0];
  sayMachine();
  say(version.split(' on ')[0]);
  say(`fsync ${fsync}, synchronous_commit ${synchronous_commit}, shared_buffers ${buffers}`);
  say(`${rounds} rounds in turns, ${seconds} s each after a warm-up; medians of the rounds`);
}

async function runWriting(): Promise<Written[]> {
  say('\n## Writing\n');
  const hot = newWalletId();
  const many = Array.from({ length: 2_000 }, newWalletId);
  const writers = [
    textbook(ownerUrl),
    storedFunction(ownerUrl),
    emmett(ownerUrl),
    sachet(appUrl, hot),
    bareUpdate(ownerUrl),
  ].filter(({ name }) => options.writers.includes(name[1]!));
  for (const writer of writers) {
    say(`  ${writer.name}: ${writer.does}`);
    await writer.prepare(owner, [hot, ...many]);
  }
  const callers = options.callers ? [Number(options.callers)] : [1, 64, 512];
  const scenarios = [
    ...callers.map((n) => ({ name: '1 wallet', wallets: [hot], callers: n })),
    ...callers.map((n) => ({ name: '2,000 wallets', wallets: many, callers: n })),
  ].filter(({ wallets }) => !options.wallets || wallets.length === Number(options.wallets));
  const profile = options.profile ? await watchLedger(appUrl) : null;
  const written = await measureWriting({
    writers,
    scenarios,
    poolSizes: quick ? [8, 64] : [1, 4, 8, 16, 64],
    rounds,
    load,
    probe: { warmUpMs: 300, measureMs: quick ? 500 : 2_000 },
    say,
    profile,
  });
  sayWritten(written);
  await saySizes(writers);
  return written;
}

function sayWritten(written: readonly Written[]): void {
  say('\n| wallets | callers | writer | pool | events/s | of (a) | p50 ms | p99 ms |');
  say('|---|---:|---|---:|---:|---:|---:|---:|');
  for (const row of written) {
    const { scenario, writer, poolSize, eventsPerSecond, p50Ms, p99Ms } = row;
    const baseline = findBaseline(written, scenario);
    const ratio = baseline ? number(eventsPerSecond / baseline.eventsPerSecond, 2) : '';
    const retried = row.retries > 0 ? ` (${number(row.retries)} conflicts)` : '';
    say(
      `| ${scenario.name} | ${scenario.callers} | ${writer.name}${retried} | ${poolSize ?? ''} | ` +
        `${number(eventsPerSecond)} | ${ratio} | ${number(p50Ms, 2)} | ${number(p99Ms, 2)} |`,
    );
  }
}

async function saySizes(writers: readonly Writer[]): Promise<void> {
  say('\n| writer | events | bytes an event, with indexes | with all that is written along |');
  say('|---|---:|---:|---:|');
  for (const writer of writers.filter(({ tables }) => tables.events.length > 0)) {
    const count = await countEvents(owner, writer);
    const own = (await measureBytes(owner, writer.tables.events)) / count;
    const all = (await measureBytes(owner, writer.tables.all)) / count;
    say(`| ${writer.name} | ${number(count)} | ${number(own)} | ${number(all)} |`);
  }
  const sachetEvents = writers.find(({ tables }) => tables.events.includes('ledger_event'));
  if (!sachetEvents) return;
  const count = await countEvents(owner, sachetEvents);
  const parts = await measureParts(owner, 'ledger_event');
  const each = parts.map(({ name, bytes }) => `${name} ${number(bytes / count)}`);
  say(`\n(d), bytes an event: ${each.join(', ')}`);
}

async function runProcesses(): Promise<ProcessSpeeds> {
  say('\n## Two processes on one wallet\n');
  const hot = newWalletId();
  await sachet(appUrl, hot).prepare(owner, [hot]);
  const speeds = await measureProcesses(
    { connectionString: appUrl, walletId: hot, callers: 64 },
    { rounds, load },
  );
  say(`one, 64 callers: ${number(speeds.onePerSecond)} events/s`);
  say(`two, 64 callers each: ${number(speeds.twoPerSecond)} events/s`);
  return speeds;
}

async function runProofs(): Promise<ProofSpeeds> {
  say('\n## Proving and rebuilding\n');
  const speeds = await measureProofs({
    ownerUrl,
    appUrl,
    events,
    wallets: Math.min(2_000, Math.ceil(events / 50)),
    repeats: quick ? 1 : 3,
    say,
  });
  say(`\n| ${number(speeds.events)} events of ${number(speeds.wallets)} wallets | events/s |`);
  say('|---|---:|');
  say(`| written, 512 callers | ${number(speeds.writtenPerSecond)} |`);
  say(`| verify | ${number(speeds.verifiedPerSecond)} |`);
  say(`| rebuild, where every projection stands | ${number(speeds.comparedPerSecond)} |`);
  say(`| rebuild, from nothing | ${number(speeds.rebuiltPerSecond)} |`);
  const toMb = (bytes: number) => `${number(bytes / 1e6)} MB`;
  const { memoryBefore, memoryWhileVerified } = speeds;
  say(
    `\nmemory: ${toMb(memoryBefore)} before verify, ${toMb(memoryWhileVerified)} at most during it`,
  );
  for (const proof of speeds.newProofs) {
    say(
      `verify --new, ${number(proof.events)} events since the checkpoint: ${number(proof.ms)} ms`,
    );
  }
  return speeds;
}

function sayTarget(...target: Parameters<typeof toTarget>): void {
  say(toTarget(...target));
}

function findRow(
  written: readonly Written[],
  letter: string,
  wallets: string,
  callers: number,
): Written | undefined {
  return written.find(
    ({ writer, scenario }) =>
      writer.name.startsWith(letter) && scenario.name === wallets && scenario.callers === callers,
  );
}

/** Undefined where it was not asked for. */
function findBaseline(written: readonly Written[], { name, callers }: Scenario) {
  return findRow(written, '(a)', name, callers);
}

function sayWritingTargets(written: readonly Written[]): void {
  const at = (letter: string, wallets: string, callers: number) =>
    findRow(written, letter, wallets, callers)!;
  const ratio = (of: string, wallets: string, callers: number) =>
    at('(d)', wallets, callers).eventsPerSecond / at(of, wallets, callers).eventsPerSecond;
  const targets = [
    ['1 wallet', 64, 15],
    ['1 wallet', 512, 22],
    ['2,000 wallets', 64, 4.5],
    ['2,000 wallets', 512, 6],
  ] as const;
  for (const [wallets, callers, times] of targets) {
    const found = ratio('(a)', wallets, callers);
    const what = `${wallets}, ${callers} callers, events/s at least ${times} times (a)`;
    sayTarget(what, found >= times, number(found, 1));
  }
  const { p99Ms } = at('(d)', '1 wallet', 64);
  sayTarget('1 wallet, 64 callers, p99 at most 10 ms', p99Ms <= 10, `${number(p99Ms, 1)} ms`);
  const bare = ratio('(e)', '2,000 wallets', 64);
  sayTarget('2,000 wallets, 64 callers, ahead of (e)', bare >= 1, `${number(bare, 2)} times`);
  const latency = at('(d)', '1 wallet', 1).p50Ms / at('(a)', '1 wallet', 1).p50Ms;
  sayTarget("1 caller, p50 no more than (a)'s", latency <= 1, `${number(latency, 2)} times`);
}

function sayProcessTarget({ onePerSecond, twoPerSecond }: ProcessSpeeds): void {
  const ratio = twoPerSecond / onePerSecond;
  const what = 'two processes on one wallet, at least 1.2 times one';
  sayTarget(what, ratio >= 1.2, `${number(ratio, 2)} times`);
}

function sayProofTargets(speeds: ProofSpeeds): void {
  const at = (value: number) => `${number(value)}/s`;
  const { verifiedPerSecond, comparedPerSecond, rebuiltPerSecond } = speeds;
  const verify = 'verify at least 150,000 events/s';
  sayTarget(verify, verifiedPerSecond >= 150_000, at(verifiedPerSecond));
  const rebuild = 'rebuild at least 100,000 events/s';
  sayTarget(`${rebuild}, all stands`, comparedPerSecond >= 100_000, at(comparedPerSecond));
  sayTarget(`${rebuild}, from nothing`, rebuiltPerSecond >= 100_000, at(rebuiltPerSecond));
}
