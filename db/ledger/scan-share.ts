/** A range of the table's pages, read in the snapshot it was given and proved as far as it goes. */
import pg from 'pg';
import { addEvent, newChainScan, type ChainScan } from './chain-scan.ts';
import { copyColumns, copyEvents } from './event-copy.ts';

export interface Pages {
  readonly from: number;
  /** Exclusive; null for all the rest. */
  readonly to: number | null;
}

export interface Share extends Pages {
  readonly connectionString: string;
  readonly snapshot: string;
}

/** On a connection of its own, for a thread. */
export async function scanShare(
  { connectionString, snapshot, ...pages }: Share,
  progress: (events: number) => void,
): Promise<ChainScan> {
  const client = new pg.Client({ connectionString, application_name: 'sachet-verify' });
  // Whoever reads hears of it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set transaction snapshot '${snapshot}'`);
    return await scanPages(client, pages, progress);
  } finally {
    await client.end();
  }
}

export async function scanPages(
  client: pg.ClientBase,
  { from, to }: Pages,
  progress: (events: number) => void,
): Promise<ChainScan> {
  const until = to === null ? '' : `and ctid < '(${to},0)'`;
  const scan = newChainScan();
  await copyEvents(
    client,
    `select ${copyColumns} from ledger_event where ctid >= '(${from},0)' ${until}`,
    (event) => {
      addEvent(scan, event);
      if (scan.events % 20_000 === 0) progress(scan.events);
    },
  );
  return scan;
}
