// Plans the events at a gateway, a bank and in the ledger over some days, with faults at known places:
// everything is chosen from a seed in advance, so that the expected findings are known.
import { startOfIstDay, istDay, addDays } from '@sachet/shared/time';
import type { FindingClass, Identity } from '@sachet/shared/finance/settlement/reconcile';
import type { ReportedEntry } from './settling-gateway.ts';

interface PlannedEntry extends ReportedEntry {
  /** The first day, counted from 0, on which the report contains this entry. */
  readonly reportedFrom: number;
}

/** A payment, refund, returned refund, dispute, dispute won or adjustment. */
export interface Item {
  readonly subject: string;
  readonly id: string;
  readonly paymentId: string;
  readonly walletNumber: number;
  readonly amountPaise: number;
  /** -1 if money goes back. */
  readonly sign: 1 | -1;
  /** The day on which the item happens, counted from 0. */
  readonly at: number;
  /**
   * Seconds since the epoch: some minutes before the ledger records the item, so it may be on the previous
   * day.
   */
  readonly createdAt: number;
  /** Only for disputes. */
  readonly end?: 'open' | 'won' | 'won after deduction' | 'lost';
  /** Whether the gateway settles the item later than agreed; never for disputes. */
  readonly isLate: boolean;
  isInLedger: boolean;
  entries: readonly PlannedEntry[];
  /** The entries without any fault. */
  readonly correct: readonly PlannedEntry[];
  fault: FindingClass | null;
}

export interface Charge {
  readonly at: number;
  readonly walletNumber: number;
  readonly name: string;
  readonly amountPaise: number;
  readonly end: 'nothing' | 'refund' | 'hold' | 'void';
}

export interface BankEntry {
  readonly utr: string;
  readonly day: string;
  readonly amountPaise: number;
}

interface Plan {
  readonly items: readonly Item[];
  readonly charges: readonly Charge[];
}

interface PlanOptions {
  readonly count: number;
  readonly wallets: number;
  readonly firstDay: string;
  readonly random: () => number;
}

/** The days on which users pay. The consequences of a payment happen within two more days. */
const payingDays = 4;
/** Enough days for everything to be settled or missing, and for the bank's statement to cover it. */
export const days = payingDays + 2 + 13;

const lineFaults = [
  'missing_in_ledger',
  'missing_at_gateway',
  'amount_differs',
  'fee_differs',
  'duplicate',
  'settled_late',
] as const;
type LineFault = (typeof lineFaults)[number];

/** The finding of a line with the gateway's own charges. */
type ChargeFault = 'gateway_charge' | 'unknown_type';
const isChargeFault = (fault: FindingClass | null): fault is ChargeFault =>
  fault === 'gateway_charge' || fault === 'unknown_type';

type Draft = Omit<Item, 'entries' | 'correct' | 'fault' | 'isInLedger' | 'isLate'>;

/** A line that the report has for an item. */
interface Line {
  readonly type: ReportedEntry['type'] | 'reserve';
  /** Set if the line's id differs from the item's. */
  readonly entityId?: string;
  readonly disputeId?: string;
  /** The earliest day of the line's settlement; by default the item's own day. */
  readonly readyAt?: number;
}

const faultShare = 0.12;

