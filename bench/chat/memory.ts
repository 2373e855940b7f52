/** Memory of the API's process for each open stream. */
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMiB } from '../../local/resident-memory.ts';
import { showTokens, type Stack } from './stack.ts';

interface Held {
  readonly idleMiB: number;
  readonly openMiB: number;
  /** Of one stream. */
  readonly kibibytes: number;
}

const settleMs = 2_000;
const pause = () => sleep(settleMs);

/** Opens `streams` replies that their provider has not begun, then closes them. */
export async function holdOpen(stack: Stack, streams: number): Promise<Held> {
  await showTokens(stack, stack.people);
  await pause();
  const idleMiB = residentMiB(stack.apiPid);
  const leaving = new AbortController();
  const answers = await Promise.all(
    Array.from({ length: streams }, async (_, i) => {
      const answer = await fetch(`${stack.apiUrl}/api/chat`, {
        method: 'POST',
        headers: {
          ...stack.people[i % stack.people.length]!.headers,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ provider: 'openai', prompt: `kite ${i} [[latency:60000]]` }),
        signal: leaving.signal,
      });
      if (!answer.ok) throw new Error(`POST /api/chat: ${answer.status}`);
      return answer;
    }),
  );
  await pause();
  const openMiB = residentMiB(stack.apiPid);
  leaving.abort();
  await Promise.allSettled(answers.map((answer) => answer.text()));
  await pause();
  return { idleMiB, openMiB, kibibytes: (1024 * (openMiB - idleMiB)) / streams };
}
