/**
 * A second, naive implementation of the ledger's rules: a list of facts, and every sum computed again each
 * time. Shares no code with the rules that it is compared with.
 */
import type { Command, RefusalCode } from '@sachet/shared/ledger/command';

export interface Fact {
  kind: string;
  walletId: string;
  seq: number;
  amountPaise: number;
  heldPaise: number;
  lockedPaise: number | null;
  balanceAfterPaise: number;
  heldAfterPaise: number;
  counterAccount: string | null;
  actor: string;
  memberUid: string | null;
  budgetMonth: string | null;
  generationId: string | null;
  conversationId: string | null;
  orderId: string | null;
  paymentId: string | null;
  holdId: string | null;
  reversesSeq: number | null;
  upgradesSeq: number | null;
  reason: string | null;
  holdExpiresAtMs: number | null;
  idempotencyKey: string;
}

type Effect = Partial<Fact> & Pick<Fact, 'kind' | 'amountPaise' | 'heldPaise'>;

type Answer = { fact: Fact; replayed: boolean } | RefusalCode;

const isPaise = (size: number) => Number.isInteger(size) && size >= 1 && size <= 10_00_00_000_00;

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

const indianMonth = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: '2-digit',
});

const giftKinds = {
  CreditSignupBonus: 'SignupBonusCredited',
  CreditReferral: 'ReferralCredited',
  RedeemGiftCode: 'GiftCodeRedeemed',
} as const;

/** The prefix of a key that names only the command's hold. */
export const holdVerbs: Partial<Record<Command['type'], string>> = {
  PlaceHold: 'hold',
  ReserveRefund: 'hold',
  CaptureHold: 'capture',
  VoidHold: 'void',
  ExpireHold: 'expire',
};

/** Whether the command's key has the prefix of another command's hold. */
function hasKeyOfAnother(command: Command): boolean {
  const [, verb, holdId] = /^(hold|capture|void|expire):(.*)$/s.exec(command.idempotencyKey) ?? [];
  if (verb === undefined) return false;
  return holdVerbs[command.type] !== verb || !('holdId' in command) || command.holdId !== holdId;
}

/** Parts that a retry changes. */
const changing = ['expiresAtMs', 'releasesPaise', 'allowanceDay'];

/** The parts of a request that must match when its key is repeated. */
function toRequest(command: Command): string {
  const { idempotencyKey: _, walletId: __, effectiveAtMs: ___, ...rest } = command;
  return Object.entries(rest)
    .filter(([name, value]) => value !== undefined && !changing.includes(name))
    .map(([name, value]) => `${name}=${typeof value}:${String(value)}`)
    .sort()
    .join('&');
}

export class LedgerModel {
  readonly facts: Fact[] = [];
  readonly #wallets: Set<string>;
  /** By wallet and member; 0 is unlimited. */
  readonly #budgets: Map<string, number>;
  readonly #requests = new Map<string, { fact: Fact; request: string }>();

  constructor(wallets: Iterable<string>, budgets: Map<string, number>) {
    this.#wallets = new Set(wallets);
    this.#budgets = budgets;
  }

