/** Opens every connection to Redis: to one server, or to the master that its Sentinels name. */
import { Redis, type RedisOptions } from 'ioredis';
import { parseSentinelUrl } from '@sachet/shared/configuration/queue-url';

/** How long a Sentinel may take to answer before the next one is asked, in milliseconds. */
const sentinelTimeoutMs = 1_000;

/** Longer than BullMQ waits for a job in one command, in milliseconds. */
const silentTimeoutMs = 20_000;

/** Options as of ioredis. Callers add the listener for errors. */
export function openRedis(url: string, options: RedisOptions): Redis {
  const address = parseSentinelUrl(url);
  if (!address) return new Redis(url, options);
  const { sentinels, master, username, password, isEncrypted } = address;
  return new Redis({
    ...options,
    sentinels: [...sentinels],
    name: master,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(isEncrypted ? { tls: {}, enableTLSForSentinelMode: true } : {}),
    connectTimeout: Math.min(options.connectTimeout ?? sentinelTimeoutMs, sentinelTimeoutMs),
    sentinelCommandTimeout: sentinelTimeoutMs,
    // As often as a single server is tried again; never again where the caller tries once.
    sentinelRetryStrategy: options.retryStrategy ?? (() => 500),
    // Ends the connection to a frozen master. Not `failoverDetector`: a message of a Sentinel that arrives
    // while ioredis connects makes ioredis give up forever.
    socketTimeout: silentTimeoutMs,
    // The previous master has become a replica: 2 connects to the new one and sends the command again.
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  });
}
