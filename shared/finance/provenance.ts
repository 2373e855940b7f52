/**
 * The credits that paid for purchases: a projection of only one wallet's events.
 *
 * Every credit is a lot: paid (`TopUpCredited`, which has a payment behind it) or bonus (a sign-up
 * bonus, an admin's credits). Money that leaves the wallet takes from lots, recorded as moves.
 *
 * - A purchase, or a deduction by an admin, takes bonus lots before paid ones, oldest first.
 * - Money that goes back to the bank (a refund, a dispute) takes the lot of its own payment first, then the
 *   other paid lots, oldest first, and bonus lots last. The unclaimed money of a closed wallet is taken in the
 *   same order; the other credits of a closed wallet are taken in the order of spending.
 * - If the lots do not suffice, which happens only with a dispute, the remainder is a debt. The next credits
 *   pay the oldest debt first.
 * - Money that is given back (a charge refunded, a dispute won) reduces the taking's debt first and then
 *   returns to the taking's lots, first to the lot that was taken last. If a payment has several disputes, the
 *   newest is given back first.
 * - A hold reserves an amount, not lots: the lots are taken when the hold is captured.
 * - All members of an organization spend from the same lots.
 *
 * At every event the unspent lots minus the debts are the wallet's balance, held money included. Recorded moves
 * never change; a later event only adds moves.
 */
import type { LedgerEvent } from '../ledger/event.ts';

export type LotKind = 'paid' | 'bonus';

/** The origin of a lot. `seq` is the number of the event that credited it. */
export interface LotOrigin {
  readonly seq: number;
  readonly kind: LotKind;
  readonly paymentId: string | null;
}

export interface Lot extends LotOrigin {
  /** Greater than 0: a used-up lot is not kept. */
  readonly unspentPaise: number;
}

export const purposes = [
  'bought',
  'refunded',
  'disputed',
  'adjusted',
  'cleared',
  'unclaimed',
] as const;
/** Why money left the wallet. */
export type Purpose = (typeof purposes)[number];

/** An event that took money out of the wallet. */
export interface Taking {
  readonly seq: number;
  readonly purpose: Purpose;
  /** Only for a refund or a dispute. */
  readonly paymentId: string | null;
}

export interface Debt extends Taking {
  /** More than 0. */
  readonly unpaidPaise: number;
}

/** The part of a lot that went into a taking or, if negative, came back from it. */
export interface Move {
  /** The `seq` of the event that moved the money. */
  readonly seq: number;
  readonly lot: LotOrigin;
  readonly taking: Taking;
  readonly amountPaise: number;
}

/** A wallet's state after the event `seq`. */
export interface ProvenanceState {
  readonly seq: number;
  /** In the order of spending. */
  readonly lots: readonly Lot[];
  /** Oldest first. */
  readonly debts: readonly Debt[];
}

export const emptyProvenance: ProvenanceState = { seq: 0, lots: [], debts: [] };

/** A taking from before the projected events, which one of these events may give back. */
export interface EarlierTaking extends Taking {
  /** The moves in the order in which they were made. */
  readonly moves: readonly Move[];
}

/** An event's changes, in paise. Lots minus debts is its effect on the balance. */
export interface ProvenanceEffect {
  readonly seq: number;
  readonly paidPaise: number;
  readonly bonusPaise: number;
  readonly debtPaise: number;
}

export interface Projected {
  readonly state: ProvenanceState;
  readonly moves: readonly Move[];
  /** The effects of those events that changed something. */
  readonly effects: readonly ProvenanceEffect[];
}

/** The fields of an event that provenance depends on. */
export type ProvenanceEvent = Pick<
  LedgerEvent,
  'seq' | 'kind' | 'amountPaise' | 'paymentId' | 'reversesSeq' | 'counterAccount'
>;

/** Unspent amounts in the lots by kind, and the debt, in paise. */
export function sumUnspent({ lots, debts }: ProvenanceState) {
  const ofKind = (kind: LotKind) =>
    lots.reduce((sum, lot) => sum + (lot.kind === kind ? lot.unspentPaise : 0), 0);
  return {
    paidPaise: ofKind('paid'),
    bonusPaise: ofKind('bonus'),
    debtPaise: debts.reduce((sum, debt) => sum + debt.unpaidPaise, 0),
  };
}

/**
 * Continues from a state with the wallet's next events, in order. `earlier` contains the previous takings
 * that these events give back: charges by `reversesSeq`, and the disputes of a payment whose dispute is won.
 */
