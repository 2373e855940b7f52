/** Writes transactions as the banks' own exports do, so that tests can read them back. */

export interface WrittenRow {
  readonly day: string;
  /** Positive for money in. */
  readonly amountPaise: number;
  readonly narration: string;
  readonly reference: string;
}

export interface WrittenStatement {
  readonly openingPaise: number;
  /** Oldest first. */
  readonly rows: readonly WrittenRow[];
  /** The row that the file lacks, by its index. */
  readonly missing?: number;
}

type Entry = WrittenRow & { readonly balancePaise: number };

function toEntries({ openingPaise, rows, missing }: WrittenStatement): Entry[] {
  let balancePaise = openingPaise;
  const entries = rows.map((row) => {
    balancePaise += row.amountPaise;
    return { ...row, balancePaise };
  });
  return entries.filter((_entry, index) => index !== missing);
}

const plain = (paise: number): string => (paise / 100).toFixed(2);
const grouped = (paise: number): string =>
  (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const quoteCell = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const csv = (cells: readonly string[]): string => cells.map(quoteCell).join(',');

function numeric(day: string, sign: string, yearDigits: 2 | 4 = 4): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return [date, month, year.slice(-yearDigits)].join(sign);
}

const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];
const named = (day: string): string =>
  `${Number(day.slice(8))} ${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const out = (row: WrittenRow, write: (paise: number) => string, other: string): string =>
  row.amountPaise < 0 ? write(-row.amountPaise) : other;
const into = (row: WrittenRow, write: (paise: number) => string, other: string): string =>
  row.amountPaise > 0 ? write(row.amountPaise) : other;
const side = (paise: number): string => (paise < 0 ? 'DR' : 'CR');
const sum = (rows: readonly WrittenRow[]): number =>
  rows.reduce((total, { amountPaise }) => total + Math.abs(amountPaise), 0);

type Write = (statement: WrittenStatement) => string;

export const layouts: Readonly<Record<string, { readonly bank: string; readonly write: Write }>> = {
  'HDFC net banking': {
    bank: 'HDFC',
    write: (statement) =>
      [
        'HDFC BANK LTD,,,,,,',
        'Nomination : Not Registered,,,,Statement From : 01/04/2026 To : 10/04/2026,,',
        ',,,,,,',
        'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
        '********,********,********,********,********,********,********',
        ...toEntries(statement).map((row) =>
          csv([
            numeric(row.day, '/', 2),
            row.narration,
            row.reference,
            numeric(row.day, '/', 2),
            out(row, grouped, ''),
            into(row, grouped, ''),
            grouped(row.balancePaise),
          ]),
        ),
        ',,,,,,',
        'STATEMENT SUMMARY :-,,,,,,',
        'Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal,',
        '"2,50,000.00",2,4,"45,017.70","1,32,699.56","3,37,681.86",',
        'Generated On: 11-Apr-2026 09:12:44,,,,,,',
      ].join('\r\n'),
  },
  'HDFC delimited': {
    bank: 'HDFC',
    // Never has quotation marks around a cell, even if the narration has a comma.
    write: (statement) =>
      [
        '  Date     ,Narration         ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance',
        ...toEntries(statement).map((row) =>
          [
            ` ${numeric(row.day, '/', 2)}  `,
            row.narration.padEnd(30),
            `${numeric(row.day, '/', 2)} `,
            out(row, plain, '0.00').padStart(18),
            into(row, plain, '0.00').padStart(18),
            row.reference.padEnd(24),
            `${plain(row.balancePaise)}  `,
          ].join(','),
        ),
        '',
      ].join('\n'),
  },
  'ICICI retail': {
    bank: 'ICICI',
    write: (statement) =>
      [
        ',,,,,,,,',
        ',DETAILED STATEMENT,,,,,,,',
        ',S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )',
        ...toEntries(statement).map((row, index) =>
          csv([
            '',
            String(index + 1),
            numeric(row.day, '/'),
            numeric(row.day, '/'),
            row.reference || '-',
            row.narration,
            out(row, plain, '0.00'),
            into(row, plain, '0.00'),
            plain(row.balancePaise),
          ]),
        ),
        ',,,,,,,,',
        ',Legends Used in Account Statement,,,,,,,',
        ',MMT - Mobile/IMPS   NEFT - National Electronic Funds Transfer,,,,,,,',
      ].join('\n'),
  },
  'ICICI corporate': {
    bank: 'ICICI',
    write: (statement) =>
      [
        'DETAILED STATEMENT',
        'No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)',
        ...toEntries(statement).map((row, index) =>
          csv([
            String(index + 1),
            `S${32_880_713 + index}`,
            numeric(row.day, '/'),
            `${numeric(row.day, '/')}\n02:11:58 PM `,
            row.reference || '-',
            // This bank breaks long lines inside quotation marks.
            row.narration.replace(' ', '\r\n'),
            side(row.amountPaise),
            grouped(Math.abs(row.amountPaise)),
            grouped(row.balancePaise),
          ]),
        ),
      ].join('\r\n'),
  },
  SBI: {
    bank: 'SBI',
    write: (statement) =>
      [
        'Account Name\t:\tM/S TESTSTUDIO TECHNOLOGIES PVT LTD',
        'Start Date\t:\t1 Apr 2026',
        '',
        'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance',
        ...toEntries(statement).map((row) =>
          [
            named(row.day),
            named(row.day),
            row.narration,
            row.reference,
            out(row, grouped, ' '),
            into(row, grouped, ' '),
            grouped(row.balancePaise),
          ].join('\t'),
        ),
        '',
        '**This is a computer generated statement and does not require a signature.',
      ].join('\n'),
  },
  'Axis savings': {
    bank: 'Axis',
    write: (statement) =>
      [
        'Name :- TESTSTUDIO TECHNOLOGIES PVT LTD',
        'Statement of Account No - 917020000000002 for the period (From : 01-04-2026 To : 10-04-2026)',
        '',
        'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL',
        ...toEntries(statement).map((row) =>
          csv([
            numeric(row.day, '-'),
            row.reference || '-',
            row.narration,
            out(row, plain, ' ').padStart(18),
            into(row, plain, ' ').padStart(18),
            plain(row.balancePaise).padStart(18),
            '1234',
          ]),
        ),
        '',
        'Unless the constituent notifies the bank immediately of any discrepancy it will be taken as correct.',
      ].join('\r\n'),
  },
  'Axis corporate': {
    bank: 'Axis',
    write: (statement) => {
      const entries = toEntries(statement);
      // An overdrawn balance has a comma after its sign.
      const balance = (paise: number) => (paise < 0 ? `-,${grouped(-paise)}` : grouped(paise));
      return [
        'Name :- TESTSTUDIO TECHNOLOGIES PVT LTD',
        'S.No,Transaction Date (dd/mm/yyyy),Value Date (dd/mm/yyyy),Particulars,Amount(INR),Debit/Credit,Balance(INR),Cheque Number,Branch Name(SOL)',
        csv([
          '1',
          '',
          '',
          'OPENING BALANCE',
          '',
          '',
          balance(statement.openingPaise),
          '',
          'KORAMANGALA',
        ]),
        ...entries.map((row, index) =>
          csv([
            String(index + 2),
            numeric(row.day, '/'),
            numeric(row.day, '/'),
            row.narration,
            `\t${grouped(Math.abs(row.amountPaise))}`,
            side(row.amountPaise),
            balance(row.balancePaise),
            row.reference,
            'KORAMANGALA (248) ',
          ]),
        ),
        csv(['', '', '', 'TRANSACTION TOTAL DR/CR', grouped(sum(entries)), '', '', '', '']),
        csv(['', '', '', 'CLOSING BALANCE', '', '', balance(entries.at(-1)!.balancePaise), '', '']),
      ].join('\n');
    },
  },
  'Kotak, newest first': {
    bank: 'Kotak',
    write: (statement) =>
      [
        '"",,Account Statement',
        '"",,,,Period,From 01/04/2026 To 10/04/2026',
        'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr',
        ...toEntries(statement)
          .toReversed()
          .map((row, index) =>
            csv([
              String(index + 1),
              `${numeric(row.day, '-')} 18:22:07`,
              numeric(row.day, '-'),
              row.narration,
              row.reference,
              grouped(Math.abs(row.amountPaise)),
              side(row.amountPaise),
              grouped(Math.abs(row.balancePaise)),
              side(row.balancePaise),
            ]),
          ),
        'Opening balance as on 01/04/2026 : 2,50,000.00',
        'Closing balance as on 10/04/2026 : 2,17,156.12',
      ].join('\n'),
  },
};
