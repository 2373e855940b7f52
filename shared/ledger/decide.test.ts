import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import { evolve, newWallet } from './evolve.ts';
import { currentEncodingVersion, type LedgerEvent } from './event.ts';
import type { LedgerState } from './state.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const base = { walletId: 'wal_a', idempotencyKey: 'key', actor: 'user:u1' } as const;
const hold = {
  type: 'PlaceHold',
  ...base,
  holdId: 'hold_1',
  tool: 'image',
  memberUid: 'u1',
  generationId: 'gen_1',
  expiresAtMs: nowMs + 600_000,
} as const;

const empty: LedgerState = {
  wallet: newWallet('wal_a'),
  hold: null,
  charge: null,
  payment: null,
  memberMonth: null,
};

/** The event as the write path would record it. */
function recorded(state: LedgerState, command: Command, seq: number): LedgerEvent | null {
  const decision = decide(command, state, nowMs);
  if (!decision.ok) return null;
  return {
    ...decision.event,
    encodingVersion: currentEncodingVersion,
    walletId: command.walletId,
    seq,
    position: seq,
    balanceAfterPaise: state.wallet.balancePaise + decision.event.amountPaise,
    heldAfterPaise: state.wallet.heldPaise + decision.event.heldPaise,
    effectiveAtMs: nowMs,
    recordedAtMs: nowMs,
    idempotencyKey: command.idempotencyKey,
  };
}

function given(commands: readonly Command[], from: LedgerState = empty) {
  let state = from;
  commands.forEach((command, i) => {
    const event = recorded(state, command, i + 1);
    if (!event) throw new Error(`${command.type} was refused while setting up`);
    state = evolve(state, event);
  });
  return {
    when(command: Command, atMs = nowMs) {
      const decision = decide(command, state, atMs);
      return {
        becomes: (expected: object) =>
          expect(decision).toMatchObject({ ok: true, event: expected }),
        refused: (refusal: string) => expect(decision).toEqual({ ok: false, refusal }),
      };
    },
    state,
  };
}

const bonus: Command = { type: 'CreditSignupBonus', ...base, amountPaise: 250_00 };
const topUp: Command = {
  type: 'CreditTopUp',
  ...base,
  amountPaise: 500_00,
  orderId: 'order_1',
  paymentId: 'pay_1',
};
const capture: Command = { type: 'CaptureHold', ...base, holdId: 'hold_1' };
const voided: Command = { type: 'VoidHold', ...base, holdId: 'hold_1' };
const expire: Command = { type: 'ExpireHold', ...base, holdId: 'hold_1' };
const dispute: Command = {
  type: 'DisputeTopUp',
  ...base,
  amountPaise: 500_00,
  paymentId: 'pay_1',
};

describe('holds', () => {
  it('a hold of ₹75 in a wallet with ₹250 reserves ₹75 and moves no money', () => {
    given([bonus])
      .when({ ...hold, amountPaise: 75_00 })
      .becomes({
        kind: 'HoldPlaced',
        amountPaise: 0,
        heldPaise: 75_00,
        counterAccount: 'revenue:image',
        budgetMonth: '2026-11',
      });
  });

  it('a hold of ₹75 in a wallet with ₹250 is refused if ₹200 are already held', () => {
    given([bonus, { ...hold, amountPaise: 200_00 }])
      .when({ ...hold, holdId: 'hold_2', amountPaise: 75_00 })
      // This state still contains the earlier hold. The write path would load hold_2, which does not exist
      // yet.
      .refused('hold_exists');
    const { state } = given([bonus, { ...hold, amountPaise: 200_00 }]);
    given([], { ...state, hold: null })
      .when({ ...hold, holdId: 'hold_2', amountPaise: 75_00 })
      .refused('insufficient_funds');
  });

  it('a partial capture charges its part of the hold and releases the rest', () => {
    given([bonus, { ...hold, amountPaise: 75_00 }])
      .when({ ...capture, amountPaise: 50_00 })
      .becomes({
        kind: 'HoldCaptured',
        amountPaise: -50_00,
        heldPaise: -75_00,
        generationId: 'gen_1',
      });
  });

  it('capturing more than the hold is refused', () => {
    given([bonus, { ...hold, amountPaise: 75_00 }])
      .when({ ...capture, amountPaise: 75_01 })
      .refused('capture_exceeds_hold');
  });

  const resolutions = [
    ['capture', capture, nowMs],
    ['void', voided, nowMs],
    ['expiry', expire, nowMs + 600_000],
  ] as const;
  it.each(
    resolutions.flatMap(([a, first, at]) =>
      resolutions.map(([b, second]) => [a, b, first, second, at] as const),
    ),
  )(
    'after %s, a later %s is refused, because a hold resolves once',
    (_a, _b, first, second, atMs) => {
      let { state } = given([bonus, { ...hold, amountPaise: 75_00 }]);
      const decision = decide(first, state, atMs);
      if (!decision.ok) throw new Error(decision.refusal);
      state = evolve(state, {
        ...decision.event,
        encodingVersion: 1,
        walletId: 'wal_a',
        seq: 3,
        position: 3,
        balanceAfterPaise: 0,
        heldAfterPaise: 0,
        effectiveAtMs: nowMs,
        recordedAtMs: nowMs,
        idempotencyKey: 'k3',
      });
      given([], state)
        .when(second, nowMs + 700_000)
        .refused('hold_already_resolved');
    },
  );

  it('expiring a hold before its deadline is refused', () => {
    given([bonus, { ...hold, amountPaise: 75_00 }])
      .when(expire, nowMs + 599_999)
      .refused('hold_not_expired');
  });

  it('resolving an unknown hold is refused', () => {
    given([bonus]).when(capture).refused('hold_not_found');
    given([bonus]).when(voided).refused('hold_not_found');
  });
});

