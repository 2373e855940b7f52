/** Files of a busy day as finance uploads them, and the comparison of that day. */
import { performance } from 'node:perf_hooks';
import type { SettlementLine } from '@sachet/shared/settlement/line';
import type { Stack } from '../admin/stack.ts';
import { median } from '../load.ts';
import { number, say, share, toTarget } from '../report.ts';
import { toCsv } from './report-lines.ts';
import type { Seeded } from './seed.ts';

const files = 5;
const comparisons = 5;
const targetLinesPerSecond = 20_000;
const targetSeconds = 10;

/** Returns how the targets were reached. */
export async function importAndReconcile(
  stack: Stack,
  { plan, busyLines }: Seeded,
): Promise<string[]> {
  say('\n| import of a file | lines | MB | lines/s |');
  say('|---|---:|---:|---:|');
  const rates: number[] = [];
  for (let i = 0; i < files; i += 1) {
    rates.push(await importFile(stack, `file ${i + 1}`, part(busyLines, i)));
  }
  const again = await importFile(stack, 'the last one again', part(busyLines, files - 1));
  say(`\nThe same file again is answered as fast as ${number(again)} lines/s.`);
  await importBank(stack, busyLines);

  const seconds: number[] = [];
  let holds = true;
  for (let i = 0; i < comparisons; i += 1) {
    const began = performance.now();
    const path = `/api/admin/reconciliation?from=${plan.busyDay}&to=${plan.busyDay}`;
    const { total } = await readJson<{ total: { holds: boolean; findings: number } }>(stack, path);
    seconds.push((performance.now() - began) / 1000);
    holds &&= total.holds && total.findings === 0;
  }
  if (!holds) throw new Error('the identity of the busy day does not hold');
  const lines = number(busyLines.length);
  const [middle, p95] = [median(seconds), share(seconds, 0.95)];
  say(
    `\nReconciliation of a day of ${lines} lines: median ${number(middle, 2)} s, ` +
      `p95 ${number(p95, 2)} s; the identity holds, nothing is found.`,
  );
  const rate = median(rates);
  return [
    toTarget(
      `import at ${number(targetLinesPerSecond)} lines/s`,
      rate >= targetLinesPerSecond,
      `${number(rate)} lines/s`,
    ),
    toTarget(
      `a day of ${lines} lines (50,000 are asked for) compared within ${targetSeconds} s`,
      p95 <= targetSeconds,
      `${number(p95, 2)} s`,
    ),
  ];
}

const part = (lines: readonly SettlementLine[], i: number) =>
  lines.slice((lines.length * i) / files, (lines.length * (i + 1)) / files);

async function importFile(
  stack: Stack,
  name: string,
  lines: readonly SettlementLine[],
): Promise<number> {
  const csv = toCsv(lines);
  const began = performance.now();
  await upload(stack, 'file', csv);
  const perSecond = (1000 * lines.length) / (performance.now() - began);
  const columns = [number(lines.length), number(csv.length / 1e6, 1), number(perSecond)];
  say(`| ${name} | ${columns.join(' | ')} |`);
  return perSecond;
}

/** What of these lines came to the bank. */
function importBank(stack: Stack, lines: readonly SettlementLine[]): Promise<void> {
  const { utr, settledOn } = lines[0]!;
  const paise = lines.reduce((sum, line) => sum + line.creditPaise - line.debitPaise, 0);
  return upload(
    stack,
    'bank',
    `utr,date,amount\n${utr},${settledOn},${(paise / 100).toFixed(2)}\n`,
  );
}

const uploads = {
  file: '/api/admin/settlements/file',
  // A date may be read in two ways.
  bank: '/api/admin/bank-statement?dateOrder=day-first',
};

async function upload({ api, authorize }: Stack, source: keyof typeof uploads, csv: string) {
  const answer = await fetch(`${api.ready.url}${uploads[source]}`, {
    method: 'POST',
    headers: { ...(await authorize()), 'content-type': 'text/csv' },
    body: csv,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`import: ${answer.status} ${text}`);
}

async function readJson<T>({ api, authorize }: Stack, path: string): Promise<T> {
  const answer = await fetch(api.ready.url + path, { headers: await authorize() });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
