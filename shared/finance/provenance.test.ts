import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../ledger/command.ts';
import { decide } from '../ledger/decide.ts';
import { currentEncodingVersion, type LedgerEvent } from '../ledger/event.ts';
import { evolve, newWallet } from '../ledger/evolve.ts';
import {
  emptyProvenance,
  projectProvenance,
  sumByLot,
  sumUnspent,
  type EarlierTaking,
  type Move,
  type Projected,
} from './provenance.ts';
import type { ChargeState, HoldState, PaymentState, WalletState } from '../ledger/state.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);

type Step = Command extends infer C
  ? C extends Command
    ? Omit<C, 'walletId' | 'idempotencyKey' | 'actor'>
    : never
  : never;

/** The events of one wallet's commands; refused commands are left out. */
function record(steps: readonly Step[]): LedgerEvent[] {
  const events: LedgerEvent[] = [];
  let wallet: WalletState = newWallet('wal_a');
  const holds = new Map<string | null, HoldState | null>();
  const charges = new Map<number, ChargeState | null>();
  const payments = new Map<string | null, PaymentState | null>();
  for (const step of steps) {
    const seq = events.length + 1;
    const command = { ...step, walletId: 'wal_a', idempotencyKey: `key_${seq}`, actor: 'worker' };
    const [holdId, chargeSeq, paymentId] = [
      'holdId' in step ? (step.holdId ?? null) : null,
      'chargeSeq' in step ? step.chargeSeq : seq,
      'paymentId' in step ? step.paymentId : null,
    ];
    const before = {
      wallet,
      hold: holds.get(holdId) ?? null,
      charge: charges.get(chargeSeq) ?? null,
      payment: payments.get(paymentId) ?? null,
      memberMonth: null,
      lockedPaise: 0,
    };
    const decision = decide(command as Command, before, nowMs);
    if (!decision.ok) continue;
    const event = {
      ...decision.event,
      encodingVersion: currentEncodingVersion,
      walletId: 'wal_a',
      seq,
      position: seq,
      balanceAfterPaise: wallet.balancePaise + decision.event.amountPaise,
      heldAfterPaise: wallet.heldPaise + decision.event.heldPaise,
      effectiveAtMs: nowMs,
      recordedAtMs: nowMs,
      idempotencyKey: command.idempotencyKey,
    } as LedgerEvent;
    const after = evolve(before, event);
    wallet = after.wallet;
    if (holdId) holds.set(holdId, after.hold);
    if (after.charge) charges.set(chargeSeq, after.charge);
    if (paymentId) payments.set(paymentId, after.payment);
    events.push(event);
  }
  return events;
}

const topUp = (n: number, rupees: number): Step => ({
  type: 'CreditTopUp',
  amountPaise: rupees * 100,
  orderId: `order_${n}`,
  paymentId: `pay_${n}`,
});
const bonus = (rupees: number): Step => ({ type: 'CreditSignupBonus', amountPaise: rupees * 100 });
const charge = (rupees: number): Step => ({
  type: 'Charge',
  amountPaise: rupees * 100,
  tool: 'image',
  memberUid: 'asha',
});
const ofPayment = (
  type: 'RefundTopUp' | 'DisputeTopUp' | 'WinDispute',
  n: number,
  rupees: number,
): Step => ({ type, paymentId: `pay_${n}`, amountPaise: rupees * 100 });
const refundCharge = (chargeSeq: number, rupees: number): Step => ({
  type: 'RefundCharge',
  chargeSeq,
  amountPaise: rupees * 100,
});

const project = (steps: readonly Step[]): Projected =>
  projectProvenance(emptyProvenance, record(steps));

/** `1:50 2:25`: the rupees of each lot in this taking. */
function toFunding({ moves }: Projected, seq: number): string {
  return sumByLot(moves.filter(({ taking }) => taking.seq === seq))
    .filter(({ paise }) => paise !== 0)
    .map(({ lot, paise }) => `${lot.seq}:${paise / 100}`)
    .join(' ');
}
const toLots = ({ state }: Projected): string =>
  state.lots.map(({ seq, unspentPaise }) => `${seq}:${unspentPaise / 100}`).join(' ');