export function createPlan({ count, wallets, firstDay, random }: PlanOptions): Plan {
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const among = <T>(all: readonly T[]): T => all[whole(0, all.length - 1)]!;
  const items: Item[] = [];
  const charges: Charge[] = [];
  let names = 0;
  const newName = () => `${(names += 1)}n${whole(0, 1e9)}`;
  // Every fault occurs at least once for every kind of item, with any seed.
  const owed: Record<string, LineFault[]> = {};
  function chooseFault(kind: string, possible: readonly LineFault[]): LineFault | null {
    owed[kind] ??= [...possible];
    return owed[kind].pop() ?? (random() < faultShare ? among(possible) : null);
  }

  /** The ledger records an item twenty minutes past midnight. */
  const toSeconds = (day: number) =>
    startOfIstDay(addDays(firstDay, day)) / 1000 + 20 * 60 - whole(0, 40 * 60);

  function toEntry(
    item: Draft,
    { type, entityId = item.id, disputeId }: Line,
    settledAt: number,
  ): PlannedEntry {
    const { amountPaise: amount, sign, createdAt } = item;
    const round = () => among([Math.floor, Math.ceil]);
    const charged = type === 'payment' ? round()(amount * 0.02) : 0;
    const tax = round()(charged * 0.18);
    const fee = charged + tax;
    const day = addDays(firstDay, settledAt);
    const batch = `${day}${among(['X', 'Y'])}`;
    return {
      entity_id: entityId,
      type,
      amount,
      debit: sign < 0 ? amount : 0,
      credit: sign > 0 ? amount - fee : 0,
      fee,
      tax,
      currency: 'INR',
      on_hold: false,
      created_at: createdAt,
      settled_at: startOfIstDay(day) / 1000 + 11 * 3600,
      settlement_id: `setl_${batch}`,
      settlement_utr: `UTR_${batch}`,
      payment_id: type === 'payment' ? null : item.paymentId,
      dispute_id: disputeId ?? null,
      // Some lines arrive after a day was read for the first time.
      reportedFrom: settledAt + (random() < 0.1 ? 2 : 0),
    };
  }

  /** The lines of an entry with this fault. */
  function spoil(entry: PlannedEntry, fault: LineFault): PlannedEntry[] {
    const paise = whole(3, 90);
    const more = random() < 0.5 ? 1 : -1;
    const side = entry.debit > 0 ? 'debit' : 'credit';
    if (fault === 'fee_differs') {
      // A fee reduces a credit or increases a debit.
      const change = entry.debit > 0 ? paise : -paise;
      return [{ ...entry, fee: entry.fee + paise, [side]: entry[side] + change }];
    }
    if (fault === 'amount_differs') {
      const isWhole = random() < 0.5;
      const amount = isWhole ? entry.amount + paise * more : entry.amount;
      return [{ ...entry, amount, [side]: entry[side] + paise * more }];
    }
    if (fault === 'duplicate') {
      const batch = `${entry.settlement_id!.slice('setl_'.length)}AGAIN`;
      const again = { settlement_id: `setl_${batch}`, settlement_utr: `UTR_${batch}` };
      return [entry, { ...entry, ...again }];
    }
    return [entry];
  }

  function add(draft: Draft, line: Line | null, fault: LineFault | ChargeFault | null): Item {
    const readyAt = line?.readyAt ?? draft.at;
    // An item with another fault may be late as well: only the other fault is then reported.
    const isLate =
      line?.type !== 'adjustment' &&
      !isChargeFault(fault) &&
      (fault === 'settled_late' || (fault !== null && random() < 0.2));
    const at = isLate ? draft.at + whole(6, 9) : readyAt + whole(1, 5);
    const entry = line && toEntry(draft, line, at);
    const correct = entry ? [entry] : [];
    const item: Item = {
      ...draft,
      isLate,
      isInLedger: fault !== 'missing_in_ledger' && !isChargeFault(fault),
      entries:
        fault === 'missing_at_gateway'
          ? []
          : fault && entry && !isChargeFault(fault)
            ? spoil(entry, fault)
            : correct,
      correct,
      fault,
    };
    items.push(item);
    return item;
  }

  function addPayment(): Item {
    const id = `pay_${newName()}`;
    const at = whole(0, payingDays - 1);
    return add(
      {
        subject: `payment ${id}`,
        id,
        paymentId: id,
        walletNumber: whole(0, wallets - 1),
        amountPaise: whole(100_00, 5_000_00),
        sign: 1,
        at,
        createdAt: toSeconds(at),
      },
      { type: 'payment' },
      chooseFault('payment', lineFaults),
    );
  }

  const after = ({ paymentId, walletNumber, at }: Item) => ({
    paymentId,
    walletNumber,
    sign: -1 as const,
    at: at + whole(0, 1),
  });

  function addRefund(payment: Item): void {
    const id = `rfnd_${newName()}`;
    const when = after(payment);
    const amountPaise = whole(1_00, Math.floor(payment.amountPaise * 0.4));
    const createdAt = toSeconds(when.at);
    const draft = { ...when, subject: `refund ${id}`, id, amountPaise, createdAt };
    if (random() < 0.2) {
      // The refund fails after it was paid out, and the report names only its payment.
      add(draft, { type: 'refund' }, null);
      const back = when.at + 1;
      add(
        {
          ...draft,
          subject: `refund-returned ${id}`,
          sign: 1,
          at: back,
          createdAt: toSeconds(back),
        },
        { type: 'adjustment', entityId: `adj_${newName()}` },
        chooseFault('refund-returned', ['missing_at_gateway']),
      );
      return;
    }
    add(draft, { type: 'refund' }, chooseFault('refund', lineFaults));
  }

  const disputeEnds = ['open', 'lost', 'won', 'won after deduction'] as const;
  let disputes = 0;
  function addDispute(payment: Item): void {
    const id = `disp_${newName()}`;
    const when = after(payment);
    const end = disputeEnds[disputes % disputeEnds.length]!;
    disputes += 1;
    const draft = {
      ...when,
      subject: `dispute ${id}`,
      id,
      amountPaise: whole(1_00, Math.floor(payment.amountPaise * 0.4)),
      createdAt: toSeconds(when.at),
      end,
    };
    // Some reports name the dispute, others only its payment.
    const named = random() < 0.5 ? { disputeId: id } : { entityId: `adj_${newName()}` };
    const line: Line = { type: 'adjustment', ...named, readyAt: when.at + 1 };
    if (end === 'open') {
      // No report ever has it.
      add(draft, null, null).fault = 'missing_at_gateway';
      return;
    }
    const isTaken = end !== 'won';
    const possible = ['amount_differs', 'fee_differs', 'duplicate', 'missing_in_ledger'] as const;
    // A dispute that the ledger does not know can only be found by its own id.
    const isNamed = 'disputeId' in named;
    const fault = end === 'lost' && isNamed ? chooseFault('dispute', possible) : null;
    add(draft, isTaken ? line : null, fault);
    if (end === 'lost') return;
    const at = when.at + 1;
    add(
      { ...draft, subject: `dispute-won ${id}`, sign: 1, at, createdAt: toSeconds(at) },
      isTaken ? { ...line, entityId: `adj_${newName()}` } : null,
      // The gateway may leave out both legs, not one.
      isTaken ? chooseFault('dispute-won', ['missing_at_gateway']) : null,
    );
  }

  /** The gateway takes or gives money that belongs to no payment. */
  function addCharge(fault: 'gateway_charge' | 'unknown_type'): void {
    const id = `adj_${newName()}`;
    const at = whole(0, payingDays - 1);
    const sign = among([1, -1] as const);
    const amountPaise = whole(1_00, 500_00);
    add(
      {
        subject: fault === 'gateway_charge' ? `adjustment ${id}` : 'type reserve',
        id,
        paymentId: '',
        walletNumber: 0,
        amountPaise,
        sign,
        at,
        createdAt: toSeconds(at),
      },
      { type: fault === 'gateway_charge' ? 'adjustment' : 'reserve' },
      fault,
    );
  }

  function addSpending(): void {
    charges.push({
      at: whole(0, payingDays + 1),
      walletNumber: whole(0, wallets - 1),
      name: newName(),
      amountPaise: whole(1_00, 90_00),
      end: among(['nothing', 'refund', 'hold', 'void']),
    });
  }

  addCharge('gateway_charge');
  addCharge('unknown_type');
  while (items.length + charges.length < count) {
    if (random() < 0.3) {
      addSpending();
      continue;
    }
    const payment = addPayment();
    if (!payment.isInLedger) continue;
    if (random() < 0.3) addRefund(payment);
    // At least one dispute, which is the first and stays open, with any seed.
    if (random() < 0.2 || disputes === 0) addDispute(payment);
    if (random() < 0.01) addCharge('gateway_charge');
  }
  return { items, charges };
}

