import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../time.ts';
import type { SettlementLine } from './line.ts';
import {
  addIdentities,
  type FeeTerm,
  findFeeTerm,
  holdsIdentity,
  matchItems,
  razorpayTerms,
  reconcileDay,
  sumGrossPaise,
  toAccountedPaise,
  toLineSubject,
  toSubject,
  type FindingClass,
  type Identity,
  type LedgerItem,
  type Transfer,
} from './reconcile.ts';

/** The true history, which ledger, gateway and bank report. */
interface History {
  readonly ledger: LedgerItem[];
  readonly lines: SettlementLine[];
  readonly bank: { utr: string; day: string; amountPaise: number }[];
}

const begin = '2026-03-01';
const today = '2026-04-30';
const last = addDays(today, -1);

interface Payment {
  readonly amount: number;
  readonly onDay: number;
  readonly refund: number;
  /** The gateway could not pay the refund out. */
  readonly isReturned: boolean;
  readonly dispute: 'none' | 'open' | 'lost' | 'won' | 'won after it was taken' | 'partly won';
  readonly isRecent: boolean;
  readonly isHeld: boolean;
}

const payment: fc.Arbitrary<Payment> = fc.record({
  amount: fc.integer({ min: 100, max: 50_000_000 }),
  onDay: fc.nat(30),
  refund: fc.nat(100),
  dispute: fc.constantFrom(
    'none',
    'none',
    'none',
    'open',
    'lost',
    'won',
    'won after it was taken',
    'partly won',
  ),
  isReturned: fc.boolean(),
  isRecent: fc.boolean(),
  isHeld: fc.boolean(),
});
const payments = fc.array(payment, { minLength: 2, maxLength: 30 });

const fee = (amount: number) => Math.round(amount * 0.02);
const tax = (amount: number) => Math.round(fee(amount) * 0.18);

function tell(all: readonly Payment[]): History {
  const ledger: LedgerItem[] = [];
  const lines: SettlementLine[] = [];
  const inLedger = (
    kind: LedgerItem['kind'],
    entityId: string,
    given: { paymentId: string; amountPaise: number; day: string; isGivenBack?: boolean },
  ) => ledger.push({ kind, entityId, walletId: 'wal_1', seq: ledger.length + 1, ...given });
  const atGateway = (given: Partial<SettlementLine>, day: string) => {
    const settledOn = addDays(day, 2);
    lines.push({
      kind: 'payment',
      entityId: '',
      amountPaise: 0,
      debitPaise: 0,
      creditPaise: 0,
      feePaise: 0,
      taxPaise: 0,
      currency: 'INR',
      onHold: false,
      createdOn: day,
      settledOn,
      settlementId: `setl_${settledOn}`,
      utr: `utr_${settledOn}`,
      paymentId: null,
      disputeId: null,
      method: 'upi',
      ...given,
    });
  };
  const unsettled = { settledOn: null, settlementId: null, utr: null } as const;
  for (const [n, each] of all.entries()) {
    const { amount, onDay, refund, isReturned, dispute, isRecent, isHeld } = each;
    const paymentId = `pay_${n}`;
    // Yesterday's items are missing in the reports, or are reported as not settled.
    const day = isRecent ? last : addDays(begin, onDay);
    inLedger('payment', paymentId, { paymentId, amountPaise: amount, day });
    const feePaise = fee(amount) + tax(amount);
    const captured = {
      entityId: paymentId,
      paymentId,
      amountPaise: amount,
      creditPaise: amount - feePaise,
      feePaise,
      taxPaise: tax(amount),
    };
    if (!isRecent) atGateway(captured, day);
    else if (isHeld) atGateway({ ...captured, ...unsettled, onHold: n % 2 === 0 }, day);
    const back = Math.floor((amount * refund) / 400);
    const later = isRecent ? last : addDays(day, 1);
    if (back > 0) {
      const entityId = `rfnd_${n}`;
      const isGivenBack = isReturned && !isRecent;
      inLedger('refund', entityId, { paymentId, amountPaise: -back, day: later, isGivenBack });
      if (isGivenBack) {
        const returned = { paymentId, amountPaise: back, day: addDays(later, 2), isGivenBack };
        inLedger('refund-returned', entityId, returned);
        const credit = { amountPaise: back, creditPaise: back };
        const line = {
          kind: 'adjustment',
          entityId: `adj_back_${n}`,
          paymentId,
          ...credit,
        } as const;
        atGateway(line, addDays(later, 2));
      }
      if (!isRecent) {
        atGateway(
          { kind: 'refund', entityId, paymentId, amountPaise: back, debitPaise: back },
          later,
        );
      }
    }
    if (dispute === 'none' || (isRecent && dispute !== 'open')) continue;
    const disputed = amount - back;
    const disputeId = `disp_${n}`;
    const isGivenBack = dispute.startsWith('won');
    inLedger('dispute', disputeId, {
      paymentId,
      amountPaise: -disputed,
      day: later,
      isGivenBack,
    });
    if (isRecent) continue;
    const adjusted = { kind: 'adjustment', paymentId, disputeId } as const;
    if (dispute !== 'won') {
      const taken = { amountPaise: disputed, debitPaise: disputed };
      atGateway({ ...adjusted, ...taken, entityId: `adj_${n}` }, addDays(later, 9));
    }
    if (isGivenBack || dispute === 'partly won') {
      const day = addDays(later, 12);
      const won = isGivenBack ? disputed : Math.floor(disputed / 2);
      inLedger('dispute-won', disputeId, { paymentId, amountPaise: won, day, isGivenBack });
      const given = { amountPaise: won, creditPaise: won };
      if (dispute !== 'won') {
        atGateway({ ...adjusted, ...given, entityId: `adj_won_${n}` }, day);
      }
    }
  }
  return { ledger, lines, bank: toBank(lines) };
}

