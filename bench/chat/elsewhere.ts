/** Replies that one API process writes, read on there or at another: processor time, and how late words are. */
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@sachet/db/connect';
import { readMessages } from '../../api/testing/server-sent-events.ts';
import { showTokens, type Api, type Person, type Stack } from './stack.ts';

export interface ReadOn {
  /** Processor time from the first reader's return to the last reply's end, milliseconds. */
  readonly apisMs: number;
  readonly postgresMs: number;
  /** From a message to a character of its reply, by reader the mean of all characters, milliseconds. */
  readonly characterMs: readonly number[];
  /** The longest silence between two pieces of a reply, by reader, milliseconds. */
  readonly longestSilenceMs: readonly number[];
  /** Of transactions in that time. */
  readonly commits: number;
  /** How long somebody else's commit took that notifies, as the ledger's do, milliseconds. */
  readonly otherCommitsMs: readonly number[];
  readonly characters: number;
}

/** Before the provider's first words: by then everybody has come back. */
const latencyMs = 15_000;
/** Of chunks: a reply of some five seconds. */
const paceMs = 200;
const spreadMs = 8_000;
const probeEveryMs = 20;

/** Every person's reply begins at `writer`; they drop the connection and read it at `readAt`. */
export async function readOn(
  stack: Stack,
  {
    databaseUrl,
    writer,
    other,
    readAt,
    about,
  }: {
    readonly databaseUrl: string;
    readonly writer: Api;
    readonly other: Api;
    readonly readAt: Api;
    readonly about: string;
  },
): Promise<ReadOn> {
  const apis = [writer, other];
  for (const { url } of apis) await showTokens({ ...stack, apiUrl: url }, stack.people);
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = getParent(rows[0]!.pid);
    const begun = await Promise.all(
      stack.people.map(async (person, i) => {
        await sleep((spreadMs * i) / stack.people.length);
        return begin(writer.url, person, `${about} ${i}`);
      }),
    );
    const before = {
      apis: apis.map(({ pid }) => processorMs(pid)),
      postgres: familyProcessorMs(postmaster),
      commits: await countCommits(pool),
    };
    const otherCommitsMs: number[] = [];
    let isOver = false;
    const probing = (async () => {
      for (; !isOver; await sleep(probeEveryMs)) {
        const asked = performance.now();
        await pool.query(`select pg_notify('bench', '')`);
        otherCommitsMs.push(performance.now() - asked);
      }
    })();
    const heard = await Promise.all(begun.map((reply) => reply.readOn(readAt.url)));
    isOver = true;
    await probing;
    const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
    return {
      apisMs: sum(apis.map(({ pid }, i) => processorMs(pid) - before.apis[i]!)),
      postgresMs: familyProcessorMs(postmaster) - before.postgres,
      characterMs: heard.map(({ characterMs }) => characterMs),
      longestSilenceMs: heard.map(({ longestSilenceMs }) => longestSilenceMs),
      commits: (await countCommits(pool)) - before.commits - otherCommitsMs.length,
      otherCommitsMs,
      characters: sum(heard.map(({ characters }) => characters)),
    };
  } finally {
    await pool.end();
  }
}

/** A busy machine's 503 is not what is measured. */
async function insist(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    if (answer.ok) return answer;
    const why = `POST /api/chat: ${answer.status} ${await answer.text()}`;
    if (answer.status !== 503 || attempt === 10) throw new Error(why);
    await sleep(500);
  }
}

/** Resolves when the turn has begun and the connection is dropped. */
async function begin(writerUrl: string, { headers }: Person, about: string) {
  const begunMs = performance.now();
  const ask = (url: string, signal: AbortSignal | null) =>
    fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'idempotency-key': about.replaceAll(' ', '-'),
      },
      body: JSON.stringify({
        provider: 'openai',
        prompt: `how do I fly kite ${about} [[latency:${latencyMs}]] [[slow:${paceMs}]]`,
        language: 'en',
      }),
      signal,
    });
  const leaving = new AbortController();
  const answer = await insist(() => ask(writerUrl, leaving.signal));
  for await (const { event } of readMessages(answer.body!)) if (event === 'conversation') break;
  leaving.abort();
  return {
    async readOn(url: string) {
      const again = await insist(() => ask(url, null));
      let characters = 0;
      let summedMs = 0;
      let longestSilenceMs = 0;
      let heardMs = begunMs + latencyMs;
      let last = '';
      for await (const { event = '', data } of readMessages(again.body!)) {
        last = event;
        if (event !== 'chunk') continue;
        const { text } = JSON.parse(data) as { text: string };
        const now = performance.now();
        characters += text.length;
        summedMs += text.length * (now - begunMs);
        longestSilenceMs = Math.max(longestSilenceMs, now - heardMs);
        heardMs = now;
      }
      if (last !== 'done') throw new Error(`a reply ended with ${last}`);
      return { characters, longestSilenceMs, characterMs: summedMs / characters };
    },
  };
}

async function countCommits(pool: ReturnType<typeof createPool>): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ commits: number }>(
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.commits;
}

/** The fields of `/proc/PID/stat` after the program's name, which may hold spaces. */
const stat = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
const getParent = (pid: number) => Number(stat(pid)[1]);
/** The kernel's unit in `/proc`. */
const tickMs = 10;
const ticks = (pid: number, first: number) => {
  const fields = stat(pid);
  return Number(fields[first]) + Number(fields[first + 1]);
};
const processorMs = (pid: number) => tickMs * ticks(pid, 11);

/** A process, its children, and those that have ended. */
function familyProcessorMs(parent: number): number {
  let sum = processorMs(parent) + tickMs * ticks(parent, 13);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (getParent(Number(name)) === parent) sum += processorMs(Number(name));
    } catch {
      // It ended just now.
    }
  }
  return sum;
}