/** The day of an item: when the ledger recorded it, else when the gateway created it. */
const toItemDay = (item: Item, firstDay: string): string =>
  item.isInLedger ? addDays(firstDay, item.at) : istDay(item.createdAt * 1000);

const toGross = ({ sign }: Item, entry: PlannedEntry) => sign * entry.amount;
const toNet = ({ credit, debit }: PlannedEntry) => credit - debit;
const sum = <T>(all: readonly T[], toPaise: (one: T) => number) =>
  all.reduce((total, one) => total + toPaise(one), 0);

interface Expected {
  /** The expected findings by `class subject`: the day, and the difference in the identity. */
  readonly findings: ReadonlyMap<string, { day: string; differencePaise: number }>;
  /** The sum of all days. */
  readonly total: Identity;
}

/** The result that a comparison must have for this plan and these bank entries. */
export function toExpected(
  items: readonly Item[],
  bank: readonly BankEntry[],
  firstDay: string,
): Expected {
  const findings = new Map<string, { day: string; differencePaise: number }>();
  const total = {
    ledgerPaise: 0,
    unreportedPaise: 0,
    gatewayPaise: 0,
    settledPaise: 0,
    feesPaise: 0,
    taxPaise: 0,
    chargesPaise: 0,
    inTransitPaise: 0,
    onHoldPaise: 0,
  };
  const transfers = new Map<string, { day: string; settledPaise: number }>();
  for (const item of items) {
    const { entries, fault, subject } = item;
    const ledgerPaise = item.isInLedger ? item.sign * item.amountPaise : 0;
    const isAwaited = entries.length === 0 && fault !== 'missing_at_gateway';
    const isCharge = isChargeFault(fault);
    const accounted = sum(entries, (entry) => toNet(entry) + entry.fee);
    total.ledgerPaise += ledgerPaise;
    if (isCharge) total.chargesPaise -= sum(entries, toNet);
    else total.gatewayPaise += sum(entries, (entry) => toGross(item, entry));
    total.settledPaise += sum(entries, toNet);
    total.feesPaise += sum(entries, ({ fee, tax }) => fee - tax);
    total.taxPaise += sum(entries, ({ tax }) => tax);
    // Nothing is in transit any more; only disputes that were won back are in no report.
    total.unreportedPaise += isAwaited ? ledgerPaise : 0;
    for (const entry of entries) {
      const utr = entry.settlement_utr!;
      const settledPaise = (transfers.get(utr)?.settledPaise ?? 0) + toNet(entry);
      transfers.set(utr, { day: istDay(entry.settled_at! * 1000), settledPaise });
    }
    if (fault === null) continue;
    findings.set(`${fault} ${subject}`, {
      day: toItemDay(item, firstDay),
      differencePaise: isAwaited || isCharge ? 0 : accounted - ledgerPaise,
    });
  }
  for (const utr of new Set([...transfers.keys(), ...bank.map((entry) => entry.utr)])) {
    const transfer = transfers.get(utr);
    const arrived = bank.filter((entry) => entry.utr === utr);
    const differencePaise =
      sum(arrived, ({ amountPaise }) => amountPaise) - (transfer?.settledPaise ?? 0);
    total.settledPaise += differencePaise;
    if (transfer && differencePaise === 0) continue;
    const day = transfer?.day ?? arrived[0]!.day;
    const name = transfer ? `bank_amount_differs utr ${utr}` : `utr_unknown utr ${utr} ${day}`;
    findings.set(name, { day, differencePaise });
  }
  return { findings, total };
}

