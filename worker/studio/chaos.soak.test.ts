/**
 * Servers are killed at random while users buy, pay in, chat and read through the front: the primary of Postgres,
 * the master of Redis, one of the two APIs, the worker, and all of them in turn by a deployment; the disks of
 * Postgres and of the pictures get full. Runs only as `npm run soak -- chaos`; CHAOS is the number of minutes.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDisk, type Disk } from '@sachet/adapters/images/testing/disk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '@sachet/shared/time';
import { createCustomer, type Customer } from '../../api/testing/client.ts';
import { keepListening } from '../../api/testing/live.ts';
import { startLoad } from '../../api/testing/load.ts';
import { payIn } from '../../api/testing/spending.ts';
import { openStack, type OpenStack } from '../../api/testing/stack.ts';
import { freePorts } from '../../dev/local/ports.ts';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { startFront, type Front } from '../../dev/local/testing/front.ts';
import {
  query,
  startPostgresPair,
  type PostgresPair,
} from '../../dev/local/testing/postgres-pair.ts';
import { startRedisTrio, type RedisTrio } from '../../dev/local/testing/redis-trio.ts';
import type { StackServer } from '../../dev/local/testing/stack.ts';
import { startTopUps, watchWaits } from '../testing/chaos-users.ts';

const minutes = Number(process.env.CHAOS ?? 0);
const timeout = minutes * minuteMs + 900_000;
const poll = { timeout: 120_000, interval: 100 };
const diskMegabytes = 2_048;
const say = (line: string) =>
  void process.stdout.write(`chaos ${new Date().toISOString().slice(11, 19)}: ${line}\n`);

let disk: Disk;
let postgres: PostgresPair;
let redis: RedisTrio;
let front: Front;
let open: OpenStack;
let apis: readonly StackServer[];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  if (!minutes) return;
  const folder = (name: string) => join(coordinate('TEST_FOLDER'), `chaos-${name}-${process.pid}`);
  mkdirSync(folder('postgres'));
  disk = createDisk(coordinate('TEST_FOLDER'), diskMegabytes);
  stops.push(async () => disk.remove());
  const ports = await freePorts({ front: undefined, a: undefined, b: undefined });
  [postgres, redis, front] = await Promise.all([
    startPostgresPair(folder('postgres'), canFillDisks() ? { diskMegabytes } : {}),
    startRedisTrio(folder('redis')),
    startFront(folder('front'), { port: ports.front, apiPorts: [ports.a, ports.b] }),
  ]);
  stops.push(postgres.stop, redis.stop, front.stop);
  const env = {
    QUEUE_URL: redis.url,
    QUEUE_PREFIX: `chaos_${process.pid}`,
    IMAGE_STORE: disk.folder,
  };
  // Sweeps, locks, leases and the stop of an API are those of production.
  const shared = {
    database: postgres.database,
    frontUrl: front.url,
    limits: { stopGraceMs: 310_000 },
  } as const;
  open = await openStack({ ...shared, env: { ...env, PORT: String(ports.a) } });
  stops.push(open.stop);
  const { razorpayUrl, inboxUrl } = open.stack;
  const other = await openStack({
    ...shared,
    withoutWorker: true,
    env: {
      ...env,
      PORT: String(ports.b),
      RAZORPAY_BASE_URL: razorpayUrl,
      SANDBOX_INBOX_URL: inboxUrl,
    },
  });
  stops.push(other.stop);
  apis = [open.stack.api, other.stack.api];
}, timeout);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
}, timeout);

/** False if this process may not mount a disk. */
const canFillDisks = () => disk.stateWhenFull === 'full';

async function restart(server: StackServer, signal: NodeJS.Signals): Promise<void> {
  await server.kill(signal);
  await server.start();
}

/** Each resolves when the same can be done again. */
const disturbances: Record<string, () => Promise<void>> = {
  async 'failover of Postgres'() {
    await postgres.failOver();
    await sleep(3_000);
    await postgres.rejoin();
  },
  async 'failover of Redis'() {
    await redis.failOver();
    await sleep(3_000);
    await redis.rejoin();
  },
  'kill of an API': () => restart(apis[Math.round(Math.random())]!, 'SIGKILL'),
  'kill of the worker': () => restart(open.stack.worker, 'SIGKILL'),
  async deployment() {
    for (const server of [open.stack.worker, ...apis]) await restart(server, 'SIGTERM');
  },
};

const fullDisks: typeof disturbances = {
  async 'full disk of pictures'() {
    await disk.fill();
    await sleep(15_000);
    disk.empty();
  },
  async 'full disk of Postgres'() {
    await postgres.fillDisk();
    await sleep(5_000);
    // Without room for the next segment of the WAL, Postgres crashes.
    for (let second = 0; second < 5; second += 1) {
      await query(postgres.primary().ownerUrl('sachet'), 'select pg_switch_wal()').catch(() => {});
      await sleep(1_000);
    }
    await postgres.freeDisk();
  },
};

