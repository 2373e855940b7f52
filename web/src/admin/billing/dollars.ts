const format = (decimals: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
  });
const cents = format(2);
const small = format(4);

/** `$3.20`, `−$0.0041`: a single call costs parts of a cent, which are not nothing. */
export function formatDollars(usd: number): string {
  const isSmall = usd !== 0 && Math.abs(usd) < 0.1;
  return (isSmall ? small : cents).format(usd).replace('-', '\u2212');
}
