/** Paying users: a preview, the picture, the wallet, repeatedly; and readers, who only read the wallet. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackStack, Person } from './stack.ts';

export interface Work {
  /** How long each paid picture took from the request to the result. */
  readonly unlockMs: number[];
  readonly walletMs: number[];
  /** 503 with Retry-After: asked again. */
  busy: number;
  /** Anything else that went wrong, in words. */
  readonly faults: string[];
}

/** One reader stays within the product's limit of 600 requests a minute. */
const readEveryMs = 125;

export async function workUntil(
  stack: AttackStack,
  { buyers, readers }: { buyers: readonly Person[]; readers: readonly Person[] },
  untilMs: number,
): Promise<Work> {
  const work: Work = { unlockMs: [], walletMs: [], busy: 0, faults: [] };
  const repeat = async (once: () => Promise<void>, pauseMs: number) => {
    while (performance.now() < untilMs) {
      await once().catch((error: unknown) => void work.faults.push(String(error)));
      await sleep(pauseMs);
    }
  };
  await Promise.all([
    ...buyers.map((person) => repeat(() => buyOne(stack, person, work), 1_000)),
    ...readers.map((person) => repeat(() => readWallet(stack, person, work), readEveryMs)),
  ]);
  return work;
}

let prompts = 0;

async function buyOne(stack: AttackStack, person: Person, work: Work): Promise<void> {
  const prompt = `a lamp ${(prompts += 1)}`;
  const provider = prompts % 2 === 0 ? 'google' : 'openai';
  const order = { prompt, language: 'en', mode: 'image', provider, quality: 'quality' };
  const preview = await ask(stack, person, work, '/api/generate', { ...order, previewMax: 256 });
  if (!preview) return;
  const { generationId, recipe } = preview;
  const began = performance.now();
  const paid = await ask(stack, person, work, '/api/unlock-image', {
    generationId,
    recipe,
    finalSize: 512,
  });
  if (paid) work.unlockMs.push(performance.now() - began);
}

async function readWallet(stack: AttackStack, person: Person, work: Work): Promise<void> {
  const began = performance.now();
  await ask(stack, person, work, '/api/wallet');
  work.walletMs.push(performance.now() - began);
}

async function ask(
  { apiUrl }: AttackStack,
  { headers }: Person,
  work: Work,
  path: string,
  body?: object,
): Promise<Record<string, unknown> | null> {
  const answer = await fetch(apiUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (answer.ok) return said;
  if (answer.status === 503 && answer.headers.has('retry-after')) work.busy += 1;
  else work.faults.push(`${path}: ${answer.status} ${JSON.stringify(said).slice(0, 200)}`);
  return null;
}
