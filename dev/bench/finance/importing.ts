/** Imports the files of a busy day, as finance uploads them, and compares that day. */
import { performance } from 'node:perf_hooks';
import type { SettlementLine } from '@sachet/shared/finance/settlement/line';
import type { Stack } from '../admin/pages.ts';
import { median, quantile } from '../load.ts';
import { number, say, sayTable, toTarget } from '../report.ts';
import { toCsv } from './report-lines.ts';
import type { Seeded } from './seed.ts';

const files = 5;
const comparisons = 5;
const targetLinesPerSecond = 20_000;
const targetSeconds = 10;

/** Returns the lines of the report about targets. */
export async function importAndReconcile(
  stack: Stack,
  { plan, busyLines }: Seeded,
): Promise<string[]> {
  const rates: number[] = [];
  for (let i = 0; i < files; i += 1) {
    const part = (at: number) => (busyLines.length * at) / files;
    rates.push(await importFile(stack, busyLines.slice(part(i), part(i + 1))));
  }
  sayTable(
    ['import of a file', 'lines/s'],
    rates.map((rate, i) => [i + 1, number(rate)]),
  );
  await importBankStatement(stack, busyLines);

  const seconds: number[] = [];
  for (let i = 0; i < comparisons; i += 1) {
    const began = performance.now();
    const path = `/api/admin/reconciliation?from=${plan.busyDay}&to=${plan.busyDay}`;
    const answer = await stack.ask(path);
    const { total } = (await answer.json()) as { total: { holds: boolean; findings: number } };
    seconds.push((performance.now() - began) / 1000);
    if (!total.holds || total.findings > 0) throw new Error('the busy day has findings');
  }
  const lines = number(busyLines.length);
  const [middle, p95] = [median(seconds), quantile(seconds, 0.95)];
  say(`\nReconciliation of a day of ${lines} lines: median ${number(middle, 2)} s, no findings.`);
  const rate = median(rates);
  return [
    toTarget(
      `import of ${number(targetLinesPerSecond)} lines/s`,
      rate >= targetLinesPerSecond,
      `${number(rate)} lines/s`,
    ),
    toTarget(
      `a day of ${lines} lines (50,000 are promised) compared within ${targetSeconds} s`,
      p95 <= targetSeconds,
      `${number(p95, 2)} s`,
    ),
  ];
}

/** Returns lines a second. */
async function importFile(stack: Stack, lines: readonly SettlementLine[]): Promise<number> {
  const csv = toCsv(lines);
  const began = performance.now();
  await upload(stack, '/api/admin/settlements/file', csv);
  return (1000 * lines.length) / (performance.now() - began);
}

/** The transfer of these lines, as the bank reports it. */
function importBankStatement(stack: Stack, lines: readonly SettlementLine[]): Promise<void> {
  const { utr, settledOn } = lines[0]!;
  const paise = lines.reduce((sum, line) => sum + line.creditPaise - line.debitPaise, 0);
  const csv = `utr,date,amount\n${utr},${settledOn},${(paise / 100).toFixed(2)}\n`;
  // Without the order of day and month, a date could be read in two ways.
  return upload(stack, '/api/admin/bank-statement?dateOrder=day-first', csv);
}

async function upload(stack: Stack, path: string, body: string): Promise<void> {
  const answer = await stack.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body,
  });
  await answer.arrayBuffer();
}
