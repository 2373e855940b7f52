/** Every writer under the same load, in turns, on one Postgres. */
import type { Pool } from 'pg';
import { drive, findMedian, type Load, type Measured } from './load.ts';
import type { Profile } from './profile.ts';
import type { OpenWriter, Writer } from './writers/writer.ts';

export interface Scenario {
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
  /** A short look at each pool size, to take the best. */
  readonly probe: Load;
  readonly say: (line: string) => void;
  readonly profile: Profile | null;
}

export interface Written extends Measured {
  readonly scenario: Scenario;
  readonly writer: Writer;
  /** The best of the pool sizes tried; null for the one that has no pool. */
  readonly poolSize: number | null;
  /** Of all rounds, warm-up included. */
  readonly retries: number;
}

export async function measureWriting(options: WritingOptions): Promise<Written[]> {
  const written: Written[] = [];
  for (const scenario of options.scenarios) {
    options.say(`  ${scenario.name}, ${scenario.callers} callers`);
    written.push(...(await measureScenario(scenario, options)));
  }
  return written;
}

async function measureScenario(scenario: Scenario, options: WritingOptions): Promise<Written[]> {
  const open: { writer: Writer; poolSize: number | null; at: OpenWriter; rounds: Measured[] }[] =
    [];
  for (const writer of options.writers) {
    const poolSize = writer.hasPool ? await bestPoolSize(writer, scenario, options) : null;
    open.push({ writer, poolSize, at: await writer.open(poolSize ?? 1), rounds: [] });
  }
  for (let round = 0; round < options.rounds; round += 1) {
    // Another one goes first each time: what one leaves to the next is shared out.
    const order = open.map((_, i) => open[(i + round) % open.length]!);
    for (const { writer, at, rounds } of order) {
      options.profile?.reset();
      rounds.push(await drive(createCallers(at, scenario), options.load));
      if (!writer.hasPool && options.profile) options.say(`    ${options.profile.report()}`);
    }
  }
  for (const { at } of open) await at.close();
  return open.map(({ writer, poolSize, at, rounds }) => ({
    ...findMedian(rounds),
    scenario,
    writer,
    poolSize,
    retries: at.retries,
  }));
}

const createCallers = (at: OpenWriter, { callers, wallets }: Scenario) =>
  Array.from({ length: callers }, (_, i) => at.caller(i, wallets));

/** A baseline is measured at its best: most events a second. */
async function bestPoolSize(
  writer: Writer,
  scenario: Scenario,
  options: WritingOptions,
): Promise<number> {
  const sizes = options.poolSizes.filter((size) => size <= scenario.callers);
  if (sizes.length < 2) return sizes[0] ?? 1;
  const tried: { size: number; eventsPerSecond: number }[] = [];
  for (const size of sizes) {
    const at = await writer.open(size);
    const { eventsPerSecond } = await drive(createCallers(at, scenario), options.probe);
    await at.close();
    tried.push({ size, eventsPerSecond });
  }
  const found = tried.map((each) => `${each.size}: ${Math.round(each.eventsPerSecond)}/s`);
  options.say(`    ${writer.name} by pool size: ${found.join(', ')}`);
  return tried.reduce((best, each) => (each.eventsPerSecond > best.eventsPerSecond ? each : best))
    .size;
}

/** Bytes on disk of these tables with their indexes, partitions included. */
export async function measureBytes(owner: Pool, tables: readonly string[]): Promise<number> {
  const { rows } = await owner.query(
    `with recursive part (id) as (
       select t::regclass::oid from unnest($1::text[]) as t
       union all select inhrelid from part join pg_inherits on inhparent = part.id
     ) select sum(pg_total_relation_size(id))::float8 as bytes from part`,
    [tables],
  );
  return rows[0].bytes;
}

/** Bytes on disk of a table and of each of its indexes, the largest first. */
export async function measureParts(
  owner: Pool,
  table: string,
): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await owner.query(
    `select 'rows' as name, pg_table_size($1::regclass)::float8 as bytes
     union all
     select indexrelid::regclass::text, pg_relation_size(indexrelid) from pg_index where indrelid = $1::regclass
     order by bytes desc`,
    [table],
  );
  return rows;
}

export async function countEvents(owner: Pool, { tables }: Writer): Promise<number> {
  const { rows } = await owner.query(`select count(*)::float8 as n from ${tables.events[0]}`);
  return rows[0].n;
}