describe('a larger copy for the difference', () => {
  const smaller = [bonus, { ...hold, amountPaise: 75_00 }, capture];
  const larger = { ...hold, holdId: 'hold_2', amountPaise: 38_00, upgradesSeq: 3 } as const;
  // Removes the earlier hold from the state: the write path would load hold_2, which does not exist yet.
  const bought = (more: Command[] = []): LedgerState => ({
    ...given([...smaller, ...more]).state,
    hold: null,
  });

  it('a hold for a larger copy names the earlier charge, and so does its capture', () => {
    given([], bought()).when(larger).becomes({ heldPaise: 38_00, upgradesSeq: 3 });
    given([larger], bought())
      .when({ ...capture, holdId: 'hold_2' })
      .becomes({ amountPaise: -38_00, heldPaise: -38_00, upgradesSeq: 3 });
  });

  it('a larger copy is refused if the named charge does not exist, or is for another picture or wallet', () => {
    given([], { ...bought(), charge: null })
      .when(larger)
      .refused('charge_not_found');
    given([], bought())
      .when({ ...larger, generationId: 'gen_2' })
      .refused('charge_not_found');
    const { charge } = bought();
    given([], { ...bought(), charge: { ...charge!, walletId: 'wal_b' } })
      .when(larger)
      .refused('charge_not_found');
    given([], { ...bought(), charge: { ...charge!, generationId: null } })
      .when({ ...larger, generationId: undefined })
      .refused('charge_not_found');
  });

  it('a larger copy is refused if the charge was refunded in full, and accepted if in part', () => {
    const refund = { type: 'RefundCharge', ...base, chargeSeq: 3 } as const;
    given([], bought([{ ...refund, amountPaise: 75_00 }]))
      .when(larger)
      .refused('charge_not_found');
    given([], bought([{ ...refund, amountPaise: 74_99 }]))
      .when(larger)
      .becomes({ upgradesSeq: 3 });
  });
});

describe('budgets', () => {
  const month = { memberUid: 'u1', month: '2026-11', spentPaise: 0, heldPaise: 0 };

  it('with a budget of ₹100 and ₹50 held, spending ₹51 is refused and ₹50 is accepted', () => {
    const { state } = given([bonus, { ...hold, amountPaise: 50_00 }], {
      ...empty,
      memberMonth: { ...month, budgetPaise: 100_00 },
    });
    const next = { ...state, hold: null };
    expect(next.memberMonth?.heldPaise).toBe(50_00);
    given([], next)
      .when({ ...hold, holdId: 'h2', amountPaise: 51_00 })
      .refused('budget_exceeded');
    given([], next)
      .when({ ...hold, holdId: 'h2', amountPaise: 50_00 })
      .becomes({ heldPaise: 50_00 });
  });

  it('a budget of 0 does not limit spending', () => {
    const state = { ...empty, memberMonth: { ...month, budgetPaise: 0 } };
    given([bonus], state)
      .when({ ...hold, amountPaise: 250_00 })
      .becomes({ heldPaise: 250_00 });
  });

  it('refunding a captured hold restores the budget', () => {
    const { state } = given([bonus, { ...hold, amountPaise: 75_00 }, capture], {
      ...empty,
      memberMonth: { ...month, budgetPaise: 100_00 },
    });
    expect(state.memberMonth).toMatchObject({ spentPaise: 75_00, heldPaise: 0 });
    const refund = { type: 'RefundCharge', ...base, amountPaise: 75_00, chargeSeq: 3 } as const;
    expect(given([refund], state).state.memberMonth).toMatchObject({ spentPaise: 0 });
  });
});

