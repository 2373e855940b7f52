/** CPU time and bytes of one operation, measured on the product as `npm start` runs it. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool } from '@sachet/db/connect';
import { listChildren } from '../../local/resident-memory.ts';
import { getDatabaseUrl } from '../report.ts';
import { send as sendTo, startProduct, type Person } from '../servers.ts';

interface Cost {
  readonly times: number;
  readonly apiMs: number;
  readonly workerMs: number;
  readonly postgresMs: number;
  readonly databaseBytes: number;
  readonly walBytes: number;
}

const operations = ['read', 'preview', 'purchase', 'reply'] as const;
export type Costs = Readonly<Record<(typeof operations)[number], Cost>>;

type Headers = Person['headers'];
const people = 25;
const callers = 4;
/** Milliseconds of a clock tick of /proc. */
const tickMs = 10;

/** `share` makes the number of operations smaller. */
export async function measureCosts(share: number) {
  const owner = createPool(getDatabaseUrl('OWNER'), { max: 1 });
  const product = await startProduct({ hasWorker: true });
  try {
    const { api, apiUrl, worker } = product;
    const users: Headers[] = [];
    while (users.length < people) users.push((await product.signUp('phone')).headers);
    const send = sendTo.bind(null, apiUrl);
    const previews: { headers: Headers; generationId: string; recipe: unknown }[] = [];
    const work: Record<keyof Costs, (i: number) => Promise<unknown>> = {
      read: (i) => send(users[i % people]!, i % 2 ? '/api/library' : '/api/wallet'),
      async preview(i) {
        const headers = users[i % people]!;
        const body = await send(headers, '/api/generate', {
          prompt: `a blue kite over market ${i % 8}`,
          language: 'en',
          mode: 'image',
          provider: i % 2 ? 'openai' : 'google',
          quality: 'speed',
          aspectRatio: '1:1',
          previewMax: 256,
        });
        previews.push({
          headers,
          ...(JSON.parse(body) as { generationId: string; recipe: unknown }),
        });
      },
      purchase(i) {
        const { headers, recipe } = previews[i]!;
        return send(headers, '/api/unlock-image', { recipe, finalSize: 1024 });
      },
      reply: (i) =>
        send(users[i % people]!, '/api/chat', {
          provider: i % 2 ? 'openai' : 'google',
          prompt: `a warm kite ${i}`,
          language: 'en',
        }),
    };
    const pids = { api: api.pid, worker: worker!.pid, postgres: await findPostmaster(owner) };
    const times = { read: 2_000, preview: 150, purchase: 75, reply: 75 };
    // The first calls of a process are slower.
    for (const name of ['read', 'preview', 'reply'] as const) await repeat(8, work[name]);
    previews.length = 0;
    const idle = await watch(owner, pids, () => sleep(10_000 * share));
    const costs: Partial<Record<keyof Costs, Cost>> = {};
    let eventsOfPurchase = 0;
    for (const name of operations) {
      const count = Math.ceil(times[name] * share);
      const events = await countEvents(owner);
      const used = await watch(owner, pids, () => repeat(count, work[name]));
      if (name === 'purchase') eventsOfPurchase = ((await countEvents(owner)) - events) / count;
      const each = (key: 'apiMs' | 'workerMs' | 'postgresMs') =>
        Math.max(0, used[key] - (idle[key] * used.elapsedMs) / idle.elapsedMs) / count;
      costs[name] = {
        times: count,
        apiMs: each('apiMs'),
        workerMs: each('workerMs'),
        postgresMs: each('postgresMs'),
        databaseBytes: used.databaseBytes / count,
        walBytes: used.walBytes / count,
      };
    }
    return { costs: costs as Costs, eventsOfPurchase };
  } finally {
    await product.stop();
    await owner.end();
  }
}

async function repeat(count: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const call = async () => {
    for (let i = next++; i < count; i = next++) await work(i);
  };
  await Promise.all(Array.from({ length: callers }, call));
}

async function watch(
  owner: Pool,
  pids: { api: number; worker: number; postgres: number },
  work: () => Promise<unknown>,
) {
  const read = async () => ({
    apiMs: cpuMs(pids.api),
    workerMs: cpuMs(pids.worker),
    postgresMs: cpuMs(pids.postgres),
    elapsedMs: performance.now(),
    ...(await readSizes(owner)),
  });
  const before = await read();
  await work();
  const after = await read();
  const keys = Object.keys(before) as (keyof typeof before)[];
  return Object.fromEntries(keys.map((key) => [key, after[key] - before[key]])) as typeof before;
}

async function readSizes(owner: Pool): Promise<{ databaseBytes: number; walBytes: number }> {
  const { rows } = await owner.query(
    `select pg_database_size(current_database())::float8 as "databaseBytes",
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes"`,
  );
  return rows[0];
}

async function countEvents(owner: Pool): Promise<number> {
  const { rows } = await owner.query('select count(*)::int as events from ledger_event');
  return rows[0].events;
}

/** The parent of every process of the server. */
async function findPostmaster(owner: Pool): Promise<number> {
  const { rows } = await owner.query('select pg_backend_pid() as pid');
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))![1]);
}

/** CPU time of a process with all its children, also of those that have ended. */
function cpuMs(pid: number): number {
  let own = 0;
  try {
    // After the name in parentheses, fields 14 to 17 are utime, stime, cutime and cstime.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    own = tickMs * fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
  return listChildren(pid).reduce((sum, child) => sum + cpuMs(child), own);
}
