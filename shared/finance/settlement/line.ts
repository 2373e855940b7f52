/** One payment, refund, transfer or adjustment in the gateway's settlement report. */

export const settlementKinds = ['payment', 'refund', 'transfer', 'adjustment'] as const;
/** An unknown type is stored with the gateway's name for the type: `other:reserve`. */
export type SettlementKind = (typeof settlementKinds)[number] | `other:${string}`;

export function toSettlementKind(type: string): SettlementKind {
  const name = type.toLowerCase();
  return settlementKinds.find((kind) => kind === name) ?? `other:${name.slice(0, 60)}`;
}

/**
 * The payments for which a fee can be agreed: the gateway's methods of one-time payments as its reports name
 * them, `any` for all other payments, and `refund` for refunds.
 */
export const feeMethods = [
  'any',
  'upi',
  'card',
  'netbanking',
  'wallet',
  'emi',
  'cardless_emi',
  'paylater',
  'bank_transfer',
  'refund',
] as const;
export type FeeMethod = (typeof feeMethods)[number];

/** Amounts are paise. Days are Indian ones, `2026-03-01`. */
export interface SettlementLine {
  readonly kind: SettlementKind;
  /** The gateway's id of the payment, refund, transfer or adjustment. */
  readonly entityId: string;
  readonly amountPaise: number;
  readonly debitPaise: number;
  readonly creditPaise: number;
  /** Includes `taxPaise`, the GST on it. */
  readonly feePaise: number;
  readonly taxPaise: number;
  readonly currency: string;
  readonly onHold: boolean;
  readonly createdOn: string;
  /** This day, the settlement's id and the UTR are null until the line is settled. */
  readonly settledOn: string | null;
  readonly settlementId: string | null;
  readonly utr: string | null;
  readonly paymentId: string | null;
  readonly disputeId: string | null;
  /** `upi`, `card`, `netbanking`: the fee depends on it. */
  readonly method: string | null;
}

/**
 * Equal for two imports of an unchanged line. Fields that the dashboard's export omits, or formats
 * differently than the API, are not included.
 */
export function toLineFingerprint(line: SettlementLine): string {
  return JSON.stringify([
    line.kind,
    line.entityId,
    line.amountPaise,
    line.debitPaise,
    line.creditPaise,
    line.feePaise,
    line.taxPaise,
    line.currency,
    line.onHold,
    line.settledOn,
    line.settlementId,
    line.utr,
  ]);
}
