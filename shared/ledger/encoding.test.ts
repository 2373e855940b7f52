import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { encodeEvent, encodeRequest } from './encoding.ts';
import type { EventKind, EventRecord } from './event.ts';

const event: EventRecord = {
  encodingVersion: 1,
  walletId: 'wal_01',
  seq: 7,
  position: 42_001,
  kind: 'HoldCaptured',
  amountPaise: -7500,
  heldPaise: -7500,
  balanceAfterPaise: 17_500,
  heldAfterPaise: 0,
  counterAccount: 'revenue:image',
  actor: 'worker',
  memberUid: 'uid1',
  budgetMonth: '2026-11',
  generationId: 'gen_01',
  conversationId: null,
  orderId: null,
  paymentId: null,
  holdId: 'hold_01',
  reversesSeq: null,
  upgradesSeq: null,
  holdExpiresAtMs: null,
  reason: null,
  effectiveAtMs: 1_795_000_000_000,
  recordedAtMs: 1_795_000_000_001,
  idempotencyKey: 'capture:hold_01',
};
const upgrade: EventRecord = { ...event, encodingVersion: 2, upgradesSeq: 5 };
const requestHash = '00'.repeat(32);

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '-', '1:a', '₹', '😀'));
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const anyEvent: fc.Arbitrary<EventRecord> = fc.record({
  encodingVersion: fc.constantFrom(1, 2),
  walletId: text,
  seq: fc.nat(),
  position: fc.nat(),
  kind: fc.constantFrom<EventKind>('HoldPlaced', 'HoldCaptured', 'Charged'),
  amountPaise: fc.integer(),
  heldPaise: fc.integer(),
  balanceAfterPaise: fc.integer(),
  heldAfterPaise: fc.integer(),
  counterAccount: nullable(text),
  actor: text,
  memberUid: nullable(text),
  budgetMonth: nullable(text),
  generationId: nullable(text),
  conversationId: nullable(text),
  orderId: nullable(text),
  paymentId: nullable(text),
  holdId: nullable(text),
  reversesSeq: nullable(fc.nat()),
  upgradesSeq: nullable(fc.nat()),
  holdExpiresAtMs: nullable(fc.nat()),
  reason: nullable(text),
  effectiveAtMs: fc.nat(),
  recordedAtMs: fc.nat(),
  idempotencyKey: text,
});

/** Reads an encoding back, so that no two events can share one. */
function decode(encoded: string): (string | null)[] {
  const bytes = Buffer.from(encoded, 'utf8');
  const fields: (string | null)[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] === 0x2d) {
      fields.push(null);
      at += 1;
      continue;
    }
    const colon = bytes.indexOf(':', at);
    const length = Number(bytes.subarray(at, colon));
    fields.push(bytes.subarray(colon + 1, colon + 1 + length).toString('utf8'));
    at = colon + 1 + length;
  }
  return fields;
}

describe('the canonical encoding', () => {
  it('version 1 never changes: hashes of years ago must still be found', () => {
    const digest = createHash('sha256').update(encodeEvent(event, requestHash)).digest('hex');
    expect(digest).toMatchInlineSnapshot(
      `"17ab800355bf7c266e5f24161dfe236514974f260226bfe2313c5ffd5639040e"`,
    );
  });

  it('version 2 has the charge that it builds on at its end, and never changes either', () => {
    expect(encodeEvent(upgrade, requestHash)).toBe(
      `${encodeEvent({ ...event, encodingVersion: 2 }, requestHash).slice(0, -1)}1:5`,
    );
    const digest = createHash('sha256').update(encodeEvent(upgrade, requestHash)).digest('hex');
    expect(digest).toMatchInlineSnapshot(
      `"5d7cc383262c1a7866f538d2258a413c5180d23bee5255a88cd55e3b639cec47"`,
    );
  });

  it('can be read back field by field, whatever stands in the fields', () => {
    fc.assert(
      fc.property(anyEvent, (any) => {
        const fields = decode(encodeEvent(any, requestHash));
        expect(fields).toHaveLength(any.encodingVersion === 1 ? 26 : 27);
        expect(fields[2]).toBe(any.walletId.toWellFormed());
        expect(fields[21]).toBe(any.reason === null ? null : any.reason.toWellFormed());
        expect(fields[24]).toBe(any.idempotencyKey.toWellFormed());
      }),
    );
  });

  it('changes with every single field', () => {
    const names = Object.keys(upgrade) as (keyof EventRecord)[];
    for (const name of names.filter((each) => each !== 'encodingVersion')) {
      const value = upgrade[name];
      const changed = { ...upgrade, [name]: typeof value === 'number' ? value + 1 : `${value}x` };
      expect(encodeEvent(changed, requestHash), name).not.toBe(encodeEvent(upgrade, requestHash));
    }
    for (const other of ['ff'.repeat(32), '00'.repeat(8)]) {
      expect(encodeEvent(upgrade, other)).not.toBe(encodeEvent(upgrade, requestHash));
    }
  });

  it('refuses a version it does not know', () => {
    expect(() => encodeEvent({ ...event, encodingVersion: 99 }, requestHash)).toThrow(/99/);
  });
});

describe('a request', () => {
  const command: Command = {
    type: 'PlaceHold',
    walletId: 'wal_a',
    idempotencyKey: 'k',
    actor: 'user:u',
    holdId: 'hold_1',
    amountPaise: 75_00,
    tool: 'image',
    memberUid: 'u',
    expiresAtMs: 1,
  };

  it('is the same request when only the moment and the order of its fields differ', () => {
    const again = { effectiveAtMs: 5, ...command };
    expect(encodeRequest({ ...again, expiresAtMs: 3 })).toBe(encodeRequest(command));
  });

  it('is written as it always was', () => {
    expect(encodeRequest(command)).toBe(
      '21:sachet.ledger.request5:actor6:user:u11:amountPaise4:75006:holdId6:hold_1' +
        '9:memberUid1:u4:tool5:image4:type9:PlaceHold',
    );
  });

  it('is another one with another amount, hold or person', () => {
    for (const change of [{ amountPaise: 1 }, { holdId: 'hold_2' }, { memberUid: 'v' }]) {
      expect(encodeRequest({ ...command, ...change })).not.toBe(encodeRequest(command));
    }
  });
});
