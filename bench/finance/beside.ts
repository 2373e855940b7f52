/** The ledger's write rate with the worker's finance jobs beside it against without, in turns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { countNewEvents } from '@sachet/db/finance/day-totals';
import { newWalletId } from '@sachet/db/ids';
import { startChild } from '../../local/children.ts';
import { drive, findMedian, type Load, type Measured } from '../load.ts';
import { number, say } from '../report.ts';
import { sachet } from '../writers/sachet.ts';
import { projectAll, withDatabase } from './computing.ts';

const callers = 64;
const walletCount = 2_000;

export async function measureBeside(
  urls: { appUrl: string; owner: Pool },
  { rounds, load }: { rounds: number; load: Load },
): Promise<void> {
  const { appUrl, owner } = urls;
  const wallets = Array.from({ length: walletCount }, newWalletId);
  const writer = sachet(appUrl, wallets[0]!);
  await writer.prepare(owner, wallets);
  const open = await writer.open(1);
  const steps = Array.from({ length: callers }, (_, i) => open.caller(i, wallets));
  const measured = { without: [] as Measured[], with: [] as Measured[] };
  const behind: number[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'sachet-bench-jobs-'));
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Another one goes first each time.
      const order =
        round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const);
      for (const which of order) {
        await catchUp(appUrl);
        const jobs =
          which === 'with'
            ? await startChild({
                name: 'jobs',
                script: 'bench/finance/jobs.ts',
                logFile: join(folder, 'jobs.log'),
              })
            : null;
        measured[which].push(await drive(steps, load));
        if (!jobs) continue;
        behind.push(await countBehind(owner));
        if (!jobs.isRunning()) throw new Error('the jobs ended before the round');
        await jobs.stop();
      }
    }
  } finally {
    await open.close();
    rmSync(folder, { recursive: true, force: true });
  }
  sayMeasured(measured, behind);
}

/** So that no round does another one's work. */
const catchUp = (appUrl: string): Promise<void> =>
  withDatabase(appUrl, async (db) => {
    await countNewEvents(db);
    await projectAll(db);
  });

/** Events that provenance does not have yet. */
async function countBehind(owner: Pool): Promise<number> {
  const { rows } = await owner.query(
    `select ((select sum(seq) from wallet) - (select sum(seq) from provenance_wallet))::bigint as events`,
  );
  return rows[0].events;
}

function sayMeasured(
  measured: Record<'without' | 'with', readonly Measured[]>,
  behind: readonly number[],
): void {
  const [without, beside] = [findMedian(measured.without), findMedian(measured.with)];
  say(
    `\n${number(walletCount)} wallets, ${callers} callers, medians of ${behind.length} rounds in turns; ` +
      'the jobs run each second, in the product every 30 and 60\n',
  );
  say('| sums and provenance | events/s | of without | p50 ms | p99 ms |');
  say('|---|---:|---:|---:|---:|');
  const toRow = (name: string, of: Measured) => {
    const ratio = of.eventsPerSecond / without.eventsPerSecond;
    const figures = [number(of.eventsPerSecond), number(ratio, 2), number(of.p50Ms, 1)];
    return `| ${name} | ${[...figures, number(of.p99Ms, 1)].join(' | ')} |`;
  };
  say(toRow('without', without));
  say(toRow('beside', beside));
  say(
    `\nAt the end of a round provenance was behind by ${behind.map((n) => number(n)).join(', ')} events.`,
  );
}