function toBank(lines: readonly SettlementLine[]): History['bank'] {
  const arrived = new Map<string, { utr: string; day: string; amountPaise: number }>();
  for (const { utr, settledOn, creditPaise, debitPaise } of lines) {
    if (utr === null) continue;
    const before = arrived.get(utr)?.amountPaise ?? 0;
    arrived.set(utr, { utr, day: settledOn!, amountPaise: before + creditPaise - debitPaise });
  }
  return [...arrived.values()];
}

/** Reconciles each day separately, as the database does. */
function reconcile({ ledger, lines, bank }: History) {
  const matches = Map.groupBy(matchItems(ledger, lines), ({ day }) => day);
  const settled = new Map(toBank(lines).map((each) => [each.utr, each]));
  const arrived = Map.groupBy(bank, ({ utr }) => utr);
  const transfers = [...new Set([...settled.keys(), ...arrived.keys()])].map((utr): Transfer => {
    const settlement = settled.get(utr);
    const atBank = arrived.get(utr);
    return {
      utr,
      day: (settlement ?? atBank![0]!).day,
      settledPaise: settlement?.amountPaise ?? null,
      explainedPaise: 0,
      bankPaise: atBank ? atBank.reduce((sum, { amountPaise }) => sum + amountPaise, 0) : 0,
    };
  });
  const days = new Set([...matches.keys(), ...transfers.map(({ day }) => day)]);
  return [...days].map((day) => ({
    day,
    ...reconcileDay(
      {
        matches: matches.get(day) ?? [],
        transfers: transfers.filter((transfer) => transfer.day === day),
      },
      { terms: razorpayTerms, today, reportedUntil: last },
    ),
  }));
}

const toTotal = (days: ReturnType<typeof reconcile>): Identity =>
  addIdentities(days.map(({ identity }) => identity));
const listFindings = (days: ReturnType<typeof reconcile>): string[] =>
  days
    .flatMap(({ findings }) => findings.map((found) => `${found.class}: ${found.subject}`))
    .toSorted();

describe('any consistent history', () => {
  test('any consistent history reconciles on every day and in total, with only new disputes as findings', () => {
    fc.assert(
      fc.property(payments, (all) => {
        const days = reconcile(tell(all));
        for (const { identity } of days) expect(holdsIdentity(identity)).toBe(true);
        expect(holdsIdentity(toTotal(days))).toBe(true);
        const open = all.flatMap(({ dispute, isRecent }, n) =>
          dispute === 'open' && isRecent ? `disputed: dispute disp_${n}` : [],
        );
        expect(listFindings(days)).toEqual(open.toSorted());
      }),
    );
  });
});

