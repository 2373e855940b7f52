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
  lockedPaise: null,
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
const requestHash = '00'.repeat(8);

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '-', '1:a', '₹', '😀'));
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const anyEvent: fc.Arbitrary<EventRecord> = fc.record({
  encodingVersion: fc.nat(9),
  walletId: text,
  seq: fc.nat(),
  position: fc.nat(),
  kind: fc.constantFrom<EventKind>('HoldPlaced', 'HoldCaptured', 'Charged'),
  amountPaise: fc.integer(),
  heldPaise: fc.integer(),
  lockedPaise: nullable(fc.integer()),
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

/** Decodes an encoding, which proves that no two events share one. */
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
  it('version 1 of the encoding never changes, so that the hashes of old events can be recomputed', () => {
    const digest = createHash('sha256').update(encodeEvent(event, requestHash)).digest('hex');
    expect(digest).toMatchInlineSnapshot(
      `"913db28939591b01b09f78611e8e5eaa80a9630f834e3d3c493e9b06c9db6ec8"`,
    );
  });

  it('every event can be decoded field by field', () => {
    fc.assert(
      fc.property(anyEvent, (any) => {
        const fields = decode(encodeEvent(any, requestHash));
        expect(fields).toHaveLength(28);
        expect(fields[2]).toBe(any.walletId.toWellFormed());
        expect(fields[23]).toBe(any.reason === null ? null : any.reason.toWellFormed());
        expect(fields[26]).toBe(any.idempotencyKey.toWellFormed());
      }),
    );
  });

  it('the encoding changes when any field changes', () => {
    const names = Object.keys(event) as (keyof EventRecord)[];
    for (const name of names) {
      const value = event[name];
      const changed = { ...event, [name]: typeof value === 'number' ? value + 1 : `${value}x` };
      expect(encodeEvent(changed, requestHash), name).not.toBe(encodeEvent(event, requestHash));
    }
    for (const other of ['ff'.repeat(8), '00'.repeat(32)]) {
      expect(encodeEvent(event, other)).not.toBe(encodeEvent(event, requestHash));
    }
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

  it('a request is the same when only its timestamp and the order of its fields differ', () => {
    const again = { effectiveAtMs: 5, ...command };
    expect(encodeRequest({ ...again, expiresAtMs: 3 })).toBe(encodeRequest(command));
  });

  it('the canonical text of a request never changes', () => {
    expect(encodeRequest(command)).toBe(
      '21:sachet.ledger.request5:actor6:user:u11:amountPaise4:75006:holdId6:hold_1' +
        '9:memberUid1:u4:tool5:image4:type9:PlaceHold',
    );
  });

  it('a request with another amount, hold or person is a different request', () => {
    for (const change of [{ amountPaise: 1 }, { holdId: 'hold_2' }, { memberUid: 'v' }]) {
      expect(encodeRequest({ ...command, ...change })).not.toBe(encodeRequest(command));
    }
  });
});
