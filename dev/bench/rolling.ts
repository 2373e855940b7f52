/**
 * Runs a command against a running studio (docker-compose's demo profile) under load, and counts what it costs
 * its users: readers, buyers, and readers of chat replies.
 *
 *   npm run bench -- rolling --during 'ops/deploy/rolling-restart && ops/deploy/rolling-restart'
 *   npm run bench -- rolling --during dev/bench/lose-redis --chats 0
 *
 * Buyers and chats retry with the same key when no answer came, as the client does. The exit code is 1 if
 * something was lost.
 */
import { spawn } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readMessages } from '../../api/testing/server-sent-events.ts';
import { signInByPhone } from '../local/sign-in.ts';
import { createProfile } from './servers.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    emulator: { type: 'string', default: '127.0.0.1:9099' },
    during: { type: 'string', default: 'sleep 30' },
    /** Load before and after the command. */
    'around-seconds': { type: 'string', default: '20' },
    readers: { type: 'string', default: '8' },
    buyers: { type: 'string', default: '6' },
    chats: { type: 'string', default: '9' },
    /** Users who buy two pictures each at the same moment, while the command runs. */
    together: { type: 'string', default: '10' },
  },
});
const { url } = values;
for (const address of [url, `http://${values.emulator}`]) {
  await fetch(address).catch(() => {
    console.error(
      `${address} does not answer. Start the demo, or name it with --url and --emulator.`,
    );
    process.exit(1);
  });
}
const aroundMs = 1000 * Number(values['around-seconds']);
let over = false;
const isOver = () => over;

type Headers = Record<string, string>;
const json = { 'content-type': 'application/json' };

const reads = { asked: 0, failed: 0, faults: new Map<string, number>(), slowestMs: 0 };
const paid = { bought: 0, askedAgain: 0, unfinished: 0, wrongWallets: 0, faults: [] as string[] };
/** When each picture was paid for and when it was ready. */
const sales: { askedMs: number; doneMs: number }[] = [];
/**
 * `dropped` counts replies whose reader disconnected and then resumed them. A gap is the time beyond the
 * reply's own pace.
 */
const chats = {
  replies: 0,
  longestSeconds: 0,
  longestGapMs: 0,
  cut: 0,
  dropped: 0,
  resumed: 0,
  longestGapOfResumedMs: 0,
  ends: new Map<string, number>(),
};
/**
 * `sentAway` counts streams that ended with a `reconnect`; `resumed` counts those of them that were opened
 * again.
 */
const events = { streams: 0, sentAway: 0, resumed: 0, longestGapMs: 0 };

const count = (counts: Map<string, number>, name: string) =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

async function signUp(): Promise<Headers> {
  const phone = `+9198${randomInt(10_000_000, 100_000_000)}`;
  const { token } = await signInByPhone(values.emulator, 'demo-sachet', phone);
  return createProfile(url, token);
}

/** Sends requests that change nothing: the proxy may send them again. */
async function read(headers: Headers): Promise<void> {
  const paths = ['/api/wallet', '/api/user', '/api/config', '/', '/api/wallet/events'];
  while (!isOver()) {
    const path = paths[reads.asked % paths.length]!;
    const began = Date.now();
    reads.asked += 1;
    try {
      const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(20_000) });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(String(answer.status));
    } catch (error) {
      reads.failed += 1;
      count(reads.faults, `${path}: ${describe(error)}`);
    }
    reads.slowestMs = Math.max(reads.slowestMs, Date.now() - began);
    await sleep(100);
  }
}

const describe = (error: unknown) =>
  `${(error as Error).message} ${((error as Error).cause as { code?: string })?.code ?? ''}`.trim();

