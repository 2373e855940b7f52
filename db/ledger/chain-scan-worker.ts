/** One thread's share of a scan: a range of the table's pages, in the snapshot it was given. */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { addEvent, newChainScan } from './chain-scan.ts';
import { copyColumns, readEventCopy } from './event-copy.ts';

interface Share {
  connectionString: string;
  snapshot: string;
  fromPage: number;
  /** Exclusive; null for all the rest. */
  toPage: number | null;
}

const { connectionString, snapshot, fromPage, toPage } = workerData as Share;
const client = new pg.Client({ connectionString });
await client.connect();
try {
  await client.query('begin isolation level repeatable read read only');
  await client.query(`set transaction snapshot '${snapshot}'`);
  const until = toPage === null ? '' : `and ctid < '(${toPage},0)'`;
  const copy = client.query(
    copyTo(
      `copy (select ${copyColumns} from ledger_event where ctid >= '(${fromPage},0)' ${until})
       to stdout (format binary)`,
    ),
  );
  const scan = newChainScan();
  let reported = 0;
  await readEventCopy(copy, (event) => {
    addEvent(scan, event);
    if (scan.events - reported >= 20_000) {
      reported = scan.events;
      parentPort!.postMessage({ events: reported });
    }
  });
  parentPort!.postMessage({ done: scan });
} finally {
  await client.end();
}
