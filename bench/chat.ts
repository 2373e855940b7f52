/**
 * `npm run bench -- chat`: how much latency our API adds to a provider's stream, compared with the
 * provider's SDK, with one stream and with many; what it costs to read replies on at another process than
 * the one that writes them; and the memory of an open stream.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPool } from '@sachet/db/connect';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { readOn, type ReadOn } from './chat/elsewhere.ts';
import { holdOpen } from './chat/memory.ts';
import { direct, throughApi, type Ask, type Timed } from './chat/replies.ts';
import { showTokens, startStack, type Stack } from './chat/stack.ts';
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

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only 'one', 'many', 'elsewhere' or 'memory'. */
    only: { type: 'string' },
    rounds: { type: 'string' },
    streams: { type: 'string' },
    /** Milliseconds until the provider begins, and between two of its chunks (some three words). */
    latency: { type: 'string', default: '300' },
    pace: { type: 'string', default: '100' },
    /** Milliseconds over which the many streams begin evenly; they also begin all at once. */
    spread: { type: 'string', default: '2000' },
    /** Microseconds that each commit waits more for the disk: a cloud's takes some thousand. */
    'commit-delay': { type: 'string' },
  },
});
const { quick, only, latency, pace } = options;
const rounds = Number(options.rounds ?? (quick ? 1 : 3));
const streams = Number(options.streams ?? 200);
const spreadMs = Number(options.spread);
const repliesOfOne = quick ? 3 : 6;
const heldOpen = 500;
const measures: [string, (replies: readonly Timed[]) => number][] = [
  ['first chunk', (replies) => median(replies.map(({ firstMs }) => firstMs))],
  [
    'first chunk p95',
    (replies) =>
      share(
        replies.map(({ firstMs }) => firstMs),
        0.95,
      ),
  ],
  ['total', (replies) => median(replies.map(({ totalMs }) => totalMs))],
];

sayMachine();
say(`the provider begins after ${latency} ms and says a chunk every ${pace} ms`);
const stack = await startStack({ databaseUrl: getDatabaseUrl('APP'), people: streams });
stopOnSignal(stack);
try {
  if (options['commit-delay']) await slowDownCommits(Number(options['commit-delay']));
  await warmUp(stack);
  const targets: string[] = [];
  if (!only || only === 'one')
    targets.push(...(await compare(stack, { atOnce: 1, spreadMs: 0, most: 1.1 })));
  if (!only || only === 'many') {
    targets.push(...(await compare(stack, { atOnce: streams, spreadMs, most: 1.25 })));
    targets.push(...(await compare(stack, { atOnce: streams, spreadMs: 0, most: 1.25 })));
  }
  if (!only || only === 'elsewhere') await compareReadingOn(stack);
  if (!only || only === 'memory') await sayMemory(stack);
  if (targets.length > 0) say('\n## Targets\n');
  for (const target of targets) say(target);
} finally {
  await stack.stop();
}

async function slowDownCommits(delayUs: number): Promise<void> {
  const pool = createPool(getDatabaseUrl('OWNER'), { max: 1 });
  await pool.query(`alter system set commit_delay = ${delayUs}`);
  await pool.query('alter system set commit_siblings = 0');
  await pool.query('select pg_reload_conf()');
  await pool.end();
}

async function warmUp(stack: Stack): Promise<void> {
  await showTokens(stack, stack.people);
  for (const provider of ['openai', 'google'] as const) {
    for (const ask of [direct(stack, provider), throughApi(stack, provider)]) {
      await Promise.all(Array.from({ length: 50 }, (_, i) => ask(`a warm kite ${i} [[slow:5]]`)));
    }
  }
}

interface Compared {
  readonly direct: readonly Timed[];
  readonly through: readonly Timed[];
}

/** Alternates which one begins each round; both get the same prompts. */
interface Terms {
  readonly atOnce: number;
  readonly spreadMs: number;
  /** The largest acceptable ratio. */
  readonly most: number;
}

async function compare(stack: Stack, terms: Terms): Promise<string[]> {
  const { atOnce, spreadMs, most } = terms;
  const begun = spreadMs ? `begun within ${number(spreadMs)} ms` : 'begun at the same moment';
  const title = atOnce === 1 ? 'One stream' : `${atOnce} streams, ${begun}`;
  say(`\n## ${title}\n`);
  say(`${rounds} rounds in turns; medians of the rounds’ medians\n`);
  say('| provider | | direct ms | through the API ms | ratio | later by ms | each round |');
  say('|---|---|---:|---:|---:|---:|---|');
  const targets: string[] = [];
  for (const provider of ['openai', 'google'] as const) {
    const found = await runRounds(stack, provider, terms);
    for (const [name, measure] of measures) {
      const pairs = found.map((round) => [measure(round.direct), measure(round.through)] as const);
      const ratios = pairs.map(([ours, theirs]) => theirs / ours);
      const ratio = median(ratios);
      const [directMs, throughMs] = [0, 1].map((at) => median(pairs.map((pair) => pair[at]!)));
      say(
        `| ${provider} | ${name} | ${number(directMs!, 1)} | ${number(throughMs!, 1)} | ` +
          `${number(ratio, 3)} | ${number(throughMs! - directMs!, 1)} | ` +
          `${ratios.map((each) => number(each, 3)).join(', ')} |`,
      );
      if (name.endsWith('p95')) continue;
      const what = `${title}, ${provider}, ${name}, at most ${most}`;
      targets.push(toTarget(what, ratio <= most, number(ratio, 3)));
    }
  }
  return targets;
}

