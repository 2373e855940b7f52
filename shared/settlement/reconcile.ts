/**
 * Compares the ledger, the gateway's settlement report and the bank's statement, pure. Amounts are
 * paise, days Indian ones.
 *
 * The identity of a day, and of all days together:
 *
 *   ledger credits less refunds and disputes
 *     = gateway captured less refunds and disputes
 *     = settled + fees + GST on fees + in transit + on hold
 *
 * What is in the ledger belongs to the day on which it was recorded there, on all three sides; what
 * is not, to the day on which the gateway made it; what the bank did otherwise, to the day of the
 * settlement.
 */
import { addDays } from './day.ts';
import type { SettlementLine } from './line.ts';

/** A ledger event that moved money at the gateway. */
export interface LedgerItem {
  readonly kind: 'payment' | 'refund' | 'dispute' | 'dispute-won';
  /** The gateway's id of the payment, refund or dispute. */
  readonly entityId: string;
  readonly paymentId: string;
  /** Its effect on the wallet: refunds and disputes are negative. */
  readonly amountPaise: number;
  readonly day: string;
  readonly walletId: string;
  readonly seq: number;
  /** Of a dispute: whether it was won. */
  readonly isWon?: boolean;
}

/** One settlement as the report has it, and what of it came to the bank. */
export interface Transfer {
  readonly utr: string;
  /** Of the settlement; of the bank's line where no settlement has this UTR. */
  readonly day: string;
  /** Null where no settlement has this UTR. */
  readonly settledPaise: number | null;
  /** Null where no statement has come as far as that. */
  readonly bankPaise: number | null;
}

/** What we agreed with the gateway, and how long we wait. */
export interface SettlementTerms {
  /** Of a payment, in hundredths of a percent; and the GST on that fee. */
  readonly feeBasisPoints: number;
  readonly taxBasisPoints: number;
  /** Two working days, and a long weekend. */
  readonly lateAfterDays: number;
  /** What no report has shown by then is missing at the gateway. */
  readonly missingAfterDays: number;
}

export const razorpayTerms: SettlementTerms = {
  feeBasisPoints: 200,
  taxBasisPoints: 1_800,
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
] as const;
export type FindingClass = (typeof findingClasses)[number];

export interface Finding {
  readonly class: FindingClass;
  /** `payment pay_1`, `dispute disp_1`, `utr 123`: of each class, one finding. */
  readonly subject: string;
  readonly day: string;
  readonly paymentId: string | null;
  /** By how much the identity of the day is off because of it: 0 for most classes. */
  readonly differencePaise: number;
  readonly evidence: {
    readonly ledger: readonly LedgerItem[];
    readonly gateway: readonly SettlementLine[];
    readonly bank: Transfer | null;
  };
}

export interface Identity {
  readonly ledgerPaise: number;
  readonly gatewayPaise: number;
  readonly settledPaise: number;
  /** Without the GST on them. */
  readonly feesPaise: number;
  readonly taxPaise: number;
  readonly inTransitPaise: number;
  readonly onHoldPaise: number;
}

const nothing: Identity = {
  ledgerPaise: 0,
  gatewayPaise: 0,
  settledPaise: 0,
  feesPaise: 0,
  taxPaise: 0,
  inTransitPaise: 0,
  onHoldPaise: 0,
};

export const addIdentities = (identities: readonly Identity[]): Identity =>
  identities.reduce(
    (sum, each) => ({
      ledgerPaise: sum.ledgerPaise + each.ledgerPaise,
      gatewayPaise: sum.gatewayPaise + each.gatewayPaise,
      settledPaise: sum.settledPaise + each.settledPaise,
      feesPaise: sum.feesPaise + each.feesPaise,
      taxPaise: sum.taxPaise + each.taxPaise,
      inTransitPaise: sum.inTransitPaise + each.inTransitPaise,
      onHoldPaise: sum.onHoldPaise + each.onHoldPaise,
    }),
    nothing,
  );

/** The identity's third leg: where what the gateway captured is now. */
export const toAccountedPaise = (of: Identity): number =>
  of.settledPaise + of.feesPaise + of.taxPaise + of.inTransitPaise + of.onHoldPaise;

