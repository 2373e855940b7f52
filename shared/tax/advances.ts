/** Advances: money received with a receipt voucher that no invoice has used and no refund has paid back. */
import type { AdvancePart, SupplyType } from './content.ts';
import type { PlaceCode } from './states.ts';
import { taxOfPart, type Tax } from './tax.ts';

/** The unused rest of the part of a receipt voucher that belongs to one lot (`shared/finance/provenance.ts`). */
export interface Advance {
  readonly voucherId: number;
  readonly lotSeq: number;
  readonly number: string;
  readonly day: string;
  /** The registration that received it: only that one can use it or pay it back. */
  readonly gstin: string;
  readonly supplyType: SupplyType;
  readonly stateCode: PlaceCode | null;
  readonly rateBasisPoints: number;
  readonly isIntraState: boolean;
  readonly receivedPaise: number;
  readonly leftPaise: number;
}

/** Signed: positive is received or restored, negative is used or paid back. */
export interface AdvanceMove extends Tax {
  readonly voucherId: number;
  readonly lotSeq: number;
  readonly amountPaise: number;
}

export interface AdvanceChange {
  /** By voucher, for the document: amounts without a sign. */
  readonly parts: readonly AdvancePart[];
  readonly moves: readonly AdvanceMove[];
  readonly left: readonly Advance[];
}

interface LotAmount {
  readonly lotSeq: number;
  readonly amountPaise: number;
}

/**
 * Takes from the advances of these lots, the oldest voucher first, as much as is left of them. Money without a
 * voucher has none, such as what was received before the registration.
 */
export function takeAdvances(
  advances: readonly Advance[],
  gstin: string,
  wanted: readonly LotAmount[],
): AdvanceChange {
  return change(advances, gstin, wanted, (advance, paise) => -Math.min(paise, advance.leftPaise));
}

/** Makes used advances of these lots available again, the newest voucher first, at most as received. */
export function restoreAdvances(
  advances: readonly Advance[],
  gstin: string,
  wanted: readonly LotAmount[],
): AdvanceChange {
  return change(advances.toReversed(), gstin, wanted, (advance, paise) =>
    Math.min(paise, advance.receivedPaise - advance.leftPaise),
  );
}

function change(
  advances: readonly Advance[],
  gstin: string,
  wanted: readonly LotAmount[],
  decide: (advance: Advance, paise: number) => number,
): AdvanceChange {
  const left = new Map(
    advances.map((advance) => [`${advance.voucherId} ${advance.lotSeq}`, advance]),
  );
  const moves: AdvanceMove[] = [];
  const parts = new Map<number, AdvancePart>();
  for (const { lotSeq, amountPaise } of wanted) {
    let restPaise = amountPaise;
    for (const [key, advance] of left) {
      if (advance.lotSeq !== lotSeq || advance.gstin !== gstin || restPaise <= 0) continue;
      const signedPaise = decide(advance, restPaise);
      if (signedPaise === 0) continue;
      const { voucherId } = advance;
      const afterPaise = advance.leftPaise + signedPaise;
      const signed = taxOfPart(afterPaise, advance.leftPaise, advance);
      moves.push({ voucherId, lotSeq, amountPaise: signedPaise, ...signed });
      parts.set(voucherId, addPart(parts.get(voucherId), advance, signedPaise, signed));
      left.set(key, { ...advance, leftPaise: afterPaise });
      restPaise -= Math.abs(signedPaise);
    }
  }
  return {
    parts: [...parts.values()],
    moves,
    left: advances.map(({ voucherId, lotSeq }) => left.get(`${voucherId} ${lotSeq}`)!),
  };
}

function addPart(
  known: AdvancePart | undefined,
  { number, day, supplyType, stateCode, rateBasisPoints, isIntraState }: Advance,
  signedPaise: number,
  tax: Tax,
): AdvancePart {
  const sign = signedPaise < 0 ? -1 : 1;
  return {
    number,
    day,
    supplyType,
    stateCode,
    rateBasisPoints,
    isIntraState,
    amountPaise: (known?.amountPaise ?? 0) + sign * signedPaise,
    taxablePaise: (known?.taxablePaise ?? 0) + sign * tax.taxablePaise,
    cgstPaise: (known?.cgstPaise ?? 0) + sign * tax.cgstPaise,
    sgstPaise: (known?.sgstPaise ?? 0) + sign * tax.sgstPaise,
    igstPaise: (known?.igstPaise ?? 0) + sign * tax.igstPaise,
  };
}
