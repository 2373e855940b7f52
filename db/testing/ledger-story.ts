/** A ledger with every kind of event, and functions to tamper with it. */
import {
  createTestDatabase,
  expectWholeLedger,
  type TestDatabase,
} from '@sachet/dev/local/testing/database';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Command } from '@sachet/shared/ledger/command';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { verifyWhole, type VerifyOptions } from '../checks/run.ts';
import { createKysely, createPool } from '../connect.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { chainHash, eventColumnList, eventDigest, eventFromRow } from '../ledger/rows.ts';
import type { Database } from '../tables.ts';
import { openWallet } from '../wallet/wallets.ts';

export interface TestLedger {
  database: TestDatabase;
  /** The owner's login. */
  owner: pg.Pool;
  db: Kysely<Database>;
  ledger: Ledger;
  close(): Promise<void>;
}

export async function createTestLedger(): Promise<TestLedger> {
  return reopenTestLedger(await createTestDatabase());
}

export async function reopenTestLedger(database: TestDatabase): Promise<TestLedger> {
  const owner = createPool(database.ownerUrl);
  const db = createKysely(createPool(database.appUrl));
  const ledger = createLedger({ connectionString: database.appUrl });
  return {
    database,
    owner,
    db,
    ledger,
    async close() {
      await ledger.close();
      await db.destroy();
      await owner.end();
    },
  };
}

let copies = 0;

/** Copies the whole database, like a backup. The original must have no connections. */
export async function copyDatabase(original: TestDatabase): Promise<TestDatabase> {
  const name = `${original.name}_${(copies += 1)}`;
  const elsewhere = (url: string, database: string) =>
    Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const run = async (statement: string) => {
    const pool = createPool(elsewhere(original.ownerUrl, 'postgres'), { max: 1 });
    await pool.query(statement).finally(() => pool.end());
  };
  await run(`create database ${name} template ${original.name} strategy file_copy`);
  const ownerUrl = elsewhere(original.ownerUrl, name);
  return {
    name,
    ownerUrl,
    appUrl: elsewhere(original.appUrl, name),
    verify: () => expectWholeLedger(ownerUrl),
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}

let owners = 0;

/** Opens a wallet with the id that the caller chose, so that the test knows the id in a fault. */
export async function walletCalled({ owner, db }: TestLedger, id: string): Promise<string> {
  const opened = await openWallet(db, { kind: 'user', id: `story_${(owners += 1)}` });
  await owner.query('update wallet set id = $1 where id = $2', [id, opened]);
  return id;
}

export async function accept(ledger: Ledger, command: Command): Promise<LedgerEvent> {
  const outcome = await ledger.append(command);
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal}`);
  return outcome.event;
}

type Step = Command extends infer C
  ? C extends Command
    ? Omit<C, 'walletId' | 'idempotencyKey' | 'actor'>
    : never
  : never;

/** Commands for every kind of event. `more`, in paise, makes the amounts differ from wallet to wallet. */
export function createStory(walletId: string, more: number): Command[] {
  const spending = { tool: 'image', memberUid: `member_${walletId}` } as const;
  const hold = (name: string, amountPaise: number, expiresAtMs: number): Step => ({
    type: 'PlaceHold',
    holdId: `hold_${walletId}_${name}`,
    amountPaise: amountPaise + more,
    generationId: `gen_${walletId}_${name}`,
    expiresAtMs,
    ...spending,
  });
  const paymentId = `pay_${walletId}`;
  const held = (name: string) => ({ holdId: `hold_${walletId}_${name}` });
  const laterMs = Date.UTC(2030, 0, 1);
  const steps: Step[] = [
    { type: 'CreditSignupBonus', amountPaise: 250_00 },
    { type: 'CreditTopUp', amountPaise: 1000_00 + more, orderId: `order_${walletId}`, paymentId },
    hold('captured', 75_00, laterMs),
    { type: 'CaptureHold', amountPaise: 60_00, ...held('captured') },
    { type: 'Charge', amountPaise: 40_00 + more, conversationId: 'conv_1', ...spending },
    { type: 'RefundCharge', amountPaise: 10_00, chargeSeq: 5, reason: 'the reply was cut off' },
    hold('voided', 25_00, laterMs),
    { type: 'VoidHold', reason: 'the provider failed', ...held('voided') },
    hold('expired', 30_00, Date.UTC(2020, 0, 1)),
    { type: 'ExpireHold', ...held('expired') },
    { type: 'RefundTopUp', amountPaise: 100_00, paymentId },
    { type: 'DisputeTopUp', amountPaise: 200_00, paymentId },
    { type: 'WinDispute', amountPaise: 150_00, paymentId },
    { type: 'AdjustByAdmin', amountPaise: 5_00 + more, reason: 'an apology' },
    hold('open', 20_00, laterMs),
    { type: 'RefundCharge', amountPaise: 5_00, chargeSeq: 4 },
  ];
  return steps.map((step, i) => ({
    ...step,
    walletId,
    idempotencyKey: `step_${i + 1}`,
    actor: 'worker',
  }));
}

/** Runs as the database's owner, without the triggers. */
export async function tamper(owner: pg.Pool, ...statements: string[]): Promise<void> {
  const tables = [
    'ledger_event',
    'ledger_checkpoint',
    'ledger_checkpoint_head',
    'ledger_day_close',
  ];
  const client = await owner.connect();
  try {
    await client.query('begin');
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    for (const statement of statements) await client.query(statement);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export async function readEvents(owner: pg.Pool, walletId: string) {
  const { rows } = await owner.query(
    `select ${eventColumnList} from ledger_event where wallet_id = $1 order by seq`,
    [walletId],
  );
  return rows.map(eventFromRow);
}

/** Recomputes every hash of a wallet, and its running sums, as if its events had always been these. */
export async function rechain(owner: pg.Pool, walletId: string): Promise<void> {
  let head: Uint8Array = Buffer.alloc(32);
  let balancePaise = 0;
  let heldPaise = 0;
  const statements: string[] = [];
  for (const { event, requestHash } of await readEvents(owner, walletId)) {
    balancePaise += event.amountPaise;
    heldPaise += event.heldPaise;
    const whole = { ...event, balanceAfterPaise: balancePaise, heldAfterPaise: heldPaise };
    head = chainHash(head, eventDigest(whole, requestHash));
    statements.push(
      `update ledger_event set balance_after = ${balancePaise}, held_after = ${heldPaise},
         hash = decode('${Buffer.from(head).toString('hex')}', 'hex')
       where wallet_id = '${walletId}' and seq = ${event.seq}`,
    );
  }
  await tamper(owner, ...statements);
}

/** One line per finding: `edited wal_a 5`, `wallet_differs wal_a: differs`. */
export async function verifyLines(
  database: TestDatabase,
  options: Omit<VerifyOptions, 'connectionString'> = {},
): Promise<string[]> {
  const { findings } = await verifyWhole({ connectionString: database.ownerUrl, ...options });
  return findings.map(({ check, subject, walletId, seq, detail }) => {
    if (seq === null) return `${check} ${subject}: ${detail}`;
    return `${check === 'chain_broken' ? detail.split(':')[0] : check} ${walletId} ${seq}`;
  });
}
