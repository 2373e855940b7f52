/**
 * `npm run bench -- attack`: what paying strangers get while accounts that cost nothing attack every shared
 * resource at the same time, compared with what they got before in the same run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { photo } from '@sachet/adapters/images/testing/photos';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Customer } from '../../api/testing/client.ts';
import { attacks } from './attack/attackers.ts';
import { targets, watchHeldPlaces } from './attack/held-places.ts';
import { startStack } from './attack/stack.ts';
import { quantile } from './load.ts';
import { number, say, sayMachine, sayTable, sayTargets, toTarget } from './report.ts';

const { values: options } = parseArgs({
  options: {
    trials: { type: 'string', default: '20' },
    /** Names of attacks, separated by commas; default all. */
    only: { type: 'string' },
  },
});
const trials = Number(options.trials);
const chosen = options.only?.split(',') ?? Object.keys(attacks);
/** A customer can buy ten small pictures with the bonus and ₹500. */
const purchasesOfCustomer = 10;
const ratioMax = 3;

interface Served {
  readonly times: number[];
  refused: number;
}
type Phase = Map<string, Served>;

sayMachine();
const stack = await startStack({
  customers: Math.ceil((2 * trials + 2) / purchasesOfCustomer),
  throwaways: 40,
});
try {
  const picture = await photo(2_000, 1_500);
  let next = 0;
  const run = async (count: number): Promise<Phase> => {
    const phase: Phase = new Map();
    for (let trial = 0; trial < count; trial++) {
      await tryAll(stack.customers[next++ % stack.customers.length]!, picture, phase);
    }
    return phase;
  };
  await run(2);
  say(`\n${trials} trials without an attack`);
  const quiet = await run(trials);
  const stopping = new AbortController();
  const held = watchHeldPlaces(stack.operationsUrls, stopping.signal);
  const attacking = chosen.map((name) => attacks[name]!(stack, stopping.signal));
  // Until slow bodies and zips have the places that they can get.
  await sleep(20_000);
  say(`${trials} trials during ${chosen.join(', ')}`);
  const attacked = await run(trials);
  stopping.abort();
  await Promise.all(attacking);
  report(quiet, attacked);
  requirePlaces(held);
} finally {
  await stack.stop();
}

/** Everything that a paying stranger does, one after another. */
async function tryAll(customer: Customer, picture: Buffer, phase: Phase): Promise<void> {
  await time(phase, 'upload', async () => (await customer.upload(picture)).status === 201);
  await time(phase, 'text preview', async () => {
    const { status } = await customer.generate({ mode: 'general', quality: 'speed' });
    return status === 200;
  });
  let preview: GenerationResult | undefined;
  await time(phase, 'picture preview', async () => {
    const { status, body } = await customer.generate({ quality: 'speed' });
    if (status === 200) preview = body as GenerationResult;
    return status === 200;
  });
  const { generationId } = preview ?? {};
  await time(
    phase,
    'purchase',
    async () => preview !== undefined && (await customer.unlock(preview, 512)).status === 200,
  );
  const format = 'story';
  await time(phase, 'version', async () => {
    const json = { generationId, format, fit: 'crop', brand: null };
    return (await customer.send('/api/version', { json })).status === 200;
  });
  await time(phase, 'download', async () => {
    const json = { generationIds: [generationId] };
    const { status, body } = await customer.send<{ url: string }>('/api/library/zip', { json });
    if (status !== 200) return false;
    return (await customer.send(body.url)).status === 200;
  });
}

async function time(phase: Phase, name: string, act: () => Promise<boolean>): Promise<void> {
  const served = phase.get(name) ?? { times: [], refused: 0 };
  phase.set(name, served);
  const from = performance.now();
  const isServed = await act().catch(() => false);
  if (isServed) served.times.push(performance.now() - from);
  else served.refused += 1;
}

/** Throws if an attack did not get the places that it wants: then the figures say nothing. */
function requirePlaces(held: ReadonlyMap<string, number>): void {
  say('');
  for (const name of chosen) {
    const { resource, places } = targets[name]!;
    const most = held.get(resource) ?? 0;
    say(`${name}: the attackers held up to ${most} of ${places} places of ${resource}`);
    if (most < places) throw new Error(`${name} did not hold the places that others may have`);
  }
}

function report(quiet: Phase, attacked: Phase): void {
  const p99 = (phase: Phase, name: string) => quantile(phase.get(name)!.times, 0.99);
  const count = (phase: Phase, name: string) => {
    const { times, refused } = phase.get(name)!;
    return `${times.length} of ${times.length + refused}`;
  };
  const names = [...quiet.keys()];
  const ratioOf = (name: string) => p99(attacked, name) / p99(quiet, name);
  sayTable(
    [
      'a paying stranger',
      'served, quiet',
      'served, attacked',
      'p99 quiet, ms',
      'p99 attacked, ms',
      'ratio',
    ],
    names.map((name) => [
      name,
      count(quiet, name),
      count(attacked, name),
      number(p99(quiet, name)),
      number(p99(attacked, name)),
      number(ratioOf(name), 2),
    ]),
  );
  sayTargets(
    names.flatMap((name) => {
      const isServed = attacked.get(name)!.refused === 0;
      const ratio = ratioOf(name);
      return [
        toTarget(`${name}: every trial served`, isServed, count(attacked, name)),
        toTarget(`${name}: p99 at most ${ratioMax} times`, ratio <= ratioMax, number(ratio, 2)),
      ];
    }),
  );
}
