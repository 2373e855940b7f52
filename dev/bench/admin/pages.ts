/** The API with a super admin, who asks for the admin pages' data. */
import { performance } from 'node:perf_hooks';
import { minuteMs } from '@sachet/shared/time';
import { changeAccount, refreshIdToken, signUpByEmail } from '../../local/sign-in.ts';
import { quantile } from '../load.ts';
import { number, say, sayTable } from '../report.ts';
import { startProduct, type Product } from '../servers.ts';

export interface Question {
  readonly name: string;
  /** Milliseconds that the p95 may take; null without a target. */
  readonly targetMs: number | null;
  path(): string;
}

export interface Stack extends Product {
  /** Fetches as a super admin. Throws when the answer is not 2xx. */
  ask(path: string, request?: RequestInit): Promise<Response>;
}

const email = 'auditor@bench.test';
/** A token is valid for an hour. */
const tokenUsedMs = 30 * minuteMs;

export async function startStack(): Promise<Stack> {
  const product = await startProduct({ env: { SUPER_ADMIN_EMAILS: email } });
  const { host, projectId } = product.emulator;
  const { uid, refreshToken } = await signUpByEmail(host, email, 'a-password-for-benchmarks');
  await changeAccount(host, projectId, uid, { emailVerified: true });
  let token = { authorization: '', expiresMs: 0 };
  const ask = async (path: string, { headers, ...request }: RequestInit = {}) => {
    if (Date.now() > token.expiresMs) {
      const authorization = `Bearer ${await refreshIdToken(host, refreshToken)}`;
      token = { authorization, expiresMs: Date.now() + tokenUsedMs };
    }
    const { authorization } = token;
    const answer = await fetch(product.apiUrl + path, {
      ...request,
      headers: { ...headers, authorization },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return { ...product, ask };
}

/** Sends the queries in turns, one request after another. Returns the line of the report about targets. */
export async function askInTurns(
  stack: Stack,
  questions: readonly Question[],
  requests: number,
): Promise<string> {
  const taken = new Map(questions.map(({ name }) => [name, [] as number[]]));
  for (let round = -2; round < requests; round += 1) {
    for (const question of questions) {
      const began = performance.now();
      await (await stack.ask(question.path())).arrayBuffer();
      if (round >= 0) taken.get(question.name)!.push(performance.now() - began);
    }
  }
  say(`\n${requests} requests each, one after the other over HTTP, the queries in turns`);
  const missed: string[] = [];
  const rows = questions.map(({ name, targetMs }) => {
    const times = taken.get(name)!;
    const p95 = quantile(times, 0.95);
    if (targetMs !== null && p95 > targetMs) missed.push(name);
    return [name, number(quantile(times, 0.5), 1), number(p95, 1), targetMs ?? ''];
  });
  sayTable(['question', 'p50 ms', 'p95 ms', 'target ms'], rows);
  const withTarget = questions.filter(({ targetMs }) => targetMs !== null).length;
  const missing = missed.map((name) => `; missed: ${name}`).join('');
  return `- ${withTarget - missed.length} of ${withTarget} questions reached theirs${missing}`;
}