describe('any missing lines', () => {
  test('a month agrees exactly when what the ledger booked of each payment, refund and dispute is what the reports have, or is still awaited', () => {
    fc.assert(
      fc.property(payments, fc.array(fc.boolean(), { minLength: 200 }), (all, isReported) => {
        const whole = tell(all);
        const lines = whole.lines.filter((_, n) => isReported[n] ?? true);
        const days = reconcile({ ledger: whole.ledger, lines, bank: toBank(lines) });
        /** By payment, refund and dispute, with both legs. */
        const differences = new Map<string, number>();
        const add = (entityId: string, paise: number) =>
          differences.set(entityId, (differences.get(entityId) ?? 0) + paise);
        for (const { entityId, amountPaise, day } of whole.ledger) {
          if (day !== last) add(entityId, amountPaise);
        }
        for (const line of lines) {
          const [, entityId = ''] = toLineSubject(line, whole.ledger).split(' ');
          if (line.createdOn !== last) add(entityId, -sumGrossPaise([line]));
        }
        const agrees = [...differences.values()].every((paise) => paise === 0);
        expect(days.every(({ identity }) => holdsIdentity(identity))).toBe(agrees);
        const isAnyAwaited = whole.ledger.some(
          (item) =>
            item.day === last && !lines.some((line) => toLineSubject(line) === toSubject(item)),
        );
        expect(days.every(({ isCompared }) => isCompared)).toBe(!isAnyAwaited);
      }),
    );
  });

  const legs = (kind: 'dispute' | 'refund', day: string): LedgerItem[] => {
    const common = { entityId: 'id_1', paymentId: 'pay_1', day, walletId: 'wal_1' };
    const back = kind === 'dispute' ? 'dispute-won' : 'refund-returned';
    return [
      { ...common, kind, amountPaise: -500, seq: 1, isGivenBack: true },
      { ...common, kind: back, amountPaise: 500, seq: 2, isGivenBack: true },
    ];
  };
  const debit = { feePaise: 0, taxPaise: 0, currency: 'INR', onHold: false, method: null };
  const toLine = (kind: 'dispute' | 'refund', on: string): SettlementLine => ({
    ...debit,
    kind: kind === 'dispute' ? 'adjustment' : 'refund',
    entityId: kind === 'dispute' ? 'adj_1' : 'id_1',
    disputeId: kind === 'dispute' ? 'id_1' : null,
    paymentId: 'pay_1',
    amountPaise: 500,
    debitPaise: 500,
    creditPaise: 0,
    createdOn: on,
    settledOn: null,
    settlementId: null,
    utr: null,
  });

  test.each(['dispute', 'refund'] as const)(
    'the credit of a %s whose debit a report has is awaited, then missing',
    (kind) => {
      const look = (day: string, lines: SettlementLine[]) => {
        const context = { terms: razorpayTerms, today, reportedUntil: last };
        const matches = matchItems(legs(kind, day), lines);
        const { identity, isCompared, findings } = reconcileDay(
          { matches, transfers: [] },
          context,
        );
        return [holdsIdentity(identity), isCompared, findings.map((found) => found.class)];
      };
      expect(look(begin, [])).toEqual([true, true, []]);
      expect(look(begin, [toLine(kind, begin)])).toEqual([
        false,
        true,
        expect.arrayContaining(['missing_at_gateway']),
      ]);
      expect(look(last, [toLine(kind, last)])).toEqual([true, false, []]);
    },
  );
});

/** Changes one fact in one side's report. Returns the subject of the fact, or null if no such fact exists. */
type Fault = (history: History, pick: number) => string | null;

const settledPayments = ({ lines }: History) =>
  lines.filter(({ kind, settlementId }) => kind === 'payment' && settlementId !== null);

function change(history: History, line: SettlementLine, to: Partial<SettlementLine>): string {
  history.lines[history.lines.indexOf(line)] = { ...line, ...to };
  return toLineSubject(line);
}

/** If a settlement's amount changes, the bank's changes too, so that there is only one fault. */
function inSettlement(fault: (history: History, line: SettlementLine) => string): Fault {
  return (history, pick) => {
    const lines = settledPayments(history);
    if (lines.length === 0) return null;
    const subject = fault(history, lines[pick % lines.length]!);
    history.bank.splice(0, history.bank.length, ...toBank(history.lines));
    return subject;
  };
}

