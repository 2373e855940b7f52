import { randomBytes } from 'node:crypto';

export type IdPrefix =
  'wal' | 'org' | 'gen' | 'upl' | 'con' | 'turn' | 'ord' | 'rfd' | 'crp' | 'sync' | 'exp' | 'rep';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * `gen_` and 26 characters: 48 bits of time, then 80 random ones (the layout of a ULID), so that
 * ids sort by when they were made and new rows land at the end of their index.
 */
export function newId(prefix: IdPrefix): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  randomBytes(10).copy(bytes, 6);
  let bits = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < 26; i += 1) {
    text = alphabet[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return `${prefix}_${text}`;
}
