/** Recognizes the columns of a bank statement by the names banks use. */

export const columnRoles = [
  'date',
  'valueDate',
  'text',
  'reference',
  'debit',
  'credit',
  'amount',
  'side',
  'balance',
  'balanceSide',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The role of each column, in the order of the header; null for a column that is not read. */
export type Roles = readonly (ColumnRole | null)[];

export interface Header {
  readonly roles: Roles;
  /** The bank whose export has these columns; null for an unknown bank. */
  readonly bank: string | null;
}

const namesByRole: Readonly<Partial<Record<ColumnRole, readonly string[]>>> = {
  date: [
    'date',
    'txn date',
    'tran date',
    'transaction date',
    'txn posted date',
    'trans date',
    'posting date',
    'post date',
  ],
  valueDate: ['value date', 'value dt', 'value dat'],
  text: [
    'narration',
    'particulars',
    'description',
    'transaction particulars',
    'transaction description',
    'transaction remarks',
    'transaction details',
    'remarks',
    'details',
  ],
  reference: [
    'utr',
    'utr no',
    'utr number',
    'settlement utr',
    'reference',
    'reference no',
    'reference number',
    'ref no',
    'chq ref no',
    'chq ref number',
    'ref no cheque no',
    'cheque ref no',
    'chqno',
    'instrument no',
    'instrument id',
    'bank reference',
    'chq no',
    'cheque no',
    'cheque number',
    'chequeno',
    'transaction id',
  ],
  debit: [
    'debit',
    'dr',
    'debit amount',
    'withdrawal',
    'withdrawals',
    'withdrawal amt',
    'withdrawal amount',
    'withdrawal dr',
    'dr amount',
  ],
  credit: [
    'credit',
    'cr',
    'credit amount',
    'deposit',
    'deposits',
    'deposit amt',
    'deposit amount',
    'deposit cr',
    'cr amount',
  ],
  amount: ['amount', 'transaction amount', 'txn amount', 'tran amount'],
  side: ['dr cr', 'cr dr', 'debit credit', 'credit debit'],
  balance: ['balance', 'bal', 'closing balance', 'available balance', 'running balance'],
};

const roleByName = new Map(
  columnRoles.flatMap((role) => (namesByRole[role] ?? []).map((name) => [name, role] as const)),
);

/** `Withdrawal Amount (INR )` and `Withdrawal Amount` are one name. */
const toColumnName = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/ (?:inr|in rs|rs|dd mm yyyy|dd mm yy)(?= |$)/g, '')
    .trim();

/** Each bank's export is recognized by a few columns that no other export has. */
const banks: readonly (readonly [bank: string, columns: readonly string[]])[] = [
  ['HDFC', ['narration', 'value dt', 'withdrawal amt', 'deposit amt']],
  ['HDFC', ['narration', 'value dat', 'debit amount', 'credit amount']],
  ['ICICI', ['transaction remarks', 'withdrawal amount', 'deposit amount']],
  ['ICICI', ['txn posted date', 'cr dr', 'transaction amount']],
  ['SBI', ['txn date', 'description', 'ref no cheque no']],
  ['Axis', ['tran date', 'particulars', 'dr', 'cr', 'bal']],
  ['Axis', ['transaction date', 'particulars', 'amount', 'debit credit']],
  ['Kotak', ['transaction date', 'description', 'chq ref no', 'amount', 'dr cr']],
];

/** Null for a row that is not a header. */
export function recogniseHeader(cells: readonly string[]): Header | null {
  const names = cells.map(toColumnName);
  const roles = orderRoles(names.map((name) => roleByName.get(name) ?? null));
  if (!isEnough(roles)) return null;
  const found = banks.find(([, columns]) => columns.every((column) => names.includes(column)));
  return { roles, bank: found?.[0] ?? null };
}

/**
 * Assigns each role once, except text and reference. If there are several `Dr / Cr` columns, the column
 * beside the amount belongs to the amount, and the column after the balance belongs to the balance. A single
 * `Dr / Cr` column always belongs to the amount.
 */
export function orderRoles(given: Roles): Roles {
  const has = (role: ColumnRole) => given.includes(role);
  const isSplit = !has('amount') || (has('debit') && has('credit'));
  const unused: Roles = isSplit ? ['amount', 'side'] : ['debit', 'credit'];
  const amountAt = given.indexOf('amount');
  const balanceSideAt = given.indexOf('balance') + 1;
  const beside = [amountAt + 1, amountAt - 1].find((at) => given[at] === 'side');
  const sideAt = beside ?? given.indexOf('side');
  return given.map((role, at) => {
    if (role === 'side' && (isSplit || at !== sideAt)) {
      return at === balanceSideAt && at > 0 ? 'balanceSide' : null;
    }
    if (unused.includes(role)) return null;
    if (role === null || role === 'side' || role === 'text' || role === 'reference') return role;
    return given.indexOf(role) === at ? role : null;
  });
}

/** Whether lines can be read with these columns. */
export function isEnough(roles: Roles): boolean {
  const has = (role: ColumnRole) => roles.includes(role);
  return (
    (has('date') || has('valueDate')) &&
    (has('text') || has('reference')) &&
    (has('amount') || has('credit'))
  );
}

/** The stored form of a header, which is equal for every file of the same export. */
export const toSignature = (cells: readonly string[]): string => cells.map(toColumnName).join('|');
