/** Recognises the columns of a table by the names that banks and Razorpay give them. */

/** Columns by their names in the header, as `toColumnNames` returns them. */
export interface ColumnChoice {
  readonly date: string;
  readonly narration?: string;
  readonly reference?: string;
  /** Money out, and money in. */
  readonly debit?: string;
  readonly credit?: string;
  /** One column for both, which has a sign, or Cr or Dr, or the column `direction` beside it. */
  readonly amount?: string;
  readonly direction?: string;
  readonly balance?: string;
}

/** Names in the form of `normaliseName`. If a table has several of them, the first one is used. */
const namesByRole: Readonly<Record<keyof ColumnChoice, readonly string[]>> = {
  date: [
    'transaction date',
    'txn date',
    'tran date',
    'trans date',
    'txn posted date',
    'transaction posted date',
    'date',
    'posting date',
    'post date',
    'value date',
    'value dt',
  ],
  narration: [
    'narration',
    'transaction remarks',
    'transaction particulars',
    'transaction description',
    'transaction details',
    'particulars',
    'description',
    'remarks',
    'details',
  ],
  reference: [
    'utr',
    'utr no',
    'utr number',
    'settlement utr',
    'bank reference',
    'reference',
    'reference no',
    'reference number',
    'ref no',
    'ref no cheque no',
    'chq ref no',
    'chq ref number',
    'cheque ref no',
    'cheque no ref no',
    'ref chq no',
    'chq no',
    'chqno',
    'cheque no',
    'chequeno',
    'cheque number',
    'instrument no',
    'instrument id',
  ],
  debit: [
    'debit',
    'dr',
    'debit amount',
    'debit amt',
    'dr amount',
    'withdrawal',
    'withdrawals',
    'withdrawal dr',
    'withdrawal amt',
    'withdrawal amount',
  ],
  credit: [
    'credit',
    'cr',
    'credit amount',
    'credit amt',
    'cr amount',
    'deposit',
    'deposits',
    'deposit cr',
    'deposit amt',
    'deposit amount',
  ],
  amount: ['amount', 'transaction amount', 'txn amount', 'tran amount'],
  direction: ['dr cr', 'cr dr', 'debit credit', 'credit debit'],
  balance: ['balance', 'bal', 'closing balance', 'available balance', 'running balance'],
};

const valueDateNames = ['value date', 'value dt', 'value dat'];

/** Each export by columns that only it has. */
const banks: readonly (readonly [bank: string, columns: readonly string[]])[] = [
  ['HDFC', ['narration', 'value dt', 'withdrawal amt', 'deposit amt']],
  ['HDFC', ['narration', 'value dat', 'debit amount', 'credit amount']],
  ['ICICI', ['transaction remarks', 'withdrawal amount', 'deposit amount']],
  ['ICICI', ['txn posted date', 'cr dr', 'transaction amount']],
  ['SBI', ['txn date', 'description', 'ref no cheque no', 'debit', 'credit']],
  ['Axis', ['tran date', 'particulars', 'dr', 'cr', 'bal']],
  ['Axis', ['transaction date', 'particulars', 'amount', 'debit credit']],
  ['Kotak', ['transaction date', 'description', 'chq ref no', 'amount', 'dr cr']],
];

/** `Withdrawal Amount (INR )` and `Withdrawal Amount` are one name. */
const normaliseName = (cell: string): string =>
  ` ${cell.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `
    .replaceAll(/ (?:inr|in rs|rs|dd mm yyyy|dd mm yy)(?= )/g, '')
    .trim();

