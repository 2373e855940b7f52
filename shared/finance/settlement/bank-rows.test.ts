import { describe, expect, test } from 'vitest';
import { csv, problemsOf, read } from './testing/read-statement.ts';

describe('money out and money in', () => {
  const header = 'Date,Narration,Debit,Credit';

  test('money out and in is read from two columns, and a blank cell counts as no money', () => {
    const text = csv(header, '13/04/2026,RENT,500.00,', '14/04/2026,PAID,,250.00');
    expect(read(text).lines.map((row) => row.amountPaise)).toEqual([-500_00, 250_00]);
  });

  test.each([
    ['both sides have an amount', '13/04/2026,X,5.00,5.00'],
    ['no side has an amount', '13/04/2026,X,,'],
    ['the credit is marked as a debit', '13/04/2026,X,,5.00 Dr'],
    ['the credit is negative', '13/04/2026,X,,-5.00'],
    ['the debit is marked as a credit', '13/04/2026,X,5.00 Cr,'],
  ])('money out and in is refused if %s', (_why, row) => {
    expect(problemsOf(csv(header, row))).toEqual([{ line: 2, problem: expect.any(String) }]);
  });

  test('a row whose amount is zero is left out', () => {
    const statement = read(csv(header, '13/04/2026,X,5.00,0.00', '14/04/2026,Y,0.00,0.00'));
    expect(statement.lines).toHaveLength(1);
    expect(statement.leftOut).toEqual([
      { line: 3, why: 'The amount is zero.', text: '14/04/2026 Y 0.00 0.00' },
    ]);
  });

  test('money out and in is read from a column of Dr and Cr with any name', () => {
    const text = csv('Date,UTR,Amount,Kind', '13/04/2026,A,5.00,Debit', '13/04/2026,B,6.00,Credit');
    expect(read(text)).toMatchObject({ debitPaise: 5_00, creditPaise: 6_00 });
    const roles = ['date', 'reference', 'amount', null] as const;
    expect(read(text, { roles })).toMatchObject({ debitPaise: 5_00, creditPaise: 6_00 });
  });

  test('money out and in is not read from a column of dashes', () => {
    const text = csv('Date,UTR,Amount,Cheque', '13/04/2026,A,5.00,-', '14/04/2026,B,6.00,-');
    expect(read(text)).toMatchObject({ debitPaise: 0, creditPaise: 11_00 });
  });

  test.each(['X', ''])('a movement is refused if its direction is "%s"', (direction) => {
    const text = csv('Date,UTR,Amount,Dr / Cr', `13/04/2026,A,5.00,${direction}`);
    expect(problemsOf(text)).toEqual([
      { line: 2, problem: expect.stringContaining('is neither Dr nor Cr.') },
    ]);
  });

  test('a movement is refused if its sign contradicts its direction', () => {
    const text = csv('Date,UTR,Amount,Dr / Cr', '13/04/2026,A,-5.00,CR');
    expect(problemsOf(text)).toEqual([
      { line: 2, problem: expect.stringContaining('contradicts') },
    ]);
  });

  test('the direction is read next to the amount, not after the balance', () => {
    const text = csv('Date,UTR,Balance,Dr/Cr,Amount,Dr/Cr', '13/04/2026,A,90.00,CR,5.00,DR');
    expect(read(text).lines).toMatchObject([{ amountPaise: -5_00, balancePaise: 90_00 }]);
  });
});

describe('rows below the transactions', () => {
  const header = 'Date,Narration,Debit,Credit,Balance';
  const row = '13/04/2026,PAID,,250.00,250.00';

  test.each([
    'Total,,0.00,250.00,',
    'Grand Total :,,0.00,250.00,',
    ',Closing Balance,,,250.00',
    'Statement Summary\n3,4,250.00,250.00,250.00',
    'Legends used\nNEFT,means,1,2,3',
    'Please call us',
    '----------,------,-----,-----,-----',
  ])('rows below the transactions are left out: %j', (end) => {
    expect(read(csv(header, row, end))).toMatchObject({
      creditPaise: 250_00,
      lines: [{ line: 2 }],
    });
  });

  test.each([
    ['31/02/2026,PAID,,250.00,500.00', 3, 'is not a valid date.'],
    [',PAID,,250.00,500.00', 3, 'has an amount but no date.'],
    ['Statement summary,,,,\n31/04/2026,PAID,,250.00,500.00', 4, 'is not a valid date.'],
  ])(
    'rows below the transactions are a problem if they may be transactions: %j',
    (end, line, problem) => {
      expect(problemsOf(csv(header, row, end))).toEqual([
        { line, problem: expect.stringContaining(problem) },
      ]);
    },
  );

  test('rows that look like an end do not end the file if transactions follow', () => {
    const text = csv(
      header,
      row,
      'Page Total,,0.00,250.00,250.00',
      'Carried forward,,,,250.00',
      header,
      '13/04/2026,B/F,,,250.00',
      '14/04/2026,PAID,,250.00,500.00',
    );
    expect(read(text)).toMatchObject({ creditPaise: 500_00, closingBalancePaise: 500_00 });
  });

  test.each([
    'Total Energies refund',
    'bf',
    'C/F é',
    'Closing balance transfer of savings',
    'Opening balances',
  ])('a payment that only begins like a balance or a total is kept: %s', (narration) => {
    const text = csv(header, row, `14/04/2026,${narration},,1.00,251.00`);
    expect(read(text).lines).toHaveLength(2);
    const wrong = csv(header, row, `31/02/2026,${narration},,1.00,251.00`);
    expect(problemsOf(wrong)).toMatchObject([{ line: 3 }]);
  });
});

