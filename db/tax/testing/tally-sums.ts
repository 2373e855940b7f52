/** The sums that vouchers for Tally post. */
import { toVouchers, type DayBooks } from '@sachet/shared/finance/tally';

/** The credits of each ledger of these days, in paise. Throws if a voucher does not sum to zero. */
export function sumLedgers(days: readonly DayBooks[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const xml of days.flatMap(toVouchers)) {
    const entries = [
      ...xml.matchAll(/<LEDGERNAME>(.*?)<\/LEDGERNAME>\n.*\n<AMOUNT>(.*?)<\/AMOUNT>/g),
    ].map(([, ledger, amount]) => ({ ledger: ledger!, paise: Number(amount!.replace('.', '')) }));
    const rest = entries.reduce((sum, { paise }) => sum + paise, 0);
    if (rest !== 0) throw new Error(`The voucher sums to ${rest} paise: ${xml}`);
    for (const { ledger, paise } of entries) sums.set(ledger, (sums.get(ledger) ?? 0) + paise);
  }
  return sums;
}

export /** CGST, SGST and IGST. */
const getPayable = (ledgers: Map<string, number>, gstin: string) =>
  ['CGST', 'SGST', 'IGST'].map((name) => ledgers.get(`Sachet ${name} payable ${gstin}`) ?? 0);
