/**
 * Events as Postgres copies them out in binary, in the order they lie on disk. Reading a million
 * rows through the ordinary protocol costs more than proving them; here a row's bytes go straight
 * into its canonical encoding (`shared/ledger/encoding.ts` says what that is, and a test compares).
 */
import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { encodedFields, type FieldName } from '@sachet/shared/ledger/event';

export const copyColumns = [...encodedFields.map(([, { column }]) => column), 'hash'].join(', ');

/** What proving a chain needs of an event. */
export interface CopiedEvent {
  walletId: string;
  seq: number;
  amountPaise: number;
  heldPaise: number;
  balanceAfter: number;
  heldAfter: number;
  recordedAtMs: number;
  digest: Buffer;
  hash: Buffer;
}

const types = encodedFields.map(([, { type }]) => type);
const sinceVersions = encodedFields.map(([, { since = 1 }]) => since);
const getFieldIndex = (name: FieldName) => encodedFields.findIndex(([field]) => field === name);
const at = {
  version: getFieldIndex('encodingVersion'),
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
const prefix = Buffer.from('19:sachet.ledger.event', 'latin1');
const headerLength = 19;
const digits = Buffer.from('0123456789abcdef', 'latin1');

/** Numbers of the row being read; text and bytes have none. */
const numbers = new Float64Array(types.length);

/** Calls `each` for every event of the stream. */
export async function readEventCopy(
  stream: Readable,
  each: (event: CopiedEvent) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!started) {
      if (rest.length < headerLength) continue;
      rest = rest.subarray(headerLength);
      started = true;
    }
    let from = 0;
    for (;;) {
      const end = rowEnd(rest, from);
      if (end === null) break;
      if (end > from + 2) each(readRow(rest, from + 2));
      from = end;
      if (from >= rest.length) break;
    }
    rest = rest.subarray(from);
  }
}

/** Where the row that begins at `from` ends, or null while some of it is still to come. */
function rowEnd(buffer: Buffer, from: number): number | null {
  if (from + 2 > buffer.length) return null;
  const count = buffer.readInt16BE(from);
  let next = from + 2;
  // The trailer: a row of -1 fields.
  if (count < 0) return next;
  for (let i = 0; i < count; i += 1) {
    if (next + 4 > buffer.length) return null;
    const length = buffer.readInt32BE(next);
    next += 4 + Math.max(0, length);
  }
  return next <= buffer.length ? next : null;
}

let encoded = Buffer.alloc(64 * 1024);

function readRow(buffer: Buffer, from: number): CopiedEvent {
  let next = from;
  let walletId = '';
  let size = prefix.copy(encoded);
  for (let i = 0; i < types.length; i += 1) {
    const length = buffer.readInt32BE(next);
    next += 4;
    // The version stands before all else, so that it is known here.
    if (sinceVersions[i]! > 1 && numbers[at.version]! < sinceVersions[i]!) {
      next += Math.max(0, length);
      continue;
    }
    if (length < 0) {
      encoded[size] = 0x2d;
      size += 1;
      continue;
    }
    if (size + 2 * length + 32 > encoded.length) {
      encoded = Buffer.concat([encoded], 2 * encoded.length + 2 * length);
    }
    switch (types[i]) {
      case 'text':
      case 'kind':
        size = writeBytes(buffer, next, length, size);
        if (i === at.walletId) walletId = buffer.toString('utf8', next, next + length);
        break;
      case 'digest':
        size = writeHex(buffer, next, length, size);
        break;
      default: {
        const value = readNumber(buffer, next, length, types[i] === 'moment');
        numbers[i] = value;
        size = writeNumber(value, size);
      }
    }
    next += length;
  }
  const hashLength = buffer.readInt32BE(next);
  return {
    walletId,
    seq: numbers[at.seq]!,
    amountPaise: numbers[at.amount]!,
    heldPaise: numbers[at.held]!,
    balanceAfter: numbers[at.balanceAfter]!,
    heldAfter: numbers[at.heldAfter]!,
    recordedAtMs: numbers[at.recordedAt]!,
    digest: hash('sha256', encoded.subarray(0, size), 'buffer'),
    hash: Buffer.from(buffer.subarray(next + 4, next + 4 + hashLength)),
  };
}

function readNumber(buffer: Buffer, from: number, length: number, isInstant: boolean): number {
  if (length === 2) return buffer.readInt16BE(from);
  const value = buffer.readInt32BE(from) * 0x1_0000_0000 + buffer.readUInt32BE(from + 4);
  if (!isInstant) return value;
  // The ledger records whole milliseconds. Anything else was put there by somebody else.
  return value % 1000 === 0 ? value / 1000 + epochMs : Number.NaN;
}

/** `5:hello`. Lengths are in bytes, as in the canonical encoding. */
function writeBytes(source: Buffer, from: number, length: number, to: number): number {
  const size = writeDigits(length, to);
  encoded[size] = 0x3a;
  source.copy(encoded, size + 1, from, from + length);
  return size + 1 + length;
}

function writeHex(source: Buffer, from: number, length: number, to: number): number {
  let size = writeDigits(2 * length, to);
  encoded[size] = 0x3a;
  size += 1;
  for (let i = from; i < from + length; i += 1) {
    encoded[size] = digits[source[i]! >> 4]!;
    encoded[size + 1] = digits[source[i]! & 15]!;
    size += 2;
  }
  return size;
}

function writeNumber(value: number, to: number): number {
  const width = digitCount(Math.abs(value)) + (value < 0 ? 1 : 0);
  let size = writeDigits(width, to);
  encoded[size] = 0x3a;
  size += 1;
  if (value < 0) {
    encoded[size] = 0x2d;
    size += 1;
  }
  return writeDigits(Math.abs(value), size);
}

function digitCount(value: number): number {
  let count = 1;
  for (let bound = 10; value >= bound; bound *= 10) count += 1;
  return count;
}

function writeDigits(value: number, to: number): number {
  const end = to + digitCount(value);
  let left = value;
  for (let i = end - 1; i >= to; i -= 1) {
    const next = Math.floor(left / 10);
    encoded[i] = 48 + (left - next * 10);
    left = next;
  }
  return end;
}
