/**
 * The books of Indian days as vouchers that TallyPrime imports (Import > Transactions): one voucher a day for
 * each kind of movement, with the ledgers that they need. Importing a day again replaces its vouchers,
 * because they have the same REMOTEID.
 * https://help.tallysolutions.com/developer-reference/introduction/understanding-integration-transactions/
 *
 * Gifts are in no voucher: they are neither a liability nor revenue. A sale is a purchase with paid money.
 */

/** One day's changes, in paise. */
export interface DayBooks {
  readonly day: string;
  readonly topUpsPaise: number;
  /** Positive if money went back. */
  readonly refundsPaise: number;
  readonly disputesPaise: number;
  /** Signed: positive is money in. */
  readonly correctionsPaise: number;
  /** `revenue:image`, … */
  readonly sales: readonly { readonly account: string; readonly paise: number }[];
  /** Paid money left in closed wallets. */
  readonly forfeitedPaise: number;
  /** The increase of the amount owed to users for their payments. */
  readonly liabilityChangePaise: number;
  /** Fees without the GST on them. */
  readonly feePaise: number;
  readonly taxPaise: number;
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

const toSalesLedger = (account: string): string => `Sachet ${account.replaceAll(':', ' ')}`;

/** Control characters are not XML, not even escaped. */
function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- these are what XML excludes
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
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

/** The ledgers that the vouchers name. An import does not change a ledger that exists. */
export function toLedgerMasters(salesAccounts: readonly string[]): string {
  const ledgers = [
    ...Object.entries(groups),
    ...salesAccounts.map((account) => [toSalesLedger(account), 'Sales Accounts'] as const),
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

/** Money that a voucher moves from one ledger to another; negative moves it back. */
interface Movement {
  readonly name: string;
  readonly type: 'Journal' | 'Receipt';
  readonly debit: string;
  readonly credits: readonly { readonly ledger: string; readonly paise: number }[];
}

function toMovements(of: DayBooks): Movement[] {
  const sales = of.sales.map(({ account, paise }) => ({ ledger: toSalesLedger(account), paise }));
  const known =
    of.topUpsPaise -
    of.refundsPaise -
    of.disputesPaise +
    of.correctionsPaise -
    of.sales.reduce((sum, { paise }) => sum + paise, 0) -
    of.forfeitedPaise;
  const one = (name: string, debit: string, ledger: string, paise: number): Movement => ({
    name,
    type: 'Journal',
    debit,
    credits: [{ ledger, paise }],
  });
  return [
    one('top-ups', gateway, wallets, of.topUpsPaise),
    one('refunds', wallets, gateway, of.refundsPaise),
    one('disputes', wallets, gateway, of.disputesPaise),
    one('corrections', gateway, wallets, of.correctionsPaise),
    { name: 'sales', type: 'Journal', debit: wallets, credits: sales },
    one('forfeited', wallets, 'Sachet forfeited balances', of.forfeitedPaise),
    // Not zero if a refund took gifts, or an admin took paid money.
    one('adjustments', adjustments, wallets, of.liabilityChangePaise - known),
    one('fees', 'Razorpay fees', gateway, of.feePaise),
    one('gst', 'GST on Razorpay fees', gateway, of.taxPaise),
    one('charges', 'Razorpay other charges', gateway, of.chargesPaise),
    one('bank-differences', 'Sachet bank differences', gateway, of.bankEntriesPaise),
    { ...one('bank', 'Sachet bank', gateway, of.bankPaise), type: 'Receipt' },
  ];
}

/** The vouchers of one day. There is no voucher for a kind without a movement. */
export function toVouchers(books: DayBooks): string[] {
  return toMovements(books).flatMap(({ name, type, debit, credits }) => {
    const moved = credits.filter(({ paise }) => paise !== 0);
    if (moved.length === 0) return [];
    const date = books.day.replaceAll('-', '');
    const id = `sachet-${books.day}-${name}`;
    const total = moved.reduce((sum, { paise }) => sum + paise, 0);
    return toMessage([
      `<VOUCHER REMOTEID="${id}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">`,
      element('DATE', date),
      element('EFFECTIVEDATE', date),
      element('GUID', id),
      element('VOUCHERTYPENAME', type),
      element('VOUCHERNUMBER', id),
      element('NARRATION', `Sachet, ${name} on ${books.day}`),
      ...toEntry(debit, -total),
      ...moved.flatMap(({ ledger, paise }) => toEntry(ledger, paise)),
      '</VOUCHER>',
    ]);
  });
}
