/**
 * The books of Indian days as vouchers that TallyPrime imports (Import > Transactions): one voucher a day for
 * each kind of movement, with the ledgers that they need. Importing a day again replaces its vouchers,
 * because they have the same REMOTEID.
 * https://help.tallysolutions.com/developer-reference/introduction/understanding-integration-transactions/
 *
 * Gifts are in no voucher: they are neither a liability nor revenue. A sale is a purchase with paid money.
 *
 * If there is a registration, sales are net of GST. A registration's payable ledgers change with its documents, on
 * their days, so that each month equals the return. The tax of sales waits in its own ledger until they are
 * invoiced; the tax of advances is an asset until they are used or paid back.
 */
import { escapeMarkup } from '../text/escape-markup.ts';
import type { Tax } from '../tax/tax.ts';

/** Tax of a registration. */
export interface TaxOf {
  readonly gstin: string;
  readonly paise: number;
}

/** One day's changes, in paise. */
export interface DayBooks {
  readonly day: string;
  readonly topUpsPaise: number;
  /** Positive if money went back. */
  readonly refundsPaise: number;
  readonly disputesPaise: number;
  /** Signed: positive is money in. */
  readonly correctionsPaise: number;
  /** `revenue:image`, …, net of output tax. */
  readonly sales: readonly { readonly account: string; readonly paise: number }[];
  /** The output tax in what was sold. */
  readonly salesTax: readonly TaxOf[];
  /** Paid money left in closed wallets, and the output tax on it. */
  readonly forfeitedPaise: number;
  readonly forfeitedTax: readonly TaxOf[];
  /** The output tax on paid money that admins took. */
  readonly adjustedTax: readonly TaxOf[];
  /** The tax that the day's documents make due, by registration. */
  readonly documents: readonly {
    readonly gstin: string;
    readonly sales: Tax;
    readonly advances: Tax;
  }[];
  /** The increase of the amount owed to users for their payments. */
  readonly liabilityChangePaise: number;
  /** Fees without the GST on them. */
  readonly feePaise: number;
  readonly taxPaise: number;
  /** Whether the supplier has a GSTIN, so that the GST on fees is recoverable. */
  readonly isRegistered: boolean;
  readonly chargesPaise: number;
  /** Bank shortfall explained by approved entries. */
  readonly bankEntriesPaise: number;
  /** Received by the bank from the gateway. */
  readonly bankPaise: number;
}

const wallets = 'Sachet wallets, paid';
const gateway = 'Razorpay';
const adjustments = 'Sachet adjustments of balances';

/** Tally's own groups. */
const groups: Readonly<Record<string, string>> = {
  [wallets]: 'Current Liabilities',
  [gateway]: 'Current Assets',
  'Sachet forfeited balances': 'Indirect Incomes',
  [adjustments]: 'Indirect Expenses',
  'Razorpay fees': 'Indirect Expenses',
  'Razorpay other charges': 'Indirect Expenses',
  'Sachet bank differences': 'Indirect Expenses',
  'GST on Razorpay fees': 'Duties & Taxes',
  'Sachet bank': 'Bank Accounts',
};

const inputTax = 'Input GST on Razorpay fees';
const toTaxLedgers = (gstin: string) => ({
  cgst: `Sachet CGST payable ${gstin}`,
  sgst: `Sachet SGST payable ${gstin}`,
  igst: `Sachet IGST payable ${gstin}`,
  advances: `Sachet GST on advances ${gstin}`,
  sales: `Sachet GST on sales, not invoiced ${gstin}`,
});

/** The ledgers of registrations; none without one. */
function toTaxGroups(gstins: readonly string[]): [name: string, group: string][] {
  const ledgers = gstins.flatMap((gstin): [string, string][] => {
    const { cgst, sgst, igst, advances, sales } = toTaxLedgers(gstin);
    return [
      ...[cgst, sgst, igst].map((name): [string, string] => [name, 'Duties & Taxes']),
      [advances, 'Current Assets'],
      [sales, 'Current Liabilities'],
    ];
  });
  return ledgers.length > 0 ? [...ledgers, [inputTax, 'Duties & Taxes']] : [];
}

const toSalesLedger = (account: string): string => `Sachet ${account.replaceAll(':', ' ')}`;

/** Control characters are not XML, not even escaped. */
function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what XML excludes
  return escapeMarkup(text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''));
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

export const vouchersHead = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<ENVELOPE>',
  '<HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>',
  '<BODY><IMPORTDATA>',
  '<REQUESTDESC><REPORTNAME>All Masters</REPORTNAME></REQUESTDESC>',
  '<REQUESTDATA>\n',
].join('\n');

export const vouchersFoot = '</REQUESTDATA>\n</IMPORTDATA></BODY>\n</ENVELOPE>\n';

const toMessage = (lines: readonly string[]): string =>
  ['<TALLYMESSAGE xmlns:UDF="TallyUDF">', ...lines, '</TALLYMESSAGE>\n'].join('\n');

/**
 * The ledgers that the vouchers name: `gstins` are the registrations of all settings. An import does not change a
 * ledger that exists.
 */
