/**
 * The canonical text that is hashed. Every field stands in a fixed order, prefixed with its length
 * in UTF-8 bytes (`5:hello`), null is `-`: no two different events share an encoding. An event
 * carries the version it was encoded with, and an encoding once used never changes; a new field
 * means a new version.
 */
import type { Command } from './command.ts';
import { currentEncodingVersion, encodedFields, type EventRecord } from './event.ts';

type Encodable = string | number | null;

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes: one more each; other units above 0x7ff are three.
    length += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return length;
}

export function encode(fields: readonly Encodable[]): string {
  let text = '';
  for (const field of fields) {
    if (field === null) {
      text += '-';
    } else {
      const value = typeof field === 'number' ? field.toString() : field.toWellFormed();
      text += `${utf8Length(value)}:${value}`;
    }
  }
  return text;
}

const versions = Array.from({ length: currentEncodingVersion }, (_, i) => i + 1);

/** By version, the names of its fields in order. */
const namesByVersion = new Map(
  versions.map((version) => [
    version,
    encodedFields.filter(([, { since = 1 }]) => since <= version).map(([name]) => name),
  ]),
);

/** The text whose SHA-256 is the event's digest; the chain links head and digest. */
export function encodeEvent(event: EventRecord, requestHashHex: string): string {
  const names = namesByVersion.get(event.encodingVersion);
  if (!names) throw new Error(`unknown ledger encoding version ${event.encodingVersion}`);
  const values = names.map((name) => (name === 'requestHash' ? requestHashHex : event[name]));
  return encode(['sachet.ledger.event', ...values]);
}

type FieldOf<T> = T extends unknown ? keyof T : never;
/** Where it goes, and moments that a retry moves. */
type NotOfRequest = 'walletId' | 'idempotencyKey' | 'effectiveAtMs' | 'expiresAtMs';
type RequestField = Exclude<FieldOf<Command>, NotOfRequest>;

/** What tells one request from another, in the order of the names, which is hashed with them. */
const requestFields = Object.keys({
  actor: true,
  amountPaise: true,
  chargeSeq: true,
  conversationId: true,
  generationId: true,
  holdId: true,
  memberUid: true,
  orderId: true,
  paymentId: true,
  reason: true,
  to: true,
  tool: true,
  type: true,
  upgradesSeq: true,
} satisfies Record<RequestField, true>).sort() as RequestField[];

/** The text whose SHA-256, or the first 8 bytes of it, tells whether a key comes back with the same request. */
export function encodeRequest(command: Command): string {
  const fields: Encodable[] = ['sachet.ledger.request'];
  const request: Partial<Record<RequestField, Encodable>> = command;
  for (const name of requestFields) {
    const value = request[name];
    if (value !== undefined) fields.push(name, value);
  }
  return encode(fields);
}
