import { isIPv6 } from 'node:net';
import type { Request } from 'express';

type Caller = Pick<Request, 'ip'>;

/** The caller's address for rate limits: IPv4, or the IPv6 /64 of one household or server. */
export function getAddress({ ip = 'gone' }: Caller): string {
  const address = unmap(ip);
  return isIPv6(address) ? toIPv6Network(address, 4) : address;
}

/** The caller's network: an IPv4 /24, or an IPv6 /48, which one customer or one tunnel may have. */
export function getNetwork({ ip = 'gone' }: Caller): string {
  const address = unmap(ip);
  if (isIPv6(address)) return toIPv6Network(address, 3);
  return address.replace(/\.\d+$/, '.0/24');
}

/** An IPv4 address that was written as an IPv6 address. */
const unmap = (ip: string): string => /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip;

function toIPv6Network(ip: string, groupCount: number): string {
  const [head = [], tail] = ip.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, groupCount);
  const network = groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
  return `${network}::/${groupCount * 16}`;
}