const faults: Record<Exclude<FindingClass, 'disputed'>, Fault[]> = {
  missing_in_ledger: [
    inSettlement((history, line) => {
      const at = history.ledger.findIndex((item) => toSubject(item) === toLineSubject(line));
      history.ledger.splice(at, 1);
      return toLineSubject(line);
    }),
    inSettlement((history, line) => {
      const entityId = 'adj_foreign';
      history.lines.push({
        ...line,
        paymentId: 'pay_foreign',
        kind: 'adjustment',
        entityId,
        amountPaise: 77,
        debitPaise: 77,
        creditPaise: 0,
        feePaise: 0,
        taxPaise: 0,
      });
      return `adjustment ${entityId}`;
    }),
  ],
  missing_at_gateway: [
    inSettlement((history, line) => {
      history.lines.splice(history.lines.indexOf(line), 1);
      return toLineSubject(line);
    }),
  ],
  amount_differs: [
    inSettlement((history, line) =>
      change(history, line, {
        amountPaise: line.amountPaise + 1,
        creditPaise: line.creditPaise + 1,
      }),
    ),
    inSettlement((history, line) => change(history, line, { creditPaise: line.creditPaise - 1 })),
  ],
  fee_differs: [
    inSettlement((history, line) =>
      change(history, line, {
        creditPaise: line.creditPaise - 2,
        feePaise: line.feePaise + 2,
      }),
    ),
  ],
  duplicate: [
    inSettlement((history, line) => {
      const settledOn = addDays(line.settledOn!, 1);
      const again = { settlementId: `setl_${settledOn}`, utr: `utr_${settledOn}`, settledOn };
      history.lines.push({ ...line, ...again });
      return toLineSubject(line);
    }),
    inSettlement((history, line) => {
      const item = history.ledger.find((each) => toSubject(each) === toLineSubject(line))!;
      history.ledger.push({ ...item, seq: 1_000 });
      return toLineSubject(line);
    }),
  ],
  settled_late: [
    inSettlement((history, line) => {
      const settledOn = addDays(line.createdOn, 6);
      const late = { settledOn, settlementId: `setl_${settledOn}`, utr: `utr_${settledOn}` };
      return change(history, line, late);
    }),
  ],
  bank_amount_differs: [
    ({ bank }, pick) => {
      if (bank.length === 0) return null;
      const line = bank[pick % bank.length]!;
      line.amountPaise -= 1;
      return `utr ${line.utr}`;
    },
    ({ bank }, pick) => {
      const { utr, amountPaise } = bank[pick % bank.length] ?? { utr: '', amountPaise: 0 };
      if (amountPaise === 0) return null;
      bank.splice(pick % bank.length, 1);
      return `utr ${utr}`;
    },
  ],
  gateway_charge: [
    inSettlement((history, line) => {
      const nothing = { feePaise: 0, taxPaise: 0, creditPaise: 0, paymentId: null };
      const charge = { kind: 'adjustment', entityId: 'adj_rent', debitPaise: 99 } as const;
      history.lines.push({ ...line, ...nothing, ...charge, amountPaise: 99 });
      return 'adjustment adj_rent';
    }),
  ],
  unknown_type: [
    inSettlement((history, line) => {
      const nothing = { feePaise: 0, taxPaise: 0, debitPaise: 0, paymentId: null };
      for (const entityId of ['res_1', 'res_2']) {
        const reserve = { kind: 'other:reserve', entityId, creditPaise: 5 } as const;
        history.lines.push({ ...line, ...nothing, ...reserve, amountPaise: 5 });
      }
      return 'type reserve';
    }),
  ],
  utr_unknown: [
    ({ bank }) => {
      bank.push({ utr: 'elsewhere', day: '2026-03-09', amountPaise: 500 });
      return 'utr elsewhere 2026-03-09';
    },
  ],
};

