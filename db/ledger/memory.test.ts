import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command } from '@sachet/shared/ledger/command';
import { newWallet } from '@sachet/shared/ledger/evolve';
import type { OpenWallet } from './book.ts';
import { createMemory } from './memory.ts';

let memory: ReturnType<typeof createMemory>;
beforeEach(() => {
  // Fake time, because preparing thousands of wallets may take longer than a lease.
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  memory = createMemory();
  memory.renew({ now_ms: Date.now(), block: 1 });
});
afterEach(() => void vi.useRealTimers());

const found = (walletId: string, changes: Partial<OpenWallet> = {}): OpenWallet => ({
  state: newWallet(walletId),
  termsVersion: 0,
  seq: 1,
  head: Buffer.alloc(32, 1),
  knownHead: Buffer.alloc(32, 1),
  recordedAtMs: 0,
  openHolds: new Map(),
  hasBudgets: false,
  budgets: new Map(),
  memberMonths: new Map(),
  ...changes,
});

const charge = (walletId: string, memberUid = 'm1'): Command => ({
  type: 'Charge',
  walletId,
  idempotencyKey: 'k',
  actor: 'user:m1',
  amountPaise: 1,
  tool: 'chat',
  memberUid,
});

const knows = (command: Command) => memory.findBook([command]) !== null;

test('the memory uses a wallet only after it was found unchanged once', () => {
  memory.openBook([found('a')]);
  expect(knows(charge('a'))).toBe(false);
  memory.openBook([found('a')]);
  expect(knows(charge('a'))).toBe(true);
  expect(knows({ ...charge('a'), type: 'RefundCharge', chargeSeq: 1 } as Command)).toBe(false);
  memory.forget([charge('a')]);
  expect(knows(charge('a'))).toBe(false);
});

test.each([{ head: Buffer.alloc(32, 2) }, { termsVersion: 1 }])(
  'values of a wallet that another process has changed are not used: %o',
  (changes) => {
    memory.openBook([found('a')]);
    memory.openBook([found('a')]);
    memory.openBook([found('a', changes)]);
    expect(knows(charge('a'))).toBe(false);
  },
);

test('the memory contains the budgets only of members that were read', () => {
  const known = { hasBudgets: true, budgets: new Map([['m1', 0]]) };
  memory.openBook([found('a', known)]);
  memory.openBook([found('a')]);
  expect(knows(charge('a', 'm1'))).toBe(true);
  expect(knows(charge('a', 'm2'))).toBe(false);
});

test('the least recently used wallets are dropped beyond the limit', () => {
  const names = Array.from({ length: 5_001 }, (_, i) => `w${i}`);
  for (const name of names) for (const _ of [1, 2]) memory.openBook([found(name)]);
  expect(knows(charge('w0'))).toBe(false);
  expect(knows(charge('w1'))).toBe(true);
  const many = new Map(names.slice(0, 1_001).map((name) => [name, 0]));
  for (const _ of [1, 2]) memory.openBook([found('large', { budgets: many })]);
  expect(knows(charge('large'))).toBe(false);
});

test('positions are requested when the remaining ones do not suffice for the batch', () => {
  for (const _ of [1, 2]) memory.openBook([found('a')]);
  const book = memory.findBook([charge('a')])!;
  expect(book.firstPosition).toBe(1000);
  expect(memory.findBook(Array.from({ length: 1001 }, () => charge('a')))).toBeNull();
  memory.renew({ now_ms: Date.now(), block: 0 });
  expect(memory.findBook([charge('a')])!.firstPosition).toBe(1000);
});

test('after a failover, the positions of the new primary are used even if they are lower', () => {
  memory.renew({ now_ms: Date.now(), block: 9 });
  memory.openBook([found('a')]);
  memory.openBook([found('a')]);
  memory.clear();
  expect(knows(charge('a'))).toBe(false);
  memory.renew({ now_ms: Date.now(), block: 5 });
  expect(memory.openBook([found('a')]).firstPosition).toBe(5_000);
});
