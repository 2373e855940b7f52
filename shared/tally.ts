/**
 * The books of Indian days as vouchers that TallyPrime imports (Import > Transactions): one journal
 * voucher a day, with the ledgers that it needs. Importing a day again replaces its voucher, because
 * both have the same REMOTEID.
 * https://help.tallysolutions.com/developer-reference/introduction/understanding-integration-transactions/
 */

/** What an account's counterpart, the wallets of all customers, gained from it on a day. */
export interface DayMovement {
  readonly day: string;
  /** `gateway:razorpay`, `revenue:image`, … */
  readonly account: string;
  /** Signed, of the wallets: positive is money in. */
  readonly amountPaise: number;
  readonly events: number;
}

/** What we owe to customers. */
const walletsLedger = 'Sachet wallets';

/** Tally's own groups, by what an account begins with. */
const groups: readonly [prefix: string, group: string][] = [
  ['gateway:', 'Current Assets'],
  ['revenue:', 'Sales Accounts'],
];
const otherGroup = 'Indirect Expenses';

const toLedgerName = (account: string): string => `Sachet ${account.replaceAll(':', ' ')}`;

const toGroup = (account: string): string =>
  groups.find(([prefix]) => account.startsWith(prefix))?.[1] ?? otherGroup;

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

/** The ledgers that the vouchers name; an existing one stays as it is. */
export function toLedgerMasters(accounts: readonly string[]): string {
  const ledgers = [
    { name: walletsLedger, group: 'Current Liabilities' },
    ...accounts.map((account) => ({ name: toLedgerName(account), group: toGroup(account) })),
  ];
  return ledgers
    .map(({ name, group }) =>
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

/**
 * The voucher of one day: what the wallets gained is credited to them and debited to where it came
 * from, account by account. Empty for a day on which nothing moved.
 */
export function toVoucher(day: string, movements: readonly DayMovement[]): string {
  const moved = movements.filter(({ amountPaise }) => amountPaise !== 0);
  if (moved.length === 0) return '';
  const date = day.replaceAll('-', '');
  const id = `sachet-${day}`;
  const events = moved.reduce((sum, each) => sum + each.events, 0);
  const entries = moved.flatMap(({ account, amountPaise }) => [
    ...toEntry(walletsLedger, amountPaise),
    ...toEntry(toLedgerName(account), -amountPaise),
  ]);
  return toMessage([
    `<VOUCHER REMOTEID="${id}" VCHTYPE="Journal" ACTION="Create" OBJVIEW="Accounting Voucher View">`,
    element('DATE', date),
    element('EFFECTIVEDATE', date),
    element('GUID', id),
    element('VOUCHERTYPENAME', 'Journal'),
    element('VOUCHERNUMBER', id),
    element('NARRATION', `Sachet wallets on ${day}: ${events} events of the ledger`),
    ...entries,
    '</VOUCHER>',
  ]);
}
