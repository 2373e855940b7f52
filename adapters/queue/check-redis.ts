/** Checks by the settings of a Redis whether it can hold the queue. */
import type { SetupProblem } from '@sachet/shared/configuration/setup-problem';
import { openRedis } from './redis.ts';

export type RedisFacts =
  | { readonly state: 'away' | 'refused'; readonly reason: string }
  | {
      readonly state: 'open';
      /** Undefined if Redis keeps it secret. */
      readonly evictionPolicy?: string | undefined;
      /** In bytes; 0 without a limit, undefined if Redis keeps it secret. */
      readonly memoryMax?: number | undefined;
    };

const refusal = /^(WRONGPASS|NOAUTH|ERR (invalid password|AUTH|Client sent AUTH))/;
/** Redis may hide its settings from our login, and some hosted ones hide them from all logins. */
const isSecret = (error: Error) => /^(NOPERM|ERR unknown command)/.test(error.message);

/** Never throws. `timeoutMs` limits the connection, and then the answer. */
export async function readRedisFacts(url: string, timeoutMs: number): Promise<RedisFacts> {
  const redis = openRedis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
  });
  // The promise resolves when the connection is closed, and carries no error.
  let cause: Error | undefined;
  redis.on('error', (error: Error) => (cause ??= error));
  try {
    await redis.connect();
    return parseMemory(await redis.info('memory'));
  } catch (error) {
    if (isSecret(error as Error)) return { state: 'open' };
    const known = [cause, error as Error].find((each) => refusal.test(each?.message ?? ''));
    const { message } = known ?? cause ?? (error as Error);
    return { state: known ? 'refused' : 'away', reason: message };
  } finally {
    redis.disconnect();
  }
}

function parseMemory(info: string): RedisFacts {
  const find = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const memoryMax = find('maxmemory');
  return {
    state: 'open',
    evictionPolicy: find('maxmemory_policy'),
    memoryMax: memoryMax === undefined ? undefined : Number(memoryMax),
  };
}

export function checkRedis(facts: RedisFacts): SetupProblem[] {
  switch (facts.state) {
    case 'away':
      return [
        {
          level: 'error',
          problem: `QUEUE_URL: Redis cannot be reached (${facts.reason})`,
          remedy: 'Start Redis, and check host and port. A server waits for it.',
          isTemporary: true,
        },
      ];
    case 'refused':
      return [
        {
          level: 'error',
          problem: `QUEUE_URL: Redis refuses the login (${facts.reason})`,
          remedy: 'Check user and password of the address: redis://user:password@host:6379.',
        },
      ];
    case 'open':
      return checkMemory(facts);
    default:
      return facts satisfies never;
  }
}

function checkMemory(facts: Extract<RedisFacts, { state: 'open' }>): SetupProblem[] {
  const { evictionPolicy = 'noeviction', memoryMax } = facts;
  const problems: SetupProblem[] = [];
  if (evictionPolicy !== 'noeviction') {
    problems.push({
      level: 'error',
      problem: `QUEUE_URL: Redis deletes jobs when its memory is full (maxmemory-policy ${evictionPolicy})`,
      remedy: 'Set `maxmemory-policy noeviction` in Redis.',
    });
  }
  if (memoryMax === 0) {
    problems.push({
      level: 'warning',
      problem: 'QUEUE_URL: Redis has no memory limit and may use all memory of the machine',
      remedy: 'Set `maxmemory` in Redis, such as 384mb.',
    });
  }
  return problems;
}
