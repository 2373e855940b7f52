/**
 * Rate limits: by user for signed-in callers, by address for the others. The counts are shared by all API
 * processes, in Redis if the queue is in Redis, else in Postgres.
 *
 * A process reports requests to the shared count in packs of a twentieth of the limit, so most requests need
 * no round trip, and N processes admit at most N times (a pack - 1) too many. When the shared count does not
 * answer, each process counts alone: a limit never makes the studio unavailable.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import type { Logger } from 'pino';
import {
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import { createPool } from '@sachet/db/connect';
import { openRedis } from '@sachet/adapters/queue/redis';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import type { Limits } from '@sachet/shared/configuration/limits';
import { isRedisUrl } from '@sachet/shared/configuration/queue-url';
import { dayMs, minuteMs } from '@sachet/shared/time';
import { Refusal } from '../http/refusal.ts';

/** Separate counts, per minute. */
const perMinute = {
  /** By signed-in user. */
  user: 'requestsPerMinute',
  /** By signed-in user, on the routes of super admins. */
  admin: 'adminRequestsPerMinute',
  /** By address, for signed-out callers. */
  anonymous: 'anonymousRequestsPerMinute',
  /** By generation, for callers with a signed address of one of its images. */
  images: 'imageRequestsPerMinute',
  /** By address, on the routes that the payment gateway calls. */
  webhooks: 'webhooksPerMinute',
  /** Reports from one network that name none of our content. */
  reports: 'reportsPerMinute',
  /**
   * Reports from one network that name existing content. They are counted separately, so that a flood of
   * other reports does not use up their limit.
   */
  'named-reports': 'reportsPerMinute',
  /** By address, for health checks. */
  probes: 'probesPerMinute',
  /** By address, for invalid tokens. */
  'bad-tokens': 'badTokensPerMinute',
} as const satisfies Record<string, keyof Limits>;

/** Counts per day, as multiples of a limit per minute. */
const perDay = {
  'reports-a-day': { bucket: 'reports', times: 10 },
  'named-reports-a-day': { bucket: 'named-reports', times: 10 },
} as const satisfies Record<string, { bucket: keyof typeof perMinute; times: number }>;

export type Bucket = keyof typeof perMinute | keyof typeof perDay;

export interface RateLimits {
  /**
   * Counts a request as `weight` ordinary requests and sets the rate-limit headers. Throws `rate_limited`.
   */
  consume(bucket: Bucket, who: string, response: Response, weight?: number): Promise<void>;
  /** Throws `rate_limited` where `consume` would, and counts nothing. */
  expectRoom(bucket: Bucket, who: string, response: Response): void;
  close(): Promise<void>;
}

const packsPerLimit = 20;
/** How long the shared count is not used after a failure. */
const awayMs = 5_000;
/** How long a request waits for the shared count. */
const patienceMs = 500;
/** Refusals of one caller are answered one after another: a refused flood must not delay other callers. */
const refuseEveryMs = 20;
/** A refusal that would wait longer closes its connection instead. */
const refusalWaitsMs = 10_000;
/**
 * Most entries per bucket. Beyond this the oldest is evicted, so that a flood of addresses costs no memory.
 */
const talliesAtMost = 100_000;

/** The current minute of one user or address, as this process has counted it. */
interface Tally {
  used: number;
  endsAtMs: number;
  /** The requests that all processes together could still make when the shared count was last read. */
  left: number;
  asking: Promise<void> | null;
  /** When the next refusal may be answered. */
  refusesAtMs: number;
}

interface Counter {
  readonly name: Bucket;
  readonly limit: number;
  readonly windowMs: number;
  readonly pack: number;
  readonly shared: RateLimiterStoreAbstract;
  readonly tallies: Map<string, Tally>;
}

export function createRateLimits(settings: ApiEnvironment, log: Logger): RateLimits {
  const store = openStore(settings);
  const counters = mapBuckets((name): Counter => {
    const { limit, windowMs } = toLimit(settings, name);
    const shared = store.count({
      keyPrefix: `${settings.QUEUE_PREFIX}:limit:${name}`,
      points: limit,
      duration: windowMs / 1000,
    });
    const pack = Math.max(1, Math.floor(limit / packsPerLimit));
    return { name, limit, windowMs, pack, shared, tallies: new Map() };
  });
  let awayUntilMs = 0;

  async function consume(
    { shared }: Counter,
    who: string,
    { tally, count }: { tally: Tally; count: number },
  ): Promise<void> {
    if (Date.now() < awayUntilMs) return;
    try {
      const { remainingPoints, msBeforeNext } = await shared.consume(who, count);
      tally.left = remainingPoints;
      tally.endsAtMs = Date.now() + msBeforeNext;
    } catch (thrown) {
      // The library throws the count when it is over the limit.
      if (thrown instanceof RateLimiterRes) {
        tally.left = -1;
        tally.endsAtMs = Date.now() + thrown.msBeforeNext;
        return;
      }
      awayUntilMs = Date.now() + awayMs;
      log.warn({ err: thrown }, 'the shared request counter is unavailable');
    }
  }

  return {
    async consume(bucket, who, response, weight = 1) {
      const counter = counters[bucket];
      const tally = getTally(counter, who);
      while (tally.asking) await tally.asking;
      if (isSpent(counter, tally)) throw await refuseInTurn(counter, tally, response);
      const reported = tally.used - (tally.used % counter.pack);
      tally.used += weight;
      const count = tally.used - (tally.used % counter.pack) - reported;
      if (count > 0) {
        const asking = consume(counter, who, { tally, count });
        tally.asking = asking.finally(() => (tally.asking = null));
        await tally.asking;
        if (tally.left < 0) throw await refuseInTurn(counter, tally, response);
      }
      setHeaders(counter, tally, response);
    },
    expectRoom(bucket, who, response) {
      const counter = counters[bucket];
      const tally = getTally(counter, who);
      if (isSpent(counter, tally)) throw toRefusal(counter, tally, response);
    },
    close: () => store.close(),
  };
}

