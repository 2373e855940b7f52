/**
 * The canonical text that is hashed. Every field has a fixed place and is prefixed with its length in UTF-8
 * bytes (`5:hello`); null is `-`. No two different events share an encoding. The first field is the version
 * of the encoding; from version 1.0 of the product on, a new field needs a new version.
 */
import type { Command } from './command.ts';
import { encodedFields, type EventRecord } from './event.ts';

type Encodable = string | number | null;

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // Adds the bytes after the first one of a unit. Each half of a surrogate pair counts two bytes, so that
    // the pair counts four; other units above 0x7ff have three bytes.
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

const encodedNames = encodedFields.map(([name]) => name);

/** The text whose SHA-256 is the event's digest; the chain links head and digest. */
export function encodeEvent(event: EventRecord, requestHashHex: string): string {
  const values = encodedNames.map((name) =>
    name === 'requestHash' ? requestHashHex : event[name],
  );
  return encode(['sachet.ledger.event', ...values]);
}

type FieldOf<T> = T extends unknown ? keyof T : never;
/** Fields that do not distinguish requests: the destination, and values that a retry changes. */
type NotOfRequest =
  | 'walletId'
  | 'idempotencyKey'
  | 'effectiveAtMs'
  | 'expiresAtMs'
  | 'releasesPaise'
  | 'allowanceDay';
type RequestField = Exclude<FieldOf<Command>, NotOfRequest>;

/** The fields that distinguish requests, sorted by name; the names are hashed too. */
const requestFields = Object.keys({
  actor: true,
  amountPaise: true,
  chargeSeq: true,
  conversationId: true,
  generationId: true,
  holdId: true,
  lockedPaise: true,
  memberUid: true,
  orderId: true,
  paymentId: true,
  reason: true,
  to: true,
  tool: true,
  type: true,
  upgradesSeq: true,
} satisfies Record<RequestField, true>).sort() as RequestField[];

/** The text whose digest shows whether a key is reused with the same request. */
export function encodeRequest(command: Command): string {
  const fields: Encodable[] = ['sachet.ledger.request'];
  const request: Partial<Record<RequestField, Encodable>> = command;
  for (const name of requestFields) {
    const value = request[name];
    if (value !== undefined) fields.push(name, value);
  }
  return encode(fields);
}
