/** Every writer under the same load, in turns, on one Postgres. */
import type { Pool } from 'pg';
import { drive, findMedian, type Load, type Measured } from './load.ts';
import { say } from './report.ts';
import type { OpenWriter, Writer } from './writers/writer.ts';

interface Scenario {
  readonly name: string;
  readonly wallets: readonly string[];
  readonly callers: number;
}

export interface WritingOptions {
  readonly writers: readonly Writer[];
  readonly scenarios: readonly Scenario[];
  readonly poolSizes: readonly number[];
  readonly rounds: number;
  readonly load: Load;
  /** A short load that finds the best pool size. */
  readonly probe: Load;
}

export interface Written extends Measured {
  readonly scenario: Scenario;
  readonly writer: Writer;
  /** The best of the tried pool sizes; null for the writer without a pool. */
  readonly poolSize: number | null;
}

export async function measureWriting(options: WritingOptions): Promise<Written[]> {
  const written: Written[] = [];
  for (const scenario of options.scenarios) {
    say(`  ${scenario.name}, ${scenario.callers} callers`);
    written.push(...(await measureScenario(scenario, options)));
  }
  return written;
}

async function measureScenario(scenario: Scenario, options: WritingOptions): Promise<Written[]> {
  const open: { writer: Writer; poolSize: number | null; at: OpenWriter; rounds: Measured[] }[] =
    [];
  for (const writer of options.writers) {
    const poolSize = writer.hasPool ? await findBestPoolSize(writer, scenario, options) : null;
    open.push({ writer, poolSize, at: await writer.open(poolSize ?? 1), rounds: [] });
  }
  for (let round = 0; round < options.rounds; round += 1) {
    // Another writer goes first in each round, so that no writer always follows the same one.
    const order = open.map((_, i) => open[(i + round) % open.length]!);
    for (const { at, rounds } of order) {
      rounds.push(await drive(createCallers(at, scenario), options.load));
    }
  }
  for (const { at } of open) await at.close();
  return open.map(({ writer, poolSize, rounds }) => ({
    ...findMedian(rounds),
    scenario,
    writer,
    poolSize,
  }));
}

const createCallers = (at: OpenWriter, { callers, wallets }: Scenario) =>
  Array.from({ length: callers }, (_, i) => at.caller(i, wallets));

/** The pool size with which this writer writes the most events a second. */
async function findBestPoolSize(
  writer: Writer,
  scenario: Scenario,
  { poolSizes, probe }: WritingOptions,
): Promise<number> {
  let best = { size: 1, eventsPerSecond: 0 };
  for (const size of poolSizes.filter((size) => size <= scenario.callers)) {
    const at = await writer.open(size);
    const { eventsPerSecond } = await drive(createCallers(at, scenario), probe);
    await at.close();
    if (eventsPerSecond > best.eventsPerSecond) best = { size, eventsPerSecond };
  }
  return best.size;
}

/** Bytes on disk of these tables with their indexes. */
export async function measureBytes(owner: Pool, tables: readonly string[]): Promise<number> {
  const { rows } = await owner.query(
    'select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) as name',
    [tables],
  );
  return rows[0].bytes;
}