describe('the running balance', () => {
  const header = 'Date,Narration,Debit,Credit,Balance';

  test('the running balance shows a misread or missing row', () => {
    const text = csv(header, '13/04/2026,A,,5.00,105.00', '14/04/2026,B,,5.00,115.00');
    expect(problemsOf(text)).toEqual([{ line: 3, problem: expect.stringContaining('₹115.00') }]);
  });

  test('the running balance names the newer of two rows that do not match, even if the newest row is first', () => {
    const text = csv(header, '14/04/2026,B,,5.00,115.00', '13/04/2026,A,,5.00,105.00');
    expect(problemsOf(text)).toEqual([{ line: 2, problem: expect.stringContaining('₹110.00') }]);
  });

  test('the running balance is checked against an opening balance', () => {
    const text = csv(header, '12/04/2026,Opening Balance,,,90.00', '13/04/2026,A,,5.00,105.00');
    expect(problemsOf(text)).toMatchObject([{ line: 3 }]);
  });

  test('the running balance may be blank in some rows', () => {
    const text = csv(
      header,
      '13/04/2026,A,,5.00,105.00',
      '14/04/2026,B,,5.00,',
      '14/04/2026,C,7.00,,103.00',
    );
    expect(read(text).closingBalancePaise).toBe(103_00);
  });

  test('the running balance may be overdrawn', () => {
    const text = csv(header, '13/04/2026,A,5.00,,100.00 Dr', '14/04/2026,B,,150.00,50.00 Cr');
    expect(read(text)).toMatchObject({
      closingBalancePaise: 50_00,
      lines: [{ balancePaise: -100_00 }, {}],
    });
  });

  test('the running balance is read from bottom to top if the newest row of a day is first', () => {
    const text = csv(header, '13/04/2026,B,,1.00,106.00', '13/04/2026,A,,5.00,105.00');
    expect(read(text).closingBalancePaise).toBe(106_00);
  });
});

test('equal rows of one file are counted', () => {
  const row = '13/04/2026,UPI,,5.00';
  const { lines } = read(csv('Date,Narration,Debit,Credit', row, row, '14/04/2026,UPI,,5.00', row));
  expect(lines.map(({ occurrence }) => occurrence)).toEqual([1, 2, 1, 3]);
});

describe('a comma without quotation marks', () => {
  const header =
    'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance';

  test('a comma without quotation marks is repaired in a narration', () => {
    const text = csv(
      header,
      ' 02/04/26 ,NEFT DR-NETBANK, MUM,4,500 ,02/04/26 , 45000.00, 0.00,N1 ,205000.00',
    );
    expect(read(text).lines).toMatchObject([
      { text: 'NEFT DR-NETBANK,MUM,4,500', amountPaise: -45_000_00 },
    ]);
  });

  test.each([
    ['UTR,Date,Amount', 'A,2026-04-06,4,882.00'],
    ['Date,UTR,Amount', '2026-04-06,A,4,882.00'],
    ['Date,UTR,Amount', '2026-04-06,A,1,20,542.44'],
    ['Date,Narration,Debit,Credit', '2026-04-06,A,B,1,20,542.44,'],
    ['Date,Amount,Narration', '2026-04-06,4,882.00,A,B'],
    ['Date,Narration,Debit,Credit', '2026-04-06,A,,4,882.00'],
    ['Date,Narration,Reference,Debit,Credit', '2026-04-06,A,B,C,5.00,'],
  ])(
    'a comma without quotation marks is refused if its column is uncertain: %s with %s',
    (header, row) => {
      expect(problemsOf(csv(header, row))).toEqual([{ line: 2, problem: expect.any(String) }]);
    },
  );
});
