/**
 * Compares the ledger, the gateway's settlement report and the bank's statement, pure. Amounts are paise,
 * days Indian ones.
 *
 * The identity of a day, and of all days together:
 *
 *   ledger credits less refunds and disputes, without what no report has yet
 *     = gateway captured less refunds and disputes, by its reports
 *     = settled + fees + GST on fees + other charges + in transit + on hold
 *
 * On all three sides, an item of the ledger belongs to the day on which the ledger recorded it. An item that
 * is missing in the ledger belongs to the day on which the gateway made it. A difference at the bank belongs
 * to the day of the settlement.
 */
import { addDays } from '../../time.ts';
import type { FeeMethod, SettlementLine } from './line.ts';

/** A ledger event that moved money at the gateway, or a correction of one. */
export interface LedgerItem {
  readonly kind: 'payment' | 'refund' | 'refund-returned' | 'dispute' | 'dispute-won';
  /** The gateway's id of the payment, refund or dispute. */
  readonly entityId: string;
  readonly paymentId: string;
  /** Its effect on the wallet: refunds and disputes are negative. */
  readonly amountPaise: number;
  readonly day: string;
  readonly walletId: string;
  readonly seq: number;
  /** Both legs of a dispute, or of a refund that came back, are in the ledger and cancel out. */
  readonly isGivenBack?: boolean;
  /** Two people of finance have corrected the ledger's facts about this item. */
  readonly isCorrection?: boolean;
}

/** One settlement in the report, and the amount that reached the bank. */
export interface Transfer {
  /** The UTR of the settlement, or the bank's reference if no settlement has it. */
  readonly utr: string;
  /** The settlement's first day, or the bank line's day if no settlement has this UTR. */
  readonly day: string;
  /** Null if no settlement has this UTR. */
  readonly settledPaise: number | null;
  /** Null if no statement covers that day yet. */
  readonly bankPaise: number | null;
  /** The difference explained by approved entries. Positive if the bank has less. */
  readonly explainedPaise: number;
}

/** A dispute at the gateway that has not ended. It may have taken nothing yet. */
export interface OpenDispute {
  readonly entityId: string;
  readonly paymentId: string;
  readonly amountPaise: number;
}

/** The fee for a method of payment, valid from `fromDay`. */
export interface FeeTerm {
  readonly method: FeeMethod;
  readonly fromDay: string;
  /** In hundredths of a percent of the amount; `taxBasisPoints` is the GST on the fee. */
  readonly feeBasisPoints: number;
  readonly taxBasisPoints: number;
}

/** Terms agreed with the gateway, and how long to wait. */
export interface SettlementTerms {
  readonly fees: readonly FeeTerm[];
  /** Two working days and a long weekend. */
  readonly lateAfterDays: number;
  /** A payment that is in no report after this many days is missing at the gateway. */
  readonly missingAfterDays: number;
}

/** Applies until finance has entered terms. */
const usualFee: FeeTerm = {
  method: 'any',
  fromDay: '2000-01-01',
  feeBasisPoints: 200,
  taxBasisPoints: 1_800,
};

export const razorpayTerms: SettlementTerms = {
  fees: [usualFee],
  lateAfterDays: 5,
  missingAfterDays: 10,
};

export const findingClasses = [
  'missing_in_ledger',
  'missing_at_gateway',
  'amount_differs',
  'fee_differs',
  'duplicate',
  'disputed',
  'settled_late',
  'bank_amount_differs',
  'utr_unknown',
  'gateway_charge',
  'unknown_type',
] as const;
export type FindingClass = (typeof findingClasses)[number];

export interface Finding {
  readonly class: FindingClass;
  /** `payment pay_1`, `dispute disp_1`, `utr 123`, `utr 123 2026-11-20`. A subject has at most one finding of each class. */
  readonly subject: string;
  readonly day: string;
  readonly paymentId: string | null;
  /** The difference that this finding causes in the identity of its day: 0 for most classes. */
  readonly differencePaise: number;
  readonly evidence: {
    readonly ledger: readonly LedgerItem[];
    readonly gateway: readonly SettlementLine[];
    readonly bank: Transfer | null;
    /** The expected fee with GST in paise, if the fee differs. */
    readonly agreedFeePaise?: number;
  };
}