async function runRounds(all: Stack, provider: Provider, terms: Terms): Promise<Compared[]> {
  const { atOnce } = terms;
  const stack = { ...all, people: all.people.slice(0, atOnce) };
  const asks = { direct: direct(stack, provider), through: throughApi(stack, provider) };
  const found: Compared[] = [];
  for (let round = 0; round < rounds; round++) {
    const replies = { direct: [] as Timed[], through: [] as Timed[] };
    const names = round % 2 ? (['through', 'direct'] as const) : (['direct', 'through'] as const);
    for (let n = 0; n < (atOnce === 1 ? repliesOfOne : 1); n++) {
      for (const name of names) {
        await showTokens(stack, stack.people);
        replies[name].push(...(await askAll(asks[name], terms, `${round} ${n}`)));
      }
    }
    expectSameWords(replies);
    found.push(replies);
  }
  return found;
}

function askAll(ask: Ask, { atOnce, spreadMs }: Terms, about: string): Promise<Timed[]> {
  const prompt = (i: number) =>
    `how do I fly kite ${about} ${i} [[latency:${latency}]] [[slow:${pace}]]`;
  return Promise.all(
    Array.from({ length: atOnce }, async (_, i) => {
      if (spreadMs) await sleep((spreadMs * i) / atOnce);
      return ask(prompt(i));
    }),
  );
}

function expectSameWords({ direct, through }: Compared): void {
  const characters = (replies: readonly Timed[]) =>
    replies.reduce((sum, reply) => sum + reply.characters, 0);
  if (characters(direct) !== characters(through)) throw new Error('the replies differ');
}

/** All drop their connection and come back: to the process that writes the reply, or to another. */
async function compareReadingOn(all: Stack): Promise<void> {
  const writer = { url: all.apiUrl, pid: all.apiPid };
  const other = await all.startAnotherApi();
  const stack = { ...all, people: all.people.slice(0, streams) };
  const run = (readAt: typeof writer, about: string) =>
    readOn(stack, { databaseUrl: getDatabaseUrl('APP'), writer, other, readAt, about });
  await run(other, 'warm');
  const found: Record<'home' | 'elsewhere', ReadOn[]> = { home: [], elsewhere: [] };
  for (let round = 0; round < rounds; round++) {
    for (const place of round % 2
      ? (['elsewhere', 'home'] as const)
      : (['home', 'elsewhere'] as const))
      found[place].push(await run(place === 'home' ? writer : other, `${place} ${round}`));
  }
  say(`\n## ${streams} replies of one process, read on there or at another\n`);
  say(`${rounds} rounds in turns; medians of the rounds\n`);
  say('| | there | at another | ratio | each round |');
  say('|---|---:|---:|---:|---|');
  const figures: [string, (read: ReadOn) => number][] = [
    ['processor of both APIs, ms', ({ apisMs }) => apisMs],
    ['processor of Postgres, ms', ({ postgresMs }) => postgresMs],
    ['processor of all three, ms', ({ apisMs, postgresMs }) => apisMs + postgresMs],
    ['commits', ({ commits }) => commits],
    ['a character after the message, p50 ms', ({ characterMs }) => share(characterMs, 0.5)],
    ['a character after the message, p99 ms', ({ characterMs }) => share(characterMs, 0.99)],
    ['longest silence, p50 ms', ({ longestSilenceMs }) => share(longestSilenceMs, 0.5)],
    ['longest silence, p99 ms', ({ longestSilenceMs }) => share(longestSilenceMs, 0.99)],
    ['another notifying commit, p50 ms', ({ otherCommitsMs }) => share(otherCommitsMs, 0.5)],
    ['another notifying commit, p99 ms', ({ otherCommitsMs }) => share(otherCommitsMs, 0.99)],
  ];
  for (const [name, measure] of figures) {
    const pairs = found.home.map(
      (home, round) => [measure(home), measure(found.elsewhere[round]!)] as const,
    );
    const ratios = pairs.map(([there, elsewhere]) => elsewhere / there);
    const [there, elsewhere] = [0, 1].map((at) => median(pairs.map((pair) => pair[at]!)));
    say(
      `| ${name} | ${number(there!, 1)} | ${number(elsewhere!, 1)} | ${number(median(ratios), 2)} | ` +
        `${ratios.map((each) => number(each, 2)).join(', ')} |`,
    );
  }
}

async function sayMemory(stack: Stack): Promise<void> {
  say(`\n## The API’s memory with ${heldOpen} open streams\n`);
  say('| | idle MiB | open MiB | KiB a stream |');
  say('|---|---:|---:|---:|');
  for (const time of ['the first time', 'again']) {
    const { idleMiB, openMiB, kibibytes } = await holdOpen(stack, heldOpen);
    say(`| ${time} | ${number(idleMiB)} | ${number(openMiB)} | ${number(kibibytes, 1)} |`);
  }
}