/** Repeats the request until a server answers. */
async function insist(path: string, headers: Headers, body: object) {
  const key = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { ...headers, ...json, 'Idempotency-Key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
      const said = (await answer.json()) as Record<string, unknown>;
      if (answer.status < 500 && answer.status !== 429) return { status: answer.status, said };
      if (attempt === 20) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`);
    } catch (error) {
      if (attempt === 20) throw error;
    }
    paid.askedAgain += 1;
    await sleep(300);
  }
}

interface Preview {
  readonly generationId: string;
  readonly recipe: unknown;
}

async function makePreview(headers: Headers, provider: string): Promise<Preview> {
  const prompt = `a kite over a roof ${randomBytes(4).toString('hex')} [[latency:1500]]`;
  const { status, said } = await insist('/api/generate', headers, {
    prompt,
    mode: 'image',
    provider,
  });
  const { generationId, recipe } = said;
  if (typeof generationId !== 'string') throw new Error(`${status} ${JSON.stringify(said)}`);
  return { generationId, recipe };
}

/** Resolves when the picture is ready. */
async function unlock(headers: Headers, preview: Preview, bought: string[]): Promise<void> {
  const askedMs = Date.now();
  const sold = await insist('/api/unlock-image', headers, {
    recipe: preview.recipe,
    finalSize: 1024,
  });
  if (sold.status > 202) throw new Error(JSON.stringify(sold));
  bought.push(preview.generationId);
  paid.bought += 1;
  if (sold.status === 202) await waitForPicture(headers, preview.generationId);
  sales.push({ askedMs, doneMs: Date.now() });
}

/** Counts a purchase as lost. */
const note = (error: unknown) => void paid.faults.push(describe(error).slice(0, 200));

const providers = ['openai', 'google'];

/** Each user buys two pictures, which the bonus of ₹250 pays for. */
async function buy(): Promise<void> {
  while (!isOver()) {
    const headers = await signUp().catch(() => null);
    if (!headers) {
      await sleep(500);
      continue;
    }
    const bought: string[] = [];
    for (const provider of providers) {
      if (isOver()) break;
      try {
        await unlock(headers, await makePreview(headers, provider), bought);
      } catch (error) {
        note(error);
      }
    }
    await checkPurchases(headers, bought);
  }
}

/** A user with two previews, who buys both concurrently when the function is called. */
async function prepareToBuy(): Promise<() => Promise<void>> {
  const headers = await signUp();
  const previews = await Promise.all(providers.map((name) => makePreview(headers, name)));
  return async () => {
    const bought: string[] = [];
    await Promise.all(previews.map((preview) => unlock(headers, preview, bought).catch(note)));
    await checkPurchases(headers, bought);
  };
}

/** Waits as long as a price can be held. */
async function waitForPicture(headers: Headers, generationId: string): Promise<void> {
  for (const giveUpMs = Date.now() + 600_000; Date.now() < giveUpMs; await sleep(200)) {
    const said = await fetch(`${url}/api/generation?id=${generationId}`, { headers })
      .then((answer) => answer.json() as Promise<{ unlockStatus?: string }>)
      .catch(() => null);
    if (said?.unlockStatus === 'done') return;
    if (said?.unlockStatus === 'failed') throw new Error(`${generationId} failed`);
  }
  throw new Error(`${generationId} was never made`);
}

/** Checks that the wallet has paid for each picture once. */
async function checkPurchases(headers: Headers, bought: string[]): Promise<void> {
  const charged = async () => {
    const answer = await fetch(`${url}/api/wallet/events`, { headers });
    const { items } = (await answer.json()) as { items: { kind: string }[] };
    return items.filter(({ kind }) => kind === 'HoldCaptured').length;
  };
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    const [done, wallet] = await Promise.all([
      charged().catch(() => -1),
      fetch(`${url}/api/wallet`, { headers })
        .then((answer) => answer.json() as Promise<{ held?: number }>)
        .catch(() => ({ held: -1 })),
    ]);
    if (done === bought.length && !wallet.held) return;
    if (done > bought.length) break;
    await sleep(1_000);
  }
  paid.wrongWallets += 1;
  paid.unfinished += bought.length - Math.max(0, await charged().catch(() => 0));
}

/** Milliseconds between two chunks: replies of ten seconds and of a minute. */
const paces = [250, 250, 1_500];
const dropAfterMs = 4_000;

/**
 * Requests one reply after another. The reader of every fourth reply drops the connection, as a phone in a
 * tunnel does.
 */
async function chat(headers: Headers): Promise<void> {
  for (let i = 0; !isOver() && i < 90; i += 1) {
    const paceMs = paces[i % paces.length]!;
    const prompt = `write about kites ${randomBytes(4).toString('hex')} [[slow:${paceMs}]]`;
    const body = JSON.stringify({ provider: i % 2 ? 'google' : 'openai', prompt });
    const end = await readReply({ ...headers, ...json, 'Idempotency-Key': randomUUID() }, body, {
      paceMs,
      dropAfterMs: i % 4 === 3 ? dropAfterMs : undefined,
    });
    chats.replies += 1;
    count(chats.ends, end);
    if (end !== 'done') await sleep(1_000);
  }
}

/** Reads a reply to its end, however often the connection breaks. */
async function readReply(
  headers: Headers,
  body: string,
  { paceMs, dropAfterMs }: { paceMs: number; dropAfterMs: number | undefined },
): Promise<string> {
  const beganMs = Date.now();
  let after = 0;
  let heardMs: number | undefined;
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const isResumed = heardMs !== undefined;
    const isToDrop = attempt === 0 && dropAfterMs !== undefined;
    const signal = isToDrop ? AbortSignal.timeout(dropAfterMs) : null;
    try {
      const lastEventId: Headers = after > 0 ? { 'Last-Event-ID': String(after) } : {};
      const answer = await fetch(`${url}/api/chat`, {
        method: 'POST',
        headers: { ...headers, ...lastEventId },
        body,
        signal,
      });
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      if (isResumed) chats.resumed += 1;
      for await (const { event: name, id } of readMessages(answer.body)) {
        if (name === 'chunk') {
          const gapMs = Date.now() - (heardMs ?? Date.now()) - paceMs;
          const longest = isResumed ? 'longestGapOfResumedMs' : 'longestGapMs';
          chats[longest] = Math.max(chats[longest], gapMs);
          heardMs = Date.now();
          after = Math.max(after, Number(id));
        }
        if (name !== 'done' && name !== 'error') continue;
        const seconds = Math.round((Date.now() - beganMs) / 1000);
        chats.longestSeconds = Math.max(chats.longestSeconds, seconds);
        return name;
      }
      chats.cut += 1;
    } catch {
      if (signal?.aborted) chats.dropped += 1;
      else await sleep(200);
    }
  }
  return 'lost';
}

/** Reads a page's event stream, which is opened again as soon as it ends. */
async function listen(headers: Headers): Promise<void> {
  let sentAwayMs: number | undefined;
  while (!isOver()) {
    try {
      const answer = await fetch(`${url}/api/events`, { headers });
      events.streams += 1;
      for await (const { event: name } of readMessages(answer.body!)) {
        if (sentAwayMs !== undefined) {
          events.resumed += 1;
          events.longestGapMs = Math.max(events.longestGapMs, Date.now() - sentAwayMs);
          sentAwayMs = undefined;
        }
        if (name === 'reconnect') {
          events.sentAway += 1;
          sentAwayMs = Date.now();
          break;
        }
        if (isOver()) break;
      }
    } catch {
      // The next attempt may succeed.
    }
    await sleep(200);
  }
}

const several = <T>(howMany: string, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: Number(howMany) }, work));

const people = await several(values.readers, signUp);
const talkers = await several(values.chats, signUp);
console.log('under load');
void Promise.all(people.map(listen)).catch(() => {});
const load = Promise.all([
  ...people.map(read),
  several(values.buyers, buy),
  ...talkers.map((talker) => chat(talker)),
]);
const prepared = await several(values.together, prepareToBuy);
await sleep(aroundMs);
const beganMs = Date.now();
const running = run(values.during);
// By now the command has begun its work.
await sleep(5_000);
const together = Promise.all(prepared.map((buyBoth) => buyBoth()));
const code = await running;
const endedMs = Date.now();
await sleep(aroundMs);
over = true;
await Promise.all([load, together]);

/** Pictures paid for before the command ended, and ready after it. */
const late = sales.filter(({ askedMs, doneMs }) => askedMs < endedMs && doneMs > endedMs);
const during = {
  command: values.during,
  code,
  seconds: Math.round((endedMs - beganMs) / 1000),
  paidBeforeItsEnd: late.length,
  doneMsAfterIt: late
    .map(({ doneMs }) => doneMs - endedMs)
    .toSorted((a, b) => a - b)
    .join(' '),
};
const toPlain = (value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value);
console.log(
  JSON.stringify({ during, reads, paid, chats, events }, (_key, value) => toPlain(value), 2),
);
const unended = chats.replies - (chats.ends.get('done') ?? 0);
const lost = reads.failed + paid.wrongWallets + paid.faults.length + unended;
process.exit(lost > 0 || code !== 0 ? 1 : 0);

function run(command: string): Promise<number | null> {
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((done, fail) => child.once('error', fail).once('exit', done));
}
