/**
 * `npm run bench -- admin`: how long the admin pages' queries take over HTTP, with 100,000 users and a
 * million events, and how much memory the API needs to export all of them.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createPool } from '@sachet/db/connect';
import { residentMiB } from '../local/resident-memory.ts';
import { getDatabaseUrl, number, say, sayMachine, share, stopOnSignal } from './report.ts';
import { createQuestions, type Question } from './admin/questions.ts';
import { seedAccounts, seedEvents, seedPeople } from './admin/seed.ts';
import { startStack, type Stack } from './admin/stack.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    users: { type: 'string' },
    events: { type: 'string' },
    /** Requests of each query. */
    requests: { type: 'string' },
  },
});
const { quick } = options;
const seed = {
  users: Number(options.users ?? (quick ? 5_000 : 100_000)),
  events: Number(options.events ?? (quick ? 50_000 : 1_000_000)),
};
const requests = Number(options.requests ?? (quick ? 20 : 100));
const appUrl = getDatabaseUrl('APP');

sayMachine();
const owner = createPool(getDatabaseUrl('OWNER'), { max: 2, statement_timeout: 0 });
const stack = await startStack(appUrl);
stopOnSignal(stack);
try {
  await seedAll();
  const questions = await createQuestions(owner, seed);
  const missed = await askAll(questions);
  await exportAll();
  say('\n## Targets\n');
  const withTarget = questions.filter(({ targetMs }) => targetMs !== null).length;
  const reached = withTarget - missed.length;
  say(
    `- ${reached} of ${withTarget} questions reached theirs${missed.map((name) => `; missed: ${name}`).join('')}`,
  );
} finally {
  await stack.stop();
  await owner.end();
}

async function seedAll(): Promise<void> {
  const began = performance.now();
  await seedPeople(owner, seed);
  await seedAccounts(stack.emulator, seed);
  const written = performance.now();
  await seedEvents(appUrl, seed);
  const seconds = (performance.now() - written) / 1000;
  // Autovacuum would have analysed older tables.
  await owner.query('vacuum analyze');
  say(
    `${number(seed.users)} people and ${number(seed.events)} events in ` +
      `${number((performance.now() - began) / 1000)} s, ${number(seed.events / seconds)} events/s`,
  );
}

/** One request after the other, alternating queries. Returns the names of those over their target. */
async function askAll(questions: readonly Question[]): Promise<string[]> {
  const taken = new Map(questions.map(({ name }) => [name, [] as number[]]));
  for (let round = -2; round < requests; round += 1) {
    for (const question of questions) {
      if (question.targetMs === null && round % 20 !== 0) continue;
      const ms = await ask(stack, question.path());
      if (round >= 0) taken.get(question.name)!.push(ms);
    }
  }
  say(`\n${requests} requests each, one after the other over HTTP, the questions in turns\n`);
  say('| asked for | p50 ms | p95 ms | most ms | target |');
  say('|---|---:|---:|---:|---|');
  const missed: string[] = [];
  for (const { name, targetMs } of questions) {
    const times = taken.get(name)!;
    const p95 = share(times, 0.95);
    const isMissed = targetMs !== null && p95 > targetMs;
    if (isMissed) missed.push(name);
    const target = targetMs === null ? '' : `${targetMs} ms, ${isMissed ? 'missed' : 'reached'}`;
    const figures = [share(times, 0.5), p95, Math.max(...times)].map((ms) => number(ms, 1));
    say(`| ${name} | ${figures.join(' | ')} | ${target} |`);
  }
  return missed;
}

async function ask({ api, headers }: Stack, path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(api.ready.url + path, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return performance.now() - began;
}

async function exportAll(): Promise<void> {
  say('\n| export of every event | MB | events/s | memory before, MiB | most, MiB |');
  say('|---|---:|---:|---:|---:|');
  for (const format of ['ndjson', 'csv']) {
    const before = residentMiB(stack.api.pid);
    let most = before;
    let bytes = 0;
    const began = performance.now();
    const answer = await fetch(`${stack.api.ready.url}/api/admin/ledger/export?format=${format}`, {
      headers: stack.headers,
    });
    for await (const chunk of answer.body!) {
      bytes += chunk.length;
      most = Math.max(most, residentMiB(stack.api.pid));
    }
    const perSecond = (1000 * seed.events) / (performance.now() - began);
    say(
      `| ${format} | ${number(bytes / 1e6)} | ${number(perSecond)} | ${number(before)} | ${number(most)} |`,
    );
  }
}
