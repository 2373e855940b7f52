/** Finds the country of an address in a bundled database: no service is called. */
import { BlockList, isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { open, type Reader, type Response } from 'maxmind';

const database = import.meta
  .resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');

export interface Countries {
  /** ISO 3166-1 alpha-2; null for an address that is not public or not known. */
  findCountry(address: string | undefined): Promise<string | null>;
}

/** The rows of this database are flat, unlike MaxMind's. */
type Row = { country_code?: string };

/** The database (8 MB, kept in memory) is loaded at the first lookup. */
export function createCountries(): Countries {
  let reader: Promise<Reader<Response>> | undefined;
  const read = async () => {
    reader ??= open(fileURLToPath(database), { cache: { max: 1_000 } });
    try {
      return await reader;
    } catch (error) {
      reader = undefined;
      throw error;
    }
  };
  return {
    async findCountry(given) {
      const address = given?.replace(/^::ffff:(?=\d+\.)/i, '');
      if (!address || !isPublic(address)) return null;
      const row = (await read()).get(address) as Row | null;
      return knownCountry(row?.country_code);
    },
  };
}

/** The code from a proxy or the database if it is a country: `XX`, `ZZ` and `T1` mean unknown. */
export function knownCountry(code: string | undefined): string | null {
  return code && /^[A-Z]{2}$/.test(code) && code !== 'XX' && code !== 'ZZ' ? code : null;
}

// Addresses that are not public. For some of them the database has the country of the surrounding block's
// owner.
const notPublic = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(net, prefix, 'ipv4');
}
notPublic.addSubnet('2001:db8::', 32, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
    default:
      return false;
  }
}
