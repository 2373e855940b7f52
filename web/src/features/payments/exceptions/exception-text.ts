import type { PaymentException } from '@sachet/shared/payments/contracts/admin-payments';
import { dayMs, istDay, startOfIstDay } from '@sachet/shared/time';
import { formatRupees } from '@sachet/shared/money';
import type { ExceptionKind } from '@sachet/shared/finance/exception';
import {
  type FindingClass,
  findingClasses,
  razorpayTerms,
} from '@sachet/shared/finance/settlement/reconcile';
import { z } from 'zod';
import type { TFunction } from '../../../i18n/translate';

const kinds: Record<ExceptionKind, true> = {
  unknown_order: true,
  amount_mismatch: true,
  currency_mismatch: true,
  second_payment: true,
  credit_refused: true,
  never_confirmed: true,
  unknown_payment: true,
  dispute_refused: true,
  dispute_closed: true,
  dispute_contradictory: true,
  refund_refused: true,
  refund_failed: true,
  refund_returned: true,
  refund_after_failure: true,
  changed_after_correction: true,
  wallet_overdrawn: true,
  unknown_column: true,
  webhook_unreadable: true,
  webhook_failed: true,
  missing_in_ledger: true,
  missing_at_gateway: true,
  amount_differs: true,
  fee_differs: true,
  duplicate: true,
  disputed: true,
  settled_late: true,
  bank_amount_differs: true,
  utr_unknown: true,
  gateway_charge: true,
  unknown_type: true,
};

const isKnown = (kind: string): kind is ExceptionKind => Object.hasOwn(kinds, kind);

/** Describes the kind in a sentence. An unknown kind is shown unchanged. */
export function toExceptionLabel(t: TFunction, kind: string): string {
  return isKnown(kind) ? t(`adminPayments.kinds.${kind}`) : kind;
}

/** Returns the choices of the filter. If the URL has an unknown kind, the choices include it. */
export function getExceptionKinds(t: TFunction, chosen: string) {
  const known = Object.keys(kinds);
  const all = chosen && !isKnown(chosen) ? [...known, chosen] : known;
  return all.map((value) => ({ value, label: toExceptionLabel(t, value) }));
}

const paise = z.number().int();

/** The figures of each side: `Finding` in shared/finance/settlement/reconcile.ts. */
const Detail = z.object({
  day: z.string(),
  differencePaise: paise.default(0),
  ledger: z
    .array(
      z.object({
        kind: z.enum(['payment', 'refund', 'refund-returned', 'dispute', 'dispute-won']),
        entityId: z.string(),
        amountPaise: paise,
        day: z.string(),
        walletId: z.string(),
        seq: z.number(),
      }),
    )
    .default([]),
  gateway: z
    .array(
      z.object({
        kind: z.string(),
        entityId: z.string(),
        amountPaise: paise,
        debitPaise: paise,
        creditPaise: paise,
        feePaise: paise,
        taxPaise: paise,
        currency: z.string(),
        onHold: z.boolean(),
        createdOn: z.string(),
        settledOn: z.string().nullable(),
        settlementId: z.string().nullable(),
        utr: z.string().nullable(),
      }),
    )
    .default([]),
  bank: z
    .object({
      utr: z.string(),
      day: z.string(),
      settledPaise: paise.nullable(),
      bankPaise: paise.nullable(),
    })
    .nullable()
    .default(null),
  agreedFeePaise: paise.default(0),
});

export type Evidence = z.infer<typeof Detail> & { class: FindingClass };

/** Returns null if a payment opened the exception, or if the evidence has an unknown format. */
export function parseEvidence({ kind, detail }: PaymentException): Evidence | null {
  const found = findingClasses.find((each) => each === kind);
  const parsed = Detail.safeParse(detail);
  return found && parsed.success ? { ...parsed.data, class: found } : null;
}

export const formatPaise = (amount: number): string => formatRupees(amount / 100);

const sum = <T>(all: readonly T[], toPaise: (one: T) => number): number =>
  all.reduce((total, one) => total + toPaise(one), 0);

/** Describes what the comparison found, in a sentence with its figures. */
export function toEvidenceWords(t: TFunction, evidence: Evidence, nowMs: number): string {
  const { ledger, gateway, bank } = evidence;
  const [line] = gateway;
  const words = (name: FindingClass, values: Record<string, string | number> = {}) =>
    t(`adminPayments.story.${name}`, values);
  const inLedger = formatPaise(sum(ledger, ({ amountPaise }) => amountPaise));
  const atGateway = formatPaise(sum(gateway, ({ amountPaise }) => amountPaise));
  switch (evidence.class) {
    case 'missing_in_ledger':
      return words(evidence.class, { amount: atGateway });
    case 'missing_at_gateway':
      return words(evidence.class, { amount: inLedger, days: razorpayTerms.missingAfterDays });
    case 'amount_differs':
      return words(evidence.class, { ledger: inLedger, gateway: atGateway });
    case 'fee_differs':
      return words(evidence.class, {
        kept: formatPaise(line?.feePaise ?? 0),
        agreed: formatPaise(evidence.agreedFeePaise),
      });
    case 'duplicate':
      return words(evidence.class, { lines: gateway.length, events: ledger.length });
    case 'disputed':
      return words(evidence.class, { amount: inLedger });
    case 'settled_late': {
      const until = line?.settledOn ?? istDay(nowMs);
      const days = Math.round((startOfIstDay(until) - startOfIstDay(evidence.day)) / dayMs);
      return t(
        line?.settledOn ? 'adminPayments.story.settled_late' : 'adminPayments.story.not_settled',
        { days, most: razorpayTerms.lateAfterDays },
      );
    }
    case 'bank_amount_differs':
      return words(evidence.class, {
        settled: formatPaise(bank?.settledPaise ?? 0),
        received: formatPaise(bank?.bankPaise ?? 0),
      });
    case 'utr_unknown':
      return words(evidence.class, { received: formatPaise(bank?.bankPaise ?? 0) });
    case 'gateway_charge':
      return t(
        line && line.debitPaise > 0
          ? 'adminPayments.story.gateway_charge'
          : 'adminPayments.story.gateway_credit',
        { amount: atGateway },
      );
    case 'unknown_type':
      return words(evidence.class, { type: line?.kind.slice('other:'.length) ?? '' });
    default:
      return evidence.class satisfies never;
  }
}