  /** A model with the same wallets and budgets, and no events. */
  empty(): LedgerModel {
    return new LedgerModel(this.#wallets, this.#budgets);
  }

  of(walletId: string): Fact[] {
    return this.facts.filter((fact) => fact.walletId === walletId);
  }

  balance(walletId: string): number {
    return sum(this.of(walletId).map((fact) => fact.amountPaise));
  }

  held(walletId: string): number {
    return sum(this.of(walletId).map((fact) => fact.heldPaise));
  }

  locked(walletId: string): number {
    return sum(this.of(walletId).map((fact) => fact.lockedPaise ?? 0));
  }

  /** The answer to the command at this point; `keep` stores the resulting facts. */
  answer(command: Command, nowMs: number, keep = true): Answer {
    const { walletId, idempotencyKey, actor } = command;
    if (hasKeyOfAnother(command)) return 'command_invalid';
    const locks = 'lockedPaise' in command && command.lockedPaise !== undefined;
    if (locks && !actor.startsWith('user:')) return 'command_invalid';
    if (!this.#wallets.has(walletId)) return 'wallet_not_found';
    const key = `${walletId} ${idempotencyKey}`;
    const known = this.#requests.get(key);
    if (known) {
      return known.request === toRequest(command)
        ? { fact: known.fact, replayed: true }
        : 'idempotency_conflict';
    }
    const before = this.facts.length;
    const effect = this.#release(command) ?? this.#toEffect(command, nowMs);
    if (typeof effect === 'string') {
      this.facts.length = before;
      return effect;
    }
    const fact = this.#toFact(command, effect);
    if (keep) {
      this.facts.push(fact);
      this.#requests.set(key, { fact, request: toRequest(command) });
    } else {
      this.facts.length = before;
    }
    return { fact, replayed: false };
  }

  /** Adds the fact of the release that a purchase asks for. Returns why it cannot. */
  #release(command: Command): RefusalCode | null {
    if (!('releasesPaise' in command) || command.releasesPaise === undefined) return null;
    const { amountPaise, releasesPaise, allowanceDay, walletId } = command;
    if (!isPaise(amountPaise) || !isPaise(releasesPaise) || !allowanceDay) return 'amount_invalid';
    const released = Math.min(releasesPaise, this.locked(walletId));
    if (released === 0) return null;
    const effect = {
      kind: 'BonusReleased',
      amountPaise: 0,
      heldPaise: 0,
      lockedPaise: -released,
      counterAccount: 'promotions',
      reason: `allowance ${allowanceDay}`,
    };
    this.facts.push(this.#toFact(command, effect, `release:${command.idempotencyKey}`));
    return null;
  }

  #toFact(
    { walletId, actor, idempotencyKey }: Command,
    effect: Effect,
    key: string = idempotencyKey,
  ): Fact {
    return {
      lockedPaise: null,
      counterAccount: null,
      memberUid: null,
      budgetMonth: null,
      generationId: null,
      conversationId: null,
      orderId: null,
      paymentId: null,
      holdId: null,
      reversesSeq: null,
      upgradesSeq: null,
      reason: null,
      holdExpiresAtMs: null,
      ...effect,
      walletId,
      actor,
      idempotencyKey: key,
      seq: this.of(walletId).length + 1,
      balanceAfterPaise: this.balance(walletId) + effect.amountPaise,
      heldAfterPaise: this.held(walletId) + effect.heldPaise,
    };
  }

  #toEffect(command: Command, nowMs: number): Effect | RefusalCode {
    const { walletId } = command;
    const mine = this.of(walletId);
    const available = this.balance(walletId) - this.held(walletId);
    const locked = this.locked(walletId);

    const amount = 'amountPaise' in command ? command.amountPaise : undefined;
    if (amount !== undefined) {
      const isSigned = command.type === 'AdjustByAdmin' || command.type === 'CorrectPayment';
      const size = isSigned && amount < 0 ? -amount : amount;
      if (!isPaise(size)) return 'amount_invalid';
    }

    const unaffordable = (paise: number, memberUid: string): RefusalCode | null => {
      if (available < paise) return 'insufficient_funds';
      if (available - paise < locked) return 'unverified_funds';
      const budget = this.#budgets.get(`${walletId} ${memberUid}`) ?? 0;
      const month = indianMonth.format(nowMs);
      const counted = mine.filter((f) => f.memberUid === memberUid && f.budgetMonth === month);
      const used = sum(counted.map((f) => f.heldPaise - f.amountPaise));
      return budget > 0 && used + paise > budget ? 'budget_exceeded' : null;
    };
    const holding = 'holdId' in command ? command.holdId : null;
    const placed = this.facts.find((f) => f.kind === 'HoldPlaced' && f.holdId === holding);
    const resolved = mine.some((f) => f.kind !== 'HoldPlaced' && f.holdId === holding && holding);
    const spentLike = (fact: Fact) => ({
      counterAccount: fact.counterAccount,
      memberUid: fact.memberUid,
      budgetMonth: fact.budgetMonth,
      generationId: fact.generationId,
      conversationId: fact.conversationId,
    });
    const unresolvable = (purpose?: 'refund' | 'spending'): RefusalCode | null => {
      if (placed?.walletId !== walletId) return 'hold_not_found';
      const isRefund = placed.paymentId !== null;
      if (purpose && isRefund !== (purpose === 'refund')) return 'hold_not_found';
      return resolved ? 'hold_already_resolved' : null;
    };

    const chargeAt = (seq: number) =>
      mine.find((f) => f.seq === seq && ['Charged', 'HoldCaptured'].includes(f.kind));
    const getRefunded = ({ seq }: Fact) =>
      sum(mine.filter((f) => f.reversesSeq === seq).map((f) => f.amountPaise));

    const paying = 'paymentId' in command ? command.paymentId : null;
    const credit = this.facts.find((f) => f.kind === 'TopUpCredited' && f.paymentId === paying);
    const ofPayment = (...kinds: string[]) =>
      sum(
        mine
          .filter((f) => kinds.includes(f.kind) && f.paymentId === paying)
          .map((f) => f.amountPaise),
      );

    switch (command.type) {
      case 'CreditSignupBonus': {
        const { lockedPaise } = command;
        const isLocking = lockedPaise !== undefined;
        const isPart = isLocking && isPaise(lockedPaise) && lockedPaise <= command.amountPaise;
        if (isLocking && (!isPart || locked > 0)) return 'amount_invalid';
        return {
          kind: giftKinds[command.type],
          amountPaise: command.amountPaise,
          heldPaise: 0,
          lockedPaise: lockedPaise ?? null,
          counterAccount: 'promotions',
        };
      }
      case 'ReleaseBonus':
        if (!/\S/.test(command.reason)) return 'reason_required';
        if (locked === 0) return 'nothing_locked';
        return {
          kind: 'BonusReleased',
          amountPaise: 0,
          heldPaise: 0,
          lockedPaise: -locked,
          counterAccount: 'promotions',
          reason: command.reason,
        };
      case 'CreditReferral':
      case 'RedeemGiftCode':
        return {
          kind: giftKinds[command.type],
          amountPaise: command.amountPaise,
          heldPaise: 0,
          counterAccount: 'promotions',
        };
      case 'AdjustByAdmin':
        if (!/\S/.test(command.reason)) return 'reason_required';
        if (command.amountPaise < 0 && available + command.amountPaise < 0) {
          return 'insufficient_funds';
        }
        return {
          kind: 'AdjustedByAdmin',
          amountPaise: command.amountPaise,
          heldPaise: 0,
          counterAccount: 'adjustments',
          reason: command.reason,
        };
      case 'ClearWallet':
        if (available < command.amountPaise) return 'insufficient_funds';
        return {
          kind: 'WalletCleared',
          amountPaise: -command.amountPaise,
          heldPaise: 0,
          lockedPaise: Math.min(0, this.balance(walletId) - command.amountPaise - locked) || null,
          counterAccount: command.to,
          reason: command.reason,
        };
      case 'CreditTopUp':
        if (credit) return 'payment_already_credited';
        return {
          kind: 'TopUpCredited',
          amountPaise: command.amountPaise,
          heldPaise: 0,
          counterAccount: 'gateway:razorpay',
          orderId: command.orderId,
          paymentId: command.paymentId,
        };
      case 'CorrectPayment':
        if (!/\S/.test(command.reason)) return 'reason_required';
        if (credit?.walletId !== walletId) return 'payment_not_found';
        return {
          kind: 'GatewayCorrected',
          amountPaise: command.amountPaise,
          heldPaise: 0,
          counterAccount: 'gateway:razorpay',
          orderId: credit.orderId,
          paymentId: command.paymentId,
          reason: command.reason,
        };
      case 'RefundTopUp':
      case 'ReturnRefund':
      case 'DisputeTopUp':
      case 'WinDispute': {
        if (credit?.walletId !== walletId) return 'payment_not_found';
        const disputed = -ofPayment('TopUpDisputed', 'DisputeWon');
        const moved = {
          heldPaise: 0,
          counterAccount: 'gateway:razorpay',
          orderId: credit.orderId,
          paymentId: command.paymentId,
        };
        if (command.type === 'WinDispute') {
          if (command.amountPaise > disputed) return 'dispute_exceeds_payment';
          return { kind: 'DisputeWon', amountPaise: command.amountPaise, ...moved };
        }
        if (command.type === 'ReturnRefund') {
          const refunded = -ofPayment('TopUpRefunded', 'RefundReturned');
          if (command.amountPaise > refunded) return 'refund_exceeds_payment';
          return { kind: 'RefundReturned', amountPaise: command.amountPaise, ...moved };
        }
        if (command.type === 'DisputeTopUp') {
          return { kind: 'TopUpDisputed', amountPaise: -command.amountPaise, ...moved };
        }
        if (command.holdId !== undefined && unresolvable('refund') === null) {
          const { holdId } = command;
          const released = { ...moved, heldPaise: -placed!.heldPaise, holdId };
          return { kind: 'TopUpRefunded', amountPaise: -command.amountPaise, ...released };
        }
        return { kind: 'TopUpRefunded', amountPaise: -command.amountPaise, ...moved };
      }
      case 'ReserveRefund': {
        if (placed) return 'hold_exists';
        if (credit?.walletId !== walletId) return 'payment_not_found';
        const left = ofPayment(
          'TopUpCredited',
          'TopUpRefunded',
          'RefundReturned',
          'TopUpDisputed',
          'DisputeWon',
          'GatewayCorrected',
        );
        if (command.amountPaise > left) return 'refund_exceeds_payment';
        if (command.amountPaise + locked > available) return 'insufficient_funds';
        return {
          kind: 'HoldPlaced',
          amountPaise: 0,
          heldPaise: command.amountPaise,
          counterAccount: 'gateway:razorpay',
          orderId: credit.orderId,
          paymentId: command.paymentId,
          holdId: command.holdId,
          holdExpiresAtMs: command.expiresAtMs,
        };
      }
      case 'PlaceHold':
      case 'Charge': {
        if (command.type === 'PlaceHold' && placed) return 'hold_exists';
        const upgradesSeq = command.type === 'PlaceHold' ? (command.upgradesSeq ?? null) : null;
        if (upgradesSeq !== null) {
          const charge = chargeAt(upgradesSeq);
          const isSame = charge?.generationId && charge.generationId === command.generationId;
          if (!isSame || getRefunded(charge) === -charge.amountPaise) return 'charge_not_found';
        }
        const refusal = unaffordable(command.amountPaise, command.memberUid);
        if (refusal) return refusal;
        const spending = {
          counterAccount: `revenue:${command.tool}`,
          memberUid: command.memberUid,
          budgetMonth: indianMonth.format(nowMs),
          generationId: command.generationId ?? null,
          conversationId: command.conversationId ?? null,
        };
        if (command.type === 'Charge') {
          return { kind: 'Charged', amountPaise: -command.amountPaise, heldPaise: 0, ...spending };
        }
        return {
          kind: 'HoldPlaced',
          amountPaise: 0,
          heldPaise: command.amountPaise,
          holdId: command.holdId,
          holdExpiresAtMs: command.expiresAtMs,
          upgradesSeq,
          ...spending,
        };
      }
      case 'CaptureHold': {
        const refusal = unresolvable('spending');
        if (refusal) return refusal;
        const taken = command.amountPaise ?? placed!.heldPaise;
        if (taken > placed!.heldPaise) return 'capture_exceeds_hold';
        return {
          kind: 'HoldCaptured',
          amountPaise: -taken,
          heldPaise: -placed!.heldPaise,
          holdId: command.holdId,
          upgradesSeq: placed!.upgradesSeq,
          ...spentLike(placed!),
        };
      }
      case 'ExpireHold':
      case 'VoidHold': {
        if (command.type === 'ExpireHold' && placed && !this.#isResolved(command.holdId)) {
          if (nowMs < placed.holdExpiresAtMs!) return 'hold_not_expired';
        }
        const refusal = unresolvable();
        if (refusal) return refusal;
        return {
          kind: command.type === 'VoidHold' ? 'HoldVoided' : 'HoldExpired',
          amountPaise: 0,
          heldPaise: -placed!.heldPaise,
          holdId: command.holdId,
          reason: command.type === 'VoidHold' ? (command.reason ?? null) : null,
          ...spentLike(placed!),
        };
      }
      case 'RefundCharge': {
        const charge = chargeAt(command.chargeSeq);
        if (!charge) return 'charge_not_found';
        if (getRefunded(charge) + command.amountPaise > -charge.amountPaise) {
          return 'refund_exceeds_charge';
        }
        return {
          kind: 'ChargeRefunded',
          amountPaise: command.amountPaise,
          heldPaise: 0,
          reversesSeq: charge.seq,
          reason: command.reason ?? null,
          ...spentLike(charge),
        };
      }
    }
  }

  #isResolved(holdId: string): boolean {
    return this.facts.some((f) => f.kind !== 'HoldPlaced' && f.holdId === holdId);
  }
}
