/**
 * `npm run bench -- chat`: how much latency our API adds to a provider's stream, compared with the
 * provider's SDK, with one stream and with many.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { direct, throughApi, type Ask, type Stack, type Timed } from './chat/replies.ts';
import { median } from './load.ts';
import { number, say, sayMachine, sayTable, sayTargets, toTarget } from './report.ts';
import { send, startProduct } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
  },
});
/** Milliseconds until the provider begins, and between two of its chunks (some three words). */
const [latency, pace] = [300, 100];
const rounds = options.quick ? 1 : 3;
const streams = options.quick ? 20 : 200;
/** The start of the many streams is spread over this time; in another run all start at the same moment. */
const spreadMs = 2_000;
const repliesOfOne = options.quick ? 3 : 6;
const measures: [string, (replies: readonly Timed[]) => number][] = [
  ['first chunk', (replies) => median(replies.map(({ firstMs }) => firstMs))],
  ['total', (replies) => median(replies.map(({ totalMs }) => totalMs))],
];

sayMachine();
say(`the provider begins after ${latency} ms and sends a chunk every ${pace} ms`);
const product = await startProduct();
try {
  const stack: Stack = { ...product, ...product.sandbox, people: [] };
  while (stack.people.length < streams) stack.people.push(await product.signUp());
  await warmUp(stack);
  sayTargets([
    ...(await compare(stack, { atOnce: 1, spreadMs: 0, most: 1.1 })),
    ...(await compare(stack, { atOnce: streams, spreadMs, most: 1.25 })),
    ...(await compare(stack, { atOnce: streams, spreadMs: 0, most: 1.25 })),
  ]);
} finally {
  await product.stop();
}

/** Fills the API's cache of verified tokens (10 s), so that Firebase's check is not measured. */
async function showTokens({ apiUrl, people }: Stack): Promise<void> {
  for (const { headers } of people) await send(apiUrl, headers, '/api/wallet');
}

async function warmUp(stack: Stack): Promise<void> {
  await showTokens(stack);
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
        await showTokens(stack);
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
