import { randomBytes } from 'node:crypto';

export type IdPrefix =
  'org' | 'gen' | 'upl' | 'con' | 'turn' | 'ord' | 'rfd' | 'prp' | 'bke' | 'sync' | 'exp' | 'rep';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Half of an id's characters: 45 bits, which a number holds exactly. */
const halfLength = 9;

/** The millisecond and the number of the id made last. */
let lastMs = 0;
let lastNumber = 0;

/**
 * `gen_` and 18 characters: 42 bits of milliseconds (until 2109), then 48 that are random for the first
 * id of a millisecond and one more for each that follows it. So the ids of a process sort in the order
 * they were made, and new rows land at the end of their index.
 *
 * Two processes that each make an id in the same millisecond agree once in 2.8e14: where each makes one
 * in every millisecond, once in some 9,000 years. A primary key refuses the second, so nothing is
 * overwritten. An id is no secret: whoever asks for what it names is checked.
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
 * `wal_` and 11 characters, 55 random bits: each event has its wallet's in its row and in the primary key. No time, since
 * 42 bits of it would leave 13, and two wallets of the same millisecond would often agree; their order
 * is of no use, as a wallet's events go to its own place in the index whenever it was opened. Of ten
 * million wallets two would agree with a chance of 1 in 700; the primary key refuses the second, and
 * its owner's next try opens one with another id.
 */
export function newWalletId(): string {
  return `wal_${Array.from(randomBytes(11), (byte) => alphabet[byte % 32]).join('')}`;
}
