/** Reads statements in tests. */
import { readFileSync } from 'node:fs';
import { decodeStatement } from '../bank-file.ts';
import { readStatement, type Statement, type StatementOptions } from '../bank-statement.ts';
import type { StatementProblem } from '../bank-rows.ts';

export const today = '2026-11-26';

/** The text of a file in `bank/`. */
export function decodeSample(file: string): string {
  const decoded = decodeStatement(readFileSync(new URL(`./bank/${file}`, import.meta.url)));
  if (!decoded.ok) throw new Error(decoded.problem);
  return decoded.text;
}

export function read(text: string, options: Partial<StatementOptions> = {}): Statement {
  const reading = readStatement(text, { today, ...options });
  if (!reading.ok) throw new Error(JSON.stringify(reading));
  return reading;
}

export function problemsOf(text: string): readonly StatementProblem[] {
  const reading = readStatement(text, { today });
  return 'problems' in reading ? reading.problems : [];
}

export const csv = (...lines: string[]): string => lines.join('\n');
