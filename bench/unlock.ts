/**
 * `npm run bench -- unlock`: paid unlocks of texts through HTTP beside a signed-in route of the same API
 * that answers without the database's tables of work, in turns. Every unlock is another text's and is
 * charged once; the ledger is asked at the end.
 */
import { parseArgs } from 'node:util';
import { createKysely, createPool } from '@sachet/db/connect';
import { newId } from '@sachet/db/ids';
import { createLedger } from '@sachet/db/ledger/ledger';
import { signInByPhone } from '../local/sign-in.ts';
import { drive, findMedian, type Measured, type Step } from './load.ts';
import { getDatabaseUrl, number, say, sayMachine, stopOnSignal, toTarget } from './report.ts';
import { createProfile, withServers } from './servers.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '64' },
    people: { type: 'string', default: '64' },
    /** Of each person; what is left at the end is not bought. */
    texts: { type: 'string', default: '1000' },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const callers = Number(options.callers);
const texts = Number(options.texts);
const pricePaise = 100;
const modelId = 'gemini-3.5-flash-lite';

const plenty = 1_000_000;

interface Buyer {
  readonly uid: string;
  readonly walletId: string;
  readonly headers: { readonly authorization: string };
}

const databaseUrl = getDatabaseUrl('APP');
sayMachine();
const stack = await withServers(databaseUrl, async ({ emulator, start, startSandbox }) => {
  const { env } = await startSandbox();
  const api = await start<{ url: string }>('api', {
    ...env,
    TEST_LIMITS: JSON.stringify({ stopGraceMs: 0, requestsPerMinute: plenty }),
  });
  const { host, projectId } = emulator;
  return { apiUrl: api.ready.url, host, projectId };
});
stopOnSignal(stack);
const db = createKysely(createPool(databaseUrl, { max: 4 }));
const load = { warmUpMs: 1_000, measureMs: 1_000 * seconds };
try {
  const buyers = await signUp(Number(options.people));
  await fund(buyers);
  const generations = await writeTexts(buyers);
  let bought = 0;
  const unlock: Step = async () => {
    const next = generations[bought++];
    if (!next) throw new Error('no text is left to buy: --texts');
    await ask(next.buyer, '/api/unlock', { generationId: next.id, modelId });
  };
  const turns = Array.from({ length: callers }, (_, i) => i);
  const answer = turns.map(
    (i): Step =>
      () =>
        ask(buyers[i % buyers.length]!, '/api/admin/me'),
  );
  const found: Record<'unlock' | 'answer', Measured[]> = { unlock: [], answer: [] };
  for (let round = 0; round < rounds; round += 1) {
    await showTokens(buyers);
    found.answer.push(await drive(answer, load));
    await showTokens(buyers);
    found.unlock.push(await drive(Array<Step>(callers).fill(unlock), load));
  }
  await expectCharged(bought);
  const [paid, free] = [findMedian(found.unlock), findMedian(found.answer)];
  say(`\n${rounds} rounds of ${seconds} s in turns, ${callers} callers, medians\n`);
  say('| route | requests/s | p50 ms | p99 ms |');
  say('|---|---:|---:|---:|');
  sayRow('POST /api/unlock', paid);
  sayRow('GET /api/admin/me', free);
  const ratio = paid.eventsPerSecond / free.eventsPerSecond;
  say('\n## Targets\n');
  say(toTarget('a paid unlock at least 0.5 times', ratio >= 0.5, number(ratio, 2)));
} finally {
  await db.destroy();
  await stack.stop();
}

function sayRow(name: string, { eventsPerSecond, p50Ms, p99Ms }: Measured): void {
  say(`| ${name} | ${number(eventsPerSecond)} | ${number(p50Ms, 1)} | ${number(p99Ms, 1)} |`);
}

async function ask({ headers }: Buyer, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${stack.apiUrl}${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
}

/** By phone: who signs up by e-mail has to verify it before they spend. */
async function signUp(people: number): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (let i = 0; i < people; i += 1) {
    const phone = `+9198123${String(i).padStart(5, '0')}`;
    const { uid, token } = await signInByPhone(stack.host, stack.projectId, phone);
    const headers = await createProfile(stack.apiUrl, token);
    const wallet = await fetch(`${stack.apiUrl}/api/wallet`, { headers });
    const { walletId } = (await wallet.json()) as { walletId: string };
    buyers.push({ uid, walletId, headers });
  }
  return buyers;
}

/** Tokens are cached for 10 s after Firebase checked them: done before, so that it is not measured. */
async function showTokens(buyers: readonly Buyer[]): Promise<void> {
  for (const buyer of buyers) await ask(buyer, '/api/wallet');
}

async function fund(buyers: readonly Buyer[]): Promise<void> {
  const ledger = createLedger({ connectionString: databaseUrl });
  for (const { walletId } of buyers) {
    const outcome = await ledger.append({
      type: 'AdjustByAdmin',
      walletId,
      idempotencyKey: 'bench-funds',
      actor: `bench:${walletId}`,
      amountPaise: texts * pricePaise,
      reason: 'texts for the benchmark',
    });
    if (!outcome.ok) throw new Error(outcome.refusal);
  }
  await ledger.close();
}

/** In turns of the buyers, so that neighbours in time are of different wallets. */
async function writeTexts(buyers: readonly Buyer[]): Promise<{ id: string; buyer: Buyer }[]> {
  const all: { id: string; buyer: Buyer }[] = [];
  for (let i = 0; i < texts; i += 1) {
    const some = buyers.map((buyer) => ({ id: newId('gen'), buyer }));
    await db
      .insertInto('generation')
      .values(
        some.map(({ id, buyer }) => ({
          id,
          uid: buyer.uid,
          wallet_id: buyer.walletId,
          mode: 'general' as const,
          provider: 'google' as const,
          prompt: 'a slogan for blue kites',
          language: 'en' as const,
          quality: 'speed' as const,
          aspect_ratio: '1:1' as const,
          preview_max: 256,
          model_id: modelId,
          model_label: 'bench',
          status: 'ready' as const,
          content: 'Blue kites over the market. '.repeat(20),
          price_paise: pricePaise,
          rate_card_version: 'bench',
        })),
      )
      .execute();
    all.push(...some);
  }
  return all;
}

async function expectCharged(bought: number): Promise<void> {
  const { n } = await db
    .selectFrom('ledger_event')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('kind', '=', 'Charged')
    .executeTakeFirstOrThrow();
  if (n !== bought) throw new Error(`${bought} texts were bought, ${n} were charged`);
  say(`\n${number(n)} texts bought, each charged once.`);
}