export const holdsIdentity = (of: Identity): boolean =>
  of.ledgerPaise === of.gatewayPaise && of.gatewayPaise === toAccountedPaise(of);

/** All of the ledger and of the report that is about one payment, refund, dispute or adjustment. */
export interface Match {
  readonly subject: string;
  readonly day: string;
  readonly ledger: readonly LedgerItem[];
  readonly lines: readonly SettlementLine[];
}

/**
 * By the gateway's ids. An adjustment is part of its dispute: taken where it debits, given back where
 * it credits. A line that is not settled yet counts for nothing once one of the same id is.
 */
export function matchItems(
  ledger: readonly LedgerItem[],
  lines: readonly SettlementLine[],
): Match[] {
  const matches = new Map<string, { ledger: LedgerItem[]; lines: SettlementLine[] }>();
  const find = (subject: string) => {
    const found = matches.get(subject) ?? { ledger: [], lines: [] };
    matches.set(subject, found);
    return found;
  };
  for (const item of ledger) find(toSubject(item)).ledger.push(item);
  for (const line of lines) find(toLineSubject(line)).lines.push(line);
  return [...matches].map(([subject, match]) => ({
    subject,
    day: getDay(match),
    ledger: match.ledger,
    lines: match.lines.some(isSettled) ? match.lines.filter(isSettled) : match.lines,
  }));
}

export const toSubject = ({ kind, entityId }: Pick<LedgerItem, 'kind' | 'entityId'>): string =>
  `${kind} ${entityId}`;

export function toLineSubject(
  line: Pick<SettlementLine, 'kind' | 'entityId' | 'disputeId' | 'debitPaise'>,
): string {
  const { kind, entityId, disputeId, debitPaise } = line;
  if (kind !== 'adjustment') return `${kind} ${entityId}`;
  const dispute = disputeId ?? (entityId.startsWith('disp_') ? entityId : null);
  if (dispute === null) return `adjustment ${entityId}`;
  return `${debitPaise > 0 ? 'dispute' : 'dispute-won'} ${dispute}`;
}

const isSettled = ({ settlementId }: SettlementLine): boolean => settlementId !== null;

function getDay({ ledger, lines }: Pick<Match, 'ledger' | 'lines'>): string {
  const days =
    ledger.length > 0 ? ledger.map(({ day }) => day) : lines.map(({ createdOn }) => createdOn);
  return days.reduce((first, day) => (day < first ? day : first));
}

export interface ReconciledDay {
  readonly identity: Identity;
  readonly findings: readonly Finding[];
}

interface Context {
  readonly terms: SettlementTerms;
  /** Nothing is late or missing before its time. */
  readonly today: string;
  /** Until when every day's report is complete, from the day of the matches on. */
  readonly reportedUntil: string | null;
}

/** Of the matches and transfers of one day. */
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
    findings: parts.flatMap(({ finding }) => finding ?? []),
  };
}

interface Part {
  readonly identity: Identity;
  readonly finding: Finding | null;
}

const toNetPaise = ({ creditPaise, debitPaise }: SettlementLine): number =>
  creditPaise - debitPaise;

/** What was captured, or went back, before fees. */
const toGrossPaise = (line: SettlementLine): number =>
  line.kind === 'payment' || (line.kind !== 'refund' && toNetPaise(line) >= 0)
    ? line.amountPaise
    : -line.amountPaise;

const sum = <T>(all: readonly T[], toPaise: (one: T) => number): number =>
  all.reduce((total, one) => total + toPaise(one), 0);

function reconcileMatch(match: Match, context: Context): Part {
  const { ledger, lines, day, subject } = match;
  const identity = toIdentity(match, context);
  const found = classify(match, context);
  if (found === null) return { identity, finding: null };
  const finding: Finding = {
    class: found,
    subject,
    day,
    paymentId: ledger[0]?.paymentId ?? lines.find(({ paymentId }) => paymentId)?.paymentId ?? null,
    differencePaise: toAccountedPaise(identity) - identity.ledgerPaise,
    evidence: { ledger, gateway: lines, bank: null },
  };
  return { identity, finding };
}