function toLimit(settings: ApiEnvironment, name: Bucket): { limit: number; windowMs: number } {
  if (name in perMinute) {
    return {
      limit: settings.limits[perMinute[name as keyof typeof perMinute]],
      windowMs: minuteMs,
    };
  }
  const { bucket, times } = perDay[name as keyof typeof perDay];
  return { limit: settings.limits[perMinute[bucket]] * times, windowMs: dayMs };
}

function getTally({ tallies, limit, windowMs }: Counter, who: string): Tally {
  const nowMs = Date.now();
  const known = tallies.get(who);
  if (known && (known.endsAtMs > nowMs || known.asking)) return known;
  tallies.delete(who);
  const [oldest] = tallies.keys();
  // Entries expire in about the order of their creation, so each new entry checks the oldest.
  if (oldest !== undefined) {
    const isOver = tallies.get(oldest)!.endsAtMs <= nowMs;
    if (isOver || tallies.size >= talliesAtMost) tallies.delete(oldest);
  }
  const tally: Tally = {
    used: 0,
    endsAtMs: nowMs + windowMs,
    left: limit,
    asking: null,
    refusesAtMs: 0,
  };
  tallies.set(who, tally);
  return tally;
}

const isSpent = ({ limit }: Counter, { used, left }: Tally): boolean => left < 0 || used >= limit;

const secondsLeft = ({ endsAtMs }: Tally): number =>
  Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1000));

async function refuseInTurn(counter: Counter, tally: Tally, response: Response): Promise<Refusal> {
  const nowMs = Date.now();
  const waitMs = Math.max(0, tally.refusesAtMs - nowMs);
  if (waitMs > refusalWaitsMs) {
    response.destroy();
  } else {
    tally.refusesAtMs = nowMs + waitMs + refuseEveryMs;
    if (waitMs > 0) await sleep(waitMs);
  }
  return toRefusal(counter, tally, response);
}

function toRefusal(counter: Counter, tally: Tally, response: Response): Refusal {
  setHeaders(counter, { ...tally, used: counter.limit }, response);
  return new Refusal('rate_limited', 'Too many requests. Wait a moment and try again.', {
    retryAfterSeconds: secondsLeft(tally),
  });
}

/** The fields of the IETF's draft "RateLimit header fields for HTTP". */
function setHeaders(
  { name, limit, windowMs, pack }: Counter,
  tally: Tally,
  response: Response,
): void {
  const left = Math.max(0, Math.min(limit - tally.used, tally.left - (tally.used % pack)));
  response.set('RateLimit-Policy', `"${name}";q=${limit};w=${windowMs / 1000}`);
  response.set('RateLimit', `"${name}";r=${left};t=${secondsLeft(tally)}`);
}

interface SharedStore {
  count(limit: { keyPrefix: string; points: number; duration: number }): RateLimiterStoreAbstract;
  close(): Promise<void>;
}

function openStore({
  QUEUE_URL: queueUrl,
  DATABASE_URL: databaseUrl,
}: ApiEnvironment): SharedStore {
  if (!isRedisUrl(queueUrl)) {
    const pool = createPool(databaseUrl, {
      application_name: 'sachet-api-limits',
      max: 2,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    const table = { storeClient: pool, storeType: 'pool', tableName: 'rate_limit' };
    return {
      count: (limit) => new RateLimiterPostgres({ ...limit, ...table, tableCreated: true }),
      close: () => pool.end(),
    };
  }
  const redis = openRedis(queueUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: patienceMs,
  });
  redis.on('error', () => {});
  return {
    count: (limit) => new RateLimiterRedis({ ...limit, storeClient: redis }),
    async close() {
      redis.disconnect();
    },
  };
}

function mapBuckets<T>(make: (bucket: Bucket) => T): Record<Bucket, T> {
  const names = Object.keys({ ...perMinute, ...perDay }) as Bucket[];
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Bucket, T>;
}
