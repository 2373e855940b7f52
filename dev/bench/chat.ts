/**
 * `npm run bench -- chat`: how much latency our API adds to a provider's stream, compared with the
 * provider's SDK, with one stream and with many.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { direct, throughApi, type Ask, type Timed } from './chat/replies.ts';
import { showTokens, startStack, type Stack } from './chat/stack.ts';
import { median } from './load.ts';
import {
  getDatabaseUrl,
  number,
  say,
  sayMachine,
  sayTable,
  stopOnSignal,
  toTarget,
} from './report.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    streams: { type: 'string' },
    /**
     * Milliseconds until the provider begins, and between two of the provider's chunks (some three words).
     */
    latency: { type: 'string', default: '300' },
    pace: { type: 'string', default: '100' },
    /**
     * Milliseconds over which the start of the many streams is spread. In another run all streams start at
     * the same moment.
     */
    spread: { type: 'string', default: '2000' },
  },
});
const { quick, latency, pace } = options;
const rounds = quick ? 1 : 3;
const streams = Number(options.streams ?? 200);
const spreadMs = Number(options.spread);
const repliesOfOne = quick ? 3 : 6;
const measures: [string, (replies: readonly Timed[]) => number][] = [
  ['first chunk', (replies) => median(replies.map(({ firstMs }) => firstMs))],
  ['total', (replies) => median(replies.map(({ totalMs }) => totalMs))],
];

sayMachine();
say(`the provider begins after ${latency} ms and sends a chunk every ${pace} ms`);
const stack = await startStack({ databaseUrl: getDatabaseUrl('APP'), people: streams });
stopOnSignal(stack);
try {
  await warmUp(stack);
  const targets = [
    ...(await compare(stack, { atOnce: 1, spreadMs: 0, most: 1.1 })),
    ...(await compare(stack, { atOnce: streams, spreadMs, most: 1.25 })),
    ...(await compare(stack, { atOnce: streams, spreadMs: 0, most: 1.25 })),
  ];
  say('\n## Targets\n');
  for (const target of targets) say(target);
} finally {
  await stack.stop();
}

async function warmUp(stack: Stack): Promise<void> {
  await showTokens(stack, stack.people);
  for (const provider of ['openai', 'google'] as const) {
    for (const ask of [direct(stack, provider), throughApi(stack, provider)]) {
      await Promise.all(Array.from({ length: 50 }, (_, i) => ask(`a warm kite ${i} [[slow:5]]`)));
    }
  }
}

type Compared = Record<'direct' | 'through', Timed[]>;

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
  say(`${rounds} rounds in turns; medians of the rounds’ medians`);
  const rows: string[][] = [];
  const targets: string[] = [];
  for (const provider of ['openai', 'google'] as const) {
    const found = await runRounds(stack, provider, terms);
    for (const [name, measure] of measures) {
      const [directMs, throughMs] = (['direct', 'through'] as const).map((way) =>
        median(found.map((round) => measure(round[way]))),
      );
      const ratio = median(found.map((round) => measure(round.through) / measure(round.direct)));
      rows.push([
        `${provider}, ${name}`,
        number(directMs!, 1),
        number(throughMs!, 1),
        number(ratio, 3),
      ]);
      const what = `${title}, ${provider}, ${name}, at most ${most}`;
      targets.push(toTarget(what, ratio <= most, number(ratio, 3)));
    }
  }
  sayTable(['provider', 'direct ms', 'through the API ms', 'ratio'], rows);
  return targets;
}

/** In each round the other one of the SDK and our API begins; both get the same prompts. */
async function runRounds(all: Stack, provider: Provider, terms: Terms): Promise<Compared[]> {
  const { atOnce } = terms;
  const stack = { ...all, people: all.people.slice(0, atOnce) };
  const asks = { direct: direct(stack, provider), through: throughApi(stack, provider) };
  const found: Compared[] = [];
  for (let round = 0; round < rounds; round++) {
    const replies: Compared = { direct: [], through: [] };
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
