/**
 * Events as Postgres copies them out in binary, in the order they lie on disk. Reading a million
 * rows through the ordinary protocol costs more than proving them; here a row's bytes go straight
 * into its canonical encoding (`shared/ledger/encoding.ts` says what that is, and a test compares).
 */
import { hash } from 'node:crypto';
import pg from 'pg';
import { encodedFields, type EventRecord, type FieldName } from '@sachet/shared/ledger/event';

export const copyColumns = [...encodedFields.map(([, { column }]) => column), 'hash'].join(', ');

/** What proving a chain needs of an event. */
export interface CopiedEvent extends Pick<
  EventRecord,
  | 'walletId'
  | 'seq'
  | 'amountPaise'
  | 'heldPaise'
  | 'balanceAfterPaise'
  | 'heldAfterPaise'
  | 'recordedAtMs'
> {
  /** SHA-256 of the canonical encoding. */
  readonly digestHex: string;
  /** The link that stands in the row. */
  readonly hashHex: string;
}

const types = encodedFields.map(([, { type }]) => type);
const getFieldIndex = (name: FieldName) => encodedFields.findIndex(([field]) => field === name);
const at = {
  walletId: getFieldIndex('walletId'),
  seq: getFieldIndex('seq'),
  amount: getFieldIndex('amountPaise'),
  held: getFieldIndex('heldPaise'),
  balanceAfter: getFieldIndex('balanceAfterPaise'),
  heldAfter: getFieldIndex('heldAfterPaise'),
  recordedAt: getFieldIndex('recordedAtMs'),
};

/** Postgres counts microseconds from the year 2000. */
const epochMs = Date.UTC(2000, 0, 1);
const two32 = 2 ** 32;
const prefix = Buffer.from('19:sachet.ledger.event', 'latin1');
const headerLength = 19;
const hexDigits = Buffer.from('0123456789abcdef', 'latin1');

/** Of the row being read: its numbers by field, its wallet, and its encoding behind the prefix. */
const numbers = new Float64Array(types.length);
let walletId = '';
let encoded = Buffer.concat([prefix], 64 * 1024);
let size = 0;

/** The bytes that were read last: many rows lie in one buffer of the socket's. */
let source: Buffer = Buffer.alloc(0);
let view: DataView = new DataView(source.buffer);

/**
 * Calls `each` for every event that the statement selects, `copyColumns` in this order, as fast as it
 * returns. The driver hands over one message a row, the first of them with the header before it, and
 * a trailer, which is a row of -1 fields.
 */
export async function copyEvents(
  client: pg.ClientBase,
  statement: string,
  each: (event: CopiedEvent) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: unknown;
  let from = headerLength;
  const query = new pg.Query(`copy (${statement}) to stdout (format binary)`, (error: unknown) =>
    error || failure ? reject(error || failure) : resolve(),
  );
  const handleCopyData = ({ chunk }: { chunk: Buffer }) => {
    try {
      if (!failure && chunk.length > from && chunk.readInt16BE(from) >= 0) {
        each(readRow(chunk, from + 2));
      }
    } catch (error) {
      failure ??= error;
    }
    from = 0;
  };
  client.query(Object.assign(query, { handleCopyData }));
  await promise;
}

function readRow(row: Buffer, from: number): CopiedEvent {
  if (row.buffer !== source.buffer) {
    source = Buffer.from(row.buffer);
    view = new DataView(row.buffer);
  }
  let next = row.byteOffset + from;
  size = prefix.length;
  for (let i = 0; i < types.length; i += 1) {
    const length = view.getInt32(next);
    encodeField(i, next + 4, length);
    next += 4 + Math.max(0, length);
  }
  // The hash is the last column, and not encoded.
  return {
    walletId,
    seq: numbers[at.seq]!,
    amountPaise: numbers[at.amount]!,
    heldPaise: numbers[at.held]!,
    balanceAfterPaise: numbers[at.balanceAfter]!,
    heldAfterPaise: numbers[at.heldAfter]!,
    recordedAtMs: numbers[at.recordedAt]!,
    // As hex: an answer in a buffer takes longer than the hash itself.
    digestHex: hash('sha256', encoded.subarray(0, size), 'hex'),
    hashHex: source.toString('hex', next + 4, next + 4 + view.getInt32(next)),
  };
}

function encodeField(i: number, begin: number, length: number): void {
  const type = types[i]!;
  if (size + 2 * length + 32 > encoded.length) {
    encoded = Buffer.concat([encoded], 2 * encoded.length + 2 * length);
  }
  if (length < 0) {
    encoded[size] = 0x2d;
    size += 1;
  } else if (type === 'text' || type === 'kind') {
    writeLength(length);
    writeBytes(begin, length);
    if (i === at.walletId) walletId = source.toString('utf8', begin, begin + length);
  } else if (type === 'digest') {
    writeLength(2 * length);
    writeHex(begin, length);
  } else {
    const value = readNumber(begin, length, type === 'moment');
    numbers[i] = value;
    const magnitude = Math.abs(value);
    writeLength(countDigits(magnitude) + (value < 0 ? 1 : 0));
    if (value < 0) {
      encoded[size] = 0x2d;
      size += 1;
    }
    writeDigits(magnitude);
  }
}

function readNumber(begin: number, length: number, isMoment: boolean): number {
  if (length === 2) return view.getInt16(begin);
  const value = view.getInt32(begin) * two32 + view.getUint32(begin + 4);
  if (!isMoment) return value;
  // The ledger records whole milliseconds. Anything else was put there by somebody else.
  return value % 1000 === 0 ? value / 1000 + epochMs : Number.NaN;
}

/** `5:` before what it is the length of, in bytes. */
function writeLength(length: number): void {
  writeDigits(length);
  encoded[size] = 0x3a;
  size += 1;
}

function writeBytes(from: number, length: number): void {
  // Of a few bytes a call costs more than the loop.
  if (length > 100) source.copy(encoded, size, from, from + length);
  else for (let i = 0; i < length; i += 1) encoded[size + i] = source[from + i]!;
  size += length;
}

function writeHex(from: number, length: number): void {
  for (let i = from; i < from + length; i += 1) {
    encoded[size] = hexDigits[source[i]! >> 4]!;
    encoded[size + 1] = hexDigits[source[i]! & 15]!;
    size += 2;
  }
}

function countDigits(value: number): number {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) count += 1;
  return count;
}

const billion = 1_000_000_000;

function writeDigits(value: number): void {
  if (value >= billion) {
    const high = Math.floor(value / billion);
    writeDigits(high);
    writePadded(value - high * billion, 9);
  } else {
    writePadded(value, countDigits(value));
  }
}

function writePadded(value: number, width: number): void {
  // Below a billion it is a small integer, whose division is quick.
  let left = value | 0;
  for (let i = size + width - 1; i >= size; i -= 1) {
    const next = (left / 10) | 0;
    encoded[i] = 48 + left - next * 10;
    left = next;
  }
  size += width;
}
