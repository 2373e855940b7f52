/** Reads statements in tests. */
import { readFileSync } from 'node:fs';
import { decodeStatement, parseStatement } from '../bank-file.ts';
import {
  readBankStatement,
  type StatementChoice,
  type StatementProblem,
  type StatementReading,
} from '../bank-statement.ts';

const today = '2026-11-26';

/** The text of a file in `bank/`. */
export function decodeSample(file: string): string {
  const decoded = decodeStatement(readFileSync(new URL(`./bank/${file}`, import.meta.url)));
  if (!decoded.ok) throw new Error(decoded.problem);
  return decoded.text;
}

export function tryToRead(text: string, choice: StatementChoice = {}): StatementReading {
  const parsed = parseStatement(text, { mostRows: 10_000 });
  if (parsed.ok) return readBankStatement(parsed.rows, choice, today);
  return { ok: false, needs: null, problems: [parsed] };
}

/** Returns the statement with its sums and its first and last day. Throws if the file is refused. */
export function read(text: string, choice: StatementChoice = {}) {
  const reading = tryToRead(text, choice);
  if (!reading.ok) throw new Error(JSON.stringify(reading));
  const amounts = reading.lines.map(({ amountPaise }) => amountPaise);
  const days = reading.lines.map(({ day }) => day).toSorted();
  const sumOf = (some: readonly number[]) => some.reduce((sum, paise) => sum + paise, 0);
  return {
    ...reading,
    creditPaise: sumOf(amounts.filter((paise) => paise > 0)),
    debitPaise: Math.abs(sumOf(amounts.filter((paise) => paise < 0))),
    from: days[0]!,
    to: days.at(-1)!,
  };
}

export function problemsOf(text: string): readonly StatementProblem[] {
  const reading = tryToRead(text);
  return 'problems' in reading ? reading.problems : [];
}

export const csv = (...lines: string[]): string => lines.join('\n');