export function toLedgerMasters({
  accounts,
  gstins,
}: {
  accounts: readonly string[];
  gstins: readonly string[];
}): string {
  const ledgers = [
    ...Object.entries(groups),
    ...accounts.map((account) => [toSalesLedger(account), 'Sales Accounts'] as const),
    ...toTaxGroups(gstins),
  ];
  return ledgers
    .map(([name, group]) =>
      toMessage([
        `<LEDGER NAME="${escapeXml(name)}" ACTION="Create">`,
        element('NAME', name),
        element('PARENT', group),
        '</LEDGER>',
      ]),
    )
    .join('');
}

/** Tally writes debits negative and calls them deemed positive. */
function toEntry(ledger: string, creditPaise: number): string[] {
  return [
    '<ALLLEDGERENTRIES.LIST>',
    element('LEDGERNAME', ledger),
    element('ISDEEMEDPOSITIVE', creditPaise < 0 ? 'Yes' : 'No'),
    element('AMOUNT', (creditPaise / 100).toFixed(2)),
    '</ALLLEDGERENTRIES.LIST>',
  ];
}

interface Credit {
  readonly ledger: string;
  readonly paise: number;
}

/** Money that a voucher moves from one ledger to others; negative moves it back. */
interface Movement {
  readonly name: string;
  readonly type: 'Journal' | 'Receipt';
  readonly debit: string;
  readonly credits: readonly Credit[];
}

const journal = (name: string, debit: string, credits: readonly Credit[]): Movement => ({
  name,
  type: 'Journal',
  debit,
  credits,
});

function toMovements(of: DayBooks): Movement[] {
  const sales = of.sales.map(({ account, paise }) => ({ ledger: toSalesLedger(account), paise }));
  const salesTax = of.salesTax.map(({ gstin, paise }) => ({
    ledger: toTaxLedgers(gstin).sales,
    paise,
  }));
  const known =
    of.topUpsPaise -
    of.refundsPaise -
    of.disputesPaise +
    of.correctionsPaise -
    sumPaise([...sales, ...salesTax]) -
    of.forfeitedPaise;
  const one = (name: string, debit: string, ledger: string, paise: number): Movement =>
    journal(name, debit, [{ ledger, paise }]);
  const forfeitedTax = toAdvanceTax(of.forfeitedTax);
  return [
    one('top-ups', gateway, wallets, of.topUpsPaise),
    one('refunds', wallets, gateway, of.refundsPaise),
    one('disputes', wallets, gateway, of.disputesPaise),
    one('corrections', gateway, wallets, of.correctionsPaise),
    journal('sales', wallets, [...sales, ...salesTax]),
    journal('forfeited', wallets, [
      {
        ledger: 'Sachet forfeited balances',
        paise: of.forfeitedPaise - sumPaise(forfeitedTax),
      },
      ...forfeitedTax,
    ]),
    // Not zero if a refund took gifts, or an admin took paid money.
    journal('adjustments', adjustments, [
      { ledger: wallets, paise: of.liabilityChangePaise - known },
      ...toAdvanceTax(of.adjustedTax),
    ]),
    one('fees', 'Razorpay fees', gateway, of.feePaise),
    one('gst', of.isRegistered ? inputTax : 'GST on Razorpay fees', gateway, of.taxPaise),
    one('charges', 'Razorpay other charges', gateway, of.chargesPaise),
    one('bank-differences', 'Sachet bank differences', gateway, of.bankEntriesPaise),
    { ...one('bank', 'Sachet bank', gateway, of.bankPaise), type: 'Receipt' },
    ...of.documents.flatMap(toTaxMovements),
  ];
}

const sumPaise = (all: readonly Credit[]): number => all.reduce((sum, { paise }) => sum + paise, 0);

const toAdvanceTax = (taxes: readonly TaxOf[]): Credit[] =>
  taxes.map(({ gstin, paise }) => ({ ledger: toTaxLedgers(gstin).advances, paise }));

function toTaxMovements({ gstin, sales, advances }: DayBooks['documents'][number]): Movement[] {
  const ledgers = toTaxLedgers(gstin);
  const toPayable = ({ cgstPaise, sgstPaise, igstPaise }: Tax): Credit[] => [
    { ledger: ledgers.cgst, paise: cgstPaise },
    { ledger: ledgers.sgst, paise: sgstPaise },
    { ledger: ledgers.igst, paise: igstPaise },
  ];
  return [
    journal(`gst-advances-${gstin}`, ledgers.advances, toPayable(advances)),
    journal(`gst-invoices-${gstin}`, ledgers.sales, toPayable(sales)),
  ];
}

/** The vouchers of one day. There is no voucher for a kind without a movement. */
export function toVouchers(books: DayBooks): string[] {
  return toMovements(books).flatMap(({ name, type, debit, credits }) => {
    const moved = credits.filter(({ paise }) => paise !== 0);
    if (moved.length === 0) return [];
    const date = books.day.replaceAll('-', '');
    const id = `sachet-${books.day}-${name}`;
    const total = sumPaise(moved);
    return toMessage([
      `<VOUCHER REMOTEID="${id}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">`,
      element('DATE', date),
      element('EFFECTIVEDATE', date),
      element('GUID', id),
      element('VOUCHERTYPENAME', type),
      element('VOUCHERNUMBER', id),
      element('NARRATION', `Sachet, ${name} on ${books.day}`),
      ...(total === 0 ? [] : toEntry(debit, -total)),
      ...moved.flatMap(({ ledger, paise }) => toEntry(ledger, paise)),
      '</VOUCHER>',
    ]);
  });
}