export interface Identity {
  readonly ledgerPaise: number;
  /** In the ledger, and in no report of the gateway yet. */
  readonly unreportedPaise: number;
  /** Only what the gateway's own reports have. */
  readonly gatewayPaise: number;
  readonly settledPaise: number;
  /** Fees without the GST on them. */
  readonly feesPaise: number;
  readonly taxPaise: number;
  /** Other charges of the gateway minus its credits, and explained bank differences. */
  readonly chargesPaise: number;
  readonly inTransitPaise: number;
  readonly onHoldPaise: number;
}

const nothing: Identity = {
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

export const addIdentities = (identities: readonly Identity[]): Identity =>
  identities.reduce(
    (sum, each) => ({
      ledgerPaise: sum.ledgerPaise + each.ledgerPaise,
      unreportedPaise: sum.unreportedPaise + each.unreportedPaise,
      gatewayPaise: sum.gatewayPaise + each.gatewayPaise,
      settledPaise: sum.settledPaise + each.settledPaise,
      feesPaise: sum.feesPaise + each.feesPaise,
      taxPaise: sum.taxPaise + each.taxPaise,
      chargesPaise: sum.chargesPaise + each.chargesPaise,
      inTransitPaise: sum.inTransitPaise + each.inTransitPaise,
      onHoldPaise: sum.onHoldPaise + each.onHoldPaise,
    }),
    nothing,
  );

/** The third side of the identity: where the captured money is now. */
export const toAccountedPaise = (of: Identity): number =>
  of.settledPaise +
  of.feesPaise +
  of.taxPaise +
  of.chargesPaise +
  of.inTransitPaise +
  of.onHoldPaise;

export const holdsIdentity = (of: Identity): boolean =>
  of.ledgerPaise - of.unreportedPaise === of.gatewayPaise &&
  of.gatewayPaise === toAccountedPaise(of);

/** All items of the ledger and of the report for one payment, refund, dispute or adjustment. */
export interface Match {
  readonly subject: string;
  readonly day: string;
  readonly ledger: readonly LedgerItem[];
  readonly lines: readonly SettlementLine[];
  /** Whether a report has the debit of a credit, or the credit of a debit. */
  readonly isOtherLegReported: boolean;
}

interface Surroundings {
  /** All items of the payments that the lines name. */
  readonly ofPayments?: readonly LedgerItem[];
  /** The open disputes of these payments. */
  readonly open?: readonly OpenDispute[];
  /** The subjects of all lines that are known, also of other days. */
  readonly reported?: ReadonlySet<string>;
}

/**
 * Matches by the gateway's ids. An adjustment is part of its dispute: a debit takes the money, a credit
 * returns it. An unsettled line is ignored once a line of the same id is settled.
 */
export function matchItems(
  ledger: readonly LedgerItem[],
  lines: readonly SettlementLine[],
  { ofPayments = ledger, open = [], reported }: Surroundings = {},
): Match[] {
  const subjectOf = (line: SettlementLine) => toLineSubject(line, ofPayments, open);
  const known = reported ?? new Set(lines.map(subjectOf));
  const matches = new Map<string, { ledger: LedgerItem[]; lines: SettlementLine[] }>();
  const find = (subject: string) => {
    const found = matches.get(subject) ?? { ledger: [], lines: [] };
    matches.set(subject, found);
    return found;
  };
  for (const item of ledger) find(toSubject(item)).ledger.push(item);
  for (const line of lines) find(subjectOf(line)).lines.push(line);
  return [...matches].map(([subject, match]) => ({
    subject,
    day: getDay(match),
    ledger: match.ledger,
    lines: match.lines.some(isSettled) ? match.lines.filter(isSettled) : match.lines,
    isOtherLegReported: match.ledger.some((item) => isOtherLegIn(known, item)),
  }));
}

const otherLegs = {
  payment: null,
  refund: 'refund-returned',
  'refund-returned': 'refund',
  dispute: 'dispute-won',
  'dispute-won': 'dispute',
} as const satisfies Record<LedgerItem['kind'], LedgerItem['kind'] | null>;

function isOtherLegIn(subjects: ReadonlySet<string>, { kind, entityId }: LedgerItem): boolean {
  const other = otherLegs[kind];
  return other !== null && subjects.has(toSubject({ kind: other, entityId }));
}

export const toSubject = ({ kind, entityId }: Pick<LedgerItem, 'kind' | 'entityId'>): string =>
  `${kind} ${entityId}`;

/**
 * The subject of a line. An adjustment without a dispute's id belongs to the only dispute, booked or open, or
 * returned refund, of its payment; if there are several of these, to the only one with the same amount.
 */
export function toLineSubject(
  line: SettlementLine,
  ofPayments: readonly LedgerItem[] = [],
  open: readonly OpenDispute[] = [],
): string {
  const { kind, entityId, disputeId, debitPaise, paymentId, amountPaise } = line;
  if (kind !== 'adjustment') return `${kind} ${entityId}`;
  const dispute = disputeId ?? (entityId.startsWith('disp_') ? entityId : null);
  const disputeKind = debitPaise > 0 ? 'dispute' : 'dispute-won';
  if (dispute !== null) return `${disputeKind} ${dispute}`;
  if (paymentId === null) return `adjustment ${entityId}`;
  const kinds: string[] = [disputeKind, ...(debitPaise > 0 ? [] : ['refund-returned'])];
  const possible = [
    ...ofPayments.filter(({ kind: of }) => kinds.includes(of)),
    ...open.map((each) => ({ ...each, kind: disputeKind }) as const),
  ].filter((item) => item.paymentId === paymentId);
  const subjects = new Set(possible.map(toSubject));
  const ofAmount = new Set(
    possible.filter((item) => Math.abs(item.amountPaise) === amountPaise).map(toSubject),
  );
  const [only] = ofAmount.size === 1 ? ofAmount : subjects.size === 1 ? subjects : [];
  return only ?? `adjustment ${entityId}`;
}

const isSettled = ({ settlementId }: SettlementLine): boolean => settlementId !== null;

function getDay({ ledger, lines }: Pick<Match, 'ledger' | 'lines'>): string {
  const days =
    ledger.length > 0 ? ledger.map(({ day }) => day) : lines.map(({ createdOn }) => createdOn);
  return days.reduce((first, day) => (day < first ? day : first));
}

export interface ReconciledDay {
  readonly identity: Identity;
  /**
   * Whether the day's report is complete, no item of the ledger waits for its line, and no settlement for a bank
   * statement. Otherwise the identity assumes that the other sides have what one of them has.
   */
  readonly isCompared: boolean;
  readonly findings: readonly Finding[];
}

interface Context {
  readonly terms: SettlementTerms;
  /** The Indian day of the comparison, which decides what is late or missing. */
  readonly today: string;
  /**
   * The reports from the day of the matches to this day are all complete. Null if the first of them is not.
   */
  readonly reportedUntil: string | null;
}

/** Totals of one day's matches and transfers. */
export function reconcileDay(
  { matches, transfers }: { matches: readonly Match[]; transfers: readonly Transfer[] },
  context: Context,
): ReconciledDay {
  const parts = [
    ...matches.map((match) => reconcileMatch(match, context)),
    ...transfers.map(reconcileTransfer),
  ];
  return {
    identity: addIdentities(parts.map(({ identity }) => identity)),
    isCompared:
      context.reportedUntil !== null &&
      !matches.some((match) => isAwaited(match, context)) &&
      !transfers.some(({ settledPaise, bankPaise }) => settledPaise !== null && bankPaise === null),
    findings: [
      ...new Map(
        parts
          .flatMap(({ finding }) => finding ?? [])
          .map((finding) => [`${finding.class} ${finding.subject}`, finding]),
      ).values(),
    ],
  };
}

interface Part {
  readonly identity: Identity;
  readonly finding: Finding | null;
}

const toNetPaise = ({ creditPaise, debitPaise }: SettlementLine): number =>
  creditPaise - debitPaise;

/** The captured or returned amount, before fees. */
const toGrossPaise = (line: SettlementLine): number =>
  line.kind === 'payment' || (line.kind !== 'refund' && toNetPaise(line) >= 0)
    ? line.amountPaise
    : -line.amountPaise;

/** The captured amount in these lines, minus refunds and disputes. */
export const sumGrossPaise = (lines: readonly SettlementLine[]): number => sum(lines, toGrossPaise);

const sum = <T>(all: readonly T[], toPaise: (one: T) => number): number =>
  all.reduce((total, one) => total + toPaise(one), 0);

function reconcileMatch(match: Match, context: Context): Part {
  const { ledger, lines, day, subject } = match;
  const identity = toIdentity(match, context);
  const found = classify(match, context);
  if (found === null) return { identity, finding: null };
  const finding: Finding = {
    class: found,
    // There is one finding for each unknown type, even if many lines have that type.
    subject: found === 'unknown_type' ? `type ${lines[0]!.kind.slice('other:'.length)}` : subject,
    day,
    paymentId: ledger[0]?.paymentId ?? lines.find(({ paymentId }) => paymentId)?.paymentId ?? null,
    differencePaise: toAccountedPaise(identity) + identity.unreportedPaise - identity.ledgerPaise,
    evidence: {
      ledger,
      gateway: lines,
      bank: null,
      ...(found === 'fee_differs'
        ? { agreedFeePaise: Math.round(toAgreedFee(lines[0]!, context.terms)) }
        : {}),
    },
  };
  return { identity, finding };
}

function toIdentity(match: Match, context: Context): Identity {
  const { ledger, lines } = match;
  const ledgerPaise = sum(ledger, ({ amountPaise }) => amountPaise);
  if (lines.length === 0) {
    return isMissing(match, context)
      ? { ...nothing, ledgerPaise }
      : { ...nothing, ledgerPaise, unreportedPaise: ledgerPaise };
  }
  if (isCharge(match)) {
    const settledPaise = sum(lines.filter(isSettled), toNetPaise);
    const inTransitPaise = sum(lines, toNetPaise) - settledPaise;
    const chargesPaise = -settledPaise - inTransitPaise;
    return { ...nothing, settledPaise, inTransitPaise, chargesPaise };
  }
  const held = lines.filter((line) => line.onHold && !isSettled(line));
  const moving = lines.filter((line) => !line.onHold && !isSettled(line));
  return {
    ...nothing,
    ledgerPaise,
    gatewayPaise: sum(lines, toGrossPaise),
    settledPaise: sum(lines.filter(isSettled), toNetPaise),
    feesPaise: sum(lines, ({ feePaise, taxPaise }) => feePaise - taxPaise),
    taxPaise: sum(lines, ({ taxPaise }) => taxPaise),
    inTransitPaise: sum(moving, toNetPaise),
    onHoldPaise: sum(held, toNetPaise),
  };
}

/** Whether the gateway took or gave money that belongs to no payment. */
const isCharge = ({ ledger, lines: [line] }: Match): boolean =>
  ledger.length === 0 &&
  line !== undefined &&
  (line.kind === 'transfer' ||
    line.kind.startsWith('other:') ||
    (line.kind === 'adjustment' && line.paymentId === null && line.disputeId === null));

const isDispute = ({ kind }: LedgerItem): boolean => kind === 'dispute' || kind === 'dispute-won';

/**
 * Whether no report needs to have this: the gateway may leave out a dispute that it won back, or a refund that it
 * could not pay, but only with both legs.
 */
const isLeftOut = ({ ledger, lines, isOtherLegReported }: Match): boolean =>
  lines.length === 0 &&
  !isOtherLegReported &&
  ledger.some(({ isGivenBack }) => isGivenBack === true);

/** Whether no report has it, although the reports of all days on which it had to appear are complete. */
function isMissing(match: Match, { terms, today, reportedUntil }: Context): boolean {
  const last = addDays(match.day, terms.missingAfterDays);
  return !isLeftOut(match) && last < today && reportedUntil !== null && last <= reportedUntil;
}

/** Whether no report has it yet. */
const isAwaited = (match: Match, context: Context): boolean =>
  match.lines.length === 0 && !isLeftOut(match) && !isMissing(match, context);

/** The class of a mismatch. If several apply, the most serious one, because it explains the others. */
function classify(match: Match, context: Context): FindingClass | null {
  const { ledger, lines, day } = match;
  const { terms, today } = context;
  const [item] = ledger;
  const [line] = lines;
  const dueBy = addDays(day, terms.lateAfterDays);
  if (isCharge(match)) return line!.kind.startsWith('other:') ? 'unknown_type' : 'gateway_charge';
  if (!item) return 'missing_in_ledger';
  const isAgreed =
    sum(ledger, ({ amountPaise }) => amountPaise) === sum(lines, toGrossPaise) &&
    lines.every(
      (each) => Math.abs(toGrossPaise(each)) === Math.abs(toNetPaise(each) + each.feePaise),
    );
  if (ledger.some(({ isCorrection }) => isCorrection)) return isAgreed ? null : 'amount_differs';
  // A dispute can take its money in several steps.
  if (ledger.length > 1 && isDispute(item) && isAgreed) return null;
  if (!line && (ledger.length === 1 || isDispute(item))) {
    if (isLeftOut(match)) return null;
    if (isMissing(match, context)) return 'missing_at_gateway';
    if (item.kind === 'dispute') return 'disputed';
    return dueBy < today ? 'settled_late' : null;
  }
  if (!line || ledger.length > 1 || lines.length > 1) return 'duplicate';
  const gross = toGrossPaise(line);
  const isSame = gross === item.amountPaise && gross === toNetPaise(line) + line.feePaise;
  if (!isSame || line.currency !== 'INR') return 'amount_differs';
  if (!isAgreedFee(line, terms)) return 'fee_differs';
  if (isDispute(item)) return null;
  return dueBy < (line.settledOn ?? today) ? 'settled_late' : null;
}

/** The newest term of the line's method that was already valid when the line was created. */
export function findFeeTerm(
  { kind, method, createdOn }: Pick<SettlementLine, 'kind' | 'method' | 'createdOn'>,
  { fees }: Pick<SettlementTerms, 'fees'>,
): FeeTerm {
  const find = (wanted: string) =>
    fees
      .filter((term) => term.method === wanted && term.fromDay <= createdOn)
      .toSorted((a, b) => (a.fromDay < b.fromDay ? 1 : -1))[0];
  if (kind === 'payment') return (method && find(method)) || find('any') || usualFee;
  return (kind === 'refund' && find('refund')) || { ...usualFee, feeBasisPoints: 0 };
}

/** The agreed fee with GST, in paise, perhaps with a fraction. */
function toAgreedFee(line: SettlementLine, terms: SettlementTerms): number {
  const { feeBasisPoints, taxBasisPoints } = findFeeTerm(line, terms);
  const fee = Math.round((line.amountPaise * feeBasisPoints) / 10_000);
  return fee + (fee * taxBasisPoints) / 10_000;
}

/** Whether the fee is the agreed fee, give or take one paisa for rounding. */
function isAgreedFee(line: SettlementLine, terms: SettlementTerms): boolean {
  const { amountPaise, feePaise, taxPaise } = line;
  const { feeBasisPoints, taxBasisPoints } = findFeeTerm(line, terms);
  const charged = feePaise - taxPaise;
  const fee = (amountPaise * feeBasisPoints) / 10_000;
  const tax = (charged * taxBasisPoints) / 10_000;
  return Math.abs(charged - fee) <= 1 && Math.abs(taxPaise - tax) <= 1;
}

function reconcileTransfer(transfer: Transfer): Part {
  const { utr, day, settledPaise, bankPaise, explainedPaise } = transfer;
  const more = bankPaise === null ? 0 : bankPaise - (settledPaise ?? 0);
  const difference = more + explainedPaise;
  const identity = { ...nothing, settledPaise: more, chargesPaise: explainedPaise };
  const isExplained = settledPaise !== null || explainedPaise !== 0;
  if (difference === 0 && isExplained) return { identity, finding: null };
  const finding: Finding = {
    class: settledPaise === null ? 'utr_unknown' : 'bank_amount_differs',
    // Without a settlement, the reference can be an account's number, which other days have too.
    subject: settledPaise === null ? `utr ${utr} ${day}` : `utr ${utr}`,
    day,
    paymentId: null,
    differencePaise: difference,
    evidence: { ledger: [], gateway: [], bank: transfer },
  };
  return { identity, finding };
}