export function projectProvenance(
  before: ProvenanceState,
  events: readonly ProvenanceEvent[],
  earlier: readonly EarlierTaking[] = [],
): Projected {
  const wallet = new ProjectedWallet(before, earlier);
  for (const event of events) wallet.apply(event);
  return wallet.result();
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

class ProjectedWallet {
  #seq: number;
  readonly #lots: Mutable<Lot>[];
  #debts: Mutable<Debt>[];
  readonly #moves: Move[] = [];
  readonly #effects: ProvenanceEffect[] = [];
  /** Takings by event number, with their moves so far. */
  readonly #takings = new Map<number, { taking: Taking; moves: Move[] }>();
  #effect = { paidPaise: 0, bonusPaise: 0, debtPaise: 0 };

  constructor(before: ProvenanceState, earlier: readonly EarlierTaking[]) {
    this.#seq = before.seq;
    this.#lots = before.lots.map((lot) => ({ ...lot }));
    this.#debts = before.debts.map((debt) => ({ ...debt }));
    for (const { moves, ...taking } of earlier.toSorted((a, b) => a.seq - b.seq)) {
      this.#takings.set(taking.seq, { taking, moves: [...moves] });
    }
  }

  result(): Projected {
    return {
      state: { seq: this.#seq, lots: this.#lots, debts: this.#debts },
      moves: this.#moves,
      effects: this.#effects,
    };
  }

  apply(event: ProvenanceEvent): void {
    if (event.seq !== this.#seq + 1) throw new Error(`event ${event.seq} after ${this.#seq}`);
    this.#seq = event.seq;
    this.#effect = { paidPaise: 0, bonusPaise: 0, debtPaise: 0 };
    if (event.amountPaise > 0) this.#credit(event);
    else if (event.amountPaise < 0) this.#take(event);
    else return;
    this.#effects.push({ seq: event.seq, ...this.#effect });
  }

  #credit(event: ProvenanceEvent): void {
    const { seq, kind, amountPaise, paymentId, reversesSeq } = event;
    if (kind === 'ChargeRefunded' || kind === 'DisputeWon' || kind === 'RefundReturned') {
      const takings = this.#findGivenBack({ kind, paymentId, reversesSeq });
      const left = takings.reduce((rest, taking) => this.#giveBack(taking, rest), amountPaise);
      // Happens only if the ledger returned money that it never took; the balance contains that money.
      this.#addToLot({ seq, kind: 'bonus', paymentId: null }, left);
    } else {
      const isPaid = kind === 'TopUpCredited' || kind === 'GatewayCorrected';
      this.#addToLot(
        { seq, kind: isPaid ? 'paid' : 'bonus', paymentId: isPaid ? paymentId : null },
        amountPaise,
      );
    }
    this.#payDebts();
  }

  #take(event: ProvenanceEvent): void {
    const { seq, amountPaise } = event;
    const purpose = toPurpose(event);
    const isOfPayment = purpose === 'refunded' || purpose === 'disputed';
    const taking: Taking = { seq, purpose, paymentId: isOfPayment ? event.paymentId : null };
    this.#takings.set(seq, { taking, moves: [] });
    const unpaidPaise = this.#takeFromLots(taking, -amountPaise);
    if (unpaidPaise === 0) return;
    this.#debts.push({ ...taking, unpaidPaise });
    this.#effect.debtPaise += unpaidPaise;
  }

  /** Returns the part of the amount that the lots did not cover. */
  #takeFromLots(taking: Taking, amountPaise: number): number {
    let left = amountPaise;
    for (const lot of sortLots(this.#lots, taking)) {
      if (left === 0) break;
      const taken = Math.min(left, lot.unspentPaise);
      this.#move(lot, taking, taken);
      lot.unspentPaise -= taken;
      if (lot.unspentPaise === 0) this.#lots.splice(this.#lots.indexOf(lot), 1);
      left -= taken;
    }
    return left;
  }

  /** Returns the part of the amount that exceeds the taking. */
  #giveBack(taking: Taking, amountPaise: number): number {
    let left = amountPaise;
    const debt = this.#debts.find(({ seq }) => seq === taking.seq);
    if (debt) left -= this.#reduceDebt(debt, left);
    const moves = this.#takings.get(taking.seq)?.moves ?? [];
    for (const { lot, paise } of sumByLot(moves).toReversed()) {
      const back = Math.min(left, paise);
      if (back === 0) continue;
      this.#move(lot, taking, -back);
      this.#addToLot(lot, back, false);
      left -= back;
    }
    return left;
  }

  #payDebts(): void {
    for (const debt of this.#debts) {
      if (this.#lots.length === 0) return;
      const { unpaidPaise, ...taking } = debt;
      this.#reduceDebt(debt, unpaidPaise - this.#takeFromLots(taking, unpaidPaise));
    }
  }

  #reduceDebt(debt: Mutable<Debt>, atMostPaise: number): number {
    const reduced = Math.min(debt.unpaidPaise, atMostPaise);
    debt.unpaidPaise -= reduced;
    this.#effect.debtPaise -= reduced;
    if (debt.unpaidPaise === 0) this.#debts = this.#debts.filter((each) => each !== debt);
    return reduced;
  }

  #addToLot({ seq, kind, paymentId }: LotOrigin, paise: number, countsNow = true): void {
    if (paise === 0) return;
    if (countsNow) this.#count(kind, paise);
    const lot = this.#lots.find((each) => each.seq === seq);
    if (lot) {
      lot.unspentPaise += paise;
      return;
    }
    const added = { seq, kind, paymentId, unspentPaise: paise };
    const next = this.#lots.findIndex((each) => compareSpending(added, each) < 0);
    this.#lots.splice(next === -1 ? this.#lots.length : next, 0, added);
  }

  #move({ seq, kind, paymentId }: LotOrigin, taking: Taking, amountPaise: number): void {
    const known = this.#takings.get(taking.seq) ?? { taking, moves: [] };
    this.#takings.set(taking.seq, known);
    const move = {
      seq: this.#seq,
      lot: { seq, kind, paymentId },
      taking: known.taking,
      amountPaise,
    };
    known.moves.push(move);
    this.#moves.push(move);
    this.#count(kind, -amountPaise);
  }

  #count(kind: LotKind, paise: number): void {
    this.#effect[kind === 'paid' ? 'paidPaise' : 'bonusPaise'] += paise;
  }

  #findGivenBack(
    by: Pick<ProvenanceEvent, 'kind' | 'paymentId' | 'reversesSeq'>,
  ): readonly Taking[] {
    if (by.kind === 'ChargeRefunded') {
      const charge = this.#takings.get(by.reversesSeq ?? 0);
      return charge ? [charge.taking] : [];
    }
    const wanted = by.kind === 'DisputeWon' ? 'disputed' : 'refunded';
    return [...this.#takings.values()]
      .map(({ taking }) => taking)
      .filter(({ purpose, paymentId }) => purpose === wanted && paymentId === by.paymentId)
      .toReversed();
  }
}

