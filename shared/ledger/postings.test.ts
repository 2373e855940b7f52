import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventKind, type EventRecord } from './event.ts';
import { toPostings } from './postings.ts';

const event: EventRecord = {
  encodingVersion: 1,
  walletId: 'wal_a',
  seq: 1,
  position: 1,
  kind: 'TopUpCredited',
  amountPaise: 500_00,
  heldPaise: 0,
  lockedPaise: null,
  balanceAfterPaise: 500_00,
  heldAfterPaise: 0,
  counterAccount: 'gateway:razorpay',
  actor: 'gateway:razorpay',
  memberUid: null,
  budgetMonth: null,
  generationId: null,
  conversationId: null,
  orderId: 'order_1',
  paymentId: 'pay_1',
  holdId: null,
  reversesSeq: null,
  upgradesSeq: null,
  reason: null,
  holdExpiresAtMs: null,
  effectiveAtMs: 1,
  recordedAtMs: 1,
  idempotencyKey: 'k',
};

describe('postings', () => {
  it('postings credit a wallet and debit the source of the money', () => {
    expect(toPostings(event)).toEqual([
      { account: 'wallet:wal_a', amountPaise: 500_00 },
      { account: 'gateway:razorpay', amountPaise: -500_00 },
    ]);
  });

  it('postings debit a wallet and credit the destination of the money', () => {
    const captured = { kind: 'HoldCaptured', counterAccount: 'revenue:image' } as const;
    expect(toPostings({ ...event, ...captured, amountPaise: -75_00, heldPaise: -80_00 })).toEqual([
      { account: 'wallet:wal_a', amountPaise: -75_00 },
      { account: 'revenue:image', amountPaise: 75_00 },
    ]);
  });

  it.each(['HoldPlaced', 'HoldVoided', 'HoldExpired'] as const)(
    'an event %s moves no money',
    (kind) => {
      expect(toPostings({ ...event, kind, amountPaise: 0, heldPaise: 75_00 })).toEqual([]);
    },
  );

  it('postings of an event without a counter account are an error', () => {
    expect(() => toPostings({ ...event, counterAccount: null })).toThrow('TopUpCredited');
  });

  it('postings sum to zero, and change the wallet by exactly the amount of the event', () => {
    const kinds = fc.constantFrom(...EventKind.options);
    fc.assert(
      fc.property(kinds, fc.maxSafeInteger(), fc.string(), (kind, amountPaise, counterAccount) => {
        const postings = toPostings({ ...event, kind, amountPaise, counterAccount });
        expect(postings.reduce((sum, posting) => sum + posting.amountPaise, 0)).toBe(0);
        expect(postings[0]?.amountPaise ?? 0).toBe(amountPaise === 0 ? 0 : amountPaise);
      }),
    );
  });
});
