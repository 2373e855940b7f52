/**
 * GST that is included in an amount, in whole paise. Within a State, central and State tax are equal: half the
 * tax is rounded first, and the taxable value is the rest. 100.00 is 84.74 + 2 x 7.63; rounding the taxable
 * value first would give 100.01.
 */
export interface Tax {
  readonly taxablePaise: number;
  readonly cgstPaise: number;
  /** UTGST in a union territory without a legislature. */
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

export interface TaxTerms {
  /** Hundredths of a percent, an even number: 1800 for 18 %. */
  readonly rateBasisPoints: number;
  /** Supplier and place of supply are in the same State. */
  readonly isIntraState: boolean;
}

export const noTax: Tax = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };

/** `totalPaise` includes the tax; a negative amount has the tax of the positive one, negated. */
export function splitTax(totalPaise: number, { rateBasisPoints, isIntraState }: TaxTerms): Tax {
  if (!isIntraState) {
    const igstPaise = includedShare(totalPaise, rateBasisPoints, rateBasisPoints);
    return { ...noTax, taxablePaise: totalPaise - igstPaise, igstPaise };
  }
  const half = includedShare(totalPaise, rateBasisPoints / 2, rateBasisPoints);
  return {
    taxablePaise: totalPaise - 2 * half,
    cgstPaise: half,
    sgstPaise: half,
    igstPaise: 0,
  };
}

/** `total x share / (100 % + rate)`, rounded half away from zero, with whole numbers. */
function includedShare(totalPaise: number, share: number, rate: number): number {
  const whole = BigInt(10_000 + rate);
  const size = BigInt(Math.abs(totalPaise));
  const rounded = Number((2n * size * BigInt(share) + whole) / (2n * whole));
  return totalPaise < 0 ? 0 - rounded : rounded;
}

/**
 * The tax of a part that leaves `beforePaise` and ends at `afterPaise`. The parts of an amount, in any order
 * and number, sum to exactly the tax of the whole.
 */
export function taxOfPart(beforePaise: number, afterPaise: number, terms: TaxTerms): Tax {
  return addTax(splitTax(beforePaise, terms), negateTax(splitTax(afterPaise, terms)));
}

export function addTax(a: Tax, b: Tax): Tax {
  return {
    taxablePaise: a.taxablePaise + b.taxablePaise,
    cgstPaise: a.cgstPaise + b.cgstPaise,
    sgstPaise: a.sgstPaise + b.sgstPaise,
    igstPaise: a.igstPaise + b.igstPaise,
  };
}

export function negateTax(tax: Tax): Tax {
  return {
    taxablePaise: 0 - tax.taxablePaise,
    cgstPaise: 0 - tax.cgstPaise,
    sgstPaise: 0 - tax.sgstPaise,
    igstPaise: 0 - tax.igstPaise,
  };
}

export const sumTax = (taxes: readonly Tax[]): Tax => taxes.reduce(addTax, noTax);

/** Only the amounts of a row that has more. */
export const pickTax = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: Tax): Tax => ({
  taxablePaise,
  cgstPaise,
  sgstPaise,
  igstPaise,
});

export const hasAmounts = (tax: Tax): boolean => Object.values(pickTax(tax)).some(Boolean);