test.skipIf(!minutes)(
  'every paid rupee is credited, and every paid picture delivered and charged once, while servers fail at random',
  async () => {
    if (canFillDisks()) Object.assign(disturbances, fullDisks);
    else say('disks are not filled: that needs root and a machine that allows `mount`');
    const customers = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const customer = await createCustomer(open.stack);
        const { walletId } = await customer.wallet();
        await payIn(postgres.database, { walletId, amountPaise: 100_000_00 });
        return customer;
      }),
    );
    const [customer] = customers;
    const stream = keepListening(front.url, customer!.headers);
    const waits = watchWaits(customer!);
    const topUps = startTopUps(open.stack.razorpayUrl, customer!);
    const load = startLoad(open.stack, customers);
    const untilMs = performance.now() + minutes * minuteMs;
    const figures: Record<string, { times: number; waitMs: number; recoveryMs: number }> = {};
    for (let round = 0; performance.now() < untilMs; round += 1) {
      const names = Object.keys(disturbances);
      // Each once, then any.
      const name = names[round] ?? names[Math.floor(Math.random() * names.length)]!;
      await sleep(Math.random() * 2_000);
      const startedMs = performance.now();
      await disturbances[name]!();
      await expect.poll(stream.isOpen, poll).toBe(true);
      const { generationId } = await expectPreview(customer!);
      await stream.hears('generation', generationId);
      const recoveryMs = Math.round(performance.now() - startedMs);
      const waitMs = waits.takeLongestMs();
      say(`${name}: ${waitMs} ms without an answer, new picture announced after ${recoveryMs} ms`);
      const known = figures[name] ?? { times: 0, waitMs: 0, recoveryMs: 0 };
      figures[name] = {
        times: known.times + 1,
        waitMs: Math.max(known.waitMs, waitMs),
        recoveryMs: Math.max(known.recoveryMs, recoveryMs),
      };
    }
    stream.close();
    const { done, faults, sold } = await load.stop();
    const paid = await topUps.stop();
    await waits.stop();
    for (const [name, { times, waitMs, recoveryMs }] of Object.entries(figures)) {
      say(
        `${times} × ${name}: longest wait ${waitMs} ms, longest until a new picture was announced ${recoveryMs} ms`,
      );
    }
    const longestMs = Math.max(...Object.values(figures).map(({ waitMs }) => waitMs));
    say(
      `longest wait of a user ${longestMs} ms, longest gap of an event stream ${stream.longestGapMs()} ms ` +
        `in ${stream.opened()} openings`,
    );
    say(`${sold.length} sold, ${paid.length} payments, under ${JSON.stringify(done)}`);
    expect(faults).toEqual([]);
    const pending = () =>
      open.books.query(
        `select id from open_hold union all select id from chat_turn where status = 'streaming'`,
      );
    await expect.poll(pending, poll).toEqual([]);
    await expect.poll(() => findUncredited(paid), poll).toEqual([]);
    await open.books.expectToBeSound();
    await postgres.database.verify();
    expect(await findChargedTwice()).toEqual([]);
    expect(await findUndelivered(sold)).toEqual([]);
    expect(await findRenderedTwice()).toEqual([]);
    expect(await findUnreadable(customers)).toEqual([]);
  },
  timeout,
);

/** Asks until the servers are back, as the client does. */
async function expectPreview(customer: Customer): Promise<{ generationId: string }> {
  for (const untilMs = performance.now() + poll.timeout; ;) {
    try {
      return await customer.preview();
    } catch (error) {
      if (performance.now() > untilMs) throw error;
      await sleep(100);
    }
  }
}

/** Bought pictures that their owners cannot download. */
async function findUnreadable(customers: readonly Customer[]): Promise<string[]> {
  const unreadable: string[] = [];
  for (const { id, uid } of await findBoughtPictures()) {
    const { imageUrl } = await customers.find((each) => each.uid === uid)!.generation(id);
    const answer = await fetch(front.url + imageUrl);
    const { byteLength } = await answer.arrayBuffer();
    if (answer.status !== 200 || byteLength === 0) unreadable.push(id);
  }
  return unreadable;
}

/** A capture names the generation only through its hold. */
const charges = `
  select coalesce(e.generation_id, h.generation_id) as id
  from ledger_event e left join hold h on h.id = e.hold_id
  where e.kind in ('Charged', 'HoldCaptured')`;

/** The users buy each result in one size, so a second charge is a fault. */
const findChargedTwice = () =>
  open.books.query(
    `select id, count(*) from (${charges}) as charge
     where id is not null group by 1 having count(*) > 1`,
  );

/** Results that a provider was paid for twice. A call whose worker was killed before it ended is not recorded. */
const findRenderedTwice = () =>
  open.books.query(
    `select generation_id, array_agg(at::text order by at) as at from provider_call
     where purpose = 'final' and failure is null group by 1 having count(*) > 1`,
  );

/** Generations that were sold and not charged, and those that were charged and have no result. */
const findUndelivered = (sold: readonly string[]) =>
  open.books.query(
    `with charged as (select distinct id from (${charges}) as charge)
     select g.id, g.status, charged.id is not null as is_charged
     from generation g left join charged using (id)
     where (charged.id is null and g.id = any($1))
       or (charged.id is not null and (
         g.status <> 'ready'
         or (exists (select from unlock u where u.generation_id = g.id)
           and not exists (
             select from unlock u where u.generation_id = g.id and u.status = 'done'))))`,
    [sold],
  );

/** Orders, by the gateway's ids, that were paid and not credited exactly once. */
const findUncredited = (paid: readonly string[]) =>
  open.books.query(
    `select paid.id, count(e.order_id) from unnest($1::text[]) as paid (id)
     left join payment_order o on o.gateway_order_id = paid.id
     left join ledger_event e on e.order_id = o.id and e.kind = 'TopUpCredited'
     group by 1 having count(e.order_id) <> 1`,
    [paid],
  );

/** The owners of pictures that were bought. */
const findBoughtPictures = () =>
  open.books.query<{ id: string; uid: string }>(
    `select distinct generation_id as id, uid from unlock where status = 'done'`,
  );