function toIdentity(match: Match, context: Context): Identity {
  const { ledger, lines } = match;
  const ledgerPaise = sum(ledger, ({ amountPaise }) => amountPaise);
  if (lines.length === 0) {
    if (isMissing(match, context)) return { ...nothing, ledgerPaise };
    // The gateway told us of it when it happened; its report has not got as far.
    const awaited = { ...nothing, ledgerPaise, gatewayPaise: ledgerPaise };
    return isDispute(ledger[0]!)
      ? { ...awaited, onHoldPaise: ledgerPaise }
      : { ...awaited, inTransitPaise: ledgerPaise };
  }
  const held = lines.filter((line) => line.onHold && !isSettled(line));
  const moving = lines.filter((line) => !line.onHold && !isSettled(line));
  return {
    ledgerPaise,
    gatewayPaise: sum(lines, toGrossPaise),
    settledPaise: sum(lines.filter(isSettled), toNetPaise),
    feesPaise: sum(lines, ({ feePaise, taxPaise }) => feePaise - taxPaise),
    taxPaise: sum(lines, ({ taxPaise }) => taxPaise),
    inTransitPaise: sum(moving, toNetPaise),
    onHoldPaise: sum(held, toNetPaise),
  };
}

const isDispute = ({ kind }: LedgerItem): boolean => kind === 'dispute' || kind === 'dispute-won';

/** No report has it, though all of the days in which it had to come are complete. */
function isMissing({ ledger, day }: Match, { terms, today, reportedUntil }: Context): boolean {
  const last = addDays(day, terms.missingAfterDays);
  return !isDispute(ledger[0]!) && last < today && reportedUntil !== null && last <= reportedUntil;
}

/** The one class of what is not as it must be: the gravest first, which explains the others. */
function classify(match: Match, context: Context): FindingClass | null {
  const { ledger, lines, day } = match;
  const { terms, today } = context;
  const [item] = ledger;
  const [line] = lines;
  const dueBy = addDays(day, terms.lateAfterDays);
  if (!item) return 'missing_in_ledger';
  if (ledger.length > 1 || lines.length > 1) return 'duplicate';
  if (!line) {
    if (item.kind === 'dispute') return item.isWon ? null : 'disputed';
    if (item.kind === 'dispute-won') return null;
    if (isMissing(match, context)) return 'missing_at_gateway';
    return dueBy < today ? 'settled_late' : null;
  }
  const gross = toGrossPaise(line);
  const isSame = gross === item.amountPaise && gross === toNetPaise(line) + line.feePaise;
  if (!isSame || line.currency !== 'INR') return 'amount_differs';
  if (!isAgreedFee(line, terms)) return 'fee_differs';
  if (isDispute(item)) return null;
  return dueBy < (line.settledOn ?? today) ? 'settled_late' : null;
}

/** To the paisa, and one for rounding. */
function isAgreedFee(
  { kind, amountPaise, feePaise, taxPaise }: SettlementLine,
  terms: SettlementTerms,
) {
  const fee = kind === 'payment' ? (amountPaise * terms.feeBasisPoints) / 10_000 : 0;
  const charged = feePaise - taxPaise;
  const tax = (charged * terms.taxBasisPoints) / 10_000;
  return Math.abs(charged - fee) <= 1 && Math.abs(taxPaise - tax) <= 1;
}

function reconcileTransfer(transfer: Transfer): Part {
  const { utr, day, settledPaise, bankPaise } = transfer;
  const difference = bankPaise === null ? 0 : bankPaise - (settledPaise ?? 0);
  const identity = { ...nothing, settledPaise: difference };
  if (difference === 0 && settledPaise !== null) return { identity, finding: null };
  const finding: Finding = {
    class: settledPaise === null ? 'utr_unknown' : 'bank_amount_differs',
    subject: `utr ${utr}`,
    day,
    paymentId: null,
    differencePaise: difference,
    evidence: { ledger: [], gateway: [], bank: transfer },
  };
  return { identity, finding };
}
