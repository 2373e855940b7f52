import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The network of the caller: an IPv4 /24 or IPv6 /48, which is what one customer or tunnel may have. */
export function getNetwork(request: Pick<Request, 'ip'>): string {
  const address = getAddress(request);
  return isIPv4(address)
    ? address.replace(/\.\d+$/, '.0/24')
    : address.replace(/:[^:]*::\/64$/, '::/48');
}

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
