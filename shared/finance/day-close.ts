/** A signed statement of what the ledger knew about an Indian day when the day was closed. */
import { encode } from '../ledger/encoding.ts';
import type { EventKind } from '../ledger/event.ts';

export const currentDayCloseVersion = 1;

/** The sum of the events of one kind and account, in paise, with the sign of their effect on wallets. */
export interface DayTotal {
  readonly kind: EventKind;
  /** Empty if the events name no account. */
  readonly account: string;
  readonly events: number;
  readonly amountPaise: number;
  readonly heldPaise: number;
}

export interface DayClose {
  readonly version: number;
  /** The day of effect in India: `2026-11-22`. */
  readonly day: string;
  readonly closedAtMs: number;
  /** The totals contain the events up to the heads of this checkpoint. */
  readonly checkpointNumber: number;
  readonly checkpointHashHex: string;
  /** By kind, then account, in the order of their code units. */
  readonly totals: readonly DayTotal[];
  /** SHA-256 of the previous day's close; zeros for the first. */
  readonly previousHashHex: string;
  /** First 16 hex digits of the SHA-256 of the public key. */
  readonly keyId: string;
}

const utf8 = new TextEncoder();

/** The signed text. The next close's `previousHashHex` is its SHA-256. */
export function encodeDayClose(close: DayClose): Uint8Array {
  if (close.version !== 1) throw new Error(`unknown day close version ${close.version}`);
  return utf8.encode(
    encode([
      'sachet.ledger.day-close',
      close.version,
      close.day,
      close.closedAtMs,
      close.checkpointNumber,
      close.checkpointHashHex,
      close.totals.length,
      ...close.totals.flatMap(({ kind, account, events, amountPaise, heldPaise }) => [
        kind,
        account,
        events,
        amountPaise,
        heldPaise,
      ]),
      close.previousHashHex,
      close.keyId,
    ]),
  );
}

/** Adds two lists of totals by kind and account, and omits zero sums. */
export function addTotals(a: readonly DayTotal[], b: readonly DayTotal[]): DayTotal[] {
  const sums = new Map<string, DayTotal>();
  for (const total of [...a, ...b]) {
    const key = toKey(total);
    const sum = sums.get(key) ?? { ...total, events: 0, amountPaise: 0, heldPaise: 0 };
    sums.set(key, {
      ...sum,
      events: sum.events + total.events,
      amountPaise: sum.amountPaise + total.amountPaise,
      heldPaise: sum.heldPaise + total.heldPaise,
    });
  }
  return [...sums.values()].filter(({ events }) => events !== 0).toSorted(byKindAndAccount);
}

const toKey = ({ kind, account }: DayTotal): string => `${kind} ${account}`;

/** Sorts by code units, not by locale, so that the order is the same everywhere. */
export function byKindAndAccount(a: DayTotal, b: DayTotal): number {
  const [left, right] = [toKey(a), toKey(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Whether two lists have the same totals, in any order. */
export const areSameTotals = (a: readonly DayTotal[], b: readonly DayTotal[]): boolean =>
  toText(a) === toText(b);

const toText = (totals: readonly DayTotal[]): string =>
  totals
    .toSorted(byKindAndAccount)
    .map((of) => [of.kind, of.account, of.events, of.amountPaise, of.heldPaise].join(' '))
    .join('\n');