function toPurpose({ kind, counterAccount }: ProvenanceEvent): Purpose {
  switch (kind) {
    case 'TopUpRefunded':
    case 'GatewayCorrected':
      return 'refunded';
    case 'TopUpDisputed':
      return 'disputed';
    case 'AdjustedByAdmin':
      return 'adjusted';
    case 'WalletCleared':
      return counterAccount === 'unclaimed' ? 'unclaimed' : 'cleared';
    default:
      return 'bought';
  }
}

function compareSpending(a: LotOrigin, b: LotOrigin): number {
  if (a.kind === b.kind) return a.seq - b.seq;
  return a.kind === 'bonus' ? -1 : 1;
}

const paidFirst: readonly Purpose[] = ['refunded', 'disputed', 'unclaimed'];

/** `lots` are in the order of spending. */
function sortLots<L extends LotOrigin>(
  lots: readonly L[],
  { purpose, paymentId }: Taking,
): readonly L[] {
  if (!paidFirst.includes(purpose)) return [...lots];
  const isOwn = (lot: L) => paymentId !== null && lot.paymentId === paymentId;
  const isOtherPaid = (lot: L) => lot.kind === 'paid' && !isOwn(lot);
  return [
    ...lots.filter(isOwn),
    ...lots.filter(isOtherPaid),
    ...lots.filter(({ kind }) => kind === 'bonus'),
  ];
}

/** The amount from each lot in a taking, in the order of first use. */
export function sumByLot(moves: readonly Move[]): { lot: LotOrigin; paise: number }[] {
  const sums = new Map<number, { lot: LotOrigin; paise: number }>();
  for (const { lot, amountPaise } of moves) {
    const sum = sums.get(lot.seq);
    if (sum) sum.paise += amountPaise;
    else sums.set(lot.seq, { lot, paise: amountPaise });
  }
  return [...sums.values()];
}