describe('a locked bonus', () => {
  const bonus: Command = {
    type: 'CreditSignupBonus',
    ...base,
    amountPaise: 250_00,
    lockedPaise: 250_00,
  };
  const charge = { type: 'Charge', ...base, tool: 'chat', memberUid: 'u1' } as const;

  it('no money can be held or charged in a wallet that has only a locked bonus', () => {
    given([bonus])
      .when({ ...hold, amountPaise: 1 })
      .refused('unverified_funds');
    given([bonus])
      .when({ ...charge, amountPaise: 250_00 })
      .refused('unverified_funds');
    given([bonus])
      .when({ ...charge, amountPaise: 250_01 })
      .refused('insufficient_funds');
  });

  it('with a locked bonus and ₹500 paid in, exactly ₹500 can be spent, in one or several parts', () => {
    const paid = given([bonus, topUp]);
    paid.when({ ...hold, amountPaise: 500_00 }).becomes({ heldPaise: 500_00 });
    paid.when({ ...hold, amountPaise: 500_01 }).refused('unverified_funds');
    const { state } = given([{ ...hold, amountPaise: 300_00 }], paid.state);
    given([], { ...state, hold: null })
      .when({ ...charge, amountPaise: 200_01 })
      .refused('unverified_funds');
    given([], { ...state, hold: null })
      .when({ ...charge, amountPaise: 200_00 })
      .becomes({ amountPaise: -200_00 });
  });

  it('a placed hold can be captured or voided even if the whole wallet is locked', () => {
    const { state } = given([bonus, topUp, { ...hold, amountPaise: 500_00 }]);
    given([], state).when(capture).becomes({ kind: 'HoldCaptured' });
    given([], state).when(voided).becomes({ kind: 'HoldVoided' });
  });

  it('the whole bonus can be spent after its release, and is released once', () => {
    const release: Command = { type: 'ReleaseBonus', ...base, reason: 'verified' };
    given([]).when(release).refused('nothing_locked');
    const { state } = given([bonus, release]);
    expect(state.wallet).toMatchObject({ lockedPaise: 0, lockedFor: null, balancePaise: 250_00 });
    given([], state).when(release).refused('nothing_locked');
    given([], state)
      .when({ ...charge, amountPaise: 250_00 })
      .becomes({ amountPaise: -250_00 });
  });

  it('a purchase releases what it takes from the allowance, and at most what is locked', () => {
    const { state } = given([bonus]);
    expect(state.wallet).toMatchObject({ lockedPaise: 250_00, lockedFor: 'u1' });
    const decideWith = (amountPaise: number, releasesPaise: number) =>
      decide({ ...charge, amountPaise, releasesPaise, allowanceDay: '2026-11-29' }, state, nowMs);
    expect(decideWith(75_00, 75_00)).toMatchObject({
      event: { kind: 'Charged', amountPaise: -75_00, lockedPaise: null },
      release: {
        kind: 'BonusReleased',
        amountPaise: 0,
        lockedPaise: -75_00,
        reason: 'allowance 2026-11-29',
      },
    });
    expect(decideWith(75_00, 74_99)).toEqual({ ok: false, refusal: 'unverified_funds' });
    expect(decideWith(75_00, 0)).toEqual({ ok: false, refusal: 'amount_invalid' });
    expect(decideWith(250_00, 300_00)).toMatchObject({ release: { lockedPaise: -250_00 } });
  });

  it('clearing the wallet releases the bonus that it takes', () => {
    const clear = { type: 'ClearWallet', ...base, to: 'promotions', reason: 'closed' } as const;
    given([bonus])
      .when({ ...clear, amountPaise: 250_00 })
      .becomes({ lockedPaise: -250_00 });
    given([bonus, topUp])
      .when({ ...clear, amountPaise: 600_00 })
      .becomes({ lockedPaise: -100_00 });
  });

  it('after paid money was spent, a refund of the rest does not include the bonus', () => {
    const { state } = given([bonus, topUp, { ...charge, amountPaise: 400_00 }]);
    const refund = {
      type: 'ReserveRefund',
      ...base,
      holdId: 'hold_r',
      paymentId: 'pay_1',
      expiresAtMs: nowMs + 600_000,
    } as const;
    given([], state)
      .when({ ...refund, amountPaise: 100_01 })
      .refused('insufficient_funds');
    given([], state)
      .when({ ...refund, amountPaise: 100_00 })
      .becomes({ heldPaise: 100_00 });
  });
});

