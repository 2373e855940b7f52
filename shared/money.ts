/** The code uses integer paise for money; the API uses rupees with at most two decimals. */

/** Paise of a rupee amount, or null when it has more than two decimals or is out of range. */
export function paiseFromRupees(rupees: number): number | null {
  if (!Number.isFinite(rupees)) return null;
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise)) return null;
  return Math.abs(paise / 100 - rupees) <= Number.EPSILON * Math.abs(rupees) ? paise : null;
}

/** Rupees, at most two decimals, of an amount in paise. */
export function rupeesFromPaise(paise: number): number {
  return paise / 100;
}

/** The sum of rupee amounts, without the rounding errors of decimals. */
export const sumRupees = (amounts: readonly number[]): number =>
  rupeesFromPaise(amounts.reduce((paise, rupees) => paise + Math.round(rupees * 100), 0));

type InRupees<Fields> = {
  [Name in keyof Fields as Name extends `${infer Amount}Paise` ? Amount : Name]: Fields[Name];
};

/**
 * The amounts of the fields that name their unit, in rupees and without the unit: `heldPaise: 1_250` becomes
 * `held: 12.5`. Other fields do not change.
 */
export function inRupees<Fields extends object>(fields: Fields): InRupees<Fields> {
  const converted = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    if (!name.endsWith('Paise')) return [name, value];
    return [name.slice(0, -5), typeof value === 'number' ? rupeesFromPaise(value) : value];
  });
  return Object.fromEntries(converted) as InRupees<Fields>;
}

/**
 * `1,23,456`: Indian groups. Not made with `Intl.NumberFormat`, because the first one takes a cheap phone a
 * quarter of a second, before it shows the first page.
 */
function group(digits: string): string {
  let text = digits.slice(-3);
  for (let rest = digits.slice(0, -3); rest !== ''; rest = rest.slice(0, -2)) {
    text = `${rest.slice(-2)},${text}`;
  }
  return text;
}

/** `5,080`: a whole number, 0 or more, in Indian groups. */
export const formatCount = (count: number): string => group(String(count));

function format(rupees: number, decimals: number): string {
  const [whole = '', fraction] = Math.abs(rupees).toFixed(decimals).split('.');
  const sign = rupees < 0 ? '\u2212' : '';
  return `${sign}₹${group(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** `₹1,00,000.00`: Indian grouping, two decimals, a minus sign rather than a hyphen. */
export function formatRupees(rupees: number): string {
  return format(rupees, 2);
}

/** `₹75` for a whole price, `₹75.50` otherwise. */
export function formatPrice(rupees: number): string {
  return format(rupees, Number.isInteger(rupees) ? 0 : 2);
}
