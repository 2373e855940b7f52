/**
 * The process that a torture run kills. Every answer is in the pipe to the parent before its caller sends
 * more: the parent's data after a kill -9 are exactly the acknowledged commands.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { createKysely, createPool } from '../connect.ts';
import { createLedger } from '../ledger/ledger.ts';
import { marked, markTable, type Answer, type WriterOptions } from './torture.ts';
import { createScript } from './torture-script.ts';

const { connectionString, callers, task, seed, writer } = JSON.parse(
  process.argv[2]!,
) as WriterOptions;
const ledger = createLedger({ connectionString });
// Compiles statements, never connects.
const db = createKysely(createPool(connectionString));
let stopping = false;

/** Waits while the parent is slow to read: a pipe to a child blocks. */
function tell(answer: Answer): void {
  writeSync(1, `${JSON.stringify(answer)}\n`);
}

async function call(caller: number): Promise<void> {
  const script = createScript({ seed, writer, caller }, task);
  for (let next = script.next(); !next.done && !stopping;) {
    const command = next.value;
    const mark = sql`insert into ${sql.table(markTable)} (wallet_id, idempotency_key)
      values (${command.walletId}, ${command.idempotencyKey})`.compile(db);
    const outcome = await ledger.append(command, marked(caller) ? [mark] : []);
    tell({ caller, outcome });
    next = script.next(outcome);
  }
}

const parent = createInterface({ input: process.stdin });
parent.on('line', (line) => {
  if (line === 'go') void run();
  else stopping = true;
});
// The parent has ended, and the output is no longer needed.
parent.on('close', () => process.exit(1));

async function run(): Promise<void> {
  const calls = Array.from({ length: callers }, (_, caller) =>
    call(caller).catch((error: unknown) => tell({ caller, failure: String(error) })),
  );
  await Promise.all(calls);
  await ledger.close();
  process.exit(0);
}

// Connected before the start signal, so that racing writers begin immediately.
await ledger.append({
  type: 'VoidHold',
  walletId: 'wal_none',
  idempotencyKey: 'none',
  actor: 'torture',
  holdId: 'none',
});
tell({ ready: true });