/** The bank's statement for everything that is settled, with its own faults. */
export function planBank(
  items: readonly Item[],
  { firstDay, random }: Pick<PlanOptions, 'firstDay' | 'random'>,
): BankEntry[] {
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const { total: _, findings } = toExpected(items, [], firstDay);
  const transfers = [...findings].filter(([name]) => name.startsWith('bank_amount_differs '));
  const lines: BankEntry[] = [];
  // The first transfer is short and the second is missing; some of the others are short or missing too.
  for (const [i, [name, { day, differencePaise }]] of transfers.entries()) {
    const fault = ['short', 'gone'][i] ?? (random() < 0.1 ? 'short' : 'none');
    if (fault === 'gone') continue;
    lines.push({
      utr: name.split(' ').at(-1)!,
      day: addDays(day, whole(0, 1)),
      amountPaise: -differencePaise - (fault === 'short' ? whole(1, 100_00) : 0),
    });
  }
  for (let i = 0; i < 3; i += 1) {
    const amountPaise = whole(1, 900_00);
    lines.push({ utr: `UTR_STRAY${i}`, day: addDays(firstDay, whole(0, days - 1)), amountPaise });
  }
  // The statement must reach beyond the last transfer; otherwise missing transfers could still arrive.
  lines.push({ utr: 'UTR_LAST', day: addDays(firstDay, days - 1), amountPaise: 1_00 });
  return lines;
}