describe('the lots of a charge', () => {
  test('a charge takes bonus lots before paid lots, and of each kind the oldest first', () => {
    const done = project([topUp(1, 100), topUp(2, 100), bonus(50), charge(120), charge(60)]);
    expect(toFunding(done, 4)).toBe('3:50 1:70');
    expect(toFunding(done, 5)).toBe('1:30 2:30');
    expect(toLots(done)).toBe('2:70');
    expect(sumUnspent(done.state)).toEqual({ paidPaise: 70_00, bonusPaise: 0, debtPaise: 0 });
  });

  test("an admin's credit is a bonus, and an admin's deduction is taken like a purchase", () => {
    const adjust = (rupees: number): Step => ({
      type: 'AdjustByAdmin',
      amountPaise: rupees * 100,
      reason: 'a correction',
    });
    const done = project([topUp(1, 100), adjust(30), adjust(-40)]);
    expect(toFunding(done, 3)).toBe('2:30 1:10');
    expect(toLots(done)).toBe('1:90');
  });

  test('a hold takes lots only when it is captured, from the lots that exist then', () => {
    const done = project([
      topUp(1, 100),
      {
        type: 'PlaceHold',
        holdId: 'hold_1',
        amountPaise: 60_00,
        expiresAtMs: nowMs + 1,
        tool: 'image',
        memberUid: 'asha',
      },
      bonus(50),
      { type: 'CaptureHold', holdId: 'hold_1', amountPaise: 55_00 },
    ]);
    expect(toFunding(done, 4)).toBe('3:50 1:5');
    expect(toLots(done)).toBe('1:95');
  });
});

describe('returned money', () => {
  test('a refunded charge returns to its lots, to the last one taken from first', () => {
    const done = project([bonus(50), topUp(1, 100), charge(90), refundCharge(3, 60)]);
    expect(toFunding(done, 3)).toBe('1:30');
    expect(toLots(done)).toBe('1:20 2:100');
    expect(done.moves.slice(2).map(({ seq, amountPaise }) => [seq, amountPaise])).toEqual([
      [4, -40_00],
      [4, -20_00],
    ]);
  });

  test('a refund takes its own payment, then other payments, and the bonus last', () => {
    const done = project([
      bonus(100),
      topUp(1, 100),
      topUp(2, 100),
      charge(150),
      ofPayment('RefundTopUp', 2, 90),
      ofPayment('RefundTopUp', 1, 60),
    ]);
    expect(toFunding(done, 4)).toBe('1:100 2:50');
    expect(toFunding(done, 5)).toBe('3:90');
    expect(toFunding(done, 6)).toBe('2:50 3:10');
    expect(toLots(done)).toBe('');
  });

  test('a dispute of spent money creates a debt, which the next credit pays', () => {
    const before = project([topUp(1, 100), charge(80), ofPayment('DisputeTopUp', 1, 100)]);
    expect(toFunding(before, 3)).toBe('1:20');
    expect(before.state.debts).toMatchObject([{ seq: 3, unpaidPaise: 80_00 }]);
    const after = project([
      topUp(1, 100),
      charge(80),
      ofPayment('DisputeTopUp', 1, 100),
      topUp(2, 200),
    ]);
    expect(toFunding(after, 2)).toBe('1:80');
    expect(toFunding(after, 3)).toBe('1:20 4:80');
    expect(toLots(after)).toBe('4:120');
    expect(after.effects.at(-1)).toEqual({
      seq: 4,
      paidPaise: 120_00,
      bonusPaise: 0,
      debtPaise: -80_00,
    });
  });

  test('a won dispute first pays its debt, then returns the rest to the lots', () => {
    const steps = [
      topUp(1, 100),
      charge(80),
      ofPayment('DisputeTopUp', 1, 100),
      ofPayment('WinDispute', 1, 90),
    ];
    const done = project(steps);
    expect(done.state.debts).toEqual([]);
    expect(toFunding(done, 3)).toBe('1:10');
    expect(toLots(done)).toBe('1:10');
    const again = project([...steps, topUp(2, 50), ofPayment('WinDispute', 1, 10)]);
    expect(toLots(again)).toBe('1:20 5:50');
  });

  test('a refunded charge pays an open debt first', () => {
    const done = project([
      topUp(1, 100),
      charge(100),
      ofPayment('DisputeTopUp', 1, 70),
      refundCharge(2, 100),
    ]);
    expect(toFunding(done, 2)).toBe('');
    expect(toFunding(done, 3)).toBe('1:70');
    expect(toLots(done)).toBe('1:30');
  });

  test('a closed wallet loses its bonus, and paid-in money remains owed', () => {
    const clear = (to: 'promotions' | 'unclaimed', rupees: number): Step => ({
      type: 'ClearWallet',
      amountPaise: rupees * 100,
      to,
      reason: 'closed',
    });
    const done = project([
      bonus(50),
      topUp(1, 100),
      clear('unclaimed', 100),
      clear('promotions', 50),
    ]);
    expect(toFunding(done, 3)).toBe('2:100');
    expect(toFunding(done, 4)).toBe('1:50');
  });
});

