import { describe, expect, test } from 'vitest';
import { isWellFormed, type Command } from './command.ts';

const base = { walletId: 'wal_1', actor: 'worker', holdId: 'hold_1' };
const place = {
  ...base,
  type: 'PlaceHold',
  amountPaise: 1,
  tool: 'image',
  memberUid: 'u1',
  expiresAtMs: Date.UTC(2026, 0, 1),
} as const;

describe('a key that names a hold', () => {
  test.each<[boolean, string, Omit<Command, 'idempotencyKey'>]>([
    [true, 'hold:hold_1', place],
    [true, 'capture:hold_1', { ...base, type: 'CaptureHold' }],
    [true, 'void:hold_1', { ...base, type: 'VoidHold' }],
    [true, 'expire:hold_1', { ...base, type: 'ExpireHold' }],
    [true, 'hold', place],
    [true, 'mine', { ...base, type: 'CaptureHold' }],
    [true, 'cancel:hold_1', { ...base, type: 'VoidHold' }],
    [false, 'hold:hold_2', place],
    [false, 'hold:', place],
    [false, 'capture:hold_1', place],
    [false, 'capture:hold_1', { ...base, type: 'VoidHold' }],
    [false, 'hold:hold_1', { ...base, type: 'RefundTopUp' }],
    [false, 'hold:', { walletId: 'wal_1', actor: 'admin:a', type: 'AdjustByAdmin' }],
    [false, 'hold:undefined', { walletId: 'wal_1', actor: 'admin:a', type: 'AdjustByAdmin' }],
  ])('the check of a command returns %s for the key %s', (expected, idempotencyKey, command) => {
    expect(isWellFormed({ ...command, idempotencyKey } as Command)).toBe(expected);
  });
});