describe('refunds, disputes and adjustments', () => {
  it('refunds of a charge never exceed the charge', () => {
    const charge: Command = {
      type: 'Charge',
      ...base,
      amountPaise: 60_00,
      tool: 'chat',
      memberUid: 'u1',
    };
    const refund = { type: 'RefundCharge', ...base, amountPaise: 40_00, chargeSeq: 2 } as const;
    const half = given([bonus, charge, refund]);
    given([], half.state).when(refund).refused('refund_exceeds_charge');
    given([], half.state)
      .when({ ...refund, amountPaise: 20_00 })
      .becomes({ kind: 'ChargeRefunded', amountPaise: 20_00, reversesSeq: 2 });
  });

  it('a payment is credited only once', () => {
    given([topUp]).when(topUp).refused('payment_already_credited');
  });

  const reserve = {
    type: 'ReserveRefund',
    ...base,
    holdId: 'hold_r',
    amountPaise: 150_00,
    paymentId: 'pay_1',
    expiresAtMs: nowMs + 600_000,
  } as const;
  const refund = { type: 'RefundTopUp', ...base, paymentId: 'pay_1', holdId: 'hold_r' } as const;

  it('money reserved for a refund is unavailable and counts as no member’s spending', () => {
    given([topUp]).when(reserve).becomes({
      kind: 'HoldPlaced',
      heldPaise: 150_00,
      counterAccount: 'gateway:razorpay',
      memberUid: null,
      paymentId: 'pay_1',
    });
    given([topUp, reserve])
      .when({ type: 'Charge', ...base, amountPaise: 400_00, tool: 'chat', memberUid: 'u1' })
      .refused('insufficient_funds');
  });

  it('a refund uses its reservation only once: it takes its amount and releases the rest', () => {
    given([topUp, reserve])
      .when({ ...refund, amountPaise: 100_00 })
      .becomes({ kind: 'TopUpRefunded', amountPaise: -100_00, heldPaise: -150_00 });
    const { state } = given([topUp, reserve, { ...refund, amountPaise: 100_00 }]);
    expect(state.wallet.heldPaise).toBe(0);
    expect(state.hold?.status).toBe('captured');
    expect(state.payment?.refundedPaise).toBe(100_00);
    given([], state)
      .when({ ...refund, amountPaise: 1 })
      .becomes({ kind: 'TopUpRefunded', amountPaise: -1, heldPaise: 0, holdId: null });
  });

  it('a refund that is larger than its hold is booked', () => {
    given([topUp, reserve])
      .when({ ...refund, amountPaise: 150_01 })
      .becomes({ kind: 'TopUpRefunded', amountPaise: -150_01, heldPaise: -150_00 });
  });

  it('a refund of spent money is booked and overdraws the wallet', () => {
    const spend = { type: 'Charge', ...base, tool: 'chat', memberUid: 'u1' } as const;
    const { state } = given([
      topUp,
      { ...spend, amountPaise: 500_00 },
      { type: 'RefundTopUp', ...base, paymentId: 'pay_1', amountPaise: 200_00 },
    ]);
    expect(state.wallet).toMatchObject({ balancePaise: -200_00, floorPaise: -200_00 });
  });

  it('a lost dispute of a payment that was already refunded is booked', () => {
    const { state } = given([
      topUp,
      { type: 'RefundTopUp', ...base, paymentId: 'pay_1', amountPaise: 300_00 },
      dispute,
    ]);
    expect(state.wallet).toMatchObject({ balancePaise: -300_00, floorPaise: -300_00 });
    expect(state.payment).toMatchObject({ refundedPaise: 300_00, disputedPaise: 500_00 });
  });

  it('a refund that the gateway returned is credited, up to the refunded amount', () => {
    const paid: Command = { type: 'RefundTopUp', ...base, paymentId: 'pay_1', amountPaise: 200_00 };
    const returned = { type: 'ReturnRefund', ...base, paymentId: 'pay_1' } as const;
    const { state } = given([topUp, paid, { ...returned, amountPaise: 200_00 }]);
    expect(state.wallet.balancePaise).toBe(500_00);
    expect(state.payment?.refundedPaise).toBe(0);
    given([topUp, paid])
      .when({ ...returned, amountPaise: 200_01 })
      .refused('refund_exceeds_payment');
  });

  it('a correction changes a payment by a signed amount with a reason', () => {
    const correct = {
      type: 'CorrectPayment',
      ...base,
      paymentId: 'pay_1',
      amountPaise: -600_00,
      reason: 'The gateway never had it.',
    } as const;
    const { state } = given([topUp, correct]);
    expect(state.wallet).toMatchObject({ balancePaise: -100_00, floorPaise: -100_00 });
    expect(state.payment?.creditedPaise).toBe(-100_00);
    given([topUp])
      .when({ ...correct, reason: ' ' })
      .refused('reason_required');
  });

  it('a reserved refund cannot be captured as spending and can be released', () => {
    given([topUp, reserve])
      .when({ type: 'CaptureHold', ...base, holdId: 'hold_r' })
      .refused('hold_not_found');
    given([topUp, reserve])
      .when({ type: 'VoidHold', ...base, holdId: 'hold_r', reason: 'refund failed' })
      .becomes({ kind: 'HoldVoided', heldPaise: -150_00 });
  });

  it("a refund that names a purchase's hold does not touch the hold", () => {
    given([topUp, { ...hold, amountPaise: 100_00 }])
      .when({ ...refund, holdId: 'hold_1', amountPaise: 50_00 })
      .becomes({ kind: 'TopUpRefunded', heldPaise: 0, holdId: null });
  });

  it('a refund cannot reserve more than its payment', () => {
    given([topUp])
      .when({ ...reserve, amountPaise: 500_01 })
      .refused('refund_exceeds_payment');
    given([bonus]).when(reserve).refused('payment_not_found');
  });

  it('a dispute of a spent payment overdraws, and nothing can be spent until it is covered', () => {
    const { state } = given([topUp, { ...hold, amountPaise: 400_00 }, capture, dispute]);
    expect(state.wallet).toMatchObject({ balancePaise: -400_00, floorPaise: -400_00 });
    const next = { ...state, hold: null };
    given([], next)
      .when({ ...hold, amountPaise: 1 })
      .refused('insufficient_funds');

    const adjust = {
      type: 'AdjustByAdmin',
      ...base,
      amountPaise: 300_00,
      reason: 'goodwill',
    } as const;
    const covered = given([adjust], next);
    expect(covered.state.wallet).toMatchObject({ balancePaise: -100_00, floorPaise: -100_00 });
    given([], covered.state)
      .when({ ...hold, amountPaise: 1 })
      .refused('insufficient_funds');
    const whole = given([{ ...adjust, amountPaise: 101_00 }], covered.state);
    expect(whole.state.wallet).toMatchObject({ balancePaise: 1_00, floorPaise: 0 });
    given([], whole.state)
      .when({ ...hold, amountPaise: 1_00 })
      .becomes({ heldPaise: 1_00 });
  });

  it('a won dispute returns the money only once', () => {
    const won: Command = { type: 'WinDispute', ...base, amountPaise: 500_00, paymentId: 'pay_1' };
    const after = given([topUp, dispute, won]);
    expect(after.state.wallet.balancePaise).toBe(500_00);
    given([], after.state).when(won).refused('dispute_exceeds_payment');
  });

  it('an adjustment needs a reason, and never takes more than the balance', () => {
    const adjust = { type: 'AdjustByAdmin', ...base, amountPaise: -251_00 } as const;
    given([bonus])
      .when({ ...adjust, reason: 'mistake' })
      .refused('insufficient_funds');
    given([bonus])
      .when({ ...adjust, amountPaise: -1, reason: ' ' })
      .refused('reason_required');
  });

  it('clearing a closed wallet takes its balance, and never more than is available', () => {
    const clear = { type: 'ClearWallet', ...base, to: 'unclaimed', reason: 'closed' } as const;
    given([bonus, topUp])
      .when({ ...clear, amountPaise: 750_00 })
      .becomes({
        kind: 'WalletCleared',
        amountPaise: -750_00,
        heldPaise: 0,
        counterAccount: 'unclaimed',
        reason: 'closed',
      });
    given([bonus, topUp, { ...hold, amountPaise: 1_00 }])
      .when({ ...clear, amountPaise: 750_00 })
      .refused('insufficient_funds');
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 10_000_000_001])(
    'an amount of %s paise is refused',
    (amountPaise) => {
      given([])
        .when({ ...bonus, amountPaise } as Command)
        .refused('amount_invalid');
    },
  );
});
