import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The caller's address for rate limits: IPv4, or the IPv6 /64 that one household or server has. */
export function getAddress({ ip = 'gone' }: Pick<Request, 'ip'>): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = [], tail] = ip.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
