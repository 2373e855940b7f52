/** Addresses of the queue: Postgres, one Redis, or the Sentinels that name the current master of several. */

export const isRedisUrl = (url: string): boolean => /^rediss?(\+sentinel)?:\/\//.test(url);

export interface SentinelAddress {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[];
  /** The master's name in the Sentinels' configuration. */
  readonly master: string;
  /** The login of the Redis servers. Sentinels have none. */
  readonly username?: string;
  readonly password?: string;
  readonly isEncrypted: boolean;
}

const sentinelUrl =
  /^(?<scheme>rediss?)\+sentinel:\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/?#]+)\/(?<master>[\w.-]+)$/;
const hostAndPort = /^(?<host>[\w.-]+|\[[\da-f:]+\])(?::(?<port>\d{1,5}))?$/i;
const sentinelPort = 26_379;

/**
 * Parses `redis+sentinel://user:password@host1:26379,host2:26379/mymaster`. Returns undefined for another or an
 * invalid address; `URL` does not parse several hosts.
 */
export function parseSentinelUrl(url: string): SentinelAddress | undefined {
  const parts = sentinelUrl.exec(url)?.groups;
  if (!parts) return undefined;
  const hosts = parts['hosts']!.split(',').map((each) => hostAndPort.exec(each)?.groups);
  try {
    const { username, password } = parts;
    return {
      sentinels: hosts.map((each) => ({
        host: each!['host']!.replace(/^\[|\]$/g, ''),
        port: Number(each!['port'] ?? sentinelPort),
      })),
      master: parts['master']!,
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: decodeURIComponent(password) } : {}),
      isEncrypted: parts['scheme'] === 'rediss',
    };
  } catch {
    return undefined;
  }
}
