import { randomBytes } from 'node:crypto';

export type IdPrefix =
  | 'org'
  | 'gen'
  | 'upl'
  | 'con'
  | 'turn'
  | 'pic'
  | 'ord'
  | 'rfd'
  | 'prp'
  | 'bke'
  | 'sync'
  | 'exp'
  | 'rep'
  | 'gift'
  | 'brd'
  | 'ver';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Half of an id's characters: 45 bits, which a number holds exactly. */
const halfLength = 9;

/** The millisecond and the number of the last id. */
let lastMs = 0;
let lastNumber = 0;

/**
 * `gen_` and 18 characters: 42 bits of milliseconds (until 2109), then 48 bits that are random for the first
 * id of a millisecond and increase by one for each further id. So the ids of a process sort in the order of
 * their creation, and new rows go to the end of their index.
 *
 * Two processes that each make an id in the same millisecond collide once in 2.8e14 cases: if each makes one
 * in every millisecond, once in some 9,000 years. A primary key refuses the second, so nothing is
 * overwritten. Ids are not secret: access to the named object is always checked.
 */
export function newId(prefix: IdPrefix): string {
  const nowMs = Date.now();
  lastNumber = nowMs === lastMs ? lastNumber + 1 : randomBytes(6).readUIntBE(0, 6);
  lastMs = nowMs;
  // A number past 48 bits carries over into the next millisecond.
  const first = nowMs * 2 ** 3 + Math.floor(lastNumber / 2 ** 45);
  return `${prefix}_${toCharacters(first)}${toCharacters(lastNumber % 2 ** 45)}`;
}

function toCharacters(number: number): string {
  let text = '';
  for (let rest = number; text.length < halfLength; rest = Math.floor(rest / 32)) {
    text = alphabet[rest % 32] + text;
  }
  return text;
}

/**
 * `wal_` and 11 characters, 55 random bits: short, because each event has its wallet's id in its row and in
 * the primary key. They contain no time: 42 bits of it would leave 13, and wallets of the same millisecond
 * would often collide; their order is of no use, because events are indexed by wallet anyway. Among ten
 * million wallets a collision has a chance of 1 in 700; the primary key refuses the second, and its owner's
 * next try gets another id.
 */
export function newWalletId(): string {
  return `wal_${Array.from(randomBytes(11), (byte) => alphabet[byte % 32]).join('')}`;
}