const paise = fc.oneof(fc.integer({ min: 1, max: 400_00 }), fc.constantFrom(50_00, 100_00, 300_00));
const number = fc.nat(9);
const holdId = fc.nat(9).map((n) => `hold_${n}`);
const paid = (type: 'RefundTopUp' | 'DisputeTopUp' | 'WinDispute') =>
  fc.record({ type: fc.constant(type), amountPaise: paise, n: number }).map(({ n, ...rest }) => ({
    ...rest,
    paymentId: `pay_${n}`,
  }));
const spending = { tool: fc.constant('image' as const), memberUid: fc.constant('asha') };
const anyTopUp = fc
  .tuple(number, paise)
  .map(([n, amountPaise]) => ({ ...topUp(n, 1), amountPaise }) as Step);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constantFrom('CreditSignupBonus', 'CreditReferral', 'RedeemGiftCode'),
    amountPaise: paise,
  }),
  anyTopUp,
  anyTopUp,
  anyTopUp,
  paid('RefundTopUp'),
  paid('DisputeTopUp'),
  paid('DisputeTopUp'),
  paid('WinDispute'),
  fc.record({ type: fc.constant('Charge' as const), amountPaise: paise, ...spending }),
  fc.record({ type: fc.constant('Charge' as const), amountPaise: paise, ...spending }),
  fc.record({
    type: fc.constant('PlaceHold' as const),
    holdId,
    amountPaise: paise,
    expiresAtMs: fc.constant(nowMs + 1),
    ...spending,
  }),
  fc.record({ type: fc.constant('CaptureHold' as const), holdId }),
  fc.record({
    type: fc.constant('RefundCharge' as const),
    amountPaise: fc.integer({ min: 1, max: 100_00 }),
    chargeSeq: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    type: fc.constant('AdjustByAdmin' as const),
    amountPaise: fc.integer({ min: -100_00, max: 100_00 }),
    reason: fc.constant('a correction'),
  }),
  fc.record({
    type: fc.constant('ClearWallet' as const),
    amountPaise: paise,
    to: fc.constantFrom('promotions' as const, 'unclaimed' as const),
    reason: fc.constant('closed'),
  }),
);
const history = fc.array(anyStep, { minLength: 1, maxLength: 120, size: 'max' }).map(record);

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe('any history', () => {
  test('after each event of any history the lots minus the debts equal the balance, and lots and debts never both exist', () => {
    fc.assert(
      fc.property(history, (events) => {
        let state = emptyProvenance;
        const moves: Move[] = [];
        for (const event of events) {
          const before = sumUnspent(state);
          const next = projectProvenance(state, [event], toEarlier(events, moves));
          ({ state } = next);
          moves.push(...next.moves);
          const now = sumUnspent(state);
          expect(now.paidPaise + now.bonusPaise - now.debtPaise).toBe(event.balanceAfterPaise);
          expect(now.debtPaise === 0 || state.lots.length === 0).toBe(true);
          const { seq: _, ...effect } = next.effects[0] ?? {
            seq: 0,
            paidPaise: 0,
            bonusPaise: 0,
            debtPaise: 0,
          };
          expect(effect).toEqual({
            paidPaise: now.paidPaise - before.paidPaise,
            bonusPaise: now.bonusPaise - before.bonusPaise,
            debtPaise: now.debtPaise - before.debtPaise,
          });
        }
      }),
    );
  });

  test('in any history each lot equals its credit minus its takings, and each taking equals its parts of lots and debt', () => {
    fc.assert(
      fc.property(history, (events) => {
        const { state, moves } = projectProvenance(emptyProvenance, events);
        const toPaise = (of: (move: Move) => boolean) =>
          sum(moves.filter(of).map(({ amountPaise }) => amountPaise));
        const isReturn = ({ kind }: (typeof events)[number]) =>
          kind === 'ChargeRefunded' || kind === 'DisputeWon';
        const credits = events.filter((each) => each.amountPaise > 0 && !isReturn(each));
        for (const { seq, amountPaise } of credits) {
          const unspent = state.lots.find((lot) => lot.seq === seq)?.unspentPaise ?? 0;
          expect(toPaise(({ lot }) => lot.seq === seq)).toBe(amountPaise - unspent);
        }
        const charges = events.filter(({ kind }) => kind === 'Charged' || kind === 'HoldCaptured');
        for (const { seq, amountPaise } of charges) {
          const owed = state.debts.find((debt) => debt.seq === seq)?.unpaidPaise ?? 0;
          const back = sum(
            events.filter(({ reversesSeq }) => reversesSeq === seq).map((e) => e.amountPaise),
          );
          expect(toPaise(({ taking }) => taking.seq === seq) + owed).toBe(-amountPaise - back);
        }
        // No lot has a negative part in a taking.
        for (const { taking } of moves) {
          const parts = sumByLot(moves.filter((move) => move.taking.seq === taking.seq));
          expect(parts.every((part) => part.paise >= 0)).toBe(true);
        }
      }),
    );
  });

  test('continuing any history from a stored state gives the same result as from the start', () => {
    fc.assert(
      fc.property(history, fc.nat(120), (events, at) => {
        const whole = projectProvenance(emptyProvenance, events);
        const first = projectProvenance(emptyProvenance, events.slice(0, at));
        const kept = structuredClone(first.state);
        const rest = events.slice(at);
        const second = projectProvenance(kept, rest, toEarlier(rest, first.moves, events));
        expect(second.state).toEqual(whole.state);
        expect([...first.moves, ...second.moves]).toEqual(whole.moves);
        expect([...first.effects, ...second.effects]).toEqual(whole.effects);
        // The projection did not mutate the given state.
        expect(first.state).toEqual(kept);
      }),
    );
  });
});

/** The earlier takings that a store would return: the refunded charges and all disputes, with their moves. */
function toEarlier(
  givingBack: readonly LedgerEvent[],
  moves: readonly Move[],
  all: readonly LedgerEvent[] = givingBack,
): EarlierTaking[] {
  const charges = new Set(givingBack.map(({ reversesSeq }) => reversesSeq));
  return all
    .filter(({ seq, kind }) => charges.has(seq) || kind === 'TopUpDisputed')
    .map(({ seq, kind, paymentId }) => ({
      seq,
      purpose: kind === 'TopUpDisputed' ? ('disputed' as const) : ('bought' as const),
      paymentId: kind === 'TopUpDisputed' ? paymentId : null,
      moves: moves.filter(({ taking }) => taking.seq === seq),
    }));
}