/** The names of a header, made unique: Kotak has two columns `Dr / Cr`, ICICI one without a name. */
export function toColumnNames(header: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return header.map((cell, index) => {
    const name = cell.trim() || `Column ${index + 1}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Equal for all files of one export, so that a choice of columns can be remembered. */
export const toHeaderFingerprint = (header: readonly string[]): string =>
  header.map(normaliseName).join('|');

export interface MatchedColumns {
  /** Null for another bank. */
  readonly bank: string | null;
  readonly columns: ColumnChoice;
}

/** Null if these cells are not a header from which transactions can be read. */
export function matchColumns(header: readonly string[]): MatchedColumns | null {
  const names = header.map(normaliseName);
  const unique = toColumnNames(header);
  const choice: Partial<Record<keyof ColumnChoice, string>> = {};
  for (const role of Object.keys(namesByRole) as (keyof ColumnChoice)[]) {
    const name = namesByRole[role].find((each) => names.includes(each));
    if (name !== undefined) choice[role] = unique[names.indexOf(name)]!;
  }
  const { date, debit, credit, amount, direction: _any, ...others } = choice;
  if (date === undefined) return null;
  const columns: ColumnChoice =
    amount === undefined || (debit !== undefined && credit !== undefined)
      ? { date, ...others, debit, credit }
      : { date, ...others, amount, direction: findDirection(header, amount) };
  if (!isEnough(columns)) return null;
  const bank = banks.find(([, columns]) => columns.every((column) => names.includes(column)));
  return { bank: bank?.[0] ?? null, columns };
}

/** The `Dr / Cr` column that belongs to an amount: the one beside it, or else the first one. */
export function findDirection(header: readonly string[], amount: string): string | undefined {
  const unique = toColumnNames(header);
  const isDirection = (at: number) =>
    namesByRole.direction.includes(normaliseName(header[at] ?? ''));
  const amountAt = unique.indexOf(amount);
  const beside = [amountAt + 1, amountAt - 1].find(isDirection);
  return unique[beside ?? unique.findIndex((_name, at) => isDirection(at))];
}

/** Whether transactions can be read from these columns. */
export const isEnough = (columns: Partial<ColumnChoice>): boolean =>
  columns.date !== undefined &&
  (columns.narration !== undefined || columns.reference !== undefined) &&
  (columns.amount !== undefined || columns.credit !== undefined);

/** Columns that no choice names, by their place in the header. */
export interface HiddenColumns {
  readonly valueDateAt: number | null;
  /** The `Dr / Cr` behind the balance. */
  readonly balanceSideAt: number | null;
}

export function findHiddenColumns(header: readonly string[], columns: ColumnChoice): HiddenColumns {
  const names = header.map(normaliseName);
  const unique = toColumnNames(header);
  const valueDateAt = names.findIndex(
    (name, index) => valueDateNames.includes(name) && unique[index] !== columns.date,
  );
  const sideAt = columns.balance === undefined ? 0 : unique.indexOf(columns.balance) + 1;
  const isBalanceSide =
    sideAt > 0 &&
    namesByRole.direction.includes(names[sideAt] ?? '') &&
    unique[sideAt] !== columns.direction;
  return {
    valueDateAt: valueDateAt === -1 ? null : valueDateAt,
    balanceSideAt: isBalanceSide ? sideAt : null,
  };
}

/** Razorpay's own exports. */
export type ReportKind = 'settlement-recon' | 'payments' | 'settlements' | 'unknown';

const reports: readonly (readonly [kind: ReportKind, columns: readonly string[]])[] = [
  ['settlement-recon', ['entity_id', 'settlement_id', 'debit', 'credit']],
  ['payments', ['id', 'amount', 'order_id', 'method', 'amount_refunded']],
  ['settlements', ['id', 'amount', 'status', 'fees', 'utr']],
];

export function recogniseReport(header: readonly string[]): ReportKind {
  const names = new Set(header.map((cell) => cell.trim().toLowerCase()));
  const report = reports.find(([, columns]) => columns.every((column) => names.has(column)));
  return report?.[0] ?? 'unknown';
}

const descriptions: Readonly<Record<ReportKind, string>> = {
  'settlement-recon': "This is Razorpay's Settlement Recon report.",
  payments: "This is Razorpay's Payments report.",
  settlements: "This is Razorpay's Settlements report.",
  unknown: 'This is not a report from Razorpay.',
};

const instructions = {
  'settlement-recon':
    'The Settlement Recon report is needed: in the Razorpay dashboard open Reports, choose "Settlement Recon" and upload that file.',
  'bank-statement':
    'A statement of your bank account is needed: download it as CSV from your bank and upload that file.',
} as const;

/** Says what a file is and which one is needed instead. */
export const describeWrongReport = (
  kind: ReportKind,
  needed: keyof typeof instructions = 'settlement-recon',
): string => `${descriptions[kind]} ${instructions[needed]}`;