describe('one fault', () => {
  const cases = Object.entries(faults).flatMap(([name, all]) =>
    all.map((fault, n) => [`${name} (${n + 1})`, name as FindingClass, fault] as const),
  );

  test.each(cases)(
    'the fault %s causes exactly one new finding, in the expected class',
    (_name, expected, fault) => {
      fc.assert(
        fc.property(payments, fc.nat(), (all, pick) => {
          const history = tell(all);
          const before = listFindings(reconcile(history));
          const subject = fault(history, pick);
          fc.pre(subject !== null);
          const days = reconcile(history);
          expect(listFindings(days)).toEqual([...before, `${expected}: ${subject}`].toSorted());
          // The findings equal the difference between the books and the bank, to the paisa.
          const total = toTotal(days);
          const differences = days
            .flatMap(({ findings }) => findings)
            .reduce((sum, { differencePaise }) => sum + differencePaise, 0);
          expect(toAccountedPaise(total) + total.unreportedPaise - total.ledgerPaise).toBe(
            differences,
          );
          const harmless = ['fee_differs', 'settled_late', 'gateway_charge', 'unknown_type'];
          const breaks = !harmless.includes(expected);
          expect(days.every(({ identity }) => holdsIdentity(identity))).toBe(!breaks);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('whether a day was compared', () => {
  const day = '2026-03-02';
  const item: LedgerItem = {
    kind: 'payment',
    entityId: 'pay_1',
    paymentId: 'pay_1',
    amountPaise: 500,
    day,
    walletId: 'wal_1',
    seq: 1,
  };
  const reconcile = (
    reportedUntil: string | null,
    ledger: LedgerItem[] = [],
    bankPaise: number | null = 476,
  ) => {
    const transfer = { utr: 'utr_1', day, settledPaise: 476, explainedPaise: 0, bankPaise };
    const sides = { matches: matchItems(ledger, []), transfers: [transfer] };
    return reconcileDay(sides, { terms: razorpayTerms, today: '2026-03-03', reportedUntil });
  };

  test('a day without its report, with a credit that no report has, or without a bank statement holds and is not compared', () => {
    const dispute = { ...item, kind: 'dispute', entityId: 'disp_1', amountPaise: -500 } as const;
    for (const { identity, isCompared } of [
      reconcile(null),
      reconcile(null, [item]),
      reconcile('2026-03-02', [item]),
      reconcile('2026-03-02', [dispute]),
      reconcile('2026-03-02', [], null),
    ]) {
      expect([holdsIdentity(identity), isCompared]).toEqual([true, false]);
    }
    expect(reconcile('2026-03-02').isCompared).toBe(true);
  });
});

describe('an adjustment that names its payment only', () => {
  const line = {
    kind: 'adjustment',
    entityId: 'adj_1',
    amountPaise: 200,
    debitPaise: 200,
    creditPaise: 0,
    feePaise: 0,
    taxPaise: 0,
    currency: 'INR',
    onHold: false,
    createdOn: '2026-03-02',
    settledOn: null,
    settlementId: null,
    utr: null,
    paymentId: 'pay_1',
    disputeId: null,
    method: null,
  } as const;
  const item = (kind: LedgerItem['kind'], entityId: string, amountPaise: number): LedgerItem => ({
    kind,
    entityId,
    paymentId: 'pay_1',
    amountPaise,
    day: '2026-03-02',
    walletId: 'wal_1',
    seq: 1,
  });

  test.each<[string, LedgerItem[], string]>([
    ['the only dispute', [item('dispute', 'disp_1', -500)], 'dispute disp_1'],
    [
      'the dispute of its amount',
      [item('dispute', 'disp_1', -500), item('dispute', 'disp_2', -200)],
      'dispute disp_2',
    ],
    [
      'neither of two disputes of its amount',
      [item('dispute', 'disp_1', -200), item('dispute', 'disp_2', -200)],
      'adjustment adj_1',
    ],
    ['no dispute that was won', [item('dispute-won', 'disp_1', 200)], 'adjustment adj_1'],
  ])('an adjustment that names only its payment belongs to %s', (_name, items, subject) => {
    expect(toLineSubject(line, items)).toBe(subject);
  });

  test('an adjustment that names only its payment belongs to the open dispute that took nothing before', () => {
    const open = [{ entityId: 'disp_1', paymentId: 'pay_1', amountPaise: 200 }];
    expect(toLineSubject(line, [], open)).toBe('dispute disp_1');
    expect(toLineSubject({ ...line, paymentId: 'pay_2' }, [], open)).toBe('adjustment adj_1');
    const booked = [item('dispute', 'disp_0', -500)];
    expect(toLineSubject(line, booked, open)).toBe('dispute disp_1');
    expect(toLineSubject({ ...line, amountPaise: 500 }, booked, open)).toBe('dispute disp_0');
  });

  test('an adjustment that names only its payment belongs to the refund that came back', () => {
    const credit = { ...line, debitPaise: 0, creditPaise: 200 };
    const items = [item('refund', 'rfnd_1', -200), item('refund-returned', 'rfnd_1', 200)];
    expect(toLineSubject(credit, items)).toBe('refund-returned rfnd_1');
  });
});

describe('a correction', () => {
  const credited: LedgerItem = {
    kind: 'payment',
    entityId: 'pay_1',
    paymentId: 'pay_1',
    amountPaise: 500,
    day: '2026-03-02',
    walletId: 'wal_1',
    seq: 1,
  };

  test('a correction closes the finding once the ledger matches the gateway', () => {
    const paid = { ...credited, entityId: 'pay_1', amountPaise: 500 };
    const correction = { ...paid, amountPaise: -500, isCorrection: true, seq: 2 };
    const context = { terms: razorpayTerms, today: '2026-04-02', reportedUntil: '2026-04-01' };
    const look = (ledger: LedgerItem[]) =>
      reconcileDay({ matches: matchItems(ledger, []), transfers: [] }, context);
    expect(look([paid]).findings).toMatchObject([{ class: 'missing_at_gateway' }]);
    const corrected = look([paid, correction]);
    expect(corrected.findings).toEqual([]);
    expect(holdsIdentity(corrected.identity)).toBe(true);
  });
});

describe('the fee', () => {
  test('the expected fee uses the newest term of the method that was already valid', () => {
    const fees: FeeTerm[] = [
      { method: 'any', fromDay: '2026-01-01', feeBasisPoints: 200, taxBasisPoints: 1_800 },
      { method: 'upi', fromDay: '2026-01-01', feeBasisPoints: 0, taxBasisPoints: 1_800 },
      { method: 'upi', fromDay: '2026-06-01', feeBasisPoints: 50, taxBasisPoints: 1_800 },
    ];
    const find = (kind: 'payment' | 'refund', method: string | null, createdOn: string) =>
      findFeeTerm({ kind, method, createdOn }, { fees }).feeBasisPoints;
    expect(find('payment', 'upi', '2026-05-31')).toBe(0);
    expect(find('payment', 'upi', '2026-06-01')).toBe(50);
    expect(find('payment', 'card', '2026-06-01')).toBe(200);
    expect(find('payment', 'card', '2025-06-01')).toBe(200);
    expect(find('refund', null, '2026-06-01')).toBe(0);
  });
});

describe('items that no report has yet', () => {
  const item: LedgerItem = {
    kind: 'payment',
    entityId: 'pay_1',
    paymentId: 'pay_1',
    amountPaise: 50_000,
    day: '2026-03-02',
    walletId: 'wal_1',
    seq: 1,
  };
  const look = (now: string, reportedUntil: string | null) => {
    const matches = matchItems([item], []);
    const context = { terms: razorpayTerms, today: now, reportedUntil };
    const { identity, findings } = reconcileDay({ matches, transfers: [] }, context);
    return [identity.unreportedPaise, findings[0]?.class ?? null];
  };

  test.each([
    ['two days later', '2026-03-04', '2026-03-03', [50_000, null]],
    ['a week later', '2026-03-09', '2026-03-08', [50_000, 'settled_late']],
    ['a month later', '2026-04-02', '2026-04-01', [0, 'missing_at_gateway']],
    [
      'a month later, with a day that is not imported',
      '2026-04-02',
      '2026-03-07',
      [50_000, 'settled_late'],
    ],
    ['a month later, with no report at all', '2026-04-02', null, [50_000, 'settled_late']],
  ] as const)(
    'a payment without a settlement is judged %s',
    (_name, now, reportedUntil, expected) => {
      expect(look(now, reportedUntil)).toEqual(expected);
    },
  );
});
