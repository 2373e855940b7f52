/** Questions over HTTP, how long the answers take, and which took too long. */
import { performance } from 'node:perf_hooks';
import { number, say, share } from '../report.ts';
import type { Question } from './questions.ts';
import type { Stack } from './stack.ts';

/** One request after the other, alternating queries. Returns the names of those over their target. */
export async function askInTurns(
  stack: Stack,
  questions: readonly Question[],
  requests: number,
): Promise<string[]> {
  const headers = await stack.authorize();
  const taken = new Map(questions.map(({ name }) => [name, [] as number[]]));
  for (let round = -2; round < requests; round += 1) {
    for (const question of questions) {
      if (question.targetMs === null && round % 20 !== 0) continue;
      const ms = await ask(stack.api.ready.url + question.path(), headers);
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

async function ask(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return performance.now() - began;
}
